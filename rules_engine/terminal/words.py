"""The words that show how the game stands, seat people, and end or leave the game."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules_engine.baseball.dialogue import Dialogue
from rules_engine.baseball.events import GameHalted
from rules_engine.baseball.game import Game
from rules_engine.baseball.play_by_play import Names
from rules_engine.competition.information import computer_allowed
from rules_engine.eligibility.game_ending import may_concede
from rules_engine.terminal.keyboard import Command, Left, NoSuchMan, Write, find_man
from rules_engine.terminal.showing import (
    bench_text,
    box_report,
    conceded_text,
    ending_text,
    line_up_text,
    play_by_play_text,
)

Keep = Callable[[], None]  # writes the game away as it stands, and says so itself where it cannot
Odds = Callable[[Game[Any, Any], Names], str]  # the exact odds of this moment in words, with names for the men
SIDES = ("away", "home")
HELP = """  At any question:
    undo           take back the last answer of this play, else your changes
                   since the last play, else that play
    undo event     take back the last event alone
    back           take back an announcement, as far as the rules let you
    redo           forward again by a play that was undone
    events         the last events with their numbers (events 30, events all);
                   rewind 12 goes back to after event 12
    explain        the last play with its dice, its decisions and what the
                   rules make of them (explain 12)
    fresh          dice that are on record for this moment do not count; throw
                   them anew
    {announcements}
    ph MAN         he hits for the batter
    pr MAN for RUNNER              he runs
    p MAN          a new pitcher
    def MAN for MAN                for the defence
    def MAN for MAN, MAN lf        with moves that go with it
    move MAN 2b, MAN ss            men in the field change places
    double PITCHER for MAN, MAN    a double switch; the second man takes the
                   first one's position
    dh 1b          the designated hitter takes the field there; dh alone: the
                   pitcher bats for him
                   ph, pr, p and def alone list who may come in, and why
                   others may not
    auto           the autopilot manages both teams (auto away, auto home);
                   person home gives a team back to you
    card MAN       his whole card
    lineup, bench  who plays, who is left
    score, box, plays              how the game stands
    odds           the exact odds of this batter and these runners;
                   odds inning: of the runs to the third out;
                   odds game: who wins from here
    save           write the game to its file now
    quit, suspend  stop here; suspend says so (T33.0)
    concede        the team that is behind gives the game up (T0.05)
    u r e h q      the first letters of undo, redo, events, help, quit
  Part of a name is enough. Enter takes what it says. Dice thrown together go
  on one line: 4 2 6, or 4 2 6 15; at a question they take the usual answer
  with them. A line is taken whole or not at all."""


@dataclass(slots=True)
class Words:
    """The words help, lineup, bench, card, score, box, plays, odds, save, auto, person, suspend, concede and quit.

    `keep` writes the game away; `odds` are by what may follow the word: of the plate appearance, the half-inning, the
    game. Without them it is a tournament's game (T0.03). `not_suspended` says why T33.0 is not used in this game.
    """

    talk: Dialogue
    write: Write
    not_suspended: str = ""
    keep: Keep | None = None
    odds: Mapping[str, Odds] | None = None

    def words(self) -> dict[str, Command]:
        return {
            "help": lambda rest: self.write(self._help()),
            "lineup": lambda rest: self._both(self._line_up),
            "bench": lambda rest: self._both(lambda team: bench_text(self.talk, team)),
            "card": self._card,
            "score": lambda rest: self.write(self._box().partition("\n\n")[0]),
            "box": lambda rest: self.report(),
            "plays": lambda rest: self.write(self._plays()),
            "odds": self._odds,
            "save": self._save,
            "auto": lambda rest: self._seat(rest, person=False),
            "person": lambda rest: self._seat(rest, person=True),
            "suspend": self._suspend,
            "concede": self._concede,
            "quit": self._quit,
        }

    @property
    def announcements(self) -> Mapping[str, Sequence[str]]:
        """What a manager may say of his own accord in this game."""
        setup = self.talk.game.setup
        return self.talk.game.system.announcements(setup.edition)

    def not_known(self) -> str:
        """What is said to a word of other games."""
        known = ", ".join(self.announcements) or "nothing"
        setup = self.talk.game.setup
        rules = f"{self.talk.game.system.title}, {setup.edition.title}"
        return f"not known in {rules}; before the dice may be said: {known}"

    def _help(self) -> str:
        """The words of this game: what its edition does not know is left out."""
        known = ", ".join(self.announcements)
        said = f"{known}:\n{'':<19}before the dice, where legal" if known else "(here nothing is said before the dice)"
        return HELP.format(announcements=said)

    def _card(self, rest: str) -> None:
        """A man's whole card, of either team."""
        everybody = [man for side in self.talk.game.state.sides for man in (*side.field, *side.order, *side.bench)]
        try:
            man = find_man(rest, list(dict.fromkeys(everybody)), self.talk.names)
        except NoSuchMan as fault:
            self.write(f"    {fault}")
            return
        game = self.talk.game
        self.write("\n".join(game.system.card_lines(game.setup.cards[man])))
        if work := game.tracker.work_left(man):
            self.write(f"  in this game: {work}")

    def _seat(self, rest: str, *, person: bool) -> None:
        talk = self.talk
        if rest not in ("", *SIDES):
            self.write("    away or home, or nothing for both")
            return
        talk.seat([person if rest in ("", side) else talk.people[team] for team, side in enumerate(SIDES)])
        for team in (0, 1):
            self.write(f"    {talk.teams[team]}: {'you' if talk.people[team] else 'the autopilot'}")

    def _save(self, rest: str) -> None:
        if self.keep is None:
            self.write("    There is no file for this game; begin with --save FILE to have one.")
            return
        self.keep()
        self.write("    The game is written away.")

    def _quit(self, rest: str) -> None:
        raise Left

    def _suspend(self, rest: str) -> None:
        """T33.0: the game stops here, to be finished another time; a file of it is taken up again by --resume."""
        if self.talk.profile is None:
            self.write("    These rules know no suspended games; quit leaves this one as it stands.")
        elif self.not_suspended:
            self.write(f"    {self.not_suspended}; quit leaves this one as it stands.")
        elif self.keep is None:
            self.write("    There is no file to keep the game in; begin with --save FILE to have one.")
        elif not self.talk.game.state.over:
            self.talk.happen(GameHalted("suspended", "T33.0"))
            raise Left

    def _concede(self, rest: str) -> None:
        """T0.05: the manager who is behind gives the game up, at any time."""
        talk, state = self.talk, self.talk.game.state
        team = SIDES.index(rest) if rest in SIDES else int(state.score[0] > state.score[1])
        if talk.profile is None:
            self.write("    These rules know no concession; quit leaves the game as it stands.")
            return
        ruling = may_concede(state.score[1 - team], state.score[team], talk.profile, innings=state.inning - 1)
        if not ruling:
            self.write(f"    {talk.teams[team]} may not concede. {ruling}.")
        elif not talk.people[team]:
            self.write(f"    The autopilot plays on for {talk.teams[team]}.")
        elif not state.over:
            talk.happen(GameHalted("conceded", "T0.05"))

    def _odds(self, rest: str) -> None:
        if self.odds is None:
            self.write(f"    {computer_allowed('face-to-face')} A tournament's game has no odds.")
        elif self.talk.game.state.ending:
            self.write("    The game is over.")
        elif rest not in self.odds:
            self.write(
                "    odds is this batter and these runners, odds inning the runs to the third out, odds game who wins"
            )
        else:
            if rest:
                self.write("    Every throw of every man's turn is counted ...")
            self.write(self.odds[rest](self.talk.game, self.talk.names))

    def _line_up(self, team: int) -> str:
        return line_up_text(self.talk.game.state, team, self.talk.teams, self.talk.names)

    def _both(self, text: Callable[[int], str]) -> None:
        self.write(text(0) + "\n" + text(1))

    def _plays(self) -> str:
        talk = self.talk
        history = list(talk.game.log.in_force())
        return play_by_play_text(history, talk.teams, talk.names, talk.game.system.play_note)

    def _box(self) -> str:
        talk = self.talk
        box = box_report(talk.game, talk.teams, talk.names)
        if talk.profile is None or talk.game.state.ending != "conceded":
            return box
        return f"{conceded_text(talk.game.state, talk.teams, talk.profile)}\n{box}"

    def report(self) -> None:
        """The whole game: play by play, box score, how it ended."""
        self.write(f"\nPlay by play\n{self._plays()}\n\n{self._box()}")
        if self.talk.game.state.over:
            self.write("\n" + ending_text(self.talk.game.state, self.talk.teams))
