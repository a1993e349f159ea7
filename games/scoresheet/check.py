"""Check a series' results, both while they are typed and when they are saved.

The rules come from the rules engine. Every negative ruling becomes a violation with its place in the grid.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from core.errors import Refused
from games.models import Game, Outing
from games.queries.absences import absences_in_series
from games.queries.carry_over import CarryoverRules, carryover_rules, sheet_faults
from games.queries.declared import declared_starters
from games.queries.of_series import suspension_ruling
from games.queries.slot_clash import slot_clash
from games.queries.usage import TeamUsage
from games.refusals import SuspendedByMistake
from games.scoresheet.endings import check_ending, check_series
from games.scoresheet.faults import OPPONENT, GridFault
from games.scoresheet.outings import check_position_players, check_resumption, check_roster
from games.scoresheet.report import build_report, check_report
from games.scoresheet.rows import GameSheet, play_facts
from rules_engine.eligibility.declared import check_declared_starter
from rules_engine.eligibility.game_report import looks_finished
from rules_engine.eligibility.sheet import SheetFinding
from rules_engine.profile import Profile
from rules_engine.rulings import Ruling, refuse
from tournaments.models import Series
from tournaments.queries.schedule import has_started


class CheckResult(NamedTuple):
    """A series' violations and warnings.

    Attributes:
        faults: Violations in this series.
        later_breaches: Violations that these results cause in later games.
        notes: Warnings about checks that need a missing fact.
        breaches_elsewhere: Violations in other series that have not been accepted, by team ID.
    """

    faults: list[GridFault]
    later_breaches: list[str]
    notes: list[GridFault]
    breaches_elsewhere: Mapping[int, Sequence[str]] = {}

    @property
    def blocking(self) -> list[GridFault]:
        return [fault for fault in self.faults if not fault.is_accepted]


def check_games(
    sheets: Sequence[GameSheet],
    series: Series,
    usages: Mapping[int, TeamUsage],
    *,
    complete: bool,
    by_director: bool,
) -> CheckResult:
    """Return all violations in the games.

    Args:
        usages: Usage of both teams with these games.
        complete: Whether missing values are violations.
        by_director: Whether the director or an assistant submits the results.
    """
    carryover = carryover_rules(series.tournament)
    may_suspend = suspension_ruling(series)
    faults = [*check_series(sheets, series, complete)]
    notes: list[GridFault] = []
    for sheet in sheets:
        report_faults, report_notes = check_report(
            sheet,
            usages,
            carryover.profile,
            complete=complete,
        )
        faults += check_ending(sheet.game, series, may_suspend, by_director)
        faults += check_roster(sheet, usages)
        faults += check_resumption(sheet)
        faults += report_faults
        notes += report_notes
    faults += check_position_players(sheets, series, usages, carryover)
    eligibility = _check_eligibility(sheets, series, usages, carryover)
    notes += _absent_pitchers(sheets, series, usages)
    # Managers must not learn the opponent's declared starters by typing results.
    if by_director or has_started(series):
        notes += _undeclared_starters(sheets, series, usages)
    if by_director:
        notes += _slot_clashes(series, usages, carryover)
    return CheckResult(
        faults=[*faults, *eligibility.faults],
        later_breaches=eligibility.later_breaches,
        notes=notes,
        breaches_elsewhere=eligibility.breaches_elsewhere,
    )


def _absent_pitchers(
    sheets: Sequence[GameSheet], series: Series, usages: Mapping[int, TeamUsage]
) -> Iterator[GridFault]:
    """Warn about pitchers who were injured or suspended (IP13, PTIN1, PTSU1).

    The game counts because an injury can be recorded long after the next game.
    """
    carried = {sheet.game.number: sheet.game.carried for sheet in sheets}
    for team_id, usage in usages.items():
        absences = absences_in_series(series, usage, carried)
        for sheet in sheets:
            number = sheet.game.number
            rulings = absences.get(number, {})
            for outing in sheet.of_team(team_id):
                if outing.card_id in rulings:
                    ruling = rulings[outing.card_id]
                    yield GridFault(ruling, number, "outing", team_id, outing.card_id)


def _undeclared_starters(
    sheets: Sequence[GameSheet], series: Series, usages: Mapping[int, TeamUsage]
) -> Iterator[GridFault]:
    """Warn about a starter who wasn't the declared starter. The game counts (T0.09)."""
    declared = declared_starters(series)
    for sheet in sheets:
        number = sheet.game.number
        for team_id, usage in usages.items():
            declared_card = declared.get((team_id, number))
            starter = _starter_of(sheet, team_id)
            if declared_card is None or starter is None:
                continue
            if declared_card not in usage.pitchers or starter not in usage.pitchers:
                continue
            departure = check_declared_starter(
                usage.pitchers[declared_card].name,
                usage.pitchers[starter].name,
                number,
            )
            if departure is not None:
                yield GridFault(departure, number, "outing", team_id, starter)


def _starter_of(sheet: GameSheet, team_id: int) -> int | None:
    for outing in sheet.of_team(team_id):
        if outing.part == Outing.Part.START:
            return outing.card_id
    return None


def _slot_clashes(series: Series, usages: Mapping[int, TeamUsage], carryover: CarryoverRules) -> Iterator[GridFault]:
    """Warn the director about a clash in a dropped team's slot [R-08c]."""
    for team_id, usage in usages.items():
        clash = slot_clash(usage, carryover, series.pk)
        if clash is not None:
            yield GridFault(clash, team_id=team_id)


class _Eligibility(NamedTuple):
    faults: list[GridFault]
    later_breaches: list[str]
    breaches_elsewhere: dict[int, list[str]]


def _check_eligibility(
    sheets: Sequence[GameSheet],
    series: Series,
    usages: Mapping[int, TeamUsage],
    carryover: CarryoverRules,
) -> _Eligibility:
    result = _Eligibility([], [], {})
    for team_id, usage in usages.items():
        game_by_column = {column.number: column.game for column in usage.columns if column.series_id == series.pk}
        last = max(game_by_column, default=len(usage.columns))
        for card_id, faults in sheet_faults(usage, carryover).items():
            for number, ruling, accepted in faults:
                if number in game_by_column:
                    game = game_by_column[number]
                    fault = _outing_fault(ruling, sheets, game, team_id, card_id)
                    result.faults.append(fault)
                elif not accepted:
                    sentence = breach_sentence(usage, number, card_id, ruling)
                    result.breaches_elsewhere.setdefault(team_id, []).append(sentence)
                    if number > last:
                        result.later_breaches.append(sentence)
    return result


def breach_sentence(usage: TeamUsage, number: int, card_id: int, ruling: Ruling) -> str:
    """Return a sentence with the team, the game's column, the pitcher and the ruling."""
    return f"{usage.name}, game {number}, {usage.pitchers[card_id].name}: {ruling}"


def _outing_fault(ruling: Ruling, sheets: Sequence[GameSheet], game: int, team_id: int, card_id: int) -> GridFault:
    sheet = next(sheet for sheet in sheets if sheet.game.number == game)
    outing = sheet.outing_of(team_id, card_id)
    return GridFault(
        ruling,
        game,
        "outing",
        team_id,
        card_id,
        acceptor=OPPONENT,
        remedy="double_play" if _may_be_double_play(ruling) else "",
        accepted_by=outing.accepted_by if outing else "",
    )


def _may_be_double_play(ruling: Ruling) -> bool:
    """Return whether a double play on the last third could explain the one extra out (T31.1)."""
    if ruling.finding is not SheetFinding.TOO_MANY_OUTS:
        return False
    return ruling.facts["beyond"] == 1 and ruling.facts["pitched"] != 1


class LooksFinished(Refused):
    """Raised if a game marked suspended has the score of a finished game. The submitter must confirm it."""

    def __init__(self, game: Game) -> None:
        ruling = refuse(
            SuspendedByMistake.LOOKS_FINISHED,
            "T33.0",
            game=game.number,
            away=str(game.away),
            away_runs=game.away_runs,
            home=str(game.home),
            home_runs=game.home_runs,
            innings=game.innings,
        )
        super().__init__(ruling, field="confirm_suspended")
        self.game = game.number


def refuse_unconfirmed_suspensions(
    sheets: Iterable[GameSheet],
    stored: Sequence[GameSheet],
    usages: Mapping[int, TeamUsage],
    profile: Profile,
    confirmed: Collection[int],
) -> None:
    """Reject a suspended game that looks finished, unless it is confirmed or already stored (T33.0).

    Raises:
        LooksFinished: For the first such game.
    """
    stored_suspensions = [
        (sheet.game.number, play_facts(*sheet)) for sheet in stored if sheet.game.status == Game.Status.SUSPENDED
    ]
    for sheet in sheets:
        game = sheet.game
        if game.status != Game.Status.SUSPENDED or game.number in confirmed:
            continue
        if (game.number, play_facts(*sheet)) in stored_suspensions:
            continue
        if looks_finished(build_report(sheet, usages), profile):
            raise LooksFinished(game)
