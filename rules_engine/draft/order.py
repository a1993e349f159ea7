"""The draft order: overall number, round and draft position of every pick (T0.02)."""

from dataclasses import dataclass

from rules_engine.profile_lines import DraftRules

RULE = "T0.02"


class OrderError(ValueError):
    """This draft has no such pick."""


@dataclass(frozen=True, slots=True, order=True)
class Turn:
    """One selection: its overall number, round and draft position, each counted from 1."""

    overall: int
    round: int
    position: int


@dataclass(frozen=True, slots=True)
class DraftTotals:
    """The number of selections in a draft, by kind."""

    rounds: int
    total_selections: int
    players_drafted: int
    ballparks_drafted: int


def draft_totals(teams: int, rules: DraftRules) -> DraftTotals:
    """T0.02: Return the number of selections in a whole division, including imputed teams."""
    _check_from_1("teams", teams)
    return DraftTotals(rules.rounds, rules.rounds * teams, rules.players * teams, rules.ballparks * teams)


def turn_at(teams: int, overall: int, *, serpentine: bool = True, late: int = 0) -> Turn:
    """T0.02: Return an overall pick's round and position. Odd rounds go 1 to N, even rounds N to 1.

    Args:
        teams: Number of teams in the division.
        late: Number of teams that joined after the first pick. They have the last positions and pick at the end
            of every round.
    """
    _check_from_1("teams", teams)
    _check_from_1("overall pick", overall)
    round_index, place = divmod(overall - 1, teams)
    on_time = teams - late
    is_reversed = serpentine and round_index % 2 == 1 and place < on_time
    position = on_time - place if is_reversed else place + 1
    return Turn(overall, round_index + 1, position)


def overall_with_late_team(teams: int, overall: int) -> int:
    """Return a pick's new overall number after another team joined `teams` late."""
    round_index, place = divmod(overall - 1, teams)
    return round_index * (teams + 1) + place + 1


def overall_without_late_team(teams: int, overall: int) -> int:
    """Return a pick's new overall number after the last of `teams`, which joined late, left."""
    return overall - (overall - 1) // teams


def _check_from_1(label: str, number: int) -> None:
    if number < 1:
        raise OrderError(f"{label} {number}: must be at least 1")
