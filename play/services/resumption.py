"""Describe a tournament's suspended game from its table, and resume it at the same table (T33.0)."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from core.errors import Refused
from drafts.models import Pick
from games.models import Game
from games.queries.suspended_games import SuspendedGame, read_suspended_games
from games.services.suspended import describe_suspension
from play.models import AWAY, HOME, TEAMS, TableEvent, TableGame
from play.refusals import EndingRefusal
from play.services.acting import acting
from play.table import PlayTable
from rules_engine.baseball.events import GameHalted
from rules_engine.baseball.play_by_play import situation_text
from rules_engine.baseball.saved_games import read_saved, saved_text
from rules_engine.eligibility.pitching import ReliefLeft
from seasons.club_games import players_of
from tabletop.drafted_lineups import card_code
from tabletop.queries.drafted_game import series_of
from tournaments.action_log.writing import Actor
from tournaments.models import Team


def describe_suspended_game(table: PlayTable, number: int, actor: Actor) -> None:
    """Save inning, outs, runners, lineups and removed players to the series' suspended game."""
    game = Game.objects.select_related("series", "home", "away").get(series=table.game.series_id, number=number)
    state = table.play.game.state
    describe_suspension(
        game=game,
        actor=actor,
        is_bottom=state.bottom,
        outs=state.outs,
        situation=situation_text(state, table.play.names),
        away_line_up=_lineup_text(table, AWAY),
        home_line_up=_lineup_text(table, HOME),
        left_game=[*_cards_that_left(table, AWAY, game.away), *_cards_that_left(table, HOME, game.home)],
    )


def _lineup_text(table: PlayTable, team: int) -> str:
    """Return the batting order with positions, and the next batter."""
    side, name = table.play.game.state.sides[team], table.play.name
    batting = [f"{name(player)} {side.position_of(player) or 'dh'}" for player in side.order]
    batting[side.up] += " (up next)"
    pitcher = [] if side.pitcher in side.order else [f"{name(side.pitcher)} p"]
    return ", ".join([*batting, *pitcher])


def _cards_that_left(table: PlayTable, team: int, drafted: Team) -> Iterator[int]:
    cards = _cards_by_code(drafted)
    for player in table.play.game.state.sides[team].removed:
        if card_code(player) in cards:
            yield cards[card_code(player)]


def _cards_by_code(team: Team) -> dict[str, int]:
    return dict(Pick.objects.filter(team=team, card__isnull=False).values_list("card__code", "card_id"))


def resume_game(*, game: TableGame, number: int | None = None, team: int | None = None) -> None:
    """Resume a suspended game at its table, based on the current pitching sheets (T33.0).

    Raise Refused if the game can't be resumed.
    """
    with acting(game, TableEvent.Kind.RESUME_GAME, team=team, number=number) as table:
        stored = table.game
        if stored.state != TableGame.State.SUSPENDED:
            raise Refused(EndingRefusal.NOT_SUSPENDED)
        suspended = _suspended_game(stored)
        if not suspended.completion.ruling:
            ruling = suspended.completion.ruling
            raise Refused(EndingRefusal.NOT_FINISHED_AT_ALL, ruling.rule, why=ruling.reason)
        _renew_relief(table, suspended)
        table.play.happen(GameHalted("", "T33.0"))
        stored.state = TableGame.State.PLAYING
        stored.entered_as = None
        stored.save(update_fields=["state", "entered_as", "start"])


def _suspended_game(game: TableGame) -> SuspendedGame:
    if game.series_id is None or game.entered_as is None:
        raise Refused(EndingRefusal.NOT_YET_ENTERED)
    series = series_of(game.series_id)
    for suspended in read_suspended_games(series.tournament).games:
        if (suspended.game.series_id, suspended.game.number) == (series.pk, game.entered_as):
            return suspended
    raise Refused(EndingRefusal.FINISHED)


def _renew_relief(table: PlayTable, suspended: SuspendedGame) -> None:
    """Set each pitcher's relief innings for the rest of the game from his current sheet, including later games."""
    saved = read_saved(table.game.start)
    relief = dict(saved.relief)
    for team, side in zip(TEAMS, suspended.sides, strict=True):
        cards = _cards_by_code(side.team)
        left_by_card = {
            pitcher.card_id: ReliefLeft(pitcher.ruling, pitcher.max_cell_outs or 0) for pitcher in side.pitchers
        }
        for player in _relievers(table, team, relief):
            left = left_by_card.get(cards.get(card_code(player), 0))
            if left is not None:
                relief[player] = left
    table.game.start = saved_text(replace(saved, relief=relief))
    table.play.game.relief = relief


def _relievers(table: PlayTable, team: int, relief: Mapping[str, ReliefLeft]) -> list[str]:
    """Return the players with a pitching sheet, except this game's starter."""
    start = table.play.game.log.start.sides[team]
    return [player for player in players_of(start) if player in relief and player != start.pitcher]
