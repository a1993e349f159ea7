"""What the public check page says of a signature's code: valid, broken or superseded."""

from dataclasses import dataclass

from games.queries.game_tables import names_on_sheets
from pitching.models import SignOff
from pitching.queries.content import Content, numbers_signed, seal_now

VALID, BROKEN, SUPERSEDED = "valid", "broken", "superseded"


@dataclass(frozen=True, slots=True)
class Check:
    """`successor` is the signature that took the place of a broken one."""

    signed: SignOff
    state: str
    seal_now: str
    successor: SignOff | None


def check_of_code(typed: str) -> Check | None:
    """The check of a printed code; None where there is no such signature."""
    found = SignOff.objects.select_related(
        "series__tournament", "series__home", "series__away", "sheet_of", "signed_by"
    )
    signed = found.filter(code=plain_code(typed)).first()
    if signed is None:
        return None
    now = seal_now(signed)
    if signed.broken_at is None:
        return Check(signed, VALID if now == signed.seal else BROKEN, now, None)
    newer = SignOff.objects.filter(series=signed.series, sheet_of=signed.sheet_of, pk__gt=signed.pk)
    successor = newer.filter(broken_at=None).first()
    return Check(signed, SUPERSEDED if successor else BROKEN, now, successor)


def signed_games(signed: SignOff) -> list[Content]:
    """The signed games for reading: namesakes, whose plain names are under the seal, are told apart by their cards."""
    team, games = signed.sheet_of_id, signed.content.get("games", [])
    cards = {then: int(now) for now, then in numbers_signed(signed)["cards"].items()}
    names = names_on_sheets({(team, card) for card in cards.values()})

    def readable(outing: Content) -> Content:
        today = names.get((team, cards[outing["card"]]), "")
        return outing | {"pitcher": today} if today.startswith(f"{outing['pitcher']} (") else outing

    return [game | {"outings": [readable(outing) for outing in game["outings"]]} for game in games]


def plain_code(typed: str) -> str:
    """The code as it is stored, however it was typed."""
    letters = "".join(sign for sign in typed.upper() if sign.isalnum())
    return f"{letters[:4]}-{letters[4:]}" if len(letters) == 8 else letters
