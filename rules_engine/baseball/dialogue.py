"""A game as a series of questions and answers, independent of the keyboard.

`next()` plays until a person must act and returns the prompt. Call it again after an answer, a substitution or an
undo. `tell` receives every line in the meantime. A play that waits for an answer is rerun from its earlier answers,
so a play is never left half finished.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from rules_engine.baseball.dialogue_input import DialogueInput, InputNeeded, answer_by_orders, usual, usual_answers
from rules_engine.baseball.dice_line import (
    DiceRejectedError,
    Entry,
    Question,
    check_die,
    may_be_digits,
    next_question,
    read_dice_line,
    rolls_dice,
    spoken,
)
from rules_engine.baseball.events import Event, FieldersMoved, Record, Substituted
from rules_engine.baseball.game import NotReadyError
from rules_engine.baseball.game_input import GameInput, Option
from rules_engine.baseball.going_back import AFTER_GAME, after_game_is_done, dice_of
from rules_engine.baseball.mound import mound_report
from rules_engine.baseball.play_by_play import half_text, situation_text
from rules_engine.baseball.play_under_way import GivenEntry, PlayInProgress
from rules_engine.baseball.prompts import Ask, Over, Prompt, Ready, Roll, Settle, Stuck, prompt_document
from rules_engine.baseball.settling import relievers_text, to_settle
from rules_engine.baseball.system_types import Reason
from rules_engine.rulings import Ruling


@dataclass(slots=True)
class Dialogue(PlayInProgress):
    """A game as a dialogue. PlayInProgress contains the play in progress and every undo."""

    is_tournament_game: bool = False
    prompt: Prompt | None = None  # the last return value of next()
    _pitcher_notes: dict[str, str] = field(default_factory=dict)  # the last announcement, by pitcher
    _half: tuple[int, bool] | None = None
    _questions: dict[tuple[Entry, ...], Question | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.pilot = self.game.system.pilot(self.game, self.profile)
        self.seat(self.people)

    def seat(self, people: list[bool]) -> None:
        """Set the managers from now on."""
        self.people = people
        self.pilot.teams = tuple(team for team in (0, 1) if not people[team])

    # Finding the next prompt.

    def next(self) -> Prompt:
        """Play until a person must act.

        Raises NotReadyError if the game can't continue and there is no one to prompt.
        """
        while True:
            self.prompt = self._step()
            if self.prompt is not None:
                return self.prompt

    def _step(self) -> Prompt | None:
        """Make one play, or return the prompt for a person."""
        state, log = self.game.state, self.game.log
        if state.ending:
            return self._after_game() if state.over and not after_game_is_done(log) else Over(state.ending)
        if self.announced_at != log.number:
            self._announce_half()
            self._pilots_changes()
            if (settle := to_settle(self)) is not None:
                return settle
            self._begin()
        return self._play()

    def _begin(self) -> None:
        """Announce a play."""
        self.announced_at, self.taken_back = self.game.log.number, {}
        self.say_line("situation", situation_text(self.game.state, self.names))
        self._say_pitcher_note()
        if self.dice_that_count():
            self.say_line("note", "The recorded dice apply again. Type fresh to roll new dice.")
        self.waits = any(self.people) and (self.dice is not None or bool(self.dice_that_count()))

    def _say_pitcher_note(self) -> None:
        """Announce a limit on the pitcher when it changes.

        In a tournament game between two people, the defensive manager must keep track of it himself.
        """
        report = mound_report(self.game, self.team_of("defence"))
        has_changed = report.note != self._pitcher_notes.get(report.pitcher, "")
        if has_changed and report.note and not (self.is_tournament_game and all(self.people)):
            self.say_line("note", f"{self.name(report.pitcher)}: {report.note}.")
            if report.is_tired and self.people[self.team_of("defence")]:
                self.say_line("note", relievers_text(self, self.team_of("defence")))
        self._pitcher_notes[report.pitcher] = report.note

    def _play(self) -> Prompt | None:
        number = self.game.log.number
        try:
            self.game.play(DialogueInput(self))
        except InputNeeded as needed:
            return needed.prompt
        except NotReadyError as fault:
            sentence_text = self.spoken(str(fault))
            if not any(self.people):
                raise NotReadyError(sentence_text, fault.unsettled) from None
            return Stuck(sentence_text)
        if followed := self.ordered_decisions():
            self.ordered[number + 1] = followed
        self.entries, self.noted = [], 0
        self.say_events(number)
        return None

    def _after_game(self) -> Prompt | None:
        """Make the system's postgame rolls with the game's dice, then finish."""
        number, system = self.game.log.number, self.game.system
        if self.announced_at != number:
            self.announced_at, self.waits, self.taken_back = number, False, {}
            if not rolls_dice(lambda table: system.after_game(table, self.game)):
                return Over(self.game.state.ending)
            self.say_line("situation", "After the game")
        try:
            self.game.finish(DialogueInput(self))
        except InputNeeded as needed:
            return needed.prompt
        self.say_events(number)
        self.keep_rolled_dice()
        dice = ", ".join(f"{spoken(name)} {value}" for name, value in self.record)
        self.game.rewind(self.game.log.number, f"{AFTER_GAME}: {dice}")
        self.entries, self.noted = [], 0
        return None

    def _trial(self, game_input: GameInput) -> object:
        """Try the play in progress, or the postgame rolls, without changing the game."""
        if self.game.state.over:
            return self.game.system.after_game(game_input, self.game)
        return self.game.try_out(game_input)

    def _announce_half(self) -> None:
        state = self.game.state
        if (state.inning, state.bottom) != self._half:
            self._half = (state.inning, state.bottom)
            self.say_line("half", half_text(state, self.teams))

    def _pilots_changes(self) -> None:
        number = self.game.log.number
        self.pilot.changes()
        self.say_events(number)

    # Required changes.

    def settle(self, enters: str, leaves: str) -> None:
        """Bring in one of the candidates. Raise DiceRejectedError for any other player."""
        prompt = self.prompt
        if not isinstance(prompt, Settle):
            raise DiceRejectedError("there is nothing to settle")
        moves = {(candidate.enters, candidate.leaves): candidate.moves for candidate in prompt.candidates}
        if (enters, leaves) not in moves:
            raise DiceRejectedError(f"{self.name(enters)} may not come in")
        reason: Any = prompt.reason
        ruling = self.game.system.change_ruling(self.game, self.profile, prompt.team, enters, leaves, reason)
        events: list[Event] = [Substituted(prompt.team, enters, leaves, prompt.enters_by or ruling.rule)]
        if moves[enters, leaves]:
            events.append(FieldersMoved(prompt.team, moves[enters, leaves]))
        self.happen(*events)

    def settle_by_moving(self) -> None:
        """Make the moves that put every player at a position on his card."""
        prompt = self.prompt
        if not isinstance(prompt, Settle) or not prompt.moves:
            raise DiceRejectedError("no moves would settle it")
        self.happen(FieldersMoved(prompt.team, prompt.moves))

    # Answers.

    def answer(self, value: int | str | Sequence[int]) -> None:
        """Answer with one die, several dice or a choice key.

        Raises DiceRejectedError without any change if it doesn't fit.
        """
        prompt = self.prompt
        if isinstance(prompt, Ready) and not value:
            self.waits = False
        elif isinstance(value, str):
            self._choose(value)
        elif isinstance(prompt, Roll | Ask | Ready):
            self._throw([value] if isinstance(value, int) else list(value))
        else:
            raise DiceRejectedError("no die is needed now")

    def _choose(self, key: str) -> None:
        prompt = self.prompt
        if not isinstance(prompt, Ask) or not any(choice.key == key for choice in prompt.choices):
            raise DiceRejectedError(f"{key} is not an answer here")
        self.entries.append(GivenEntry(prompt.question, key, True))

    def answer_usual(self) -> None:
        """Accept the default answers in `usual_answers`. Raise DiceRejectedError if no question is open."""
        if not isinstance(self.prompt, Ask):
            raise DiceRejectedError("no question is open")
        for question, key in usual_answers(self, self.prompt):
            if not isinstance(self.prompt, Ask) or self.prompt.question != question:
                return  # An answer can lead to a new question that its manager hasn't seen.
            self._choose(key)
            self.next()

    def check_dice(self, dice: Sequence[int]) -> None:
        """Raise DiceRejectedError if `answer` would reject these dice."""
        self._read_dice([*dice])

    def _throw(self, dice: list[int]) -> None:
        """Accept a line of dice completely or not at all. Open questions get their default answers."""
        if isinstance(self.prompt, Ready) and self.dice_that_count():  # the dice differ from those on record
            self.fresh()
            self.announced_at = self.game.log.number
        new_dice = self._read_dice(dice)
        self._mark_retyped(new_dice)
        self.entries += [
            GivenEntry(name, value, place == 0, is_usual=isinstance(value, str))
            for place, (name, value) in enumerate(new_dice)
        ]
        self.waits = False

    def _read_dice(self, dice: list[int]) -> list[tuple[str, int | str]]:
        prompt = self.prompt
        if isinstance(prompt, Roll) and len(dice) == 1 and not may_be_digits(dice[0], prompt.sides, prompt.lowest):
            check_die(dice[0], self.game.system.roll_titles, prompt.name, prompt.sides, prompt.lowest)
            return [(prompt.name, dice[0])]
        along, titles = self.game.system.rolled_together, self.game.system.roll_titles
        return read_dice_line(self._trial, dice, self.record, self.dice_that_count(), self._decided, along, titles)

    def _decided(self, side: str, question: str, options: Sequence[Option]) -> str:
        """Return the ordered or default decision for a team managed by a person, or the computer manager's decision."""
        team = self.team_of(side)
        if not self.people[team]:
            return self.pilot.choose(side, question, options)
        return answer_by_orders(self, team, question, options) or usual(options)

    def _mark_retyped(self, new_dice: Sequence[tuple[str, int | str]]) -> None:
        """Mark a die in the log if its new value differs from the undone one."""
        before = dice_of(tuple((entry.name, entry.value) for entry in self.entries))
        now = dice_of((*((entry.name, entry.value) for entry in self.entries), *new_dice))
        for die, value in now.items():
            was = self.taken_back.get(die)
            if die not in before and was is not None and was != value:
                why = f"{spoken(die[0])} entered again: was {was}, now {value}"
                is_announced = self.announced_at == self.game.log.number
                self.game.rewind(self.game.log.number, why)
                self.announced_at = self.game.log.number if is_announced else self.announced_at
                self.say_line("note", f"{spoken(die[0])}: was {was}, now {value}. The change is in the log.")
        self.taken_back = {die: value for die, value in self.taken_back.items() if die not in now}

    def say(self, *keys: str, called: str = "", team: int | None = None) -> None:
        """Announce a choice for this play before its dice, such as "walk", or consecutive choices: "each", "hold".

        Raises DiceRejectedError without any change if the choice isn't possible.

        Args:
            called: The announcement as typed, for the error message.
            team: The team that announces it, or None for any team that a person manages.
        """
        before = (self.noted, self.entries)
        self._questions.clear()
        try:
            for key in keys:
                self._say(key, called or spoken(key), team)
        except DiceRejectedError:
            self.noted, self.entries = before
            raise

    def possible_announcements(self, team: int) -> dict[str, str]:
        """Return the announcements that a team can make now, with their choices: {"steal": "steal_2"}.

        Choices for the team's open question are left out. While a change is required, there are none.
        """
        offered = {choice.key for choice in self.prompt.choices} if isinstance(self.prompt, Ask) else set()
        system = self.game.system
        self._questions.clear()
        possible = {}
        for word, keys in system.announcements(self.game.setup.edition).items():
            key = next((key for key in keys if key not in offered and self._can_say(key, team)), None)
            if key is not None:
                possible[word] = key
        return possible

    def unasked_choices(self, team: int) -> dict[str, Record]:
        """Return the choices that a team can still announce without being prompted, such as a walk.

        Each comes with the play's answers up to it. After the first die, there are none.
        """
        if self.game.dice_rolled or not self.people[team]:
            return {}
        self._questions.clear()
        choices: dict[str, Record] = {}
        for place, entry in enumerate(self.entries):
            question = self._question_after(self.entries[:place]) if isinstance(entry.value, str) else None
            if question is None or self.team_of(question[0]) != team:
                continue
            unasked = [option.key for option in question[2] if option.unasked and option.key != entry.value]
            choices |= {key: (*self.record[:place], (entry.name, key)) for key in unasked}
        return choices

    def _can_say(self, key: str, team: int) -> bool:
        before = (self.noted, self.entries)
        try:
            for part in key.split():
                self._say(part, part, team)
        except DiceRejectedError:
            return False
        finally:
            self.noted, self.entries = before
        return True

    def _say(self, key: str, called: str, team: int | None) -> None:
        if self.game.state.ending:
            raise DiceRejectedError("the game is over")
        if isinstance(self.prompt, Settle):  # The play and its announcements start after the change.
            raise DiceRejectedError("a substitution is required first")
        rolls = [place for place, entry in enumerate(self.entries, start=1) if isinstance(entry.value, int)]
        first = rolls[-1] if rolls else 0
        for place in range(len(self.entries), first - 1, -1):  # latest possible point first
            if (answers := self._up_to(key, self.entries[:place], team)) is not None:
                self.noted, self.entries = min(self.noted, place), answers
                return
        if self.game.dice_rolled:
            raise DiceRejectedError("the dice for this play have been rolled")
        raise DiceRejectedError(f"{called} is not possible now")

    def _up_to(self, key: str, entries: list[GivenEntry], team: int | None) -> list[GivenEntry] | None:
        """Return the answers up to this choice, with default answers before it, or None if it never comes up."""
        while (following := self._question_after(entries)) is not None:
            side, question, options = following
            deciding_team = self.team_of(side)
            may_say = self.people[deciding_team] and team in (None, deciding_team)
            if may_say and any(option.key == key for option in options):
                return [*entries, GivenEntry(question, key, True)]
            entries = [*entries, GivenEntry(question, self._decided(side, question, options), False)]
        return None

    def _question_after(self, answers: Sequence[GivenEntry]) -> Question | None:
        """Return the play's question after these answers. Each set of answers is tried once for all announcements."""
        entries = tuple((entry.name, entry.value) for entry in answers)
        if entries not in self._questions:
            self._questions[entries] = next_question(self.game.try_out, entries)
        return self._questions[entries]

    # Changes of players.

    def change(
        self, team: int, reason: Reason, enters: str, leaves: str, moves: dict[str, str] | None = None
    ) -> Ruling:
        """Make a substitution and its moves (player by position) if the rules allow it. Return the ruling."""
        ruling = self.game.system.change_ruling(self.game, self.profile, team, enters, leaves, reason, moves or {})
        if ruling:
            self.happen(Substituted(team, enters, leaves, ruling.rule))
            if moves:
                return self.move(team, moves)
        return ruling

    def move(self, team: int, moves: dict[str, str]) -> Ruling:
        """Move fielders to new positions, passed as player by position."""
        ruling = self.game.system.move_ruling(self.game, team, moves, tournament=self.profile is not None)
        if ruling:
            self.happen(FieldersMoved(team, tuple(moves.items())))
        return ruling

    def view(self, side: int | None = None) -> dict[str, Any]:
        """Return the game's state as JSON values.

        Include the prompt only if it is for this team, or any team if None.
        """
        state, prompt = self.game.state, self.prompt
        mine = side is None or getattr(prompt, "team", side) == side
        return {
            "teams": list(self.teams),
            "score": list(state.score),
            "inning": state.inning,
            "half": "bottom" if state.bottom else "top",
            "outs": state.outs,
            "bases": [runner.player if runner else "" for runner in state.bases],
            "batter": state.batting.batter,
            "pitcher": state.fielding.pitcher,
            "sides": [{"order": [*side.order], "field": [*side.field], "bench": [*side.bench]} for side in state.sides],
            "names": {
                player: self.name(player) for side in state.sides for player in (*side.order, *side.field, *side.bench)
            },
            "given": [[entry.name, entry.value] for entry in self.entries],
            "wanted": prompt_document(prompt) if prompt is not None and mine else None,
            "events": self.game.log.number,
            "ending": state.ending,
        }
