"""Which earlier columns count for a game: all of them, unless the edition or the format begins anew."""

from collections.abc import Sequence
from typing import NamedTuple

from games.queries.usage import Pitcher, TeamUsage
from rules_engine.eligibility.board import StaffMember
from rules_engine.eligibility.cards import PitchingRoles
from rules_engine.eligibility.carry_over import Basis, basis_of_round
from rules_engine.eligibility.pitching import bullpen_counts_from
from rules_engine.eligibility.sheet import SheetFault, SheetHistory, check_sheet
from rules_engine.profile import Profile
from tournaments.models import Series, Tournament


class Format(NamedTuple):
    """The edition with the tournament's own switch for the best-ofs (T0.08: whether pitching carries over)."""

    profile: Profile
    starts_carry_over: bool
    relief_carries_over: bool


def format_of(tournament: Tournament) -> Format:
    profile, carries = tournament.profile, tournament.pitching_carries_over
    pitching = profile.pitching
    return Format(profile, carries and pitching.starts_carry_over, carries and pitching.relief_carries_over)


def next_basis(usage: TeamUsage, form: Format) -> Basis:
    """The basis of the team's next game."""
    ahead = usage.ahead
    if ahead is None:
        return Basis(1, 1)
    return _basis(usage, usage.next_game - ahead.begun, ahead.stage, ahead.games_in_series, form)


def staff_of(usage: TeamUsage, form: Format) -> dict[str, StaffMember]:
    """The team's pitchers by card number, with the outings that count for its next game."""
    basis = next_basis(usage, form)
    return {
        str(one.card_id): StaffMember(one.card, basis.counted(one.cells))
        for one in usage.pitchers.values()
        if one.card is not None
    }


def bases_of(usage: TeamUsage, form: Format) -> list[Basis]:
    """The basis of every game begun, in the order of the columns."""
    first: dict[int, int] = {}
    for column in usage.columns:
        first.setdefault(column.series_id, column.number)
    return [
        _basis(usage, first[column.series_id], column.stage, column.games_in_series, form) for column in usage.columns
    ]


def _basis(usage: TeamUsage, first_of_series: int, stage: str, games_in_series: int, form: Format) -> Basis:
    round_robin = stage == Series.Stage.ROUND_ROBIN
    relief_from = bullpen_counts_from(first_of_series, games_in_series, round_robin, form.profile)
    if stage != Series.Stage.PLAYOFF:
        return Basis(1, relief_from)
    played_before = [one.number for one in usage.columns if one.stage != Series.Stage.PLAYOFF]
    return basis_of_round(
        max(played_before, default=0) + 1,
        starts_carry_over=form.starts_carry_over,
        relief_carries_over=form.relief_carries_over,
    )


def faults_of_team(usage: TeamUsage, form: Format) -> dict[int, list[SheetFault]]:
    """T10.2: card -> its outings that were not legal when they were pitched, accepted ones included.

    T25.3: what is asked of a position player is asked where his game is entered.
    """
    bases = bases_of(usage, form)
    history = SheetHistory(
        bullpen_from={number: basis.relief_from for number, basis in enumerate(bases, start=1)},
        resumed_after={one.number: one.resumed_after for one in usage.columns if one.resumed_after is not None},
        slot=usage.slot,
    )
    return {
        one.card_id: _faults_of_pitcher(one, one.card, bases, history, form.profile)
        for one in usage.pitchers.values()
        if one.card is not None and one.has_pitched
    }


def _faults_of_pitcher(
    pitcher: Pitcher, card: PitchingRoles, bases: Sequence[Basis], history: SheetHistory, profile: Profile
) -> list[SheetFault]:
    starts_from = {
        number: bases[number - 1].starts_from for number, cell in enumerate(pitcher.cells, start=1) if cell is not None
    }
    faults: list[SheetFault] = []
    for first in sorted(set(starts_from.values())):
        of_part = {number for number, start in starts_from.items() if start == first}
        cells = bases[min(of_part) - 1].counted(pitcher.cells)
        faults += [one for one in check_sheet(card, cells, profile, history) if one.game in of_part]
    return faults
