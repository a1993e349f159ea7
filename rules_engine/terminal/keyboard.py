"""Reading what a person types: an answer, or one of the words that may be typed at any question."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from rules_engine.names import matching_names

Read = Callable[[str], str]
Write = Callable[[str], None]


Command = Callable[[str], None]  # given the rest of its line


class Left(Exception):
    """The person wants to stop."""


@dataclass(slots=True)
class Keyboard:
    """Reads lines. `words` are those that may be typed at any question; what one of them interrupts gives way to it."""

    read: Read
    write: Write
    words: dict[str, Command] = field(default_factory=dict)
    _put_back: str = ""

    def line(self, prompt: str) -> str:
        """What is typed, its blanks made single; or the line that was put back."""
        if typed := self._put_back:
            self._put_back = ""
            return typed
        return " ".join(self.read(prompt).split())

    def put_back(self, typed: str) -> bool:
        """Whether the line begins with one of the words; then it is read again by whoever obeys them."""
        if typed.partition(" ")[0].lower() not in self.words:
            return False
        self._put_back = typed
        return True


class NoSuchMan(ValueError):
    """A name that fits nobody, or more than one; the message says which."""


def quoted(typed: str) -> str:
    """What was typed, without what would spoil the screen, and not too much of it."""
    shown = "".join(character if character.isprintable() else "?" for character in typed)
    return f"“{shown[:40]}…”" if len(shown) > 40 else f"“{shown}”"


def number_from(typed: str, highest: int) -> int | None:
    """A whole number from 1 to `highest`, else None."""
    if not (typed.isascii() and typed.isdigit() and len(typed) < 5):
        return None
    return int(typed) if 1 <= int(typed) <= highest else None


def find_man(typed: str, players: Sequence[str], names: Mapping[str, str]) -> str:
    """Return the player whose key was typed, or whose name fits best. Raises NoSuchMan for nobody and for several."""
    wanted = typed.strip().casefold()
    if not wanted:
        raise NoSuchMan("a name is wanted")
    found = [man for man in players if man.casefold() == wanted]
    found = found or matching_names(typed, {man: names.get(man, man) for man in players})
    if len(found) == 1:
        return found[0]
    if not found:
        some = ", ".join(names.get(man, man) for man in players[:3])  # enough to see which team is meant
        raise NoSuchMan(f"{quoted(typed)} is none of them ({some} ...)")
    raise NoSuchMan(f"{quoted(typed)} may be {', '.join(names.get(man, man) for man in found)}")
