"""Reduce the view of a game scored on a single device at the table: no cards, odds or safe ranges (T0.03)."""

from collections.abc import Iterable
from typing import Any


def remove_help(view: dict[str, Any]) -> None:
    """Remove all playing aids from a table's view: ratings, cards, readings and ranges."""
    for lobby in view["lobby"]:
        _clear_notes(lobby["starters"])
    game = view["game"]
    if game is None:
        return
    game["cards"], game["reading"] = [], []
    if game["last_play"] is not None:
        game["last_play"] |= {"cards": [], "reading": []}
    for play in game["plays"]:
        if play["is_play"]:
            play["reading"] = []
    for prompt in game["prompts"]:
        _remove_help_from_prompt(prompt)
    for roster in game["rosters"]:
        roster["mound"] |= {"work": "", "is_tired": False, "note": ""}
        for players in (roster["lineup"], roster["bullpen"], roster["bench"]):
            _clear_notes(players)


def _remove_help_from_prompt(prompt: dict[str, Any]) -> None:
    for choice in prompt.get("choices", ()):
        choice |= {"note": "", "sentence": "", "safe": 0}
    _clear_notes(prompt.get("candidates", ()))


def _clear_notes(players: Iterable[dict[str, Any]]) -> None:
    for player in players:
        player["note"] = ""
        if "ratings" in player:
            player["ratings"] = []
