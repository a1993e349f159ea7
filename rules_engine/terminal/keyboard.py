"""Parse typed input: an answer or a command."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from rules_engine.names import matching_names

ReadLine = Callable[[str], str]
WriteLine = Callable[[str], None]
Command = Callable[[str], None]  # called with the rest of its line

_MAX_QUOTED = 40  # in characters


class UserQuit(Exception):
    """The user wants to leave the game."""


@dataclass(slots=True)
class Keyboard:
    """A line reader. `commands` can be typed at any prompt."""

    read: ReadLine
    write: WriteLine
    commands: dict[str, Command] = field(default_factory=dict)
    _pending: str = ""

    def line(self, prompt: str) -> str:
        """Return a typed line with single spaces, or the pending command."""
        if self._pending:
            line, self._pending = self._pending, ""
            return line
        return " ".join(self.read(prompt).split())

    def defer_command(self, typed: str) -> bool:
        """Return whether the line is a command. If so, the next call of `line` returns it."""
        if typed.partition(" ")[0].lower() not in self.commands:
            return False
        self._pending = typed
        return True


class PlayerLookupError(ValueError):
    """A name matches no player, or more than one. The message says which."""


def quote_input(typed: str) -> str:
    """Return the typed text in quotation marks, shortened and without control characters."""
    shown = "".join(character if character.isprintable() else "?" for character in typed)
    return f"“{shown[:_MAX_QUOTED]}…”" if len(shown) > _MAX_QUOTED else f"“{shown}”"


def parse_number(typed: str, highest: int) -> int | None:
    """Return a whole number from 1 to `highest`, or None."""
    if not (typed.isascii() and typed.isdigit() and len(typed) < 5):
        return None
    number = int(typed)
    return number if 1 <= number <= highest else None


def find_player(typed: str, players: Sequence[str], names: Mapping[str, str]) -> str:
    """Return the player with this ID or the best-matching name. Raise PlayerLookupError for none or several."""
    folded_name = typed.strip().casefold()
    if not folded_name:
        raise PlayerLookupError("enter a name")
    matches = [player for player in players if player.casefold() == folded_name]
    if not matches:
        matches = matching_names(typed, {player: names.get(player, player) for player in players})
    if len(matches) == 1:
        return matches[0]
    if not matches:
        examples = ", ".join(names.get(player, player) for player in players[:3])  # enough to recognize the team
        raise PlayerLookupError(f"{quote_input(typed)} is not on the list ({examples} ...)")
    choices = ", ".join(names.get(player, player) for player in matches)
    raise PlayerLookupError(f"{quote_input(typed)} may be {choices}")
