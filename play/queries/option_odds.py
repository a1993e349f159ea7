"""Compute the value of each option for a friendly game's manager. Tournament games never show it (T0.03, T0.14)."""

from collections.abc import Sequence
from typing import Any

from play.models import TableGame
from play.table import PlayTable
from rules_engine.odds.option_values import best_option, option_title, option_values


def may_see_option_odds(table: PlayTable, teams: Sequence[int]) -> bool:
    """Return whether a device can see its options' values. Only managers can, in friendly games in progress."""
    is_playing = table.game.state == TableGame.State.PLAYING
    is_tournament_game = table.game.is_tournament_game or table.game.has_scorekeeper
    return bool(teams) and is_playing and not is_tournament_game


def option_odds_view(table: PlayTable, teams: Sequence[int]) -> list[dict[str, Any]]:
    """Return the win probabilities and runs for each option of these teams' current choices."""
    views = [_team_view(table, team) for team in teams if table.people[team]]
    return [view for view in views if view["options"]]


def _team_view(table: PlayTable, team: int) -> dict[str, Any]:
    values = option_values(table.play, team)
    best = best_option(values)
    options = [
        {
            "key": value.key,
            "title": option_title(value.key),
            "win": "" if value.win is None else f"{value.win:.1%}",
            "runs": f"{value.runs:.2f}",
            "is_exact": value.is_exact,
            "is_best": value.key == best,
        }
        for value in values
    ]
    batting = table.game.names[table.play.batting]
    return {"team": team, "name": table.game.names[team], "batting": batting, "options": options}
