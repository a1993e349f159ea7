"""Choose lineups at the keyboard before the first pitch, starting from the proposed ones."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from rules_engine.baseball.dialogue import Dialogue
from rules_engine.baseball.game import Game
from rules_engine.baseball.lineups import (
    HITTER,
    NoLineupError,
    add_designated_hitter,
    assign_batting_place,
    assign_position,
    change_starter,
    remove_designated_hitter,
)
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.play_by_play import Names
from rules_engine.baseball.settling import player_note
from rules_engine.baseball.state import POSITIONS, Side, start_game
from rules_engine.rulings import Ruling
from rules_engine.terminal.game_reports import bench_text
from rules_engine.terminal.keyboard import (
    Keyboard,
    PlayerLookupError,
    UserQuit,
    find_player,
    parse_number,
    quote_input,
)

Starters = Mapping[str, Ruling]  # whether other pitchers can start
HELP: Final = """    3 PLAYER         bat him third, in exchange; from the bench he takes that player's position too
    PLAYER ss        play him at short, in exchange (c 1b 2b 3b ss lf cf rf)
    PLAYER p         start him
    PLAYER dh, dh    let him, or the best hitter of the bench, bat for the pitcher; pitcher bats: no one does
    bench            show the bench and other starters        card PLAYER      show his whole card
    propose          restore the proposed lineup              quit             leave without a game
    Enter            start with this lineup
  Part of a name is enough."""


@dataclass(slots=True)
class LineupDialog:
    """Prompts for the lineups of teams that a person manages."""

    game: Game[Any, Any]
    teams: tuple[str, str]
    names: Names
    keyboard: Keyboard
    starters: tuple[Starters, Starters] = ({}, {})

    def ask(self, people: tuple[bool, bool]) -> tuple[Side, Side]:
        """Return both lineups. Raise UserQuit if the user leaves."""
        for team in (0, 1):
            if people[team]:
                self._ask_team(team)
        away, home = self.game.log.start.sides
        return away, home

    def _ask_team(self, team: int) -> None:
        proposed = self._side(team)
        self._show_lineup(team)
        while True:
            typed = self.keyboard.line(f"  lineup for {self.teams[team]} (Enter: use it; help): ")
            if typed.lower() in ("", "go"):
                ruling = self.game.system.lineup_ruling(self.game.setup, self._side(team))
                if ruling:
                    return
                self.keyboard.write(f"    refused, {ruling.rule}: {self._dialogue().spoken(ruling.reason)}")
            elif typed.lower() == "propose":
                self._set_lineup(team, proposed)
            else:
                self._run_command(team, typed)

    def _run_command(self, team: int, typed: str) -> None:
        word, _, rest = typed.partition(" ")
        match word.lower(), rest.lower():
            case "help", "":
                self.keyboard.write(HELP)
            case "lineup", "":
                self._show_lineup(team)
            case "bench", "":
                self._show_bench(team)
            case "quit", "":
                raise UserQuit
            case "card", _:
                self._show_card(team, rest)
            case _:
                self._change(team, typed)

    def _change(self, team: int, typed: str) -> None:
        """Change the lineup, or explain why that isn't possible."""
        try:
            side = self._changed_side(team, typed)
        except (NoLineupError, PlayerLookupError) as error:
            self.keyboard.write(f"    {error}")
            return
        if side is None:
            self.keyboard.write(f"    {quote_input(typed)}: type 3 PLAYER, PLAYER ss or Enter; help lists all commands")
        else:
            self._set_lineup(team, side)

    def _changed_side(self, team: int, typed: str) -> Side | None:
        side = self._side(team)
        first, _, after_first = typed.partition(" ")
        name, _, last = typed.rpartition(" ")
        last = last.lower()
        if typed.lower() == "pitcher bats":
            return remove_designated_hitter(side)
        if typed.lower() == HITTER:
            return add_designated_hitter(self.game.setup, side)
        spot = parse_number(first, len(side.order))
        if spot is not None and after_first:
            return assign_batting_place(side, self._find_player(team, after_first), spot)
        if last in ("p", "pitches", "starts") and name:
            return self._started_by(team, self._find_player(team, name, starting=True))
        if last in (*POSITIONS, HITTER) and name:
            return assign_position(side, self._find_player(team, name), last)
        return None

    def _started_by(self, team: int, player: str) -> Side:
        """Return the lineup with this starter, if his pitching sheet allows it."""
        ruling = self.starters[team].get(player, True)
        if not ruling:
            raise NoLineupError(f"{self.names.get(player, player)} may not start: {ruling}")
        return change_starter(self._side(team), player)

    def _find_player(self, team: int, typed: str, *, starting: bool = False) -> str:
        side = self._side(team)
        players = [*side.order, *side.field, *side.bench]
        if starting:
            players += self.starters[team]
        return find_player(typed, list(dict.fromkeys(players)), self.names)

    def _side(self, team: int) -> Side:
        return self.game.log.start.sides[team]

    def _set_lineup(self, team: int, side: Side) -> None:
        start = self.game.log.start
        away, home = start.sides
        sides = (side, home) if team == 0 else (away, side)
        self.game = Game(self.game.setup, GameLog(start_game(*sides, start.rules)), self.game.relief)
        self._show_lineup(team)

    def _show_lineup(self, team: int) -> None:
        """Show the batting order with positions and ratings."""
        side = self._side(team)
        self.keyboard.write(f"{self.teams[team]}:")
        players = list(side.order)
        if side.pitcher not in side.order:
            players.append(side.pitcher)
        for spot, player in enumerate(players, start=1):
            number = str(spot) if spot <= len(side.order) else " "
            name = self.names.get(player, player)
            position = side.position_of(player) or HITTER
            self.keyboard.write(f"  {number} {name:<22} {position:<3} {player_note(self.game, player)}")

    def _show_bench(self, team: int) -> None:
        self.keyboard.write(bench_text(self._dialogue(), team))
        side = self._side(team)
        in_game = {self.names.get(player, player) for player in (*side.order, *side.field)}
        may_start = [self.names.get(player, player) for player, ruling in self.starters[team].items() if ruling]
        other_starters = [name for name in may_start if name not in in_game]
        if other_starters:
            self.keyboard.write(f"  may start: {', '.join(other_starters)}")

    def _show_card(self, team: int, typed: str) -> None:
        try:
            player = self._find_player(team, typed, starting=True)
        except PlayerLookupError as error:
            self.keyboard.write(f"    {error}")
        else:
            self.keyboard.write("\n".join(self.game.system.card_lines(self.game.setup.cards[player])))

    def _dialogue(self) -> Dialogue:
        return Dialogue(self.game, self.teams, self.names, [True, True])
