"""Help from outside (T0.14), bunts that must be played (T0.07), and what falls to the Tournament Director (T0.09)."""

from typing import Final, Literal, NamedTuple

from rules_engine.rulings import Ruling, allow, refuse

Help = Literal["lineup", "substitution", "strategy", "hint", "rule_clarification", "dice_interpretation"]
ALWAYS_ALLOWED: Final = ("rule_clarification", "dice_interpretation")


class Duty(NamedTuple):
    rule: str
    who: str
    when: str
    what: tuple[str, ...]


DIRECTOR: Final = "Tournament Director"
BEFORE: Final = "before the tournament begins"
REVIEW: Final = Duty("T0.09", DIRECTOR, BEFORE, ("tournament format", "tie-breaker procedures"))
SHOOTOUTS: Final = Duty("T32.0", DIRECTOR, BEFORE, ("circumstances in which a shootout will be used",))
SUSPENSION: Final = Duty("T33.0", DIRECTOR, BEFORE, ("circumstances in which the suspension rule will be used",))
DISPUTES: Final = Duty("T0.09", DIRECTOR, "whenever one arises", ("disputes",))
SHEETS: Final = Duty("T10.2", DIRECTOR, BEFORE, ("pitching sheet",))
KEPT_SHEET: Final = Duty("T33.0", DIRECTOR, "when a manager with an incomplete game leaves", ("pitching sheet",))
SIGNING: Final = Duty("T10.2", "opposing manager", "after each series", ("pitching sheet",))
DUTIES: Final = (REVIEW, DISPUTES, SHEETS, SIGNING, KEPT_SHEET, SHOOTOUTS, SUSPENSION)


def outside_help(kind: Help, *, opponent_agreed: bool, between_home_roll_and_signing: bool) -> Ruling:
    """T0.14: help may be asked or given only outside the series, with the opponent's consent, or on rules and dice."""
    if kind in ALWAYS_ALLOWED:
        return allow("T0.14", "rules and dice may be explained by anyone at any time")
    if not between_home_roll_and_signing:
        return allow("T0.14", "not between the roll for home and the signing of the opponent's sheet")
    if opponent_agreed:
        return allow("T0.14", "the opponent agreed")
    return refuse("T0.14", f"{kind} help without the opponent's agreement")


def may_concede_bunt() -> Ruling:
    """T0.07: the result of a sacrifice or squeeze may not be conceded."""
    return refuse("T0.07", "sacrifice and squeeze plays are played out")
