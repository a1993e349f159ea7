"""Describe changes to games and suspended games."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

_STATE_LABELS: Final = {
    "draft": "draft",
    "suspended": "suspended",
}  # Final games need no label.
# Labels for a suspended game's details (T33.0), by log key.
_STOP_LABELS: Final = {
    "is_bottom": "bottom half",
    "outs": "outs",
    "situation": "situation",
    "home_line_up": "home team lineup",
    "away_line_up": "visitors' lineup",
    "left_game": "players already used",
    "home_stand_in": "finishing for the home team",
    "away_stand_in": "finishing for the visitors",
    "home_agrees": "home team agrees to this",
    "away_agrees": "visitors agree to this",
}


def games_in_words(
    team: Callable[[Any], str],
    old: Sequence[Mapping[str, Any]] | None,
    new: Sequence[Mapping[str, Any]] | None,
) -> Iterator[str]:
    """Yield a sentence for each game that changed. `team` maps a team ID to its name."""
    old_by_number, new_by_number = ({game.get("number", 0): game for game in games or ()} for games in (old, new))
    for number in sorted(old_by_number.keys() | new_by_number.keys()):
        if old_by_number.get(number) != new_by_number.get(number):
            before, after = (_game_text(team, games.get(number)) for games in (old_by_number, new_by_number))
            unchanged_score = f"{after}, with {_difference(old_by_number.get(number), new_by_number.get(number))}"
            yield f"Game {number}: {unchanged_score if before == after else f'{after}, was {before}'}."


def _difference(old: Mapping[str, Any] | None, new: Mapping[str, Any] | None) -> str:
    """Describe the change in a game whose score is the same."""
    old_values, new_values = (
        {name: value for name, value in (game or {}).items() if name != "carried"} for game in (old, new)
    )
    return "different injuries" if old_values == new_values else "a different line score, pitching or footnotes"


def stops_in_words(
    old: Mapping[str, Mapping[str, Any] | None] | None,
    new: Mapping[str, Mapping[str, Any] | None] | None,
) -> Iterator[str]:
    """Yield a sentence for each changed detail of a suspended game."""
    for number in {**(old or {}), **(new or {})}:
        old_stop, new_stop = ((stops or {}).get(number) or {} for stops in (old, new))
        for name, label in _STOP_LABELS.items():
            if old_stop.get(name) != new_stop.get(name) and (old_stop.get(name) or new_stop.get(name)):
                new_text = _value_text(new_stop.get(name))
                old_text = _value_text(old_stop.get(name))
                yield f"When suspended, {label}: {new_text}, was {old_text}."


def _game_text(team: Callable[[Any], str], game: Mapping[str, Any] | None) -> str:
    """Describe a game, such as "Tacoma 1, Salem 2 in 6 innings, draft"."""
    if game is None:
        return "not entered"
    runs = [f"{team(game[f'{side}_id'])} {game[f'{side}_runs']}" for side in ("away", "home") if f"{side}_id" in game]
    innings = f" in {game['innings']} innings" if game.get("innings") else ""
    return ", ".join(filter(None, (f"{', '.join(runs)}{innings}", _STATE_LABELS.get(game.get("status", ""), ""))))


def _value_text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return str(len(value))
    return "none" if value in (None, "") else str(value)
