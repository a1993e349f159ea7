"""List the substitutions that a team can make now, and the reasons against the others."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

from play.queries.substitutes import hitter_view, reliever_view
from play.table import PlayTable
from rules_engine.baseball.changes import possible_changes
from rules_engine.baseball.dialogue import Dialogue
from rules_engine.baseball.settling import Pair, Refused, sort_by_ruling
from rules_engine.baseball.state import POSITIONS
from rules_engine.baseball.system_types import Reason

_BATTING: Final[dict[Reason, str]] = {"pinch_hitter": "Pinch hitter", "pinch_runner": "Pinch runner"}
_FIELDING: Final[dict[Reason, str]] = {"pitcher": "New pitcher", "defence": "Defensive replacement"}


def changes_of_teams(table: PlayTable, teams: Iterable[int]) -> list[dict[str, Any]]:
    """Return the substitutions and defensive changes that each of these teams can make."""
    return [
        {
            "team": team,
            "name": table.game.names[team],
            "kinds": changes_view(table, team),
            "defense": defense_view(table, team),
        }
        for team in teams
    ]


def changes_view(table: PlayTable, team: int) -> list[dict[str, Any]]:
    """Return a team's substitution kinds with the players who can enter."""
    if not _can_change(table, team):
        return []
    return list(_kinds(table, team))


def _can_change(table: PlayTable, team: int) -> bool:
    is_stopped = table.game.waits_for_director or table.score_is_due
    return table.game.state == table.game.State.PLAYING and table.people[team] and not is_stopped


def _kinds(table: PlayTable, team: int) -> Iterator[dict[str, Any]]:
    talk = table.play
    for reason, label in (_BATTING if team == talk.batting else _FIELDING).items():
        legal, refused = sort_by_ruling(talk, team, reason, possible_changes(talk.game, team, reason))
        yield {
            "reason": reason,
            "label": label,
            "places": [_place_view(table, team, reason, *place) for place in groupby(legal, itemgetter(1))],
            "refused": _refused_view(talk, refused),
            "refused_count": len({player for _, players in refused for player in players}),
        }


def _refused_view(talk: Dialogue, refused: Refused) -> list[dict[str, Any]]:
    """Return the reasons with the players who can't enter. Each player appears once, with his first reason."""
    named: set[str] = set()
    lines = []
    for reason, players in refused:
        names = [talk.name(player) for player in players if player not in named]
        named.update(players)
        if names:
            lines.append({"reason": reason, "names": names})
    return lines


def _place_view(table: PlayTable, team: int, reason: Reason, leaves: str, pairs: Iterable[Pair]) -> dict[str, Any]:
    """Return the players who can replace a player."""
    side = table.play.game.state.sides[team]
    return {
        "leaves": leaves,
        "name": table.play.name(leaves),
        "position": side.position_of(leaves),
        "candidates": [_candidate_view(table, team, reason, enters) for enters, _ in pairs],
    }


def _candidate_view(table: PlayTable, team: int, reason: Reason, player: str) -> dict[str, Any]:
    """Return a player who can enter. A device at the table shows no ratings (T0.03)."""
    if table.game.has_scorekeeper:
        return {"player": player, "name": table.play.name(player)}
    return reliever_view(table, player) if reason == "pitcher" else hitter_view(table, team, player)


def defense_view(table: PlayTable, team: int) -> dict[str, Any] | None:
    """Return the possible position changes and double switches, or None for a team that isn't in the field."""
    if not _can_change(table, team) or team == table.play.batting:
        return None
    talk = table.play
    side = talk.game.state.sides[team]
    pitchers = [player for player in side.bench if talk.game.setup.is_pitcher(player)]
    fielders = [player for player in side.field if player != side.pitcher]
    return {
        "fielders": [
            {"position": position, "player": player, "name": talk.name(player)}
            for position, player in zip(POSITIONS, side.field, strict=True)
        ],
        "pitchers": _named(talk, pitchers),
        "leaving": _named(talk, fielders),
        "entering": _named(talk, [player for player in side.bench if player not in pitchers] + fielders),
        "can_switch": side.pitcher in side.order and bool(pitchers),
    }


def _named(talk: Dialogue, players: Iterable[str]) -> list[dict[str, str]]:
    return [{"player": player, "name": talk.name(player)} for player in players]
