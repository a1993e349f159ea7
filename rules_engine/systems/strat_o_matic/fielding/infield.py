"""Infield positioning: the legal positions, and each fielder's "in" or "back" (9, 17.1, 20)."""

from rules_engine.baseball.bases import EMPTY, FIRST, SECOND, THIRD, is_on, occupied
from rules_engine.rulings import Finding, Ruling, allow, refuse
from rules_engine.systems.strat_o_matic.cards.positions import WORST_RANGE
from rules_engine.systems.strat_o_matic.cards.reading import SINGLE_2, Reading
from rules_engine.systems.strat_o_matic.rulesets.ruleset import Ruleset
from rules_engine.systems.strat_o_matic.situation import Infield

MIDDLE, CORNERS, BATTERY = ("2b", "ss"), ("1b", "3b"), ("p", "c")
_FIRST_AND_THIRD = occupied(FIRST, THIRD)
_THIRD_UNFORCED = (occupied(THIRD), occupied(SECOND, THIRD))
_OUT_OF_PLACE = {FIRST: ("ss", "2b", "1b"), SECOND: ("ss", "2b")}  # SS6.1: while a runner is held on this base


class InfieldFinding(Finding):
    """Reasons why the infield may or can't play at a position, or hold a runner."""

    ALWAYS_BACK = "The infield may always play back."
    RUNNER_HELD = "The infield may not play in while a runner is held."
    RUNNER_ON_THIRD = "There is a runner on third and {outs} out."
    EXPECTS_A_SACRIFICE = "The infield may come in at any time for a sacrifice."
    NOBODY_ON_THIRD = "The infield comes in only with a runner on third and fewer than two outs."
    NO_CORNERS_ALONE = "These rules don't allow bringing in only the corners."
    NOBODY_TO_BRING_CORNERS_IN_FOR = "The corners come in only with a runner on base and fewer than two outs."
    CORNERS_MAY_COME_IN = "There is a runner on base and {outs} out."
    MAY_BE_HELD = "A runner may be held with this infield."
    WHEREVER_IT_LIKES = "The defense may position its infield freely."
    INFIELD_IS_IN = "No runner may be held with the infield in."
    NO_HOLDS = "This game is played without holding runners."
    NEVER_IN = "This game is played without bringing the infield in."


def infield_ruling(
    ruleset: Ruleset, infield: Infield, state: int, outs: int, *, holds: bool = False, for_sacrifice: bool = False
) -> Ruling:
    """9.1, 20.12, 20.3, 20.7, SS9.1: check whether the infield may play here.

    `holds` is True if a runner is held.
    """
    if infield == "in":
        return _in_allowed(ruleset, state, outs, holds, for_sacrifice)
    if infield == "corners_in":
        return _corners_in_allowed(ruleset, state, outs)
    return allow(InfieldFinding.ALWAYS_BACK, "9.1")


def _in_allowed(ruleset: Ruleset, state: int, outs: int, holds: bool, for_sacrifice: bool) -> Ruling:
    if holds:
        return refuse(InfieldFinding.RUNNER_HELD, "9.14")
    if ruleset.grounders.in_allowed == "never":
        return refuse(InfieldFinding.NEVER_IN, "9.1")
    if ruleset.grounders.in_allowed == "always":
        return allow(InfieldFinding.WHEREVER_IT_LIKES, "SS9.1")
    if is_on(state, THIRD) and outs < 2:
        return allow(InfieldFinding.RUNNER_ON_THIRD, "9.1", outs=outs)
    if ruleset.grounders.in_allowed == "third_or_sacrifice" and for_sacrifice:
        return allow(InfieldFinding.EXPECTS_A_SACRIFICE, "20.12")
    return refuse(InfieldFinding.NOBODY_ON_THIRD, "9.1")


def _corners_in_allowed(ruleset: Ruleset, state: int, outs: int) -> Ruling:
    if not ruleset.grounders.corners_in:
        return refuse(InfieldFinding.NO_CORNERS_ALONE, "20.7")
    if ruleset.grounders.in_allowed == "always":
        return allow(InfieldFinding.WHEREVER_IT_LIKES, "SS9.2")
    if state == EMPTY or outs > 1:
        return refuse(InfieldFinding.NOBODY_TO_BRING_CORNERS_IN_FOR, "20.7")
    return allow(InfieldFinding.CORNERS_MAY_COME_IN, "20.7", outs=outs)


def holding_ruling(ruleset: Ruleset, infield: Infield) -> Ruling:
    """8.2, 8.23, 18.7, 19.6, 20.75, 23.81: check whether a runner may be held with this infield."""
    if not ruleset.stealing.holds:
        return refuse(InfieldFinding.NO_HOLDS, "8.2")
    rule = "23.81" if ruleset.stealing.ratings else "8.23"
    if infield == "back" or (infield == "corners_in" and ruleset.grounders.hold_with_corners_in):
        return allow(InfieldFinding.MAY_BE_HELD, rule)
    return refuse(InfieldFinding.INFIELD_IS_IN, "9.14")


def fielder_position(ruleset: Ruleset, infield: Infield, fielder: str, state: int, *, card: bool) -> str:
    """20.5, 20.51, 20.72, 20.73, 20.74, T20.5, SS9.1, SS9.2: return "in" or "back" for an infielder.

    `card` is False for an X chance.
    """
    if fielder in BATTERY:
        return "in" if _battery_is_in(ruleset, infield, fielder, state, card) else "back"
    return "in" if infield == "in" or (infield == "corners_in" and fielder in CORNERS) else "back"


def _battery_is_in(ruleset: Ruleset, infield: Infield, fielder: str, state: int, card: bool) -> bool:
    if infield == "in":
        return True
    rule = ruleset.grounders.battery_position
    if rule == "T20.5":
        return is_on(state, THIRD) and state != _FIRST_AND_THIRD
    if rule == "20.5" and card and fielder == "p":
        return is_on(state, THIRD)
    return rule in ("20.5", "SS9.2") and infield == "corners_in" and state in _THIRD_UNFORCED


def resolve_plus(ruleset: Ruleset, reading: Reading, infield: Infield, *, holds: int) -> Reading:
    """6.1, 6.2, 8.21, 17.12, 17.13, 20.71: change a gb()+ to SINGLE** or remove its plus.

    `holds` is a bases int.
    """
    rules = ruleset.grounders
    if not reading.plus:
        return reading
    if (rules.plus_with_infield_in and infield == "in") or (rules.plus_with_runner_on_hold and holds):
        return SINGLE_2
    if rules.plus_by_fielder and is_out_of_position(reading.fielder, infield, holds):
        return SINGLE_2
    return Reading(reading.kind, reading.fielder, reading.letter, injury=reading.injury)


def is_out_of_position(fielder: str, infield: Infield, holds: int) -> bool:
    """SS6.1: return whether a fielder is out of position.

    The corners and the pitcher are out of position with the corners in. A fielder who holds a runner on first or second
    is out of position, too.
    """
    drawn_in = infield == "corners_in" and fielder in (*CORNERS, "p")
    return drawn_in or any(is_on(holds, base) and fielder in holders for base, holders in _OUT_OF_PLACE.items())


def range_while_holding(printed: int) -> int:
    """23.83: return the range for a gb()X of an infielder who holds a runner: one worse, but at most 5."""
    return min(printed + 1, WORST_RANGE)


def resolve_sharp(infield: Infield, fielder: str, symbol: str, *, holds_runner: bool = False) -> str:
    """20.61, 20.72, 23.84: resolve a symbol with #.

    It is SI2 to a fielder who plays in or holds a runner. Otherwise it loses the #.
    """
    if not symbol.endswith("#"):
        return symbol
    drawn_in = infield == "in" or (infield == "corners_in" and fielder in CORNERS)
    return "SI2" if drawn_in or holds_runner else symbol[:-1]
