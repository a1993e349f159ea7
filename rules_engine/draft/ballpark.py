"""The ballpark selection: one a team, unique in the division, the first may be designed (T0.02)."""

from typing import NamedTuple

from rules_engine.profile_lines import DraftRules
from rules_engine.rulings import Finding, Ruling, allow, refuse

RULE = "T0.02"
LOWEST, HIGHEST = 1, 20  # chances of a 20-sided die


class BallparkFinding(Finding):
    """Whether a park, or another player, may be selected."""

    ALL_PLAYERS_HELD = "The team has its {players} players."
    ONLY_THE_PARK_LEFT = "The team has its {players} players; the selection left is the ballpark."
    HAS_ITS_PARK = "The team has its ballpark; a team drafts {ballparks}."
    PARK_TAKEN = "Another team of the division has selected this park."
    PARK_OF_THE_CHART = "A park of the chart that nobody in the division has."
    ROOM_FOR_A_PLAYER = "{team_players} players of {players}."
    CHART_PARKS_ONLY = "Every park must be of the chart."
    PARKS_BEFORE = "{selected:# park was/parks were} selected before: only the first may be designed."
    NOT_SAME_FOR_BOTH = (
        "A designed park is the same for left and right, not home runs {homeruns_left} and {homeruns_right}, "
        "singles {singles_left} and {singles_right}."
    )
    NUMBERS_OFF_THE_DIE = "The numbers of a park are {lowest} to {highest}."
    DESIGNED_PARK = "The first park of the division, the same for left and right."


class ParkNumbers(NamedTuple):
    """The four numbers of a park: chances in 20, for left-handed and right-handed batters."""

    homeruns_left: int
    homeruns_right: int
    singles_left: int
    singles_right: int


def park_selection(
    *,
    team_parks: int,
    parks_selected_in_division: int,
    taken_in_division: bool = False,
    design: ParkNumbers | None = None,
    rules: DraftRules,
) -> Ruling:
    """T0.02: whether a team may select this park now, in any round.

    `design` holds the numbers of a designed park, None for one of the chart; `parks_selected_in_division` counts
    those selected before, designed or not. Other divisions draft by themselves and do not matter.
    """
    if team_parks >= rules.ballparks:
        return refuse(BallparkFinding.HAS_ITS_PARK, RULE, ballparks=rules.ballparks)
    if design is not None:
        return _design(design, parks_selected_in_division, rules)
    if taken_in_division:
        return refuse(BallparkFinding.PARK_TAKEN, RULE)
    return allow(BallparkFinding.PARK_OF_THE_CHART, RULE)


def player_selection(*, team_players: int, team_parks: int, rules: DraftRules) -> Ruling:
    """T0.02: whether the team has room for one more player; the park takes none of the players' places."""
    if team_players < rules.players:
        return allow(BallparkFinding.ROOM_FOR_A_PLAYER, RULE, team_players=team_players, players=rules.players)
    full = BallparkFinding.ONLY_THE_PARK_LEFT if team_parks < rules.ballparks else BallparkFinding.ALL_PLAYERS_HELD
    return refuse(full, RULE, players=rules.players)


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
        return refuse(BallparkFinding.NUMBERS_OFF_THE_DIE, RULE, lowest=LOWEST, highest=HIGHEST)
    return allow(BallparkFinding.DESIGNED_PARK, RULE)
