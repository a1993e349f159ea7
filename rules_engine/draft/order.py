"""The order of selection: overall number, round and position of every turn (T0.02)."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from rules_engine.profile_lines import DraftRules

RULE = "T0.02"


class OrderError(ValueError):
    """A turn that does not exist in this draft; the message says which do."""


@dataclass(frozen=True, slots=True, order=True)
class Turn:
    """One selection: its overall number, its round and the draft position that makes it, all counted from 1."""

    overall: int
    round: int
    position: int


@dataclass(frozen=True, slots=True)
class DraftTotals:
    """How many selections a draft has, and of what."""

    rounds: int
    total_selections: int
    players_drafted: int
    ballparks_drafted: int


def draft_totals(teams: int, rules: DraftRules) -> DraftTotals:
    """T0.02: selections of a whole division; imputed teams count as teams."""
    _at_least_one("teams", teams)
    return DraftTotals(rules.rounds, rules.rounds * teams, rules.players * teams, rules.ballparks * teams)


def turn_at(teams: int, overall: int, *, serpentine: bool = True) -> Turn:
    """T0.02: the round and position of an overall number, from 1. Odd rounds go 1 to N, even rounds N to 1."""
    _at_least_one("teams", teams)
    _at_least_one("overall pick", overall)
    round_index, place = divmod(overall - 1, teams)
    turned = serpentine and round_index % 2 == 1
    return Turn(overall, round_index + 1, teams - place if turned else place + 1)


def turn_of(teams: int, position: int, round_number: int, *, serpentine: bool = True) -> Turn:
    """T0.02: the selection that a draft position makes in a round. OrderError for a position not in the draft."""
    _at_least_one("teams", teams)
    _at_least_one("round", round_number)
    if not 1 <= position <= teams:
        raise OrderError(f"draft position {position}: there are positions 1 to {teams}")
    turned = serpentine and round_number % 2 == 0
    overall = round_number * teams - position + 1 if turned else (round_number - 1) * teams + position
    return Turn(overall, round_number, position)


def turns_of_position(teams: int, position: int, rounds: int, *, serpentine: bool = True) -> list[Turn]:
    """Every selection of one draft position, in order."""
    return [turn_of(teams, position, number, serpentine=serpentine) for number in range(1, rounds + 1)]


def next_turns(
    teams: int,
    rounds: int,
    made: Collection[int],
    count: int = 2,
    *,
    passed: Collection[int] = (),
    serpentine: bool = True,
) -> list[Turn]:
    """The next selections due: the first is on the clock, the second on deck. `made` and `passed` are overall numbers.

    A passed selection (clock run out) no longer holds up the others; it stays open until it is made.
    Fewer than `count` come back near the end; none when every selection is made or passed.
    """
    due = _due(teams * rounds, frozenset(made), frozenset(passed))
    return [turn_at(teams, overall, serpentine=serpentine) for overall, _ in zip(due, range(count), strict=False)]


def _due(total: int, made: frozenset[int], passed: frozenset[int]) -> Iterator[int]:
    return (overall for overall in range(1, total + 1) if overall not in made and overall not in passed)


def _at_least_one(what: str, number: int) -> None:
    if number < 1:
        raise OrderError(f"{what} {number}: counted from 1")
