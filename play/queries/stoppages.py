"""Build the data about interruptions: questions to the director, suspension requests and unconfirmed scores."""

from typing import Any

from play.models import AWAY, HOME, TableGame
from play.table import PlayTable, TableRuling
from rules_engine.baseball.play_by_play import half_title, score_text


def stoppages_view(table: PlayTable) -> dict[str, Any]:
    """Return the interruptions, with None for each that doesn't apply.

    Interruptions are questions, requests, challenged dice and unconfirmed scores.
    """
    return {
        "director": _director_view(table.game),
        "suspension": _team_view(table.game, table.suspension_by),
        "challenge": _team_view(table.game, table.challenge_by),
        "score_due": _score_view(table),
        "ruling": _ruling_view(table),
    }


def _team_view(game: TableGame, team: int | None) -> dict[str, Any] | None:
    return {"team": team, "team_name": game.names[team]} if team is not None else None


def _director_view(game: TableGame) -> dict[str, Any] | None:
    view = _team_view(game, game.question_team)
    if view is None:
        return None
    return view | {"question": game.question.question if game.question is not None else ""}


def score_due(table: PlayTable) -> int | None:
    """Return the team that must confirm the score because it isn't the scorekeeper's, or None."""
    if not table.score_is_due:
        return None
    return AWAY if table.game.scorekeeper == HOME else HOME


def _score_view(table: PlayTable) -> dict[str, Any] | None:
    due = _team_view(table.game, score_due(table))
    return due | {"score": score_text(table.play.game.state, table.play.teams)} if due is not None else None


def _ruling_view(table: PlayTable) -> dict[str, Any] | None:
    """Return the director's newest ruling, until the next play."""
    ruling = table.rulings[-1] if table.rulings else None
    if ruling is None or ruling.after != table.newest_in_force:
        return None
    return {"ruling": ruling.ruling, "rule": ruling.rule, "question": ruling.question}


def ruling_line(table: PlayTable, ruling: TableRuling) -> dict[str, Any]:
    """Return a ruling as a play-by-play line."""
    state = table.play.game.log.state_after(ruling.after)
    rule = f" ({ruling.rule})" if ruling.rule else ""
    return {
        "number": ruling.after,
        "half": half_title(state),
        "sentence": f"Director's ruling: {ruling.ruling}{rule}",
        "score": "",
        "reading": [ruling.question] if ruling.question else [],
        "undo_to": None,
        "is_play": False,
        "notes": [],
    }
