"""Check a printed signature code: valid, broken or superseded."""

from dataclasses import dataclass

from games.queries.game_tables import sheet_names
from pitching.models import SignOff
from pitching.queries.signed_content import Content, current_seal, signed_numbers

VALID = "valid"
BROKEN = "broken"
SUPERSEDED = "superseded"


@dataclass(frozen=True, slots=True)
class SignatureCheck:
    """The result of a check. `successor` is the signature that replaced a broken one."""

    signed: SignOff
    state: str
    seal_now: str
    successor: SignOff | None


def check_code(typed: str) -> SignatureCheck | None:
    """Check a printed code. Return None if no signature has it."""
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
    seal = current_seal(signed)
    if signed.broken_at is None:
        state = VALID if seal == signed.seal else BROKEN
        return SignatureCheck(signed, state, seal, None)
    later_signatures = SignOff.objects.filter(
        series=signed.series,
        sheet_of=signed.sheet_of,
        pk__gt=signed.pk,
    )
    successor = later_signatures.filter(broken_at=None).first()
    state = SUPERSEDED if successor else BROKEN
    return SignatureCheck(signed, state, seal, successor)


def signed_games(signed: SignOff) -> list[Content]:
    """Return the signed games with names that tell namesakes apart.

    The seal covers plain names, so a qualified name such as "Bob Smith (NYA)" is only for display.
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
    """Return the code as it is stored, such as K7QM-3XTD."""
    letters = "".join(char for char in typed.upper() if char.isalnum())
    return f"{letters[:4]}-{letters[4:]}" if len(letters) == 8 else letters
