"""Prepare a series' games from the pitching sheets, let both managers sign them, and enter them in the series."""

import logging
import zlib
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from django.db import transaction

from core.errors import Refused
from core.job_queue import send_job
from drafts.queries.legal_teams import teams_needing_waiver
from pitching.services.sign_off import sign_sheet
from play.models import AWAY, HOME, TEAMS, Seat, TableEvent, TableGame
from play.opening import keep_table, open_table
from play.queries.lobby import LobbyTeam
from play.refusals import SeriesTableRefusal
from play.services.acting import acting
from play.services.resumption import describe_suspended_game
from play.table import PlayTable, stored_cards
from rules_engine.baseball.saved_games import read_saved, saved_text
from rules_engine.baseball.settling import player_note
from seasons.club_games import GameOptions, load_stored_profile
from seasons.lahman import SeasonError
from seasons.made_cards import SeasonCardSet
from tabletop.drafted_lineups import DraftedGame, card_code
from tabletop.prepared_games import PreparedGame, new_drafted_game, ruleset_of_tournament, with_lineups
from tabletop.queries.drafted_game import game_of_series, next_game, series_of, usages_before
from tabletop.queries.lineups import load_drafted_roster, season_of, with_checked_lineups, with_saved_lineups
from tabletop.season_plays import season_play_for
from tabletop.services.played_games import enter_played_game
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import PROGRAM, Actor
from tournaments.models import Action, Series
from tournaments.queries.schedule import needs_home_roll
from tournaments.services.order_of_play import start_series

logger = logging.getLogger(__name__)

ENTER_TASK: Final = "play.enter_table_game"
_ACTOR: Final = Actor("The play table")


def open_series_game(*, series: Series, scorekeeper_team: int | None = None) -> TableGame:
    """Return the table for a series' next game, and create it if necessary. Raise Refused if the game can't start.

    If the game is in preparation, call `prepare_or_enqueue` next.

    Args:
        scorekeeper_team: The team whose device keeps score in a new face-to-face game with real dice (T0.03).
    """
    with transaction.atomic():
        Series.objects.select_for_update().get(pk=series.pk)
        if scorekeeper_team is not None and not series.tournament.shared_scoring:
            raise Refused(SeriesTableRefusal.NO_SHARED_SCORING, "T0.03")
        open_games = TableGame.objects.filter(series=series, entered_as=None)
        game = open_games.exclude(state__in=(TableGame.State.FAILED, TableGame.State.SUSPENDED)).first()
        if game is None and needs_home_roll(series):
            raise Refused(SeriesTableRefusal.ROLL_FIRST, "T0.16")
        return game or _create(series_of(series.pk), scorekeeper_team)


def _create(series: Series, scorekeeper_team: int | None) -> TableGame:
    _, away, home = next_game(series, usages_before(series))
    drafted = game_of_series(series.pk)
    try:
        ruleset = ruleset_of_tournament(drafted.profile)
    except SeasonError as fault:
        raise Refused(SeriesTableRefusal.CANNOT_START, fault=str(fault)) from None
    if drafted.season is None:
        raise Refused(SeriesTableRefusal.CANNOT_START, fault="the teams did not draft from a single real season.")
    game = TableGame.objects.create(
        system=drafted.profile.game.system,
        ruleset=ruleset,
        season=drafted.season,
        away_club=away.name,
        home_club=home.name,
        away_name=away.name,
        home_name=home.name,
        series=series,
        pace=series.tournament.table_pace,
        created_by=f"series {series.pk}",
    )
    if scorekeeper_team is not None:
        if scorekeeper_team not in (away.pk, home.pk):
            raise Refused(SeriesTableRefusal.NO_SCOREKEEPER)
        game.dice = TableGame.Dice.SHARED
        game.scorekeeper = HOME if scorekeeper_team == home.pk else AWAY
        game.save(update_fields=["dice", "scorekeeper"])
    Seat.objects.bulk_create(Seat(game=game, team=team) for team in TEAMS)
    return game


def prepare_series_game(game: TableGame) -> dict[str, Any]:
    """Return the field changes that open a series game's lobby.

    Raise SeasonError or Refused if the game can't be prepared.
    """
    drafted = _drafted_game(game)
    prepared, _ = new_drafted_game(_options(game), drafted)
    prepared, _ = with_saved_lineups(prepared, drafted)
    return lobby_of(game, prepared, [_starters(prepared, team) for team in TEAMS])


def lobby_of(game: TableGame, prepared: PreparedGame, lineups: Sequence[list[dict[str, Any]]]) -> dict[str, Any]:
    """Return the field changes that open a prepared game's lobby."""
    cards = season_play_for(game.system).club_cards(prepared.season, game.clubs)
    return {
        "state": TableGame.State.LOBBY,
        "start": saved_text(prepared.saved),
        "cards": zlib.compress(cards.encode()),
        "lineups": list(lineups),
    }


def series_id_of(game: TableGame) -> int:
    """Return a tournament game's series ID. Raise Refused for a friendly game."""
    if game.series_id is None:
        raise Refused(SeriesTableRefusal.NO_SERIES)
    return game.series_id


def _drafted_game(game: TableGame) -> DraftedGame:
    """Return the series' next game. Raise Refused unless the table was opened for that game."""
    drafted = game_of_series(series_id_of(game))
    if (drafted.away.name, drafted.home.name) != game.clubs:
        raise Refused(SeriesTableRefusal.OTHER_GAME, home=drafted.home.name)
    return drafted


def _check_rosters(drafted: DraftedGame, cards: SeasonCardSet) -> None:
    """Raise Refused if a player has left a team since the lobby was prepared, such as after a draft correction."""
    for team in (drafted.away, drafted.home):
        left = [player for player in cards.teams[team.name] if card_code(player) not in team.players]
        if left:
            names = ", ".join(cards.names_of(left).values())
            raise Refused(SeriesTableRefusal.ROSTER_CHANGED, team=team.name, players=names)


def reopen_lobby(game: TableGame) -> None:
    """Let both managers get ready again with the current rosters and sheets. Call `prepare_or_enqueue` next.

    A lineup is dropped if one of its players has left the team.
    """
    series = series_of(series_id_of(game))
    rosters = {team.name: load_drafted_roster(team, season_of(team)).names for team in series.teams()}
    with acting(game, TableEvent.Kind.PREPARE) as table:
        for seat, club in zip(table.seats, game.clubs, strict=True):
            if any(player and card_code(player) not in rosters[club] for player, _ in seat.lineup):
                seat.lineup = []
            seat.is_ready, seat.starter = False, ""
            seat.save(update_fields=["lineup", "is_ready", "starter"])
        TableGame.objects.filter(pk=game.pk).update(state=TableGame.State.PREPARING, failure="")


def _options(game: TableGame, starters: tuple[str, str] = ("", "")) -> GameOptions:
    return GameOptions(season=game.season or 0, starters=starters, seed=0)


def _starters(prepared: PreparedGame, team: int) -> list[dict[str, Any]]:
    """Return the pitchers who can start according to their cards and sheets (T10.2).

    The lineup depends on both starters.
    """
    return [starter_document(prepared, player) for player, ruling in prepared.starters(team).items() if ruling]


def starter_document(prepared: PreparedGame, player: str) -> dict[str, Any]:
    """Return the data that a manager sees about an available starter."""
    game = prepared.game
    return {
        "starter": player,
        "name": prepared.season.names_of([player])[player],
        "note": player_note(game, player),
        "ratings": [*game.system.card_face(game.setup.cards[player]).ratings],
    }


def start_series_game(table: PlayTable) -> None:
    """Set up lineups and bullpens from the current sheets. The first pitch starts the series (T10.2)."""
    game = table.game
    series = series_of(series_id_of(game))
    _check_legal_teams(series)
    away, home = (seat.starter for seat in table.seats)
    drafted = _drafted_game(game)
    cards = stored_cards(game)
    _check_rosters(drafted, cards)
    try:
        prepared, _ = new_drafted_game(_options(game, (away, home)), drafted, cards)
    except SeasonError as fault:
        raise Refused(SeriesTableRefusal.CANNOT_START, fault=str(fault)) from None
    saved_lineup_counts = [not seat.lineup for seat in table.seats]
    prepared = with_checked_lineups(prepared, drafted, saved_lineup_counts)
    prepared = _with_own_lineups(table, prepared)
    game.start = saved_text(prepared.saved)
    if not series.is_started:
        start_series(series=series, actor=PROGRAM)


def _with_own_lineups(table: PlayTable, prepared: PreparedGame) -> PreparedGame:
    """Return the game with the lineups that the managers chose in the lobby.

    Raise Refused if a lineup isn't legal.
    """
    system = prepared.game.system
    has_hitter = system.has_hitter(prepared.saved.edition)
    sides = []
    for seat, proposed in zip(table.seats, prepared.saved.log.start.sides, strict=True):
        team = LobbyTeam(proposed, prepared.game.setup, prepared.names, has_hitter, "T0.01")
        sides.append(team.side(seat.lineup))
    try:
        return with_lineups(prepared, (sides[0], sides[1]))
    except SeasonError as fault:
        raise Refused(SeriesTableRefusal.CANNOT_START, fault=str(fault)) from None


def _check_legal_teams(series: Series) -> None:
    """Raise Refused if a team isn't legal, unless the director lets it play (T10.2, T10.11, T31.10)."""
    for rulings in teams_needing_waiver(series.tournament, {series.away_id, series.home_id}).values():
        raise Refused(rulings[0])


def sign_result(*, game: TableGame, team: int, number: int) -> None:
    """Sign a finished series game. The second signature queues a job that enters the result in the series.

    `number` can be older than the newest action, because both managers can sign at the same time, and no move can
    change the result any more.
    """
    with acting(game, TableEvent.Kind.SIGN, team=team, content={"seen": number}) as table:
        series_id_of(table.game)
        if not table.game.is_over:
            raise Refused(SeriesTableRefusal.NOT_OVER)
        if table.seats[team].volunteer:
            raise Refused(SeriesTableRefusal.MANAGER_SIGNS)
        if team in table.signed:
            raise Refused(SeriesTableRefusal.ALREADY_SIGNED)
        table.signed = (*table.signed, team)
        if set(table.signed) == set(TEAMS):
            transaction.on_commit(lambda: send_job(ENTER_TASK, game.pk))


def enter_result(game_id: int) -> None:
    """Enter a game that both managers signed or suspended in its series, or store the reason why that failed."""
    game = TableGame.objects.get(pk=game_id)
    table = open_table(game)
    is_suspended = game.state == TableGame.State.SUSPENDED
    if game.entered_as is not None or not (is_suspended or set(table.signed) == set(TEAMS)):
        return
    changes: dict[str, Any] = {"entry_failure": ""}
    try:
        changes["entered_as"] = enter_played_game(series_id_of(game), _played(table), _ACTOR).number
        if is_suspended:
            describe_suspended_game(table, changes["entered_as"], _ACTOR)
    except Refused as fault:
        changes["entry_failure"] = str(fault)
    keep_table(table)
    with acting(game, TableEvent.Kind.ENTER):
        TableGame.objects.filter(pk=game_id).update(**changes)
    if game.series_id is not None and "entered_as" in changes:
        _sign_sheets(game.series_id)


def _sign_sheets(series_id: int) -> None:
    """Sign both sheets of a complete series if its managers signed every result at the table (T10.2).

    Corrected results and games scored on a single device must be signed by hand.
    """
    series = series_of(series_id)
    if series.status != Series.Status.COMPLETE or _were_results_typed(series):
        return
    signed = TableGame.objects.filter(series=series, entered_as__isnull=False).exclude(dice=TableGame.Dice.SHARED)
    if set(signed.values_list("entered_as", flat=True)) != set(series.games.values_list("number", flat=True)):
        return
    for team in series.teams():
        try:
            sign_sheet(series=series, sheet_of=team, actor=_ACTOR)
        except Refused:
            logger.exception("the sheet of %s in series %s is not signed", team, series_id)


def _were_results_typed(series: Series) -> bool:
    """Return whether any of a series' results were entered or corrected outside the table."""
    verb, subject = Verb.SAVE_SERIES_RESULTS, f"series:{series.pk}"  # imports log the same action for each series
    saves = Action.objects.filter(tournament=series.tournament_id, verb=verb, subject=subject)
    return saves.exclude(actor=_ACTOR.name).exists()


def _played(table: PlayTable) -> PreparedGame:
    """Return the finished game in the form that the results services expect."""
    game = table.play.game
    saved = replace(read_saved(table.game.start), log=game.log)
    return PreparedGame(game, stored_cards(table.game), saved, load_stored_profile(saved.profile), {}, ((), ()))
