"""Game input for a dialogue: recorded answers first, then new dice and decisions that need no person."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from rules_engine.baseball.dice_line import SIDE_TITLES, DiceOnRecord, next_question, spoken
from rules_engine.baseball.game_input import Option
from rules_engine.baseball.going_back import dice_of
from rules_engine.baseball.play_under_way import DialogueLine, GivenEntry, PlayInProgress
from rules_engine.baseball.prompts import Ask, Choice, Prompt, Ready, Roll
from rules_engine.baseball.standing_orders import ordered_answer


class InputNeeded(Exception):
    """The play needs input from a person."""

    def __init__(self, prompt: Prompt) -> None:
        super().__init__()
        self.prompt = prompt


@dataclass(slots=True)
class DialogueInput:
    """Game input for a dialogue: recorded answers first, then new dice and decisions that need no person."""

    dialogue: PlayInProgress
    _place: int = 0
    _on_record: DiceOnRecord = field(init=False)

    def __post_init__(self) -> None:
        self._on_record = DiceOnRecord(self.dialogue.dice_that_count())

    def roll(self, name: str, sides: int, lowest: int = 1) -> int:
        recorded = self._on_record.of_turn(name, sides, lowest)
        entered = self._entered(name, lambda value: isinstance(value, int) and lowest <= value < lowest + sides)
        if entered is not None:
            return int(entered)
        talk = self.dialogue
        if talk.waits_for_manager():
            raise InputNeeded(Ready(talk.team_of("offence" if talk.people[talk.batting] else "defence")))
        if recorded is not None:
            value, source = recorded, ", as recorded"
        elif talk.dice is not None:
            value, source = talk.dice.roll(name, sides, lowest), ""
        else:
            raise InputNeeded(Roll(name, sides, lowest))
        talk.tell(DialogueLine("die", f"{spoken(name)}: {value}{source}"))
        self._keep(GivenEntry(name, value, False))
        return value

    def ask(self, side: str, question: str, options: Sequence[Option]) -> str:
        if len(options) == 1:
            return options[0].key
        entered = self._entered(question, lambda value: any(option.key == value for option in options))
        if entered is not None:
            return str(entered)
        talk = self.dialogue
        team = talk.team_of(side)
        if talk.people[team] and not options[1].unasked:
            answer = answer_by_orders(talk, team, question, options)
            if answer is None:
                raise InputNeeded(ask_prompt(talk, team, side, question, options))
            self._keep(GivenEntry(question, answer, False, team))
            return answer
        chosen = options[0].key if talk.people[team] else talk.pilot.choose(side, question, options)
        self._keep(GivenEntry(question, chosen, False))
        if any(talk.people) and chosen != options[0].key:
            option = next(option for option in options if option.key == chosen)
            talk.tell(DialogueLine("decision", f"{SIDE_TITLES[side]}, {spoken(question)}: {chosen} ({option.rule})"))
        return chosen

    def _entered(self, name: str, fits: Callable[[int | str], bool]) -> int | str | None:
        """Return the recorded answer at this point if the play still has the same question."""
        entries = self.dialogue.entries
        if self._place == len(entries):
            return None
        entry = entries[self._place]
        if entry.name != name or not fits(entry.value):
            del entries[self._place :]
            return None
        self._place += 1
        self.dialogue.note_dice(self._place)
        return entry.value

    def _keep(self, entry: GivenEntry) -> None:
        talk = self.dialogue
        talk.entries.append(entry)
        self._place += 1
        talk.noted = max(talk.noted, self._place - 1)
        talk.note_dice(self._place, fell=True)


def ask_prompt(talk: PlayInProgress, team: int, side: str, question: str, options: Sequence[Option]) -> Ask:
    """Return the prompt for a person, with the ratings beside each choice."""

    def note(option: Option) -> str:
        return talk.game.system.option_note(talk.game, question, option.key, talk.record, talk.names)

    choices = tuple(Choice(option.key, option.rule, option.sentence, note(option), option.safe) for option in options)
    return Ask(team, side, question, choices, usual(options))


def answer_by_orders(talk: PlayInProgress, team: int, question: str, options: Sequence[Option]) -> str | None:
    """Return the answer from the team's standing orders, or None if its manager decides."""
    return ordered_answer(talk.orders[team], talk.game.state, question, options, usual(options))


def usual_answers(talk: PlayInProgress, prompt: Ask) -> list[tuple[str, str]]:
    """Return the default answers to the open question and to the same team's questions right after it.

    They stop at the opponent's first question or the next dice. After a play's first die, only the open
    question is answered, because decisions after a roll can't be retracted (S7.0).
    """
    answers = [(prompt.question, prompt.usual)]
    record: list[tuple[str, int | str]] = [*talk.record, *answers]
    while not dice_of(talk.record) and (question := next_question(talk.game.try_out, record)) is not None:
        side, name, options = question
        if talk.team_of(side) != prompt.team:
            break
        ordered = answer_by_orders(talk, prompt.team, name, options)
        answer = ordered or usual(options)
        record.append((name, answer))
        if not (ordered or options[1].unasked):
            answers.append((name, answer))
    return answers


def usual(options: Sequence[Option]) -> str:
    """Return the default option."""
    return next((option.key for option in options if option.silent), options[0].key)
