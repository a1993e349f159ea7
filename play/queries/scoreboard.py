"""Build a game's scoreboard and diamond."""

from typing import Any

from play.models import TEAMS, TableGame
from play.queries.once import once_per_event
from play.table import PlayTable
from rules_engine.baseball.box_score import BoxScore, box_score
from rules_engine.baseball.events import Rewound
from rules_engine.baseball.retrosheet import team_codes
from seasons.club_names import common_abbreviation

SCHEDULED_INNINGS = 9
_BOX = "box score"


@once_per_event
def scoreboard(table: PlayTable) -> dict[str, Any]:
    """Return the line score, the inning and the runners on base."""
    talk = table.play
    state = talk.game.state
    box = _box_so_far(table)
    innings = max(SCHEDULED_INNINGS, state.inning)
    return {
        "inning": state.inning,
        "half": "bottom" if state.bottom else "top",
        "outs": state.outs,
        "bases": [talk.name(runner.player) if runner else "" for runner in state.bases],
        "ending": state.ending,
        "innings": [*range(1, innings + 1)],
        "lines": [_line(table, box, team, innings) for team in TEAMS],
    }


def _box_so_far(table: PlayTable) -> BoxScore:
    """Return the current box score. It counts only the events since the last call, unless plays were undone."""
    log = table.play.game.log
    box: BoxScore
    counted, box = table.shared_view.get(_BOX, (0, BoxScore()))
    new_events = log.events[counted:]
    if any(isinstance(event, Rewound) for event in new_events):
        box = box_score(list(log.in_force()))
    else:
        for number, event in enumerate(new_events, start=counted):
            box.add(log.state_after(number), event)
    table.shared_view[_BOX] = (log.number, box)
    return box


def _line(table: PlayTable, box: BoxScore, team: int, innings: int) -> dict[str, Any]:
    state, game = table.play.game.state, table.game
    errors = sum(fielding.errors for fielding in box.teams[team].fielding.values())
    return {
        "team": team,
        "name": game.names[team],
        "abbreviation": abbreviations(game)[team],
        "is_at_bat": team == int(state.bottom) and not state.over,
        "runs_by_inning": runs_by_inning(table, team, innings),
        "runs": state.score[team],
        "hits": box.teams[team].total("hits"),
        "errors": errors,
    }


def abbreviations(game: TableGame) -> tuple[str, str]:
    """Return a three-letter abbreviation for each club: NYY for NYA, and the first letters for other teams."""
    if game.season is None or all(game.sources) or game.is_tournament_game:
        return team_codes(*game.names)
    away, home = (common_abbreviation(club, game.season) for club in game.clubs)
    return away, home


def runs_by_inning(table: PlayTable, team: int, innings: int) -> list[int | None]:
    """Return the runs by inning, with None for half-innings that weren't played here.

    A game can start in progress.
    """
    log = table.play.game.log
    start = log.state_after(0)
    first_half = 2 * (start.inning - 1) + int(start.bottom)
    runs_by_half = dict(enumerate(table.play.game.state.halves, start=first_half))
    return [runs_by_half.get(2 * inning + team) for inning in range(innings)]
