"""A game at the terminal from the first pitch to the box score: dice typed in or thrown, decisions asked or left."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from rules_engine.baseball.events import GameHalted
from rules_engine.baseball.play_by_play import sentence
from rules_engine.competition.information import computer_allowed
from rules_engine.eligibility.game_ending import may_concede
from rules_engine.profile import Profile
from rules_engine.systems.strat_o_matic.play.game import NotReadyError, StratGame
from rules_engine.systems.strat_o_matic.terminal.going_back import GoingBack
from rules_engine.systems.strat_o_matic.terminal.keyboard import Command, Keyboard, Left, Read, Spoken, Write
from rules_engine.systems.strat_o_matic.terminal.men import Men
from rules_engine.systems.strat_o_matic.terminal.needed import Needed
from rules_engine.systems.strat_o_matic.terminal.showing import (
    bench_text,
    box_report,
    conceded_text,
    half_text,
    line_up_text,
    play_by_play_text,
    situation_text,
)
from rules_engine.systems.strat_o_matic.terminal.sitting import Sitting
from rules_engine.systems.strat_o_matic.terminal.table import SeededDice

Keep = Callable[[], None]  # writes the game away as it stands, and says so itself where it cannot
Odds = Callable[[StratGame, Mapping[str, str]], str]  # the exact odds of this moment in words, with names for the men
SIDES = ("away", "home")
HELP = """  At any question:
    undo             take back the last answer of this play, else your changes since the last play, else that play;
                     undo event: the last event alone
    back             take back an announcement, as far as the rules let you (S7.0)
    redo             forward again by a play that was undone
    events           the last events with their numbers (events 30, events all); rewind 12 goes back to after event 12
    fresh            dice that are on record for this moment do not count; throw them anew
    ph MAN           he hits for the batter                   pr MAN for RUNNER       he runs
    p MAN            a new pitcher                            def MAN for MAN         for the defence
    move MAN 2b, MAN ss     men in the field change places    def MAN for MAN, MAN lf   with moves that go with it
    double PITCHER for MAN, MAN   a double switch; the second man takes the first one's position
    dh 1b            the designated hitter takes the field there; dh alone: the pitcher bats for him
                     ph, pr, p and def alone list who may come in, and why others may not
    auto             the autopilot manages both teams (auto away, auto home); person home gives a team back to you
    lineup, bench    who plays, who is left                   score, box, plays       how the game stands
    odds             the exact odds of this batter and these runners; odds inning: of the runs to the third out
    save             write the game to its file now           quit, suspend           stop here; suspend says so (T33.0)
    concede          the team that is behind gives the game up (T0.05)
    u r e h q        the first letters of undo, redo, events, help, quit
  Part of a name is enough. Enter takes what it says. Dice thrown together go on one line: 4 2 6, or 4 2 6 15.
  A line is taken whole or not at all: a die that the play does not ask for refuses it."""


@dataclass(slots=True)
class Session:
    """Plays one game. `keep` writes it away after every event; without it nothing is kept.

    `odds` tells the plate appearance and the half-inning; without them it is a tournament's game (T0.03).
    """

    sitting: Sitting
    keep: Keep | None = None
    odds: tuple[Odds, Odds] | None = None
    needed: Needed = field(init=False)
    back: GoingBack = field(init=False)
    _half: tuple[int, bool] | None = None
    _kept: int = -1  # the number of the last event that was written away

    def __post_init__(self) -> None:
        men = Men(self.sitting)
        self.needed, self.back = Needed(self.sitting, men), GoingBack(self.sitting)
        keyboard, short = self.sitting.keyboard, {"u": "undo", "r": "redo", "e": "events", "h": "help", "q": "quit"}
        changing = {**men.words(), **self.back.words(), "auto": self._auto, "person": self._person}
        changing |= {"suspend": self._suspend, "concede": self._concede, "quit": self._quit}
        for words, known in ((changing, keyboard.changing), (self._showing(), keyboard.showing)):
            known |= {**words, **{letter: words[word] for letter, word in short.items() if word in words}}

    def _showing(self) -> dict[str, Command]:
        return {
            "help": lambda rest: self.sitting.write(HELP),
            "?": lambda rest: self.sitting.write(HELP),
            "lineup": lambda rest: self._both(self._line_up),
            "bench": lambda rest: self._both(self._bench),
            "score": lambda rest: self.sitting.write(self._box().partition("\n\n")[0]),
            "box": lambda rest: self._report(),
            "plays": lambda rest: self.sitting.write(self._plays()),
            "events": self.back.events,
            "odds": self._odds,
            "save": self._save,
        }

    def run(self) -> bool:
        """Play until the game is over, and then tell it whole; False when the person left before."""
        try:
            while not (self.sitting.game.state.over and self._ended()):
                try:
                    self._one_play()
                except Spoken as spoken:
                    self._obey(spoken)
                self._keep()
        except Left:
            return False
        finally:
            self._keep()
        self._report()
        return True

    def _obey(self, spoken: Spoken | None) -> None:
        """A command, and whatever is said while it asks something; then the play goes on, or begins anew."""
        log = self.sitting.game.log
        number = log.number
        self.sitting.table.break_off()
        while spoken:
            try:
                spoken.command(spoken.rest)
                spoken = None
            except Spoken as another:
                spoken = another
        if log.number != number:
            self.sitting.table.again = []

    def _ended(self) -> bool:
        """A person may take back the last play like every other."""
        while any(self.sitting.people) and self.sitting.game.state.over:
            try:
                self._enter("  The game is over: Enter for the box score, or undo. ", "Enter ends the game")
                break
            except EOFError:
                break
            except Spoken as spoken:
                self._obey(spoken)
        return self.sitting.game.state.over

    def _enter(self, prompt: str, wanted: str) -> None:
        self.sitting.keyboard.ask(prompt, lambda typed: True if not typed else None, wanted)

    def _one_play(self) -> None:
        sitting, game = self.sitting, self.sitting.game
        table, goes_on = sitting.table, bool(sitting.table.again)
        table.begin(self.back.dice_that_count())
        self._tell_half()
        if not goes_on:
            self._changes()
            self.needed.settle()
            table.begin(self.back.dice_that_count())
            sitting.write(situation_text(game.state, sitting.names))
            if table.on_record:
                sitting.write("    The dice on record for this moment count again; fresh throws them anew.")
            self._wait()
        before = game.state
        try:
            resolved = game.play(table)
        except NotReadyError as fault:
            self._not_ready(fault)
            return
        table.begin({})
        sitting.write(sentence(before, game.log.events[-1], sitting.names))
        self.needed.tell_who_may_stay(resolved.hurt)

    def _not_ready(self, fault: NotReadyError) -> None:
        """Something that a change of men or going back must put right. Raises the fault when nobody is there to."""
        if not any(self.sitting.people):
            raise fault
        self.sitting.write(f"    {fault}")
        self._enter("  what now? ", "a change of men is wanted, or undo")

    def _tell_half(self) -> None:
        state = self.sitting.game.state
        if (state.inning, state.bottom) != self._half:
            self._half = (state.inning, state.bottom)
            self.sitting.write("\n" + half_text(state, self.sitting.teams))

    def _changes(self) -> None:
        """The autopilot's, for the teams that it has."""
        log, first = self.sitting.game.log, self.sitting.game.log.number
        self.sitting.pilot.changes()
        for number in range(first, log.number):
            self.sitting.write(sentence(log.states[number], log.events[number], self.sitting.names))

    def _wait(self) -> None:
        """A person whom the play would ask nothing before the dice may still change men or go back."""
        sitting = self.sitting
        if sitting.dice is None or sitting.person_decides("defence") or not sitting.person_decides("offence"):
            return
        self._enter("  Enter plays on: ", "Enter plays on")

    def _keep(self) -> None:
        number = self.sitting.game.log.number
        if self.keep and number != self._kept:
            self.keep()
            self._kept = number

    def _auto(self, rest: str) -> None:
        self._seat(rest, person=False)

    def _person(self, rest: str) -> None:
        self._seat(rest, person=True)

    def _seat(self, rest: str, *, person: bool) -> None:
        sitting = self.sitting
        if rest not in ("", *SIDES):
            sitting.write("    away or home, or nothing for both")
            return
        sitting.seat([person if rest in ("", side) else sitting.people[team] for team, side in enumerate(SIDES)])
        for team in (0, 1):
            sitting.write(f"    {sitting.teams[team]}: {'you' if sitting.people[team] else 'the autopilot'}")

    def _save(self, rest: str) -> None:
        if self.keep is None:
            self.sitting.write("    There is no file for this game; begin with --save FILE to have one.")
            return
        self.keep()
        self.sitting.write("    The game is written away.")

    def _quit(self, rest: str) -> None:
        raise Left

    def _suspend(self, rest: str) -> None:
        """T33.0: the game stops here, to be finished another time; a file of it is taken up again by --resume."""
        sitting = self.sitting
        if sitting.profile is None:
            sitting.write("    These rules know no suspended games; quit leaves this one as it stands.")
        elif sitting.not_suspended:
            sitting.write(f"    {sitting.not_suspended}; quit leaves this one as it stands.")
        elif self.keep is None:
            sitting.write("    There is no file to keep the game in; begin with --save FILE to have one.")
        elif not sitting.game.state.over:
            sitting.happen(GameHalted("suspended", "T33.0"))
            raise Left

    def _concede(self, rest: str) -> None:
        """T0.05: the manager who is behind gives the game up, at any time."""
        sitting, state = self.sitting, self.sitting.game.state
        team = SIDES.index(rest) if rest in SIDES else int(state.score[0] > state.score[1])
        ruling = may_concede(state.score[1 - team], state.score[team])
        if sitting.profile is None:
            sitting.write("    These rules know no concession; quit leaves the game as it stands.")
        elif not ruling:
            sitting.write(f"    {sitting.teams[team]} may not concede. {ruling}.")
        elif not sitting.people[team]:
            sitting.write(f"    The autopilot plays on for {sitting.teams[team]}.")
        elif not state.over:
            sitting.happen(GameHalted("conceded", "T0.05"))

    def _odds(self, rest: str) -> None:
        sitting = self.sitting
        if self.odds is None:
            sitting.write(f"    {computer_allowed('face-to-face')} A tournament's game has no odds.")
        elif sitting.game.state.ending:
            sitting.write("    The game is over.")
        elif rest not in ("", "inning"):
            sitting.write("    odds is this batter and these runners, odds inning the runs to the third out")
        else:
            sitting.write(self.odds[rest == "inning"](sitting.game, sitting.names))

    def _line_up(self, team: int) -> str:
        return line_up_text(self.sitting.game.state, team, self.sitting.teams, self.sitting.names)

    def _bench(self, team: int) -> str:
        return bench_text(self.sitting.game, team, self.sitting.teams, self.sitting.names)

    def _both(self, text: Callable[[int], str]) -> None:
        self.sitting.write(text(0) + "\n" + text(1))

    def _plays(self) -> str:
        return play_by_play_text(list(self.sitting.game.log.in_force()), self.sitting.teams, self.sitting.names)

    def _box(self) -> str:
        sitting = self.sitting
        box = box_report(sitting.game, sitting.teams, sitting.names)
        if sitting.profile is None or sitting.game.state.ending != "conceded":
            return box
        return f"{conceded_text(sitting.game.state, sitting.teams, sitting.profile)}\n{box}"

    def _report(self) -> None:
        self.sitting.write(f"\nPlay by play\n{self._plays()}\n\n{self._box()}")


def play_at_terminal(
    game: StratGame,
    teams: tuple[str, str],
    names: Mapping[str, str],
    read: Read,
    write: Write,
    dice: SeededDice | None = None,
    *,
    people: tuple[bool, bool] = (True, True),
    profile: Profile | None = None,
    not_suspended: str = "",
    keep: Keep | None = None,
    odds: tuple[Odds, Odds] | None = None,
) -> bool:
    """Play to the end; False when somebody left before. Without `dice` every roll is typed in.

    `people`: whether a person manages the visitors and the home team. With a `profile` the tournament's rules of
    substitution are kept; `not_suspended` says why T33.0 is not used in this game. `keep` is called after every event,
    to write the game away. `odds` tell the exact odds of the plate appearance and of the half-inning to whoever asks;
    without them nobody is told (T0.03).
    """
    sitting = Sitting(game, teams, names, Keyboard(read, write), dice, list(people), profile, not_suspended)
    return Session(sitting, keep, odds).run()
