"""Reading what a person types: an answer, or one of the words that may be typed at any question."""

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

Read = Callable[[str], str]
Write = Callable[[str], None]
Answer = TypeVar("Answer")


Command = Callable[[str], None]  # given the rest of its line


class Spoken(Exception):
    """A command typed in place of an answer that changes something; what asked is left, and the session obeys it."""

    def __init__(self, command: Command, rest: str) -> None:
        super().__init__(rest)
        self.command, self.rest = command, rest


class Left(Exception):
    """The person wants to stop."""


class NotTakenError(ValueError):
    """An answer that cannot be taken; the message says why and what is wanted."""


class NoSuchMan(ValueError):
    """A name that fits nobody, or more than one; the message says which."""


@dataclass(slots=True)
class Keyboard:
    """`showing` are the commands that only show something; `changing` those for which the play is broken off."""

    read: Read
    write: Write
    showing: dict[str, Command] = field(default_factory=dict)
    changing: dict[str, Command] = field(default_factory=dict)

    def ask(self, prompt: str, accept: Callable[[str], Answer | None], wanted: str) -> Answer:
        """Ask until `accept` makes something of the answer; what is no command either is asked again. Raises Spoken.

        `accept` raises NotTakenError for an answer of the right kind that it cannot take.
        """
        while True:
            typed = " ".join(self.read(prompt).split())
            try:
                answer = accept(typed)
            except NotTakenError as fault:
                self.write(f"    {_quoted(typed)}: {fault}")
                continue
            if answer is not None:
                return answer
            word, _, rest = typed.partition(" ")
            if (changes := self.changing.get(word.lower())) is not None:
                raise Spoken(changes, rest)
            if (shows := self.showing.get(word.lower())) is not None:
                shows(rest)
            else:
                said = _quoted(typed) if typed else "Enter alone is no answer here"
                self.write(f"    {said}: {wanted}; help lists the words that may be typed")

    def is_word(self, typed: str) -> bool:
        word = typed.partition(" ")[0].lower()
        return word in self.showing or word in self.changing


def _quoted(typed: str) -> str:
    """What was typed, without what would spoil the screen, and not too much of it."""
    shown = "".join(character if character.isprintable() else "?" for character in typed)
    return f"“{shown[:40]}…”" if len(shown) > 40 else f"“{shown}”"


def number_from(typed: str, highest: int) -> int | None:
    """A whole number from 1 to `highest`, else None."""
    if not (typed.isascii() and typed.isdigit() and len(typed) < 5):
        return None
    return int(typed) if 1 <= int(typed) <= highest else None


def find_man(typed: str, men: Sequence[str], names: Mapping[str, str]) -> str:
    """The one man so named: by his key, his name, or the beginning of a part of it. Raises NoSuchMan."""
    wanted = _plain(typed)
    if not wanted:
        raise NoSuchMan("a name is wanted")
    exact = [man for man in men if wanted in (_plain(man), _plain(names.get(man, man)))]
    found = exact or [man for man in men if _begins(_plain(names.get(man, man)), wanted)]
    if len(found) == 1:
        return found[0]
    if not found:
        some = ", ".join(names.get(man, man) for man in men[:3])  # enough to see which team is meant
        raise NoSuchMan(f"{_quoted(typed)} is none of them ({some} ...)")
    raise NoSuchMan(f"{_quoted(typed)} may be {', '.join(names.get(man, man) for man in found)}")


def _begins(name: str, wanted: str) -> bool:
    return name.startswith(wanted) or any(part.startswith(wanted) for part in name.split())


def _plain(name: str) -> str:
    """Letters and figures without accents and capitals, as a person types in a hurry: "oneill"."""
    parted = unicodedata.normalize("NFD", name)
    return "".join(character for character in parted if character.isalnum() or character == " ").casefold().strip()
