"""Ballpark selection: one per team, unique in the division. The first park can be designed (T0.02)."""

from typing import NamedTuple

from rules_engine.profile_lines import DraftRules
from rules_engine.rulings import Finding, Ruling, allow, refuse

RULE = "T0.02"
LOWEST, HIGHEST = 1, 20  # chances on a 20-sided die


class BallparkFinding(Finding):
    """Findings on whether a park or another player may be selected."""

    ROSTER_FULL = "The team already has {players} players."
    ONLY_THE_PARK_LEFT = "The team already has {players} players. Its last selection must be the ballpark."
    HAS_ITS_PARK = "The team already has its ballpark. Each team drafts {ballparks}."
    PARK_TAKEN = "Another team in the division has selected this park."
    CHART_PARK = "A chart park that no other team in the division has."
    ROOM_FOR_A_PLAYER = "{team_players} of {players} players."
    CHART_PARKS_ONLY = "Every park must come from the chart."
    PARKS_BEFORE = "{selected:# park was/parks were} selected before: only the first may be designed."
    NOT_SAME_FOR_BOTH = (
        "A designed park must be the same for left and right, not home runs {homeruns_left} and {homeruns_right}, "
        "singles {singles_left} and {singles_right}."
    )
    PARK_NUMBERS_OUT_OF_RANGE = "A park's numbers must be {lowest} to {highest}."
    DESIGNED_PARK = "The first park in the division, the same for left and right."


class ParkNumbers(NamedTuple):
    """A park's four numbers: chances in 20, for left-handed and right-handed batters."""

    homeruns_left: int
    homeruns_right: int
    singles_left: int
    singles_right: int


def check_park_selection(
    *,
    team_parks: int,
    parks_selected_in_division: int,
    taken_in_division: bool = False,
    design: ParkNumbers | None = None,
    rules: DraftRules,
) -> Ruling:
    """T0.02: Rule on selecting this park now. Any round is allowed.

    Args:
        parks_selected_in_division: Parks already selected, designed or not. Other divisions draft separately.
        design: The numbers of a designed park, or None for a chart park.
    """
    if team_parks >= rules.ballparks:
        return refuse(BallparkFinding.HAS_ITS_PARK, RULE, ballparks=rules.ballparks)
    if design is not None:
        return _design(design, parks_selected_in_division, rules)
    if taken_in_division:
        return refuse(BallparkFinding.PARK_TAKEN, RULE)
    return allow(BallparkFinding.CHART_PARK, RULE)


def check_player_selection(*, team_players: int, team_parks: int, rules: DraftRules) -> Ruling:
    """T0.02: Rule on selecting an additional player. The park doesn't take a player's place."""
    if team_players < rules.players:
        return allow(BallparkFinding.ROOM_FOR_A_PLAYER, RULE, team_players=team_players, players=rules.players)
    finding = BallparkFinding.ROSTER_FULL
    if team_parks < rules.ballparks:
        finding = BallparkFinding.ONLY_THE_PARK_LEFT
    return refuse(finding, RULE, players=rules.players)


def _design(design: ParkNumbers, selected_before: int, rules: DraftRules) -> Ruling:
    if not rules.first_park_may_be_designed:
        return refuse(BallparkFinding.CHART_PARKS_ONLY, RULE)
    if selected_before:
        return refuse(BallparkFinding.PARKS_BEFORE, RULE, selected=selected_before)
    if (design.homeruns_left, design.singles_left) != (design.homeruns_right, design.singles_right):
        return refuse(
            BallparkFinding.NOT_SAME_FOR_BOTH,
            RULE,
            homeruns_left=design.homeruns_left,
            homeruns_right=design.homeruns_right,
            singles_left=design.singles_left,
            singles_right=design.singles_right,
        )
    if not all(LOWEST <= number <= HIGHEST for number in design):
        return refuse(BallparkFinding.PARK_NUMBERS_OUT_OF_RANGE, RULE, lowest=LOWEST, highest=HIGHEST)
    return allow(BallparkFinding.DESIGNED_PARK, RULE)
