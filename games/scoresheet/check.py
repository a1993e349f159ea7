"""Check the results of a series, both while they are typed and when they are saved.

The rules are the engine's. Every ruling that refuses becomes a fault with its place in the grid.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from core.errors import Refused
from games.models import Game, Outing
from games.queries.absences import absences_in_series
from games.queries.carry_over import CarryoverRules, carryover_rules, sheet_faults, usage_windows_of
from games.queries.declared import declared_starters
from games.queries.of_series import suspension_ruling
from games.queries.slot_clash import slot_clash
from games.queries.usage import TeamUsage
from games.refusals import ResultFinding, SuspendedByMistake
from games.scoresheet.faults import DIRECTOR, OPPONENT, GridFault
from games.scoresheet.report import build_report, check_report, game_winner
from games.scoresheet.rows import GameSheet, play_facts
from rules_engine.competition.bracket import BestOf
from rules_engine.eligibility.declared import check_declared_starter
from rules_engine.eligibility.game_report import looks_finished
from rules_engine.eligibility.pitching import RELIEF, Appearance, may_relieve
from rules_engine.eligibility.position_players import (
    NoPitcherReason,
    may_position_player_pitch,
    position_player_within,
)
from rules_engine.eligibility.reported_game import SUMS
from rules_engine.eligibility.sheet import SheetFinding
from rules_engine.profile import Profile
from rules_engine.rulings import Ruling, refuse
from tournaments.models import Series
from tournaments.queries.schedule import has_begun

MAX_OUTS = 300  # a hundred innings; anything more is a typing error


class CheckResult(NamedTuple):
    """The faults of a series.

    Attributes:
        faults: Faults of this series.
        later_breaches: Violations that these results cause in later games.
        notes: Warnings: what a missing fact left unchecked, with the fact that would settle it.
        breaches_elsewhere: By team, violations in other series that nobody has accepted.
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
    """Return every fault of the games.

    Args:
        usages: Usage of both teams with these games.
        complete: Whether missing values are faults.
        by_director: Whether the director or an assistant submits the results.
    """
    carryover = carryover_rules(series.tournament)
    may_suspend = suspension_ruling(series)
    faults = [*_check_series(sheets, series, complete)]
    notes: list[GridFault] = []
    for sheet in sheets:
        report_faults, report_notes = check_report(
            sheet,
            usages,
            carryover.profile,
            complete=complete,
        )
        faults += _check_ending(sheet.game, series, may_suspend, by_director)
        faults += _check_roster(sheet, usages)
        faults += _check_resumption(sheet)
        faults += report_faults
        notes += report_notes
    faults += _check_position_players(sheets, series, usages, carryover)
    eligibility = _check_eligibility(sheets, series, usages, carryover)
    notes += _absent_pitchers(sheets, series, usages)
    # A manager must not learn the opponent's declared starters by typing results.
    if by_director or has_begun(series):
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

    The game counts, because an injury may be recorded long after the next game.
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
    """Warn about a starter other than the declared one; the game counts (T0.09)."""
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


def _check_series(sheets: Sequence[GameSheet], series: Series, complete: bool) -> Iterator[GridFault]:
    numbers = [sheet.game.number for sheet in sheets]
    for number in numbers:
        if not 1 <= number <= series.games_planned:
            ruling = refuse(ResultFinding.NO_SUCH_GAME, "", games=series.games_planned, game=number)
            yield GridFault(ruling, game=number, is_unfixable=True)
    last = max(numbers, default=0)
    missing = set(range(1, last)) - set(numbers)
    if missing and complete:
        first = min(missing)
        ruling = refuse(ResultFinding.EMPTY_GAME, "", game=first, later=last)
        yield GridFault(ruling, game=first, area="runs")
    if series.is_best_of:
        yield from _check_best_of(sheets, series)


def _check_best_of(sheets: Sequence[GameSheet], series: Series) -> Iterator[GridFault]:
    """Refuse games after a suspended game, and after the series is decided."""
    score = BestOf(series.games_planned)
    suspended = 0
    for sheet in sheets:
        number = sheet.game.number
        if suspended:
            ruling = refuse(
                ResultFinding.BEST_OF_STOPPED,
                "T33.0",
                suspended=suspended,
                game=number,
            )
            yield GridFault(ruling, number, "runs")
        elif sheet.game.status == Game.Status.SUSPENDED:
            suspended = number
        if score.winner is not None:
            wins = f"{max(score.wins)}-{min(score.wins)}"
            ruling = refuse(ResultFinding.BEST_OF_DECIDED, "", length=score.length, wins=wins, game=number)
            yield GridFault(ruling, game=number, area="runs")
        winner = game_winner(sheet.game)
        if winner is not None:
            score = score.after((series.home_id, series.away_id).index(winner))


def _check_ending(game: Game, series: Series, may_suspend: Ruling, by_director: bool) -> Iterator[GridFault]:
    is_tie = game.ending == Game.Ending.NOT_FINISHED
    if game.status == Game.Status.SUSPENDED and not may_suspend:
        yield GridFault(may_suspend, game.number, "ending")
    elif is_tie and series.stage == Series.Stage.TIE_BREAK:
        ruling = refuse(ResultFinding.TIEBREAKER_NEVER_TIED, "")
        yield GridFault(ruling, game.number, "ending")
    elif is_tie and series.in_bracket:
        ruling = refuse(ResultFinding.BEST_OF_NEVER_TIED, "T33.0")
        yield GridFault(ruling, game.number, "ending")
    elif is_tie and not by_director:
        ruling = refuse(ResultFinding.TIE_BY_DIRECTOR_ONLY, "T33.0")
        yield GridFault(ruling, game.number, "ending")
    if game.ending == Game.Ending.CONCEDED:
        yield from _check_concession(game)
    if game.ending == Game.Ending.FORFEITED:
        yield from _check_forfeit(game, by_director)


def _check_concession(game: Game) -> Iterator[GridFault]:
    if game.conceded_by_id not in (game.home_id, game.away_id):
        yield GridFault(refuse(ResultFinding.WHO_CONCEDED, "T0.05"), game.number, "ending")
    elif game_winner(game) == game.conceded_by_id:
        yield GridFault(refuse(ResultFinding.CONCEDED_AHEAD, "T0.05"), game.number, "ending")


def _check_forfeit(game: Game, by_director: bool) -> Iterator[GridFault]:
    """Allow a forfeit only by the director, with a reason in the footnote of the game."""
    if not by_director:
        yield GridFault(refuse(ResultFinding.FORFEIT_BY_DIRECTOR_ONLY, ""), game.number, "ending")
    elif game.conceded_by_id not in (game.home_id, game.away_id):
        yield GridFault(refuse(ResultFinding.WHO_FORFEITS, ""), game.number, "ending")
    else:
        yield GridFault(
            refuse(ResultFinding.FORFEIT_WITHOUT_REASON, ""),
            game.number,
            "ending",
            acceptor=DIRECTOR,
            accepted_by="the director" if game.footnote else "",
        )


def _check_roster(sheet: GameSheet, usages: Mapping[int, TeamUsage]) -> Iterator[GridFault]:
    seen: set[tuple[int, int]] = set()
    for outing in sheet.outings:
        pitcher = (outing.team_id, outing.card_id)
        ruling = _roster_refusal(outing, usages.get(outing.team_id), is_repeated=pitcher in seen)
        if ruling is not None:
            yield GridFault(ruling, sheet.game.number, "outing", *pitcher, is_unfixable=True)
        seen.add(pitcher)


def _roster_refusal(outing: Outing, usage: TeamUsage | None, *, is_repeated: bool) -> Ruling | None:
    card = outing.card_id
    if usage is None:
        return refuse(ResultFinding.ON_NO_ROSTER, "T0.02", subject=card)
    if card not in usage.pitchers:
        return refuse(ResultFinding.NOT_ON_THE_ROSTER, "T0.02", subject=card, team=usage.name)
    if is_repeated:
        return refuse(ResultFinding.ENTERED_TWICE, "T10.2", subject=card)
    if outing.outs > MAX_OUTS:
        return refuse(ResultFinding.TOO_MANY_INNINGS, SUMS, subject=card, outs=outing.outs)
    return None


def _check_resumption(sheet: GameSheet) -> Iterator[GridFault]:
    """Check the pitchers who had pitched before the game was suspended (T33.0).

    Only the one on the mound may continue, and nobody may end with fewer outs than before.
    """
    number = sheet.game.number
    for team_id in (sheet.game.home_id, sheet.game.away_id):
        earlier = [outing for outing in sheet.of_team(team_id) if outing.outs_before_suspension is not None]
        for outing in earlier:
            outs_before = outing.outs_before_suspension or 0
            if outing.outs < outs_before:
                ruling = refuse(
                    ResultFinding.LESS_THAN_STOOD,
                    "T33.0",
                    subject=outing.card_id,
                    stood=outs_before,
                    outs=outing.outs,
                )
                yield GridFault(ruling, number, "outing", team_id, outing.card_id)
        for outing in earlier[:-1]:
            if outing.outs > (outing.outs_before_suspension or 0):
                ruling = refuse(ResultFinding.CAME_BACK, "T33.0", subject=outing.card_id)
                yield GridFault(
                    ruling,
                    number,
                    "outing",
                    team_id,
                    outing.card_id,
                    acceptor=OPPONENT,
                    accepted_by=outing.accepted_by,
                )


def _check_position_players(
    sheets: Sequence[GameSheet],
    series: Series,
    usages: Mapping[int, TeamUsage],
    carryover: CarryoverRules,
) -> Iterator[GridFault]:
    """Check every position player who pitched (T25.3)."""
    for usage in usages.values():
        hitters = {card for card, player in usage.pitchers.items() if player.card is None and player.has_pitched}
        if not hitters:
            continue
        columns = {column.game: column.number for column in usage.columns if column.series_id == series.pk}
        for sheet in sheets:
            number = sheet.game.number
            for outing in sheet.of_team(usage.team_id):
                if outing.card_id in hitters and number in columns:
                    yield from _check_position_player(
                        sheet,
                        outing,
                        usage,
                        columns[number],
                        carryover,
                    )


def _check_position_player(
    sheet: GameSheet,
    outing: Outing,
    usage: TeamUsage,
    column: int,
    carryover: CarryoverRules,
) -> Iterator[GridFault]:
    """Check that no pitcher was left, and that he stays within four innings in four games (T25.3)."""
    window = usage_windows_of(usage, carryover)[column - 1]
    profile = carryover.profile
    used = {other.card_id for other in sheet.of_team(usage.team_id)}
    pitchers_left = []
    for pitcher in usage.pitchers.values():
        if pitcher.card is None or pitcher.card_id in used:
            continue
        cells = window.counted(pitcher.cells)
        relief = may_relieve(pitcher.card, cells, column, profile, window.relief_from)
        if relief.outs > 0:
            pitchers_left.append(pitcher.name)
    reason = NoPitcherReason(outing.for_want_of) if outing.for_want_of else None
    place = (sheet.game.number, "outing", usage.team_id, outing.card_id)
    may_pitch = may_position_player_pitch(pitchers_left, reason)
    if not may_pitch:
        yield GridFault(may_pitch, *place, remedy="want")
    if usage.pitchers[outing.card_id].is_stand_in:
        return  # exempt from the limit of four innings (T25.3)
    cells = window.counted(usage.pitchers[outing.card_id].cells)
    appearance = Appearance(RELIEF, outing.outs, outing.extra_outs)
    is_within_limit = position_player_within(
        cells,
        column,
        appearance,
        profile,
        window.relief_from,
    )
    if not is_within_limit:
        yield GridFault(
            is_within_limit,
            *place,
            acceptor=OPPONENT,
            accepted_by=outing.accepted_by,
        )


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
    """Name the team, the game's column, the pitcher and the ruling."""
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
    """Whether a double play on the last third would explain it: exactly one out too many (T31.1)."""
    if ruling.finding is not SheetFinding.TOO_MANY_OUTS:
        return False
    return ruling.facts["beyond"] == 1 and ruling.facts["pitched"] != 1


class LooksFinished(Refused):
    """A game marked suspended has the score of a finished game. The submitter must confirm it."""

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
    """Refuse a suspended game that looks finished, unless it is confirmed or already stored (T33.0).

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
