"""A recorded game as text: its settings, each event on its own line, and the expected checksums.

A play is its dice and decisions in order ("pitch back 1 swing 14 3 6 2"). Any other event is its document.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from rules_engine.baseball.box_score import BoxScore, TeamBox, box_score
from rules_engine.baseball.events import Event, PlayMade, to_document
from rules_engine.baseball.log import GameLog
from tests.recorded_games.league import EDITIONS, ROOM, Head

Step = str | Mapping[str, Any]
OTHER_SYSTEMS = ("pine_tar",)


@dataclass(frozen=True)
class RecordedGame:
    """A recorded game. `log` and `box` are checksums. For a few games, `in_full` has the actual events and lines."""

    head: Head
    log: str
    box: str
    steps: Sequence[Step]
    in_full: Mapping[str, Sequence[Any]] | None = None


def recorded(head: Head, log: GameLog, *, in_full: bool) -> RecordedGame:
    events, lines = log_lines(log), box_lines(box_score(log.in_force()))
    full = {"log": events, "box": lines} if in_full else None
    return RecordedGame(head, checksum(events), checksum(lines), [_step(event) for event in log.events], full)


def log_lines(log: GameLog) -> list[dict[str, Any]]:
    """Return every event with its dice by name, including rewound events, and finally the end of the game."""
    state = log.state
    end = {"ending": state.ending, "score": list(state.score), "halves": list(state.halves)}
    return [*(to_document(event) for event in log.events), end]


def box_lines(box: BoxScore) -> list[dict[str, Any]]:
    """Return every line of the box score, without counters of 0."""
    return [line for team in box.teams for line in _team_lines(team)]


def _team_lines(team: TeamBox) -> list[dict[str, Any]]:
    lines = [line for part in (team.batting, team.pitching, team.fielding) for line in part.values()]
    counted = [{name: value for name, value in asdict(line).items() if value} for line in lines]
    return [*counted, {"left_on_base": team.left_on_base, "double_plays": team.double_plays}]


def checksum(lines: Sequence[Any]) -> str:
    return hashlib.sha256(json.dumps(lines, ensure_ascii=False).encode()).hexdigest()[:16]


def _step(event: Event) -> Step:
    if isinstance(event, PlayMade):
        return " ".join(str(value) for _, value in event.record)
    return to_document(event)


def load(edition: str) -> list[RecordedGame]:
    assert edition in (*EDITIONS, *OTHER_SYSTEMS)
    document = json.loads((ROOM / f"{edition}.json").read_text(encoding="utf-8"))
    return [RecordedGame(**game) for game in document["games"]]


def save(edition: str, games: Sequence[RecordedGame]) -> None:
    text = ",\n".join(_game_text(game) for game in games)
    (ROOM / f"{edition}.json").write_text(f'{{"games": [\n{text}\n]}}\n', encoding="utf-8")


def _game_text(game: RecordedGame) -> str:
    parts = [f'"head": {_line(game.head)}', f'"log": {_line(game.log)}, "box": {_line(game.box)}']
    parts.append(f'"steps": [\n{_lines(game.steps)}\n]')
    if game.in_full:
        full = ",\n".join(f"{_line(name)}: [\n{_lines(lines)}\n]" for name, lines in game.in_full.items())
        parts.append(f'"in_full": {{\n{full}\n}}')
    body = ",\n".join(parts)
    return f"{{{body}}}"


def _lines(values: Sequence[Any]) -> str:
    return ",\n".join(_line(value) for value in values)


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
