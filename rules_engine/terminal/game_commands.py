"""Commands that show the game, choose managers, and end or leave the game."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from rules_engine.baseball.dialogue import Dialogue
from rules_engine.baseball.events import GameHalted
from rules_engine.baseball.ruleset_words import optional_rules_of, rule_in_words
from rules_engine.competition.information import computer_allowed
from rules_engine.eligibility.game_ending import may_concede
from rules_engine.terminal.game_reports import (
    bench_text,
    box_report,
    concession_text,
    ending_text,
    lineup_text,
    play_by_play_text,
)
from rules_engine.terminal.help_text import AFTER_GAME, help_text
from rules_engine.terminal.keyboard import Command, PlayerLookupError, UserQuit, WriteLine, find_player

SaveGame = Callable[[], None]  # saves the game, or explains why it can't
OddsText = Callable[[Dialogue], str]  # the exact odds of the current situation
SIDES: Final = ("away", "home")


@dataclass(slots=True)
class GameCommands:
    """Commands that show the game (card, rules, box, odds ...), choose managers, save, and end or leave the game.

    Attributes:
        not_suspended: The reason why this game can't be suspended (T33.0).
        odds: Odds by the word after `odds`. A tournament game has none (T0.03).
        printed: Printed ratings by player. The rest of such a card is generated.
    """

    talk: Dialogue
    write: WriteLine
    not_suspended: str = ""
    save_game: SaveGame | None = None
    odds: Mapping[str, OddsText] | None = None
    printed: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def commands(self) -> dict[str, Command]:
        return {
            "help": lambda rest: self.write(self._help()),
            "lineup": lambda rest: self._write_both(self._lineup),
            "bench": lambda rest: self._write_both(lambda team: bench_text(self.talk, team)),
            "card": self._show_card,
            "rules": lambda rest: self.write(self._rules()),
            "score": lambda rest: self.write(self._box().partition("\n\n")[0]),
            "box": lambda rest: self.report(),
            "plays": lambda rest: self.write(self._plays()),
            "odds": self._show_odds,
            "save": self._save,
            "auto": lambda rest: self._choose_managers(rest, person=False),
            "person": lambda rest: self._choose_managers(rest, person=True),
            "suspend": self._suspend,
            "concede": self._concede,
            "quit": self._quit,
        }

    @property
    def announcements(self) -> Mapping[str, Sequence[str]]:
        """Return the announcements that a manager can make in this game."""
        setup = self.talk.game.setup
        return self.talk.game.system.announcements(setup.edition)

    def unknown_announcement(self) -> str:
        """Return the response to an announcement that this game doesn't have."""
        announcements_text = ", ".join(self.announcements) or "nothing"
        setup = self.talk.game.setup
        rules = f"{self.talk.game.system.title}, {setup.edition.title}"
        return f"not known in {rules}; before the dice you can announce: {announcements_text}"

    def _help(self) -> str:
        """Return the help on the commands available now."""
        return help_text(self._not_in_help(), self.announcements)

    def _not_in_help(self) -> set[str]:
        """Return the words that can't be used in this game, or not now."""
        talk, state = self.talk, self.talk.game.state
        may_be_suspended = talk.profile is not None and not self.not_suspended and self.save_game is not None
        usable = {
            "announce": bool(self.announcements),
            "dh": any(side.pitcher not in side.order for side in state.sides),
            "odds": self.odds is not None,
            "save": self.save_game is not None,
            "suspend": may_be_suspended,
            "concede": talk.profile is not None,
            "typed dice": talk.dice is None,
        }
        return {word for word, is_usable in usable.items() if not is_usable} | (AFTER_GAME if state.ending else set())

    def _rules(self) -> str:
        """Return this game's optional rules, and which are on."""
        game = self.talk.game
        rules = optional_rules_of(game.system, game.setup.edition.key)
        lines = [f"    {rule_in_words(rule, is_on=is_on)}" for rule, is_on in rules]
        return "\n".join(lines) or "    This ruleset has no optional rules."

    def _show_card(self, rest: str) -> None:
        """Show the whole card of a player on either team."""
        game = self.talk.game
        players = [player for side in game.state.sides for player in (*side.field, *side.order, *side.bench)]
        try:
            player = find_player(rest, list(dict.fromkeys(players)), self.talk.names)
        except PlayerLookupError as error:
            self.write(f"    {error}")
            return
        self.write("\n".join(game.system.card_lines(game.setup.cards[player])))
        if ratings := self.printed.get(player):
            names = ", ".join(name.replace("_", " ") for name in ratings)
            self.write(f"  from a ratings sheet: {names}. Pennant made everything else on this card.")
        if work := game.tracker.work_left(player):
            self.write(f"  in this game: {work}")

    def _choose_managers(self, rest: str, *, person: bool) -> None:
        talk = self.talk
        if rest not in ("", *SIDES):
            self.write("    enter away or home, or nothing for both")
            return
        talk.seat([person if rest in ("", side) else talk.people[team] for team, side in enumerate(SIDES)])
        for team in (0, 1):
            self.write(f"    {talk.teams[team]}: {'you' if talk.people[team] else 'the computer'}")

    def _save(self, rest: str) -> None:
        if self.save_game is None:
            self.write("    This game has no file. Start with --save FILE to save one.")
            return
        self.save_game()
        self.write("    The game is saved.")

    def _quit(self, rest: str) -> None:
        raise UserQuit

    def _suspend(self, rest: str) -> None:
        """Suspend the game (T33.0). A saved game can be resumed with --resume."""
        if self.talk.profile is None:
            self.write("    These rules don't allow suspended games. Type quit to leave this one.")
        elif self.not_suspended:
            self.write(f"    {self.not_suspended.rstrip('.')}. Type quit to leave this game.")
        elif self.save_game is None:
            self.write("    This game has no file. Start with --save FILE to save one.")
        elif not self.talk.game.state.over:
            self.talk.happen(GameHalted("suspended", "T33.0"))
            raise UserQuit

    def _concede(self, rest: str) -> None:
        """Concede the game for the trailing team, at any time (T0.05)."""
        talk, state = self.talk, self.talk.game.state
        team = SIDES.index(rest) if rest in SIDES else int(state.score[0] > state.score[1])
        if talk.profile is None:
            self.write("    These rules don't allow concessions. Type quit to leave the game.")
            return
        ruling = may_concede(state.score[1 - team], state.score[team], talk.profile, innings=state.inning - 1)
        if not ruling:
            self.write(f"    {talk.teams[team]} may not concede. {ruling}.")
        elif not talk.people[team]:
            self.write(f"    The computer manages {talk.teams[team]} and continues the game.")
        elif not state.over:
            talk.happen(GameHalted("conceded", "T0.05"))

    def _show_odds(self, rest: str) -> None:
        if self.odds is None:
            self.write(f"    {computer_allowed('face-to-face')} Tournament games have no odds.")
        elif self.talk.game.state.ending:
            self.write("    The game is over.")
        elif rest not in self.odds:
            self.write(
                "    odds: your options and the plate appearance; odds inning: runs in this inning; odds game: winning"
            )
        else:
            if rest:
                self.write("    Calculating the odds of every roll ...")
            self.write(self.odds[rest](self.talk))

    def _lineup(self, team: int) -> str:
        return lineup_text(self.talk.game.state, team, self.talk.teams, self.talk.names)

    def _write_both(self, text: Callable[[int], str]) -> None:
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
        return f"{concession_text(talk.game.state, talk.teams, talk.profile)}\n{box}"

    def report(self) -> None:
        """Print the whole game: play-by-play, box score and ending."""
        self.write(f"\nPlay by play\n{self._plays()}\n\n{self._box()}")
        if self.talk.game.state.over:
            self.write("\n" + ending_text(self.talk.game.state, self.talk.teams))
