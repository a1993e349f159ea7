"""The order of selection: overall number, round and position of every turn (T0.02)."""

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
    _check_from_1("teams", teams)
    return DraftTotals(rules.rounds, rules.rounds * teams, rules.players * teams, rules.ballparks * teams)


def turn_at(teams: int, overall: int, *, serpentine: bool = True) -> Turn:
    """T0.02: the round and position of an overall number, from 1. Odd rounds go 1 to N, even rounds N to 1."""
    _check_from_1("teams", teams)
    _check_from_1("overall pick", overall)
    round_index, place = divmod(overall - 1, teams)
    turned = serpentine and round_index % 2 == 1
    return Turn(overall, round_index + 1, teams - place if turned else place + 1)


def _check_from_1(what: str, number: int) -> None:
    if number < 1:
        raise OrderError(f"{what} {number}: counted from 1")
