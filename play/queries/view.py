"""Build a table's view: everything its page shows, as JSON values for pages, events and the API.

Private information is hidden from the opponent and from spectators: starters and readiness in the lobby, and questions.
Both random values and the server's secret are hidden until the last out.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.urls import reverse

from play.models import AWAY, HOME, Seat, TableGame
from play.queries.lineups import lineup_view
from play.queries.people import people_view
from play.queries.plain_view import remove_help
from play.queries.player_views import matchup_view, rosters_view
from play.queries.plays_view import (
    current_reading_view,
    headline_view,
    last_play_view,
    play_sentence,
    plays_view,
    recent_plays_view,
)
from play.queries.prompts import own_actions, prompt_view
from play.queries.scoreboard import scoreboard
from play.queries.situations import situation_lines
from play.queries.stoppages import score_due, stoppages_view
from play.table import PlayTable
from rules_engine import systems
from rules_engine.baseball.committed_dice import CommittedDice, part_hash
from rules_engine.baseball.play_by_play import score_text, situation_text
from rules_engine.baseball.ruleset_words import ruleset_title
from rules_engine.baseball.standing_orders import NO_ORDERS
from rules_engine.eligibility.game_ending import counted_runs
from tournaments.models import Series


def table_view(table: PlayTable, teams: Sequence[int], *, all_plays: bool = False) -> dict[str, Any]:
    """Return the view for a device with these teams' seats. `teams` is empty for a spectator."""
    game = table.game
    view: dict[str, Any] = {
        "id": game.public_id,
        "series": game.series_id,
        "entered_as": game.entered_as,
        "entry_failure": game.entry_failure,
        "next_game": _next_game(table),
        "signed": list(table.signed),
        "number": table.number,
        "state": game.state,
        "state_label": game.get_state_display(),
        "failure": game.failure,
        "season": game.season,
        "situation": situation_lines(game.situation, game.names),
        "ruleset": ruleset_title(systems.load(game.system), game.ruleset),
        "seats": [_seat_view(table, seat, teams) for seat in table.seats],
        "own_teams": list(teams),
        "people": people_view(table, teams),
        "dice": dice_view(table),
        "scorekeeper": game.scorekeeper,
        "lobby": [_lobby_view(table, team) for team in teams] if game.state == TableGame.State.LOBBY else [],
        "game": None,
    }
    if table.talk is not None:
        view["game"] = _game_view(table, teams, all_plays)
    if game.has_scorekeeper:
        remove_help(view)
    return view


def _next_game(table: PlayTable) -> str:
    """Return the URL that opens the series' next game after this game is entered, or "" after the last game."""
    game = table.game
    if not game.is_over or game.series_id is None or game.entered_as is None:
        return ""
    series = Series.objects.select_related("tournament").get(pk=game.series_id)
    if series.status in Series.NOTHING_TO_BEGIN:
        return ""
    return reverse("series_table", args=(series.tournament.slug, series.pk))


def _seat_view(table: PlayTable, seat: Seat, teams: Sequence[int]) -> dict[str, Any]:
    return {
        "team": seat.team,
        "name": table.game.names[seat.team],
        "side": seat.get_team_display(),
        "manager": seat.manager,
        "is_taken": seat.is_taken or table.game.has_scorekeeper,
        "is_ready": seat.is_ready,
        "is_own": seat.team in teams,
    }


def dice_view(table: PlayTable) -> dict[str, Any]:
    """Return the commitments to the dice. After the game, include the values that produced the dice."""
    game = table.game
    is_committed = game.dice == TableGame.Dice.COMMITTED
    started = table.talk is not None
    view: dict[str, Any] = {
        "kind": game.dice,
        "label": game.get_dice_display(),
        "secret_hash": game.secret_hash if is_committed else "",
        "part_hashes": [part_hash(seat.part) if started and is_committed else "" for seat in table.seats],
        "roll_count": _roll_count(table),
        "secret": "",
        "parts": [],
    }
    if game.is_over and is_committed:
        view |= {"secret": game.secret, "parts": [seat.part for seat in table.seats]}
    return view


def _roll_count(table: PlayTable) -> int:
    dice = table.talk.dice if table.talk is not None else None
    return dice.count if isinstance(dice, CommittedDice) else 0


def _lobby_view(table: PlayTable, team: int) -> dict[str, Any]:
    seat = table.seats[team]
    lineups = table.game.lineups[team]
    return {
        "team": team,
        "is_ready": seat.is_ready,
        "starter": seat.starter,
        "visitors_starter": _visitors_starter(table) if team == HOME else "",
        "waits_for_visitors": team == HOME and _waits_for_visitors(table),
        "lineup": lineup_view(table, team),
        "has_own_lineup": bool(seat.lineup),
        "starters": [_starter_view(lineup) for lineup in lineups],
    }


def _starter_view(lineup: Mapping[str, Any]) -> dict[str, Any]:
    """Return an available starting pitcher. Games from earlier versions have no ratings."""
    return {
        "key": lineup["starter"],
        "name": lineup["name"],
        "note": lineup["note"],
        "ratings": lineup.get("ratings", []),
    }


def _waits_for_visitors(table: PlayTable) -> bool:
    """Return whether the home team is waiting for the visitors to name their starter in a tournament game (T0.13)."""
    return table.game.is_tournament_game and not table.seats[AWAY].is_ready


def _visitors_starter(table: PlayTable) -> str:
    """Return the visitors' starter, which must be named first in a tournament game (T0.13)."""
    visitors = table.seats[AWAY]
    if not (table.game.is_tournament_game and visitors.is_ready):
        return ""
    return next(str(lineup["name"]) for lineup in table.game.lineups[AWAY] if lineup["starter"] == visitors.starter)


def _game_view(table: PlayTable, teams: Sequence[int], all_plays: bool) -> dict[str, Any]:
    talk, state = table.play, table.play.game.state
    return {
        "score": score_text(state, talk.teams),
        "counted_score": _counted_score(table),
        "concession_lead": _concession_lead(table),
        "board": scoreboard(table),
        "situation": "" if state.over else situation_text(state, talk.names),
        "reading": [] if state.over else current_reading_view(table),
        "cards": [] if state.over else matchup_view(table),
        "headline": headline_view(table),
        "last_play": last_play_view(table),
        "prompts": [_prompt_view(table, team) for team in teams if table.people[team]],
        "waits_for": _waits_for(table),
        "undo": _undo_view(table, teams),
        "entered_dice": _entered_view(table, teams),
        "time_called_by": table.time_called_by,
        **stoppages_view(table),
        "plays": plays_view(table) if all_plays else recent_plays_view(table),
        "rosters": rosters_view(table),
    }


def _concession_lead(table: PlayTable) -> int | None:
    """Return the minimum lead credited after a concession in a tournament game (T0.05), or None in a friendly game."""
    profile = table.play.profile
    return profile.game.concession_lead if profile is not None and table.game.is_tournament_game else None


def _counted_score(table: PlayTable) -> str:
    """Return the score credited after a concession in a tournament game (T0.05), or ""."""
    state, profile = table.play.game.state, table.play.profile
    if state.ending != "conceded" or profile is None or not table.game.is_tournament_game:
        return ""
    runs = counted_runs(state.score, profile)
    return f"{max(runs)}-{min(runs)} for {table.play.teams[runs.index(max(runs))]}"


def _prompt_view(table: PlayTable, team: int) -> dict[str, Any]:
    orders = table.play.orders[team]
    has_orders = orders != NO_ORDERS
    return {
        "team": team,
        "orders": orders._asdict(),
        "has_orders": has_orders,
        **prompt_view(table, team),
        **own_actions(table, team),
    }


def _waits_for(table: PlayTable) -> int | None:
    """Return the team whose manager must act now, or None."""
    if table.game.waits_for_director:
        return None
    if (score := score_due(table)) is not None:
        return score
    if table.time_called_by is not None:
        return table.time_called_by
    return None if table.game.is_over else table.answering_team


def _undo_view(table: PlayTable, teams: Sequence[int]) -> dict[str, Any] | None:
    undo = table.undo
    if undo is None:
        return None
    log = table.play.game.log
    numbers = [number for number in log.numbers_in_force() if number > undo.to >= 0]
    return {
        "team": undo.team,
        "team_name": table.game.names[undo.team],
        "to": undo.to,
        "is_misread": undo.is_misread,
        "plays": [play_sentence(table.play, number) for number in numbers],
        "can_agree": 1 - undo.team in teams,
        "can_withdraw": undo.team in teams,
    }


def _entered_view(table: PlayTable, teams: Sequence[int]) -> dict[str, Any] | None:
    entered = table.entered
    if entered is None:
        return None
    return {
        "team": entered.team,
        "team_name": table.game.names[entered.team],
        "faces": list(entered.faces),
        "can_confirm": 1 - entered.team in teams,
    }
