"""Check a printed signature code. It is valid, without a key, broken or superseded."""

from dataclasses import dataclass, field

from games.queries.game_tables import sheet_names
from pitching.models import SignOff
from pitching.queries.seal_changes import breaking_action, content_changes
from pitching.queries.seal_keys import SealKey, SealOrigin, seal_key_of
from pitching.queries.signed_content import Content, compute_seal, current_content, is_intact, signed_numbers
from tournaments.models import Action

VALID = "valid"
NO_KEY = "no_key"  # the sheet matches the signed content, but the seal was imported without a key signature
BROKEN = "broken"
SUPERSEDED = "superseded"


@dataclass(frozen=True, slots=True)
class SignatureCheck:
    """The result of a check.

    Attributes:
        successor: The signature that replaced a broken one.
        changes: Sentences about the changes since the signing.
        action: The action that broke the seal.
    """

    signed: SignOff
    state: str
    seal_now: str
    key: SealKey
    successor: SignOff | None = None
    changes: list[str] = field(default_factory=list)
    action: Action | None = None


def check_code(typed: str) -> SignatureCheck | None:
    """Check a printed code. Return None if there is no signature with this code."""
    signatures = SignOff.objects.select_related(
        "series__tournament",
        "series__home",
        "series__away",
        "sheet_of",
        "signed_by",
    )
    signed = signatures.filter(code=normalize_code(typed)).first()
    if signed is None:
        return None
    content = current_content(signed)
    seal = compute_seal(content)
    key = seal_key_of(signed)
    changes = content_changes(signed.content, content) if seal != signed.seal else []
    if signed.broken_at is None:
        return SignatureCheck(signed, _state(signed, seal, key), seal, key, changes=changes)
    later_signatures = SignOff.objects.filter(
        series=signed.series,
        sheet_of=signed.sheet_of,
        pk__gt=signed.pk,
    )
    successor = later_signatures.filter(broken_at=None).first()
    state = SUPERSEDED if successor else BROKEN
    return SignatureCheck(signed, state, seal, key, successor, changes, breaking_action(signed))


def _state(signed: SignOff, seal: str, key: SealKey) -> str:
    if seal != signed.seal or not is_intact(signed):
        return BROKEN
    return NO_KEY if key.origin is SealOrigin.NO_KEY else VALID


def signed_games(signed: SignOff) -> list[Content]:
    """Return the signed games, with names that distinguish players with the same name.

    The seal covers plain names. A qualified name such as "Bob Smith (NYA)" is only for display.
    """
    team_id = signed.sheet_of_id
    card_by_number = {number: int(card) for card, number in signed_numbers(signed)["cards"].items()}
    names = sheet_names({(team_id, card) for card in card_by_number.values()})

    def with_display_name(outing: Content) -> Content:
        name = names.get((team_id, card_by_number[outing["card"]]), "")
        if name.startswith(f"{outing['pitcher']} ("):
            return outing | {"pitcher": name}
        return outing

    return [
        game | {"outings": [with_display_name(outing) for outing in game["outings"]]}
        for game in signed.content.get("games", [])
    ]


def normalize_code(typed: str) -> str:
    """Return the code in its stored form, such as K7QM-3XTD."""
    letters = "".join(char for char in typed.upper() if char.isalnum())
    return f"{letters[:4]}-{letters[4:]}" if len(letters) == 8 else letters
