"""Line-ups at the keyboard before the first pitch: the proposal is shown, changed by words, judged and taken."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from rules_engine.baseball.dialogue import Dialogue
from rules_engine.baseball.game import Game
from rules_engine.baseball.lineups import (
    HITTER,
    NoLineupError,
    batting_at,
    hit_for_pitcher,
    standing_at,
    started_by,
    without_hitter,
)
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.play_by_play import Names
from rules_engine.baseball.settling import man_note
from rules_engine.baseball.state import POSITIONS, Side, start_game
from rules_engine.rulings import Ruling
from rules_engine.terminal.keyboard import Keyboard, Left, NoSuchMan, find_man, number_from, quoted
from rules_engine.terminal.showing import bench_text

Starters = Mapping[str, Ruling]  # who may start besides those in the proposal, or may not, by his sheet
HELP: Final = """    3 MAN            he bats third and changes with who did; from the bench he takes his position too
    MAN ss           he plays short and changes with who did (c 1b 2b 3b ss lf cf rf)
    MAN p            he starts
    MAN dh, dh       he, or the best bat of the bench, bats for the pitcher; pitcher bats: nobody does
    bench            who else is there, and who may start     card MAN         his whole card
    propose          back to what was proposed                quit             no game
    Enter            the game begins with this line-up
  Part of a name is enough."""


@dataclass(slots=True)
class LiningUp:
    """The line-ups of those teams that a person manages."""

    game: Game[Any, Any]
    teams: tuple[str, str]
    names: Names
    keyboard: Keyboard
    starters: tuple[Starters, Starters] = ({}, {})

    def sides(self, people: tuple[bool, bool]) -> tuple[Side, Side]:
        """Both line-ups once everybody is content. Raises Left for somebody who wants no game."""
        for team in (0, 1):
            if people[team]:
                self._ask(team)
        away, home = self.game.log.start.sides
        return away, home

    def _ask(self, team: int) -> None:
        proposed = self._side(team)
        self._show(team)
        while True:
            typed = self.keyboard.line(f"  line-up of {self.teams[team]} (Enter: so it stays; help): ")
            if typed.lower() in ("", "go"):
                ruling = self.game.system.lineup_ruling(self.game.setup, self._side(team))
                if ruling:
                    return
                self.keyboard.write(f"    refused, {ruling.rule}: {self._spoken(ruling.reason)}")
            elif typed.lower() == "propose":
                self._set(team, proposed)
            else:
                self._obey(team, typed)

    def _obey(self, team: int, typed: str) -> None:
        word, _, rest = typed.partition(" ")
        match word.lower(), rest.lower():
            case "help", "":
                self.keyboard.write(HELP)
            case "lineup", "":
                self._show(team)
            case "bench", "":
                self._show_bench(team)
            case "quit", "":
                raise Left
            case "card", _:
                self._show_card(team, rest)
            case _:
                self._change(team, typed)

    def _change(self, team: int, typed: str) -> None:
        """A word that gives another line-up; what cannot be is said, and nothing changes."""
        try:
            changed = self._changed(team, typed)
        except (NoLineupError, NoSuchMan) as fault:
            self.keyboard.write(f"    {fault}")
            return
        if changed is None:
            self.keyboard.write(f"    {quoted(typed)}: 3 MAN, MAN ss or Enter is wanted; help lists the words")
        else:
            self._set(team, changed)

    def _changed(self, team: int, typed: str) -> Side | None:
        side, said = self._side(team), typed.lower()
        first, _, rest = typed.partition(" ")
        name, _, last = typed.rpartition(" ")
        if said == "pitcher bats":
            return without_hitter(side)
        if said == HITTER:
            return hit_for_pitcher(self.game.setup, side)
        if (place := number_from(first, len(side.order))) is not None and rest:
            return batting_at(side, self._man(team, rest), place)
        if last.lower() in ("p", "pitches", "starts") and name:
            return self._started(team, self._man(team, name, starting=True))
        if last.lower() in (*POSITIONS, HITTER) and name:
            return standing_at(side, self._man(team, name), last.lower())
        return None

    def _started(self, team: int, man: str) -> Side:
        """By his pitching sheet, where there is one."""
        if not (ruling := self.starters[team].get(man, True)):
            raise NoLineupError(f"{self.names.get(man, man)} may not start: {ruling}")
        return started_by(self._side(team), man)

    def _man(self, team: int, typed: str, *, starting: bool = False) -> str:
        side = self._side(team)
        others = self.starters[team] if starting else ()
        return find_man(typed, list(dict.fromkeys((*side.order, *side.field, *side.bench, *others))), self.names)

    def _side(self, team: int) -> Side:
        return self.game.log.start.sides[team]

    def _set(self, team: int, side: Side) -> None:
        """The game as it would begin with it."""
        start = self.game.log.start
        away, home = (side if number == team else start.sides[number] for number in (0, 1))
        self.game = Game(self.game.setup, GameLog(start_game(away, home, start.rules)), self.game.relief)
        self._show(team)

    def _show(self, team: int) -> None:
        """The order, each with what his bat and his glove are good for."""
        side, talk = self._side(team), self._talk()
        self.keyboard.write(f"{self.teams[team]}:")
        men = [*side.order, *([side.pitcher] if side.pitcher not in side.order else [])]
        for place, man in enumerate(men, start=1):
            number = str(place) if place <= len(side.order) else " "
            note = man_note(self.game, man)
            self.keyboard.write(f"  {number} {talk.name(man):<22} {side.position_of(man) or HITTER:<3} {note}")

    def _show_bench(self, team: int) -> None:
        self.keyboard.write(bench_text(self._talk(), team))
        side = self._side(team)
        playing = (*side.order, *side.field)
        able = [f"{self.names.get(man, man)}" for man, ruling in self.starters[team].items() if ruling]
        others = [name for name in able if name not in {self.names.get(man, man) for man in playing}]
        if others:
            self.keyboard.write(f"  may start: {', '.join(others)}")

    def _show_card(self, team: int, typed: str) -> None:
        try:
            man = self._man(team, typed, starting=True)
        except NoSuchMan as fault:
            self.keyboard.write(f"    {fault}")
        else:
            self.keyboard.write("\n".join(self.game.system.card_lines(self.game.setup.cards[man])))

    def _talk(self) -> Dialogue:
        return Dialogue(self.game, self.teams, self.names, [True, True])

    def _spoken(self, reason: str) -> str:
        return self._talk().spoken(reason)
