"""A game at the terminal from the first pitch to the box score: dice typed in or thrown, decisions asked or left."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules_engine.baseball.dialogue import Dialogue
from rules_engine.baseball.dice_line import NotTakenError, dice_from
from rules_engine.baseball.game import Game
from rules_engine.baseball.game_input import SeededDice
from rules_engine.baseball.play_by_play import Names
from rules_engine.baseball.prompts import Ask, Over, Prompt, Ready, Roll, Settle, Stuck
from rules_engine.baseball.system_types import MANAGERS_WORDS
from rules_engine.profile import Profile
from rules_engine.terminal.asking import choice_of, line_of, question_lines, typed_after, wanted_text
from rules_engine.terminal.changing import Changing
from rules_engine.terminal.going_back import GoingBack
from rules_engine.terminal.keyboard import Keyboard, Left, Read, Write, number_from, quoted
from rules_engine.terminal.words import Keep, Odds, Words

SHORT = {"u": "undo", "r": "redo", "e": "events", "h": "help", "?": "help", "q": "quit"}


def _meant(word: str, rest: str, keys: Sequence[str]) -> tuple[str, ...]:
    """What follows a word as one of its choices: "steal 2" is steal_2, "hold 1 2" is 12; else as it stands."""
    said = rest.replace(" ", "_")
    possible = (f"{word}_{said}", f"{said}_{word}", said, rest.replace(" ", ""))
    return tuple(key for key in possible if key in keys)[:1] or (said,)


@dataclass(slots=True)
class Session:
    """Plays one game: what is asked is shown, what is typed is an answer or one of the words."""

    talk: Dialogue
    keyboard: Keyboard
    words: Words
    changing: Changing = field(init=False)
    _kept: int = -1  # the number of the last event that was written away
    _shown: tuple[int, int, Prompt] | None = None  # the question that stands on the screen, and when it was asked

    def __post_init__(self) -> None:
        self.changing = Changing(self.talk, self.keyboard)
        back = GoingBack(self.talk, self.keyboard.write)
        words = {**self.changing.words(), **back.words(), **self.words.words()}
        self.keyboard.words |= words
        self.keyboard.words |= {short: words[word] for short, word in SHORT.items()}

    def write(self, text: str) -> None:
        self.keyboard.write(text)

    def run(self) -> bool:
        """Play until the game is over, and then show it whole; False when the person left before."""
        try:
            while not self._turn():
                pass
        except Left:
            return False
        finally:
            self._keep()
        self.words.report()
        return True

    def _turn(self) -> bool:
        """One question and what is said to it; True when the game is over and nobody wants it otherwise."""
        prompt = self.talk.next()
        self._keep()
        if isinstance(prompt, Over) and not any(self.talk.people):
            return True
        self._show(prompt)
        try:
            typed = self.keyboard.line(typed_after(prompt, self.talk.names))
        except EOFError:
            if isinstance(prompt, Over):
                return True
            raise
        return self._obey(prompt, typed)

    def _obey(self, prompt: Prompt, typed: str) -> bool:
        """An answer, or else a word; True for Enter at the end of the game."""
        if isinstance(prompt, Over) and not typed:
            return True
        try:
            if self._answered(prompt, typed):
                return False
        except NotTakenError as fault:
            self.write(f"    {quoted(typed)}: {fault}")
            return False
        word, _, rest = typed.partition(" ")
        if (command := self.keyboard.words.get(word.lower())) is not None:
            command(rest)
        elif not self._said_of_own_accord(" ".join(typed.lower().split())):
            said = quoted(typed) if typed else "Enter alone is no answer here"
            self.write(f"    {said}: {wanted_text(prompt)}; help lists the words that may be typed")
            if isinstance(prompt, Settle):
                self._shown = None
        return False

    # What is asked, and what is answered.

    def _show(self, prompt: Prompt) -> None:
        asked = (self.talk.game.log.number, len(self.talk.given), prompt)
        if asked == self._shown:
            return
        self._shown = asked
        if isinstance(prompt, Ask):
            for line in question_lines(prompt):
                self.write(line)
        elif isinstance(prompt, Settle):
            self.write(f"  {self.talk.teams[prompt.team]}: {prompt.sentence.rstrip('.')}. In his place:")
            self.changing.list_candidates(prompt.candidates, prompt.not_allowed)
        elif isinstance(prompt, Stuck):
            self.write(f"    {prompt.sentence}")

    def _answered(self, prompt: Prompt, typed: str) -> bool:
        """Whether this was an answer. Raises NotTakenError for one that cannot be taken."""
        if isinstance(prompt, Settle):
            return self._settled(prompt, typed)
        if isinstance(prompt, Ask) and (key := choice_of(prompt, typed)) is not None:
            self.talk.answer(key)
            return True
        if isinstance(prompt, Roll | Ask | Ready):
            if isinstance(prompt, Ready) and not typed:
                self.talk.answer("")
                return True
            if (dice := dice_from(typed)) is not None:
                if self.talk.dice is not None:
                    return False
                if isinstance(prompt, Ask) and len(dice) == 1:
                    return False  # a number that is no choice
                self.talk.answer(dice)
                return True
        return False

    def _settled(self, prompt: Settle, typed: str) -> bool:
        if not typed and prompt.moves:
            self.talk.settle_by_moving()
            return True
        pairs = [(one.enters, one.leaves) for one in prompt.candidates]
        if (number := number_from(typed, len(pairs))) is not None:
            self.talk.settle(*pairs[number - 1])
            return True
        if typed.partition(" ")[0].lower() in self.keyboard.words:
            return False
        if (pair := self.changing.named(pairs, typed)) is not None:
            self.talk.settle(*pair)
        return pair is not None

    def _said_of_own_accord(self, typed: str) -> bool:
        """ "walk", "steal 2", "hit and run": what a manager may say before the dice in place of what is asked."""
        word = next((word for word in MANAGERS_WORDS if typed == word or typed.startswith(f"{word} ")), "")
        if not word:
            return False
        rest = typed[len(word) :].strip()
        if (keys := self.words.announcements.get(word)) is None:
            self.write(f"    {word}: {self.words.not_known()}")
            return True
        for key in _meant(word, rest, keys) if rest else keys:
            try:
                self.talk.say(*key.split(), called=typed)
            except NotTakenError as fault:
                refusal = str(fault)
            else:
                return True
        self.write(f"    {word}: {refusal}")
        return True

    def _keep(self) -> None:
        number = self.talk.game.log.number
        if self.words.keep and number != self._kept:
            self.words.keep()
            self._kept = number


def play_at_terminal(
    game: Game[Any, Any],
    teams: tuple[str, str],
    names: Names,
    read: Read,
    write: Write,
    dice: SeededDice | None = None,
    *,
    people: tuple[bool, bool] = (True, True),
    profile: Profile | None = None,
    not_suspended: str = "",
    keep: Keep | None = None,
    odds: Mapping[str, Odds] | None = None,
) -> bool:
    """Play to the end; False when somebody left before. Without `dice` every roll is typed in.

    `people`: whether a person manages the visitors and the home team. With a `profile` the tournament's rules of
    substitution are kept; `not_suspended` says why T33.0 is not used in this game. `keep` is called after every event,
    to write the game away. `odds` tell whoever asks the odds of the plate appearance ("") and, by the word that
    follows, of more; without them nobody is told (T0.03).
    """
    talk = Dialogue(game, teams, names, list(people), dice, profile, lambda said: write(line_of(said)))
    return Session(talk, Keyboard(read, write), Words(talk, write, not_suspended, keep, odds)).run()
