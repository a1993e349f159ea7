"""Check which games in a series are entered, and how each game ended."""

from collections.abc import Iterator, Sequence

from games.models import Game
from games.refusals import ResultFinding
from games.scoresheet.faults import DIRECTOR, GridFault
from games.scoresheet.report import game_winner
from games.scoresheet.rows import GameSheet
from rules_engine.competition.bracket import BestOf
from rules_engine.rulings import Ruling, refuse
from tournaments.models import Series


def check_series(sheets: Sequence[GameSheet], series: Series, complete: bool) -> Iterator[GridFault]:
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
    """Reject games after a suspended game, or after the series is decided."""
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


def check_ending(game: Game, series: Series, may_suspend: Ruling, by_director: bool) -> Iterator[GridFault]:
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
    """Allow forfeits only for the director, with a reason in the game's footnote."""
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
