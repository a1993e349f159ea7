"""Checks results of a series as handed in, while they are typed and again when they are saved.

The rules themselves are the engine's; here the rows are put before them and every ruling that refuses becomes a
fault with its place in the grid.
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
from games.scoresheet.faults import DESK, OPPONENT, GridFault
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
from rules_engine.rulings import Finding, Ruling, refuse
from tournaments.models import Series
from tournaments.queries.schedule import has_begun


class ResultFinding(Finding):
    """What the results of a series as handed in run into."""

    BEST_OF_STOPPED = "game {suspended} of the best-of is suspended: it is finished before game {game}"
    BEST_OF_NEVER_TIED = "a game of the best-ofs is never a tie: it is finished, for it matters"
    TIE_BY_DIRECTOR_ONLY = "only the director records a game that was not finished as a tie"
    WHO_CONCEDED = "say which team conceded"
    CONCEDED_AHEAD = "the team that conceded has more runs"
    NOT_ON_THE_ROSTER = "this pitcher is not on the roster of {team}"
    ON_NO_ROSTER = "this pitcher is not on the roster of either team"
    ENTERED_TWICE = "he is entered twice in this game; a pitcher who left stays out"
    TOO_MANY_INNINGS = "{outs:innings} innings in one game: write innings and thirds, such as 1.2"
    LESS_THAN_STOOD = "had {stood:innings} when it stopped; the rest is added to it, and {outs:innings} is less"
    CAME_BACK = "left the game before it was suspended: stays out of it"


class CheckResult(NamedTuple):
    """`faults` of this series; `later` are breaches that these results would make in games already entered.

    `notes` are no breaches: what could not be checked for want of a fact, with the fact that would settle it.
    """

    faults: list[GridFault]
    later: list[str]
    notes: list[GridFault]
    elsewhere: Mapping[int, Sequence[str]] = {}  # team -> breaches in games of other series that nobody has accepted

    @property
    def blocking(self) -> list[GridFault]:
        return [fault for fault in self.faults if not fault.is_accepted]


def check_games(
    sheets: Sequence[GameSheet], series: Series, usages: Mapping[int, TeamUsage], *, complete: bool, by_director: bool
) -> CheckResult:
    """Every fault of the games. Without `complete` what is merely not typed yet is no fault.

    usages: of both teams, as it would stand with these games.
    """
    form, may_suspend = carryover_rules(series.tournament), suspension_ruling(series)
    faults, notes = [*_check_series(sheets, series, complete)], []
    for sheet in sheets:
        of_report, noted = check_report(sheet, usages, form.profile, complete=complete)
        faults += [
            *_check_way_it_ended(sheet.game, series, may_suspend, by_director),
            *_check_roster(sheet, usages),
            *_check_who_came_back(sheet),
            *of_report,
        ]
        notes += noted
    faults += _check_position_players(sheets, series, usages, form)
    eligibility, later, elsewhere = _check_eligibility(sheets, series, usages, form)
    notes += _absent_pitchers(sheets, series, usages)
    if by_director or has_begun(series):  # nobody learns by typing what his opponent has declared
        notes += _against_declared(sheets, series, usages)
    if by_director:
        notes += _clashes_after_slots(series, usages, form)
    return CheckResult(faults + eligibility, later, notes, elsewhere)


def _absent_pitchers(
    sheets: Sequence[GameSheet], series: Series, usages: Mapping[int, TeamUsage]
) -> Iterator[GridFault]:
    """IP13, PTIN1, PTSU1: one pitched who was hurt or had to sit out. The game counts: who was hurt in a game entered
    by hand may be written down long after the next one."""
    carried = {sheet.game.number: sheet.game.carried for sheet in sheets}
    for team_id, usage in usages.items():
        absent = absences_in_series(series, usage, carried)
        for sheet in sheets:
            of_game = absent.get(sheet.game.number, {})
            for outing in sheet.of_team(team_id):
                if outing.card_id in of_game:
                    yield GridFault(of_game[outing.card_id], sheet.game.number, "outing", team_id, outing.card_id)


def _against_declared(
    sheets: Sequence[GameSheet], series: Series, usages: Mapping[int, TeamUsage]
) -> Iterator[GridFault]:
    """T0.09: another than the declared starter is named; the game counts."""
    declared = declared_starters(series)
    for sheet in sheets:
        for team_id, usage in usages.items():
            starter = next((one.card_id for one in sheet.of_team(team_id) if one.part == Outing.Part.START), None)
            card = declared.get((team_id, sheet.game.number))
            if starter in usage.pitchers and card in usage.pitchers and starter is not None and card is not None:
                names = usage.pitchers[card].name, usage.pitchers[starter].name
                if (departure := check_declared_starter(*names, sheet.game.number)) is not None:
                    yield GridFault(departure, sheet.game.number, "outing", team_id, starter)


def _clashes_after_slots(series: Series, usages: Mapping[int, TeamUsage], form: CarryoverRules) -> Iterator[GridFault]:
    """[R-08c] A warning for the director."""
    for team_id, usage in usages.items():
        clash = slot_clash(usage, form, series.pk)
        if clash is not None:
            yield GridFault(clash, team_id=team_id)


def _check_series(sheets: Sequence[GameSheet], series: Series, complete: bool) -> Iterator[GridFault]:
    numbers = [sheet.game.number for sheet in sheets]
    for number in numbers:
        if not 1 <= number <= series.games_planned:
            sentence = f"the series has {series.games_planned} games: there is no game {number}"
            yield GridFault(sentence, game=number, is_unfixable=True)
    if missing := set(range(1, max(numbers, default=0))) - set(numbers):
        first = min(missing)
        if complete:
            yield GridFault(f"game {first} is empty though game {max(numbers)} is not", game=first, where="runs")
    yield from _check_best_of(sheets, series)


def _check_best_of(sheets: Sequence[GameSheet], series: Series) -> Iterator[GridFault]:
    if not series.is_best_of:
        return
    stands, stopped = BestOf(series.games_planned), 0
    for sheet in sheets:
        if stopped:
            number = sheet.game.number
            ruling = refuse(ResultFinding.BEST_OF_STOPPED, "T33.0", suspended=stopped, game=number)
            yield GridFault(ruling, number, "runs")
        stopped = stopped or (sheet.game.number if sheet.game.status == Game.Status.SUSPENDED else 0)
        if stands.winner is not None:
            score = f"{max(stands.wins)}-{min(stands.wins)}"
            sentence = f"the best of {stands.length} was decided {score}: no game {sheet.game.number} is played"
            yield GridFault(sentence, game=sheet.game.number, where="runs")
        if (winner := game_winner(sheet.game)) is not None:
            stands = stands.after((series.home_id, series.away_id).index(winner))


def _check_way_it_ended(game: Game, series: Series, may_suspend: Ruling, by_director: bool) -> Iterator[GridFault]:
    suspended, tied = game.status == Game.Status.SUSPENDED, game.ending == Game.Ending.NOT_FINISHED
    if suspended and not may_suspend:
        yield GridFault(may_suspend, game.number, "ending")
    elif tied and series.stage == Series.Stage.TIE_BREAK:
        yield GridFault("a play-off game for a tie is played to its end: it breaks the tie", game.number, "ending")
    elif tied and series.in_bracket:
        yield GridFault(refuse(ResultFinding.BEST_OF_NEVER_TIED, "T33.0"), game.number, "ending")
    elif tied and not by_director:
        yield GridFault(refuse(ResultFinding.TIE_BY_DIRECTOR_ONLY, "T33.0"), game.number, "ending")
    if game.ending == Game.Ending.CONCEDED:
        yield from _check_concession(game)
    if game.ending == Game.Ending.FORFEITED:
        yield from _check_forfeit(game, by_director)


MAX_OUTS = 300  # a hundred innings: more is a slip of the finger, not a long night


def _check_concession(game: Game) -> Iterator[GridFault]:
    if game.conceded_by_id not in (game.home_id, game.away_id):
        yield GridFault(refuse(ResultFinding.WHO_CONCEDED, "T0.05"), game.number, "ending")
    elif game_winner(game) == game.conceded_by_id:
        yield GridFault(refuse(ResultFinding.CONCEDED_AHEAD, "T0.05"), game.number, "ending")


def _check_forfeit(game: Game, by_director: bool) -> Iterator[GridFault]:
    """The director's alone, with his reason, which stands as the footnote of the game."""
    if not by_director:
        yield GridFault("only the director records a forfeit", game.number, "ending")
    elif game.conceded_by_id not in (game.home_id, game.away_id):
        yield GridFault("say which team forfeits", game.number, "ending")
    else:
        by = "the director" if game.footnote else ""
        sentence = "a forfeit stands by the director's reason: write it as the footnote"
        yield GridFault(sentence, game.number, "ending", may_accept=DESK, accepted_by=by)


def _check_roster(sheet: GameSheet, usages: Mapping[int, TeamUsage]) -> Iterator[GridFault]:
    seen: set[tuple[int, int]] = set()
    for outing in sheet.outings:
        one, usage = (outing.team_id, outing.card_id), usages.get(outing.team_id)
        if usage is None or outing.card_id not in usage.pitchers:
            ruling = _not_on_the_roster(outing.card_id, usage)
            yield GridFault(ruling, sheet.game.number, "outing", *one, is_unfixable=True)
        elif one in seen:
            ruling = refuse(ResultFinding.ENTERED_TWICE, "T10.2", subject=outing.card_id)
            yield GridFault(ruling, sheet.game.number, "outing", *one, is_unfixable=True)
        elif outing.outs > MAX_OUTS:
            ruling = refuse(ResultFinding.TOO_MANY_INNINGS, SUMS, subject=outing.card_id, outs=outing.outs)
            yield GridFault(ruling, sheet.game.number, "outing", *one, is_unfixable=True)
        seen.add(one)


def _not_on_the_roster(card_id: int, usage: TeamUsage | None) -> Ruling:
    if usage is None:
        return refuse(ResultFinding.ON_NO_ROSTER, "T0.02", subject=card_id)
    return refuse(ResultFinding.NOT_ON_THE_ROSTER, "T0.02", subject=card_id, team=usage.name)


def _check_who_came_back(sheet: GameSheet) -> Iterator[GridFault]:
    """T33.0: of those who pitched before it stopped only the one on the mound goes on, and no cell grows smaller."""
    for team_id in (sheet.game.home_id, sheet.game.away_id):
        before = [one for one in sheet.of_team(team_id) if one.outs_before_suspension is not None]
        for one in before:
            if one.outs < (stood := one.outs_before_suspension or 0):
                facts = {"stood": stood, "outs": one.outs}
                ruling = refuse(ResultFinding.LESS_THAN_STOOD, "T33.0", subject=one.card_id, **facts)
                yield GridFault(ruling, sheet.game.number, "outing", team_id, one.card_id)
        for one in before[:-1]:
            if one.outs > (one.outs_before_suspension or 0):
                card, by = one.card_id, one.accepted_by
                ruling = refuse(ResultFinding.CAME_BACK, "T33.0", subject=card)
                yield GridFault(ruling, sheet.game.number, "outing", team_id, card, OPPONENT, accepted_by=by)


def _check_position_players(
    sheets: Sequence[GameSheet], series: Series, usages: Mapping[int, TeamUsage], form: CarryoverRules
) -> Iterator[GridFault]:
    """T25.3: of a position player who pitched: who could have, and what is left to him of four innings in four."""
    for usage in usages.values():
        hitters = {card for card, one in usage.pitchers.items() if one.card is None and one.has_pitched}
        columns = {one.game: one.number for one in usage.columns if one.series_id == series.pk} if hitters else {}
        for sheet in sheets:
            used = sheet.of_team(usage.team_id)
            for one in used:
                if one.card_id in hitters and sheet.game.number in columns:
                    yield from _of_position_player(sheet, one, usage, columns[sheet.game.number], form)


def _of_position_player(
    sheet: GameSheet, outing: Outing, usage: TeamUsage, column: int, form: CarryoverRules
) -> Iterator[GridFault]:
    window = usage_windows_of(usage, form)[column - 1]
    used = {one.card_id for one in sheet.of_team(usage.team_id)}
    eligible = [
        one.name
        for one in usage.pitchers.values()
        if one.card is not None
        and one.card_id not in used
        and may_relieve(one.card, window.counted(one.cells), column, form.profile, window.relief_from).outs > 0
    ]
    want = NoPitcherReason(outing.for_want_of) if outing.for_want_of else None
    place = (sheet.game.number, "outing", usage.team_id, outing.card_id)
    if not (asked := may_position_player_pitch(eligible, want)):
        yield GridFault(asked, *place, remedy="want")
    if usage.pitchers[outing.card_id].is_stand_in:
        return  # T25.3: exempt from the four-inning rule
    cells = window.counted(usage.pitchers[outing.card_id].cells)
    pitched = Appearance(RELIEF, outing.outs, outing.extra_outs)
    if not (within := position_player_within(cells, column, pitched, form.profile, window.relief_from)):
        yield GridFault(within, *place, OPPONENT, accepted_by=outing.accepted_by)


def _check_eligibility(
    sheets: Sequence[GameSheet], series: Series, usages: Mapping[int, TeamUsage], form: CarryoverRules
) -> tuple[list[GridFault], list[str], dict[int, list[str]]]:
    faults: list[GridFault] = []
    later: list[str] = []
    elsewhere: dict[int, list[str]] = {}
    for team_id, usage in usages.items():
        of_series = {one.number: one.game for one in usage.columns if one.series_id == series.pk}
        last = max(of_series, default=len(usage.columns))
        for card_id, broken in sheet_faults(usage, form).items():
            for number, ruling, accepted in broken:
                if number in of_series:
                    faults.append(_fault_of_outing(ruling, sheets, of_series[number], team_id, card_id))
                elif not accepted:
                    sentence = breach_sentence(usage, number, card_id, ruling)
                    elsewhere.setdefault(team_id, []).append(sentence)
                    later += [sentence] * (number > last)
    return faults, later, elsewhere


def breach_sentence(usage: TeamUsage, number: int, card_id: int, ruling: Ruling) -> str:
    """A breach in the game of a column, with the team and the pitcher."""
    return f"{usage.name}, game {number}, {usage.pitchers[card_id].name}: {ruling}"


def _fault_of_outing(ruling: Ruling, sheets: Sequence[GameSheet], game: int, team_id: int, card_id: int) -> GridFault:
    sheet = next(one for one in sheets if one.game.number == game)
    outing = sheet.outing_of(team_id, card_id)
    by = outing.accepted_by if outing else ""
    remedy = "double_play" if _may_be_double_play(ruling) else ""
    return GridFault(ruling, game, "outing", team_id, card_id, OPPONENT, remedy, by)


def _may_be_double_play(ruling: Ruling) -> bool:
    """T31.1: two outs at once on a reliever's last third are one out too many, and never another number."""
    facts = ruling.facts
    return ruling.finding is SheetFinding.TOO_MANY_OUTS and facts["beyond"] == 1 and facts["pitched"] != 1


class SuspendedByMistake(Finding):
    """What is odd about a game marked suspended."""

    LOOKS_FINISHED = (
        "game {game} is marked suspended, yet {away} {away_runs}, {home} {home_runs} in {innings} innings "
        "is a finished game. Hand it in as played out, or confirm that it was suspended."
    )


class LooksFinished(Refused):
    """Marked suspended, with the score of a finished game: whoever enters it must say which of the two it is."""

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
    """T33.0: raises LooksFinished for the first such game that is neither confirmed nor stored as suspended already."""
    known = [(one.game.number, play_facts(*one)) for one in stored if one.game.status == Game.Status.SUSPENDED]
    for sheet in sheets:
        game = sheet.game
        if game.status != Game.Status.SUSPENDED or game.number in confirmed:
            continue
        if (game.number, play_facts(*sheet)) not in known and looks_finished(build_report(sheet, usages), profile):
            raise LooksFinished(game)
