"""Which earlier columns count for a game: all of them, unless the edition or the format begins anew."""

from typing import NamedTuple

from games.queries.usage import Pitcher, TeamUsage
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


def basis_of_column(usage: TeamUsage, number: int, form: Format) -> Basis:
    """The basis of a game begun."""
    column = usage.columns[number - 1]
    first = next(one.number for one in usage.columns if one.series_id == column.series_id)
    return _basis(usage, first, column.stage, column.games_in_series, form)


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


def faults_of_pitcher(usage: TeamUsage, pitcher: Pitcher, form: Format) -> list[SheetFault]:
    """T10.2: every outing on his sheet that was not legal when he pitched, accepted ones included."""
    if pitcher.card is None:
        return []  # T25.3: a position player; whether no pitcher was left is known only at the table
    pitched = [number for number, cell in enumerate(pitcher.cells, start=1) if cell is not None]
    bases = {number: basis_of_column(usage, number, form) for number in pitched}
    history = SheetHistory(
        bullpen_from={number: basis.relief_from for number, basis in bases.items()},
        resumed_after={one.number: one.resumed_after for one in usage.columns if one.resumed_after is not None},
        slot=usage.slot,
    )
    faults: list[SheetFault] = []
    for starts_from in sorted({basis.starts_from for basis in bases.values()}):
        of_part = {number for number, basis in bases.items() if basis.starts_from == starts_from}
        cells = next(bases[number] for number in of_part).counted(pitcher.cells)
        faults += [one for one in check_sheet(pitcher.card, cells, form.profile, history) if one.game in of_part]
    return faults
