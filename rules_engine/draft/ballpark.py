"""The ballpark selection: one a team, unique in the division, the first may be designed (T0.02)."""

from typing import NamedTuple

from rules_engine.profile_lines import DraftRules
from rules_engine.rulings import Ruling, allow, refuse

RULE = "T0.02"
LOWEST, HIGHEST = 1, 20  # chances of a 20-sided die


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
        return refuse(RULE, f"The team has its ballpark; a team drafts {rules.ballparks}.")
    if design is not None:
        return _design(design, parks_selected_in_division, rules)
    if taken_in_division:
        return refuse(RULE, "Another team of the division has selected this park.")
    return allow(RULE, "A park of the chart that nobody in the division has.")


def player_selection(*, team_players: int, team_parks: int, rules: DraftRules) -> Ruling:
    """T0.02: whether the team has room for one more player; the park takes none of the players' places."""
    if team_players < rules.players:
        return allow(RULE, f"{team_players} players of {rules.players}.")
    last = "; the selection left is the ballpark" if team_parks < rules.ballparks else ""
    return refuse(RULE, f"The team has its {rules.players} players{last}.")


def _design(design: ParkNumbers, selected_before: int, rules: DraftRules) -> Ruling:
    if not rules.first_park_may_be_designed:
        return refuse(RULE, "Every park must be of the chart.")
    if selected_before:
        return refuse(RULE, f"{_parks(selected_before)} selected before: only the first may be designed.")
    if (design.homeruns_left, design.singles_left) != (design.homeruns_right, design.singles_right):
        homeruns = f"home runs {design.homeruns_left} and {design.homeruns_right}"
        singles = f"singles {design.singles_left} and {design.singles_right}"
        return refuse(RULE, f"A designed park is the same for left and right, not {homeruns}, {singles}.")
    if not all(LOWEST <= number <= HIGHEST for number in design):
        return refuse(RULE, f"The numbers of a park are {LOWEST} to {HIGHEST}.")
    return allow(RULE, "The first park of the division, the same for left and right.")


def _parks(count: int) -> str:
    return "1 park was" if count == 1 else f"{count} parks were"
