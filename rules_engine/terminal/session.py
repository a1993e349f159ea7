"""Play a game at the terminal from the first pitch to the box score."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from rules_engine.baseball.dialogue import Dialogue
from rules_engine.baseball.dice_line import DiceRejectedError, dice_from, spoken
from rules_engine.baseball.game import Game
from rules_engine.baseball.game_input import SeededDice
from rules_engine.baseball.play_by_play import Names
from rules_engine.baseball.prompts import Ask, Over, Prompt, Ready, Roll, Settle, Stuck
from rules_engine.baseball.system_types import MANAGERS_WORDS
from rules_engine.profile import Profile
from rules_engine.terminal.chart_command import ChartCommand
from rules_engine.terminal.game_commands import GameCommands, OddsText, SaveGame
from rules_engine.terminal.history_commands import HistoryCommands
from rules_engine.terminal.keyboard import Keyboard, ReadLine, UserQuit, WriteLine, parse_number, quote_input
from rules_engine.terminal.order_commands import OrderCommands
from rules_engine.terminal.questions import answer_hint, format_line, format_question, input_prompt, parse_choice
from rules_engine.terminal.substitution_commands import SubstitutionCommands

FIRST_NUMBER_OF_DICE: Final = 10  # at a question, a smaller number is a choice
SHORTCUTS: Final = {"u": "undo", "r": "redo", "e": "events", "h": "help", "?": "help", "q": "quit"}


def _announcement_keys(word: str, rest: str, keys: Sequence[str]) -> tuple[str, ...]:
    """Return an announcement's key: "steal 2" is steal_2, "hold 1 2" is 12. Unknown text is returned as typed."""
    joined = rest.replace(" ", "_")
    for key in (f"{word}_{joined}", f"{joined}_{word}", joined, rest.replace(" ", "")):
        if key in keys:
            return (key,)
    return (joined,)


@dataclass(slots=True)
class Session:
    """A single game's session, which shows each prompt and handles an answer or a command."""

    talk: Dialogue
    keyboard: Keyboard
    commands: GameCommands
    substitutions: SubstitutionCommands = field(init=False)
    orders: OrderCommands = field(init=False)
    _saved_event: int = -1  # number of the last saved event
    _shown: tuple[int, int, Prompt] | None = None  # the prompt on the screen, with the point in the game

    def __post_init__(self) -> None:
        self.substitutions = SubstitutionCommands(self.talk, self.keyboard)
        self.orders = OrderCommands(self.talk, self.keyboard.write)
        history = HistoryCommands(self.talk, self.keyboard.write)
        charts = ChartCommand(self.talk, self.keyboard.write)
        groups = (self.substitutions, self.orders, charts, history, self.commands)
        commands = {word: command for group in groups for word, command in group.commands().items()}
        self.keyboard.commands |= commands
        self.keyboard.commands |= {short: commands[word] for short, word in SHORTCUTS.items()}

    def write(self, text: str) -> None:
        self.keyboard.write(text)

    def run(self) -> bool:
        """Play until the game is over, then show all of it. Return False if the user left early."""
        try:
            is_over = False
            while not is_over:
                is_over = self._run_turn()
        except UserQuit:
            return False
        finally:
            self._save()
        self.commands.report()
        return True

    def _run_turn(self) -> bool:
        """Show one prompt and handle the reply. Return whether the game is over."""
        prompt = self.talk.next()
        self._save()
        if isinstance(prompt, Over) and not any(self.talk.people):
            return True
        self._show_prompt(prompt)
        try:
            typed = self.keyboard.line(input_prompt(prompt, self.talk.names))
        except EOFError:
            if isinstance(prompt, Over):
                return True
            raise
        return self._handle_input(prompt, typed)

    def _handle_input(self, prompt: Prompt, typed: str) -> bool:
        """Handle an answer or a command. Return True for Enter at the end of the game."""
        if isinstance(prompt, Over) and not typed:
            return True
        try:
            if self._answer(prompt, typed):
                return False
        except DiceRejectedError as error:
            self.write(f"    {quote_input(typed)}: {error}")
            return False
        word, _, rest = typed.partition(" ")
        command = self.keyboard.commands.get(word.lower())
        if command is not None:
            command(rest)
        elif not (self.orders.give(typed) or self._announce(" ".join(typed.lower().split()))):
            subject = quote_input(typed) if typed else "Pressing Enter alone is not an answer here"
            self.write(f"    {subject}: {answer_hint(prompt)}; help lists the commands")
            if isinstance(prompt, Settle):
                self._shown = None
        return False

    # Questions and answers.

    def _show_prompt(self, prompt: Prompt) -> None:
        """Show a prompt once."""
        question = (self.talk.game.log.number, len(self.talk.entries), prompt)
        if question == self._shown:
            return
        self._shown = question
        if isinstance(prompt, Ask):
            for line in format_question(prompt):
                self.write(line)
        elif isinstance(prompt, Settle):
            self.write(f"  {self.talk.teams[prompt.team]}: {prompt.sentence.rstrip('.')}. In his place:")
            self.substitutions.list_candidates(prompt.candidates, prompt.not_allowed)
        elif isinstance(prompt, Stuck):
            self.write(f"    {prompt.sentence}")

    def _answer(self, prompt: Prompt, typed: str) -> bool:
        """Use the line as an answer. Return False if it isn't one. Raise DiceRejectedError for an invalid answer."""
        if isinstance(prompt, Settle):
            return self._settle(prompt, typed)
        if isinstance(prompt, Ask):
            key = parse_choice(prompt, typed)
            if key is not None:
                self.talk.answer(key)
                if not typed:
                    self.write(f"    {spoken(prompt.question)}: {spoken(key)}")
                return True
        if isinstance(prompt, Ready) and not typed:
            self.talk.answer("")
            return True
        if isinstance(prompt, Roll | Ask | Ready):
            return self._answer_with_dice(prompt, typed)
        return False

    def _answer_with_dice(self, prompt: Prompt, typed: str) -> bool:
        dice = dice_from(typed, self.talk.game.system.dice)
        if dice is None or self.talk.dice is not None:
            return False
        if isinstance(prompt, Ask) and len(dice) == 1 and dice[0] < FIRST_NUMBER_OF_DICE:
            return False  # a number that isn't a choice
        self.talk.answer(dice)
        return True

    def _settle(self, prompt: Settle, typed: str) -> bool:
        """Replace a player who must leave."""
        if not typed and prompt.moves:
            self.talk.settle_by_moving()
            return True
        pairs = [(candidate.enters, candidate.leaves) for candidate in prompt.candidates]
        number = parse_number(typed, len(pairs))
        if number is not None:
            self.talk.settle(*pairs[number - 1])
            return True
        if typed.partition(" ")[0].lower() in self.keyboard.commands:
            return False
        pair = self.substitutions.parse_candidate(pairs, typed)
        if pair is None:
            return False
        self.talk.settle(*pair)
        return True

    def _announce(self, typed: str) -> bool:
        """Make an announcement before the dice, such as "walk", "steal 2" or "hit and run".

        Return False if the line isn't an announcement.
        """
        word = next((word for word in MANAGERS_WORDS if typed == word or typed.startswith(f"{word} ")), "")
        if not word:
            return False
        keys = self.commands.announcements.get(word)
        if keys is None:
            self.write(f"    {word}: {self.commands.unknown_announcement()}")
            return True
        rest = typed[len(word) :].strip()
        if rest:
            keys = _announcement_keys(word, rest, keys)
        for key in keys:
            try:
                self.talk.say(*key.split(), called=typed)
            except DiceRejectedError as error:
                refusal = str(error)
            else:
                return True
        self.write(f"    {word}: {refusal}")
        return True

    def _save(self) -> None:
        """Save the game if there is a new event."""
        number = self.talk.game.log.number
        if self.commands.save_game and number != self._saved_event:
            self.commands.save_game()
            self._saved_event = number


def play_at_terminal(
    game: Game[Any, Any],
    teams: tuple[str, str],
    names: Names,
    read: ReadLine,
    write: WriteLine,
    dice: SeededDice | None = None,
    *,
    people: tuple[bool, bool] = (True, True),
    profile: Profile | None = None,
    not_suspended: str = "",
    save_game: SaveGame | None = None,
    odds: Mapping[str, OddsText] | None = None,
    printed: Mapping[str, Mapping[str, str]] | None = None,
) -> bool:
    """Play to the end. Return False if the user left early.

    Args:
        dice: The program's dice. Without them, the user enters every roll.
        people: Whether a person manages the visitors and the home team.
        profile: The tournament's edition, whose substitution rules apply.
        not_suspended: The reason why this game can't be suspended (T33.0).
        save_game: Called after every event.
        odds: Odds for the plate appearance ("") and more, by the word after `odds`. A tournament game has none
            (T0.03).
        printed: Printed ratings by player, which `card` shows.
    """
    talk = Dialogue(game, teams, names, list(people), dice, profile, lambda line: write(format_line(line)))
    talk.is_tournament_game = profile is not None and odds is None
    commands = GameCommands(talk, write, not_suspended, save_game, odds, printed or {})
    return Session(talk, Keyboard(read, write), commands).run()
