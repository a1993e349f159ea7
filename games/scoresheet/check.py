"""Checks results of a series as handed in, while they are typed and again when they are saved.

The rules themselves are the engine's; here the rows are put before them and every ruling that refuses becomes a
fault with its place in the grid.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from games.models import Game
from games.queries.carry_over import Format, faults_of_pitcher, format_of
from games.queries.slot_clash import clash_after_slot
from games.queries.suspending import suspending
from games.queries.usage import TeamUsage
from games.scoresheet.as_it_would_stand import with_games
from games.scoresheet.faults import OPPONENT, Fault, fault_of
from games.scoresheet.report import check_report, notes_on_starters, winner_of
from games.scoresheet.stored import GameSheet
from rules_engine.competition.bracket import BestOf
from rules_engine.innings import format_innings
from rules_engine.rulings import Ruling
from tournaments.models import Series, Tournament


class Context(NamedTuple):
    """What the checks need: the series, the edition, both teams' usage, whether a game of it may be suspended."""

    series: Series
    form: Format
    usages: Mapping[int, TeamUsage]
    suspending: Ruling


def context_of(series: Series, tournament: Tournament, usages: Mapping[int, TeamUsage]) -> Context:
    return Context(series, format_of(tournament), usages, suspending(series, tournament))


class Checked(NamedTuple):
    """`faults` of this series; `later` are breaches that these results would make in games already entered.

    `notes` are no breaches: what could not be checked for want of a fact, with the fact that would settle it.
    """

    faults: list[Fault]
    later: list[str]
    notes: list[Fault]

    @property
    def blocking(self) -> list[Fault]:
        return [fault for fault in self.faults if not fault.stands]


def check_games(sheets: Sequence[GameSheet], context: Context, *, complete: bool, by_desk: bool) -> Checked:
    """Every fault of the games. Without `complete` what is merely not typed yet is no fault."""
    faults = [*_check_series(sheets, context.series, complete)]
    for sheet in sheets:
        faults += _check_way_it_ended(sheet.game, context, by_desk)
        faults += _check_roster(sheet, context.usages)
        faults += _check_who_came_back(sheet)
        faults += check_report(sheet, context.usages, context.form.profile, complete=complete)
    eligibility, later = _check_eligibility(sheets, context)
    profile = context.form.profile
    notes = [note for sheet in sheets for note in notes_on_starters(sheet, context.usages, profile)]
    if by_desk:
        notes += _clashes_after_slots(sheets, context)
    return Checked(faults + eligibility, later, notes)


def _clashes_after_slots(sheets: Sequence[GameSheet], context: Context) -> Iterator[Fault]:
    """[R-08c] A warning for the director."""
    for team_id, usage in context.usages.items():
        if usage.final_slot is not None and usage.final_slot.final_series == context.series.pk:
            sentence = clash_after_slot(with_games(usage, context.series, sheets), context.form, context.series.pk)
            if sentence:
                yield Fault(sentence, "T0.08", team_id=team_id)


def _check_series(sheets: Sequence[GameSheet], series: Series, complete: bool) -> Iterator[Fault]:
    numbers = [sheet.game.number for sheet in sheets]
    for number in numbers:
        if not 1 <= number <= series.games_planned:
            sentence = f"the series has {series.games_planned} games: there is no game {number}"
            yield Fault(sentence, game=number, hopeless=True)
    if missing := set(range(1, max(numbers, default=0))) - set(numbers):
        first = min(missing)
        if complete:
            yield Fault(f"game {first} is empty though game {max(numbers)} is not", game=first, where="runs")
    yield from _check_best_of(sheets, series)


def _check_best_of(sheets: Sequence[GameSheet], series: Series) -> Iterator[Fault]:
    if not series.is_best_of:
        return
    stands, stopped = BestOf(series.games_planned), 0
    for sheet in sheets:
        if stopped:
            sentence = f"game {stopped} of the best-of is suspended: it is finished before game {sheet.game.number}"
            yield Fault(sentence, "T33.0", sheet.game.number, "runs")
        stopped = stopped or (sheet.game.number if sheet.game.status == Game.Status.SUSPENDED else 0)
        if stands.winner is not None:
            score = f"{max(stands.wins)}-{min(stands.wins)}"
            sentence = f"the best of {stands.length} was decided {score}: no game {sheet.game.number} is played"
            yield Fault(sentence, game=sheet.game.number, where="runs")
        if (winner := winner_of(sheet.game)) is not None:
            stands = stands.after((series.home_id, series.away_id).index(winner))


def _check_way_it_ended(game: Game, context: Context, by_desk: bool) -> Iterator[Fault]:
    suspended, tied = game.status == Game.Status.SUSPENDED, game.ending == Game.Ending.NOT_FINISHED
    if suspended and not context.suspending:
        yield fault_of(context.suspending, game.number, "ending")
    elif tied and context.series.stage == Series.Stage.PLAYOFF:
        sentence = "a game of the best-ofs is never a tie: it is finished, for it matters"
        yield Fault(sentence, "T33.0", game.number, "ending")
    elif tied and not by_desk:
        sentence = "only the director records a game that was not finished as a tie"
        yield Fault(sentence, "T33.0", game.number, "ending")
    if game.ending == Game.Ending.CONCEDED:
        yield from _check_concession(game)


MOST_OUTS = 300  # a hundred innings: more is a slip of the finger, not a long night


def _check_concession(game: Game) -> Iterator[Fault]:
    if game.conceded_by_id not in (game.home_id, game.away_id):
        yield Fault("say which team conceded", "T0.05", game.number, "ending")
    elif winner_of(game) == game.conceded_by_id:
        yield Fault("the team that conceded has more runs", "T0.05", game.number, "ending")


def _check_roster(sheet: GameSheet, usages: Mapping[int, TeamUsage]) -> Iterator[Fault]:
    seen: set[tuple[int, int]] = set()
    for outing in sheet.outings:
        one, usage = (outing.team_id, outing.card_id), usages.get(outing.team_id)
        if usage is None or outing.card_id not in usage.pitchers:
            sentence = f"this pitcher is not on the roster of {usage.name if usage else 'either team'}"
            yield Fault(sentence, "T0.02", sheet.game.number, "outing", *one, hopeless=True)
        elif one in seen:
            sentence = "he is entered twice in this game; a pitcher who left stays out"
            yield Fault(sentence, "T10.2", sheet.game.number, "outing", *one, hopeless=True)
        elif outing.outs > MOST_OUTS:
            sentence = f"{format_innings(outing.outs)} innings in one game: write innings and thirds, such as 1.2"
            yield Fault(sentence, "T10.2", sheet.game.number, "outing", *one, hopeless=True)
        seen.add(one)


def _check_who_came_back(sheet: GameSheet) -> Iterator[Fault]:
    """T33.0: of those who pitched before the game stopped, only the one on the mound may go on."""
    for team_id in (sheet.game.home_id, sheet.game.away_id):
        before = [one for one in sheet.of_team(team_id) if one.outs_before_suspension is not None]
        for one in before[:-1]:
            if one.outs > (one.outs_before_suspension or 0):
                sentence = "left the game before it was suspended: stays out of it"
                card, by = one.card_id, one.accepted_by
                yield Fault(sentence, "T33.0", sheet.game.number, "outing", team_id, card, OPPONENT, accepted_by=by)


def _check_eligibility(sheets: Sequence[GameSheet], context: Context) -> tuple[list[Fault], list[str]]:
    faults: list[Fault] = []
    later: list[str] = []
    for team_id, usage in context.usages.items():
        standing = with_games(usage, context.series, sheets)
        of_series = {one.number: one.game for one in standing.columns if one.series_id == context.series.pk}
        last = max(of_series, default=len(standing.columns))
        for pitcher in standing.pitchers.values():
            if not pitcher.has_pitched:
                continue
            for number, ruling, accepted in faults_of_pitcher(standing, pitcher, context.form):
                if number in of_series:
                    faults.append(_fault_of_outing(ruling, sheets, of_series[number], team_id, pitcher.card_id))
                elif number > last and not accepted:
                    later.append(f"{usage.name}, game {number}, {pitcher.name}: {ruling}")
    return faults, later


def _fault_of_outing(ruling: Ruling, sheets: Sequence[GameSheet], game: int, team_id: int, card_id: int) -> Fault:
    sheet = next(one for one in sheets if one.game.number == game)
    outing = sheet.outing_of(team_id, card_id)
    by = outing.accepted_by if outing else ""
    remedy = "double_play" if "too much" in ruling.reason else ""
    return Fault(ruling.reason, ruling.rule, game, "outing", team_id, card_id, OPPONENT, remedy, by)
