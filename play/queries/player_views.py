"""Build the player data for a screen: the matchup's cards and both rosters."""

from collections.abc import Mapping, Sequence
from typing import Any

from play.models import TEAMS
from play.queries.once import once_per_action, once_per_event
from play.queries.substitutes import mound_view, reliever_view
from play.table import PlayTable
from rules_engine.baseball.card_faces import MatchupCard
from rules_engine.baseball.dialogue import Dialogue
from rules_engine.baseball.settling import player_note
from rules_engine.baseball.state import Side


@once_per_action
def matchup_view(table: PlayTable) -> list[dict[str, Any]]:
    talk = table.play
    return cards_view(talk, talk.game.system.matchup_cards(talk.game, talk.record))


def cards_view(talk: Dialogue, cards: Sequence[MatchupCard]) -> list[dict[str, Any]]:
    return [_card_view(talk, card) for card in cards]


def _card_view(talk: Dialogue, card: MatchupCard) -> dict[str, Any]:
    grid, read = card.grid, card.read
    rows = []
    for row_index, row in enumerate(grid.rows if grid else ()):
        cells: list[Mapping[str, Any]] = [
            {
                "text": text,
                "is_read": read == (row_index, column),
                "is_in_read_column": read is not None and read.column == column,
            }
            for column, text in enumerate(row.cells)
        ]
        rows.append({"label": row.label, "cells": cells})
    return {
        "player": card.player,
        "name": talk.name(card.player),
        "ratings": list(card.ratings),
        "title": grid.title if grid else "",
        "heads": [str(head) for head in grid.heads] if grid else [],
        "read_column": read.column if read else None,
        "rows": rows,
    }


@once_per_event
def rosters_view(table: PlayTable) -> list[dict[str, Any]]:
    return [_roster_view(table, team) for team in TEAMS]


def _roster_view(table: PlayTable, team: int) -> dict[str, Any]:
    """Return a team's lineup, bench and bullpen. The bullpen has the bench's pitchers."""
    talk = table.play
    side, setup = talk.game.state.sides[team], talk.game.setup
    bullpen = [player for player in side.bench if setup.is_pitcher(player)]
    bench = [player for player in side.bench if player not in bullpen]
    pitcher = [] if side.pitcher in side.order else [_player_view(talk, side, side.pitcher)]
    return {
        "team": team,
        "name": talk.teams[team],
        "lineup": [_player_view(talk, side, player) for player in side.order] + pitcher,
        "next_batter": talk.name(side.batter),
        "mound": mound_view(table, team),
        "bullpen": [reliever_view(table, player) for player in bullpen],
        "bench": [_player_view(talk, side, player) for player in bench],
        "left_game": [talk.name(player) for player in side.removed],
    }


def _player_view(talk: Dialogue, side: Side, player: str) -> dict[str, Any]:
    return {
        "player": player,
        "name": talk.name(player),
        "position": side.position_of(player) or ("dh" if player in side.order else ""),
        "note": player_note(talk.game, player),
    }
