"""Players out of position, and position players who pitch (sections 10.1, 25)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from rules_engine.rulings import Finding, Ruling, allow, refuse
from rules_engine.systems.strat_o_matic.cards.ratings import Endurance, Hand, PositionRating, outfield_arm
from rules_engine.systems.strat_o_matic.cards.reading import OUTFIELD
from rules_engine.systems.strat_o_matic.charts.chart_files import ChartSource, cached_per_chart_set, read_chart
from rules_engine.systems.strat_o_matic.rulesets.ruleset_sections import InjuryRules

WORST_RANGE, WORST_ARM, WORST_TOP = 5, 5, 20
UNLISTED: Final = PositionRating("1b", WORST_RANGE, e=30)  # T10.11

OutfieldChart = Mapping[tuple[str, str], tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class FieldingAssignment:
    """A player's rating at a position.

    The rating derives from the listed position `basis`. An empty `basis` means the worst ratings.
    """

    fielding: PositionRating
    throws_away: int = 0
    passed_ball: int = 0
    basis: str = ""
    rule: str = "10.1"


@dataclass(frozen=True, slots=True)
class PositionPlayerPitching:
    """25.3: the ratings of every position player who pitches.

    The card's lines are on the hitters' pitching card.
    """

    throws: Hand
    fielding: PositionRating = PositionRating("p", WORST_RANGE, e=51)
    hold: int = 9
    endurance: Endurance = Endurance(relief=1, closer="N")
    balk: int = 20
    wild_pitch: int = 20


@cached_per_chart_set
def load_outfield_chart(chart: ChartSource = "outfield_adjustment") -> OutfieldChart:
    """25.21: return the new range by (listed position, new position) and listed range 1..5.

    Raise ChartError if the chart is invalid.
    """
    file = read_chart(chart)
    file.require_rows(*OUTFIELD)
    cells: dict[tuple[str, str], tuple[int, ...]] = {}
    for basis in OUTFIELD:
        positions = tuple(position for position in OUTFIELD if position != basis)
        table = file.table(basis)
        table.require_rows(*positions)
        for position in positions:
            cells[basis, position] = table.numbers(position, 5, 1, 5)
    return cells


def fielding_assignment(
    rules: InjuryRules,
    listed: Sequence[PositionRating],
    position: str,
    highest_e: int,
    chart: OutfieldChart | None = None,
) -> FieldingAssignment:
    """10.1, 25.2, 25.21, T10.11: return a player's ratings at `position`.

    `highest_e` is the last row for the position in the fielding chart.
    """
    rating = next((fielding for fielding in listed if fielding.position == position), None)
    if rating is not None:
        return FieldingAssignment(rating, basis=position)
    if not listed and rules.unlisted_is_first_baseman and position == UNLISTED.position:
        return FieldingAssignment(UNLISTED, rule="T10.11")
    basis = next((fielding for fielding in listed if fielding.position in OUTFIELD), None)
    if rules.outfield_adjustment and basis is not None and position in OUTFIELD:
        return _moved_outfielder(listed, basis, position, chart or load_outfield_chart())
    return _worst(rules, position, highest_e)


def _moved_outfielder(
    listed: Sequence[PositionRating], basis: PositionRating, position: str, chart: OutfieldChart
) -> FieldingAssignment:
    new_range = chart[basis.position, position][basis.range - 1]
    moved = PositionRating(position, new_range, outfield_arm(listed), basis.e)
    return FieldingAssignment(moved, basis=basis.position, rule="25.21")


def _worst(rules: InjuryRules, position: str, highest_e: int) -> FieldingAssignment:
    rule = off_position_rule(rules)
    if not rules.full_worst_ratings:
        return FieldingAssignment(PositionRating(position, WORST_RANGE), rule=rule)
    arm = WORST_ARM if position == "c" or position in OUTFIELD else None
    top = WORST_TOP if position == "c" else 0
    return FieldingAssignment(PositionRating(position, WORST_RANGE, arm, highest_e), top, top, rule=rule)


def off_position_rule(rules: InjuryRules) -> str:
    """10.1, 25.2, T25.2: return the number of the rule for a player out of position."""
    if not rules.full_worst_ratings:
        return "10.1"
    return "25.2" if rules.outfield_adjustment else "T25.2"


def throwing_hand(bats: Literal["L", "R", "S"], hand: Hand | None = None) -> Hand:
    """25.3, T25.3: return a position player's throwing hand.

    Without a known hand, it is the side the player bats from, and right for a switch hitter.
    """
    return hand or ("L" if bats == "L" else "R")


def mound_ratings(bats: Literal["L", "R", "S"], hand: Hand | None = None) -> PositionPlayerPitching:
    return PositionPlayerPitching(throws=throwing_hand(bats, hand))


class LastResortFinding(Finding):
    """Reasons why a position player may or can't pitch."""

    PITCHERS_LEFT = "Pitchers who may still enter: {left}."
    NO_PITCHER_LEFT = "There is no pitcher left."
    HAS_PITCHED_BEFORE = "He has already pitched in this game and may not pitch again."
    NOT_ON_HIS_CARD = "The player pitching does not have {position} on his card."
    ON_HIS_CARD = "The player pitching has {position} on his card."


def position_player_ruling(rules: InjuryRules, pitchers_left: int) -> Ruling:
    """25.3, T25.3: check whether a position player may pitch; in STAR he may only if no pitcher is left."""
    if rules.fielder_pitches_only_as_last_resort and pitchers_left:
        return refuse(LastResortFinding.PITCHERS_LEFT, "T25.3", left=pitchers_left)
    return allow(LastResortFinding.NO_PITCHER_LEFT, "T25.3" if rules.fielder_pitches_only_as_last_resort else "25.3")


def mound_swap_ruling(listed: Sequence[str], position: str, *, has_pitched_before: bool = False) -> Ruling:
    """T25.3: check whether the position player on the mound may trade places with a fielder.

    The fielder's position must be on the pitching player's own card. `has_pitched_before` refers to the fielder: after
    moving from the mound to the field, he can't pitch again.
    """
    if has_pitched_before:
        return refuse(LastResortFinding.HAS_PITCHED_BEFORE, "T25.3")
    if position not in listed:
        return refuse(LastResortFinding.NOT_ON_HIS_CARD, "T25.3", position=position)
    return allow(LastResortFinding.ON_HIS_CARD, "T25.3", position=position)


class PositionCandidate(NamedTuple):
    """A player who may still enter, the positions on his card, and an `is_pitcher` flag."""

    name: str
    listed: tuple[PositionRating, ...]
    is_pitcher: bool = False


def replacement_candidates(
    rules: InjuryRules, position: str, candidates: Sequence[PositionCandidate]
) -> tuple[PositionCandidate, ...]:
    """10.1, 25.2, T25.2: return the candidates for `position`: rated players, or else the most similar players.

    Infielders fill in for infielders and outfielders for outfielders. In STAR, any position player may. Pitchers come
    last. If no one is left, an imaginary player who bats as 1WR takes the field (T25.2).
    """
    rated = [player for player in candidates if any(fielding.position == position for fielding in player.listed)]
    fielders = [player for player in candidates if not player.is_pitcher]
    similar = (
        []
        if rules.fielder_pitches_only_as_last_resort
        else [player for player in fielders if _is_similar(player, position)]
    )
    return tuple(next((group for group in (rated, similar, fielders) if group), candidates))


def _is_similar(player: PositionCandidate, position: str) -> bool:
    return any((fielding.position in OUTFIELD) == (position in OUTFIELD) for fielding in player.listed)
