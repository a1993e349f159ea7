"""The draft order: overall number, round and position of every turn (T0.02)."""

from dataclasses import dataclass

from rules_engine.profile_lines import DraftRules

RULE = "T0.02"


class OrderError(ValueError):
    """Raised for a turn that doesn't exist in this draft."""


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
    """T0.02: Return the selections of a whole division. Imputed teams count."""
    _check_from_1("teams", teams)
    return DraftTotals(rules.rounds, rules.rounds * teams, rules.players * teams, rules.ballparks * teams)


def turn_at(teams: int, overall: int, *, serpentine: bool = True, late: int = 0) -> Turn:
    """T0.02: Return the round and position of an overall number. Odd rounds go 1 to N, even rounds N to 1.

    Args:
        teams: All teams of the division.
        late: How many of them joined after the first pick. They have the last positions, and pick at the end of every
            round.
    """
    _check_from_1("teams", teams)
    _check_from_1("overall pick", overall)
    round_index, place = divmod(overall - 1, teams)
    on_time = teams - late
    is_reversed = serpentine and round_index % 2 == 1 and place < on_time
    position = on_time - place if is_reversed else place + 1
    return Turn(overall, round_index + 1, position)


def overall_with_late_team(teams: int, overall: int) -> int:
    """Return the new overall number of a turn after one more team joined `teams` late."""
    round_index, place = divmod(overall - 1, teams)
    return round_index * (teams + 1) + place + 1


def overall_without_late_team(teams: int, overall: int) -> int:
    """Return the overall number that a turn had before the last of now `teams` teams joined late."""
    return overall - (overall - 1) // teams


def _check_from_1(label: str, number: int) -> None:
    if number < 1:
        raise OrderError(f"{label} {number}: must be at least 1")
