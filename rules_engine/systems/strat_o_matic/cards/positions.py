"""Men at positions that are not on their card, and position players on the mound (sections 10.1, 25)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from rules_engine.rulings import Finding, Ruling, allow, refuse
from rules_engine.systems.strat_o_matic.cards.ratings import Endurance, Hand, PositionRating, outfield_arm
from rules_engine.systems.strat_o_matic.cards.reading import OUTFIELD
from rules_engine.systems.strat_o_matic.charts.chart_files import Chart, kept_until_other_charts, read_chart
from rules_engine.systems.strat_o_matic.rulesets.ruleset_sections import InjuryRules

WORST_RANGE, WORST_ARM, WORST_TOP = 5, 5, 20
UNLISTED: Final = PositionRating("1b", WORST_RANGE, e=30)  # T10.11

OutfieldChart = Mapping[tuple[str, str], tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Placed:
    """How a man plays a position. `basis` is the listed position his rating comes from, "" for the worst ratings."""

    fielding: PositionRating
    throws_away: int = 0
    passed_ball: int = 0
    basis: str = ""
    rule: str = "10.1"


@dataclass(frozen=True, slots=True)
class FielderOnTheMound:
    """25.3: what every position player brings to the mound; the rest is on the hitters' pitching card."""

    throws: Hand
    fielding: PositionRating = PositionRating("p", WORST_RANGE, e=51)
    hold: int = 9
    endurance: Endurance = Endurance(relief=1, closer="N")
    balk: int = 20
    wild_pitch: int = 20


@kept_until_other_charts
def load_outfield_chart(chart: Chart = "outfield_adjustment") -> OutfieldChart:
    """25.21: (listed position, new position) -> new range by the listed range 1..5. Raises ChartError."""
    file = read_chart(chart)
    file.only(*OUTFIELD)
    cells = {}
    for basis in OUTFIELD:
        others = tuple(position for position in OUTFIELD if position != basis)
        table = file.table(basis)
        table.only(*others)
        cells.update({(basis, other): table.numbers(other, 5, 1, 5) for other in others})
    return cells


def place(
    rules: InjuryRules,
    listed: Sequence[PositionRating],
    position: str,
    highest_e: int,
    chart: OutfieldChart | None = None,
) -> Placed:
    """10.1, 25.2, 25.21, T10.11: his ratings at `position`. `highest_e` is the fielding chart's last row there."""
    rated = next((fielding for fielding in listed if fielding.position == position), None)
    if rated is not None:
        return Placed(rated, basis=position)
    if not listed and rules.unlisted_is_first_baseman and position == UNLISTED.position:
        return Placed(UNLISTED, rule="T10.11")
    basis = next((fielding for fielding in listed if fielding.position in OUTFIELD), None)
    if rules.outfield_adjustment and basis is not None and position in OUTFIELD:
        return _moved_outfielder(listed, basis, position, chart or load_outfield_chart())
    return _worst(rules, position, highest_e)


def _moved_outfielder(
    listed: Sequence[PositionRating], basis: PositionRating, position: str, chart: OutfieldChart
) -> Placed:
    new_range = chart[basis.position, position][basis.range - 1]
    moved = PositionRating(position, new_range, outfield_arm(listed), basis.e)
    return Placed(moved, basis=basis.position, rule="25.21")


def _worst(rules: InjuryRules, position: str, highest_e: int) -> Placed:
    rule = unfamiliar_rule(rules)
    if not rules.full_worst_ratings:
        return Placed(PositionRating(position, WORST_RANGE), rule=rule)
    arm = WORST_ARM if position == "c" or position in OUTFIELD else None
    top = WORST_TOP if position == "c" else 0
    return Placed(PositionRating(position, WORST_RANGE, arm, highest_e), top, top, rule=rule)


def unfamiliar_rule(rules: InjuryRules) -> str:
    """10.1, 25.2, T25.2: the number under which a man stands at a position that he does not know."""
    if not rules.full_worst_ratings:
        return "10.1"
    return "25.2" if rules.outfield_adjustment else "T25.2"


def throwing_hand(bats: Literal["L", "R", "S"], known: Hand | None = None) -> Hand:
    """25.3, T25.3: the hand his card or his manager knows; else left for a left-handed batter, right for the others."""
    return known or ("L" if bats == "L" else "R")


def fielder_on_the_mound(bats: Literal["L", "R", "S"], known: Hand | None = None) -> FielderOnTheMound:
    """25.3: a position player who pitches."""
    return FielderOnTheMound(throws=throwing_hand(bats, known))


class LastResortFinding(Finding):
    """Whether a position player may pitch."""

    PITCHERS_LEFT = "Pitchers who may still come in: {left}."
    NO_PITCHER_LEFT = "There is no pitcher left."
    HAS_PITCHED_BEFORE = "He has been relieved on the mound and may not pitch again in this game."
    NOT_ON_HIS_CARD = "The man pitching does not have {position} on his card."
    ON_HIS_CARD = "The man pitching has {position} on his card."


def fielder_may_pitch(rules: InjuryRules, pitchers_left: int) -> Ruling:
    """25.3, T25.3: STAR allows it when, and only when, no pitcher is left."""
    if rules.fielder_pitches_only_as_last_resort and pitchers_left:
        return refuse(LastResortFinding.PITCHERS_LEFT, "T25.3", left=pitchers_left)
    return allow(LastResortFinding.NO_PITCHER_LEFT, "T25.3" if rules.fielder_pitches_only_as_last_resort else "25.3")


def swap_on_the_mound(listed: Sequence[str], position: str, *, has_pitched_before: bool = False) -> Ruling:
    """T25.3: the position player pitching changes places with the man at a position on his own card.

    `has_pitched_before` is of the man who would pitch now: once moved to the field he may not pitch again.
    """
    if has_pitched_before:
        return refuse(LastResortFinding.HAS_PITCHED_BEFORE, "T25.3")
    if position not in listed:
        return refuse(LastResortFinding.NOT_ON_HIS_CARD, "T25.3", position=position)
    return allow(LastResortFinding.ON_HIS_CARD, "T25.3", position=position)


class PositionCandidate(NamedTuple):
    """A man who could still play: what his card lists, and whether he is a pitcher."""

    name: str
    listed: tuple[PositionRating, ...]
    is_pitcher: bool = False


def stand_ins(
    rules: InjuryRules, position: str, candidates: Sequence[PositionCandidate]
) -> tuple[PositionCandidate, ...]:
    """10.1, 25.2, T25.2: who may fill `position`: the rated men, else the nearest kind that is left.

    Elsewhere that is infielders in the infield and outfielders in the outfield; in STAR any position player; then
    any pitcher. Nobody left is an empty answer: a made-up man, 1WR at bat, takes the field (T25.2).
    """
    rated = [man for man in candidates if any(fielding.position == position for fielding in man.listed)]
    fielders = [man for man in candidates if not man.is_pitcher]
    similar = [] if rules.fielder_pitches_only_as_last_resort else [man for man in fielders if _alike(man, position)]
    return tuple(next((group for group in (rated, similar, fielders) if group), candidates))


def _alike(man: PositionCandidate, position: str) -> bool:
    return any((fielding.position in OUTFIELD) == (position in OUTFIELD) for fielding in man.listed)
