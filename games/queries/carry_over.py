"""Which earlier columns count for a game: all of them, unless the edition or the format begins anew."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import accumulate, chain, count, islice, pairwise
from typing import NamedTuple

from games.queries.columns import GameColumn
from games.queries.usage import Pitcher, TeamUsage
from rules_engine.eligibility.board import StaffMember, games_until_rested
from rules_engine.eligibility.cards import PitchingRoles
from rules_engine.eligibility.carry_over import RoundChange, UsageWindow, usage_window_after
from rules_engine.eligibility.pitching import bullpen_counts_from
from rules_engine.eligibility.sheet import SheetFault, SheetHistory, check_sheet
from rules_engine.profile import Profile
from tournaments.models import Series, Tournament
from tournaments.queries.order_of_play import STAGE_ORDER
from tournaments.queries.standings import first_power_rounds


class _PartOfSeason(NamedTuple):
    """`part`: 1 for power rounds, and the number of a best-of's round."""

    stage: str
    part: int


class CarryoverRules(NamedTuple):
    """The edition with the tournament's own switch for the best-ofs (T0.08: whether pitching carries over).

    `power_from`: team -> the first round that is a power round, where the edition begins anew with these. `stage`: of
    the tournament.
    """

    profile: Profile
    carries_into_best_ofs: bool
    power_from: Mapping[int, int] = {}
    stage: str = ""

    def round_change(self, first_game: int, left: _PartOfSeason, begun: _PartOfSeason) -> RoundChange:
        """What counts on from the round that was left into the one that is begun with this column."""
        rules = self.profile.pitching
        if begun.stage == Series.Stage.TIE_BREAK:
            switches = rules.starts_carry_into_tie_breaks, rules.relief_carries_into_tie_breaks
        elif begun.stage == Series.Stage.ROUND_ROBIN:
            switches = rules.starts_carry_into_power_rounds, rules.relief_carries_into_power_rounds
        elif left.stage == begun.stage:
            switches = rules.starts_carry_between_best_ofs, rules.relief_carries_between_best_ofs
        else:
            switches = (
                self.carries_into_best_ofs and rules.starts_carry_over,
                self.carries_into_best_ofs and rules.relief_carries_over,
            )
        return RoundChange(first_game, *switches)


def carryover_rules(tournament: Tournament) -> CarryoverRules:
    """One query where power rounds begin anew."""
    rules = tournament.profile.pitching
    anew = not (rules.starts_carry_into_power_rounds and rules.relief_carries_into_power_rounds)
    power_from = first_power_rounds(tournament) if tournament.power_rounds and anew else {}
    return CarryoverRules(tournament.profile, tournament.pitching_carries_over, power_from, tournament.stage)


def next_usage_window(usage: TeamUsage, form: CarryoverRules) -> UsageWindow:
    """The usage window of the team's next game."""
    return usage_windows_ahead(usage, form, 1).get(usage.next_game, UsageWindow(1, 1))


def usage_windows_ahead(usage: TeamUsage, form: CarryoverRules, games: int) -> dict[int, UsageWindow]:
    """The usage window of each of the team's next games, by column; nothing where no game is to come."""
    coming = list(islice(_columns_to_come(usage), games))
    windows = usage_windows_of(usage, form, coming, since=len(usage.columns))
    return {column.number: window for column, window in zip(coming, windows, strict=True)}


def _columns_to_come(usage: TeamUsage) -> Iterator[GameColumn]:
    """As they are scheduled; behind these, series like the last of them, of the same round."""
    scheduled = [each for each in usage.open_series.values() if each.begun < each.games_in_series]
    like_the_last = (scheduled[-1]._replace(series_id=-number, begun=0) for number in count(1)) if scheduled else ()
    number = count(usage.next_game)
    for series in chain(scheduled, like_the_last):
        for game in range(series.begun + 1, series.games_in_series + 1):
            yield GameColumn(
                next(number),
                game,
                stage=series.stage,
                round=series.round,
                series_id=series.series_id,
                games_in_series=series.games_in_series,
            )


def staff_members(usage: TeamUsage) -> dict[str, StaffMember]:
    """The team's pitchers by card number, with their whole sheets."""
    return {
        str(one.card_id): StaffMember(one.card, one.cells) for one in usage.pitchers.values() if one.card is not None
    }


def coming_usage_windows(usage: TeamUsage, form: CarryoverRules) -> dict[int, UsageWindow]:
    """The usage window of each coming game that decides when a resting pitcher may pitch again."""
    return usage_windows_ahead(usage, form, games_until_rested(form.profile))


def usage_windows_of(
    usage: TeamUsage, form: CarryoverRules, coming: Sequence[GameColumn] = (), since: int = 0
) -> list[UsageWindow]:
    """Return the usage window of each game so far and of the `coming` ones, by column, without the first `since`."""
    columns = [*usage.columns, *coming]
    changes, first = _changes(usage.team_id, columns, form), dict[int, int]()
    for column in columns:
        first.setdefault(column.series_id, column.number)
    return [
        _basis(
            [each for each in changes if each.first_game <= column.number],
            column,
            first[column.series_id],
            form.profile,
        )
        for column in columns[since:]
    ]


def _basis(changes: Sequence[RoundChange], column: GameColumn, series_from: int, profile: Profile) -> UsageWindow:
    """What counts for the game of a column after these changes. `series_from`: the first column of its series."""
    in_round_robin = column.stage == Series.Stage.ROUND_ROBIN
    bullpen = bullpen_counts_from(series_from, column.games_in_series, in_round_robin, profile)
    window = usage_window_after(changes)
    return window._replace(relief_from=max(window.relief_from, bullpen))


def _changes(team: int, columns: Sequence[GameColumn], form: CarryoverRules) -> list[RoundChange]:
    """Each column with which a later round of the tournament begins.

    A postponed series that is played after the round has changed belongs to the round that is on.
    """
    reached = accumulate((_round_of(team, column, form) for column in columns), partial(max, key=_place_of_round))
    rounds = list(zip((column.number for column in columns), reached, strict=True))
    return [form.round_change(number, left, begun) for (_, left), (number, begun) in pairwise(rounds) if begun != left]


def _place_of_round(part: _PartOfSeason) -> tuple[int, int]:
    return STAGE_ORDER[part.stage], part.part


def _round_of(team: int, column: GameColumn, form: CarryoverRules) -> _PartOfSeason:
    """The round of the tournament that a game belongs to: the round robin, its power rounds, each of the best-ofs."""
    if column.stage in Series.BRACKETS:
        return _PartOfSeason(column.stage, column.round)
    power_from = form.power_from.get(team)
    is_power = column.stage == Series.Stage.ROUND_ROBIN and power_from is not None and column.round >= power_from
    return _PartOfSeason(column.stage, int(is_power))


def sheet_faults(usage: TeamUsage, form: CarryoverRules) -> dict[int, list[SheetFault]]:
    """T10.2: card -> its outings that were not legal when they were pitched, accepted ones included.

    T25.3: what is asked of a position player is asked where his game is entered.
    """
    windows = usage_windows_of(usage, form)
    history = SheetHistory(
        bullpen_from={number: window.relief_from for number, window in enumerate(windows, start=1)},
        resumed_after={one.number: one.resumed_after for one in usage.columns if one.resumed_after is not None},
        slot=usage.slot,
    )
    return {
        one.card_id: _faults_of_pitcher(one, one.card, windows, history, form.profile)
        for one in usage.pitchers.values()
        if one.card is not None and one.has_pitched
    }


def _faults_of_pitcher(
    pitcher: Pitcher, card: PitchingRoles, windows: Sequence[UsageWindow], history: SheetHistory, profile: Profile
) -> list[SheetFault]:
    left_out = {
        number: windows[number - 1].left_out for number, cell in enumerate(pitcher.cells, start=1) if cell is not None
    }
    faults: list[SheetFault] = []
    for part in sorted(set(left_out.values())):
        of_part = {number for number, each in left_out.items() if each == part}
        cells = windows[min(of_part) - 1].counted(pitcher.cells)
        faults += [one for one in check_sheet(card, cells, profile, history) if one.game in of_part]
    return faults
