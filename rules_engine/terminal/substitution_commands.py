"""Substitution commands. Each shows the legal choices, or the rule and reason behind a rejection."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rules_engine.baseball.changes import double_switch, possible_changes
from rules_engine.baseball.dialogue import Dialogue
from rules_engine.baseball.events import HitterEnded
from rules_engine.baseball.prompts import Candidate
from rules_engine.baseball.settling import Pair, Refused, candidates_of, sort_by_ruling
from rules_engine.baseball.state import POSITIONS
from rules_engine.baseball.system_types import Reason
from rules_engine.rulings import Ruling
from rules_engine.terminal.game_reports import players_in
from rules_engine.terminal.keyboard import Command, Keyboard, PlayerLookupError, find_player, parse_number, quote_input

MAX_REASONS: Final = 5  # most rejections shown at once
MAX_NAMES: Final = 5  # players named in each
_DOUBLE_SWITCH_HELP: Final = """    type: double NEW PITCHER for PLAYER WHO LEAVES, PLAYER WHO TAKES HIS POSITION
    The pitcher bats in the spot of the player who leaves. The third player comes from the bench and bats
    in the old pitcher's spot, or he batted or ran for the pitcher and stays in."""


@dataclass(slots=True)
class SubstitutionCommands:
    """The commands ph, pr, p, def, move, double and dh, for teams that a person manages."""

    talk: Dialogue
    keyboard: Keyboard

    def write(self, text: str) -> None:
        self.keyboard.write(text)

    def commands(self) -> dict[str, Command]:
        return {
            "ph": self.pinch_hit,
            "pr": self.pinch_run,
            "p": self.change_pitcher,
            "def": self.replace_fielder,
            "move": self.move,
            "double": self.double_switch,
            "dh": self.end_hitter,
        }

    def pinch_hit(self, rest: str) -> None:
        self._substitute(self.talk.batting, "pinch_hitter", rest)

    def pinch_run(self, rest: str) -> None:
        self._substitute(self.talk.batting, "pinch_runner", rest)

    def change_pitcher(self, rest: str) -> None:
        self._substitute(1 - self.talk.batting, "pitcher", rest)

    def replace_fielder(self, rest: str) -> None:
        """Put in a fielder, with moves after commas: "ledee for curtis, sojo 2b"."""
        first, *moves = (part.strip() for part in rest.split(","))
        self._substitute(1 - self.talk.batting, "defence", first, moves)

    def _substitute(self, team: int, reason: Reason, rest: str, moves: Sequence[str] = ()) -> None:
        if not self._may_manage(team):
            return
        pairs = possible_changes(self.talk.game, team, reason)
        if not rest:
            self._choose(team, reason, pairs)
            return
        pair = self._parse_pair(team, pairs, rest)
        if pair is None:
            return
        moves_by_position = self._parse_moves(team, moves, pair[0])
        if moves_by_position is not None:
            self.show_refusal(self.talk.change(team, reason, *pair, moves_by_position))

    def _may_manage(self, team: int) -> bool:
        """Return whether the user manages this team now, and explain if not."""
        talk = self.talk
        if talk.game.state.over:
            self.write("    the game is over")
            return False
        if not talk.people[team]:
            side = ("away", "home")[team]
            self.write(f"    the computer manages {talk.teams[team]}; type person {side} to manage it yourself")
        return talk.people[team]

    def show_refusal(self, ruling: Ruling) -> bool:
        """Show a rejection with players' names. Return whether there was one."""
        if not ruling:
            self.write(f"    refused, {ruling.rule}: {self.talk.spoken(ruling.reason)}")
        return not ruling

    def _choose(self, team: int, reason: Reason, pairs: Sequence[Pair]) -> None:
        """List the legal substitutions and make the chosen one."""
        legal, not_allowed = sort_by_ruling(self.talk, team, reason, pairs)
        candidates = candidates_of(self.talk.game, legal)
        self.list_candidates(candidates, not_allowed)
        if not legal:
            self.write("    No one may come in now.")
            return
        pair = self._ask_for_candidate(candidates, not_allowed)
        if pair is not None:
            self.show_refusal(self.talk.change(team, reason, *pair))

    def list_candidates(self, candidates: Sequence[Candidate], not_allowed: Refused) -> None:
        """List the players who can enter, and why others can't."""
        for reason, players in not_allowed[:MAX_REASONS]:
            self.write(f"    not {_list_names([self.talk.name(player) for player in players])} ({reason})")
        has_several = len({candidate.leaves for candidate in candidates}) > 1
        for number, candidate in enumerate(candidates, start=1):
            leaving = f" for {self.talk.name(candidate.leaves)}" if has_several else ""
            moves = "".join(f", {self.talk.name(player)} to {position}" for position, player in candidate.moves)
            self.write(f"    {number:>2} {self.talk.name(candidate.enters)}{leaving}{moves}, {candidate.note}")

    def _ask_for_candidate(self, candidates: Sequence[Candidate], not_allowed: Refused) -> Pair | None:
        """Return the chosen candidate, or None for Enter or a command."""
        legal = [(candidate.enters, candidate.leaves) for candidate in candidates]
        while True:
            typed = self.keyboard.line("  who? (Enter: no one) ")
            if not typed or self.keyboard.defer_command(typed):
                return None
            number = parse_number(typed, len(legal))
            pair = legal[number - 1] if number is not None else self.parse_candidate(legal, typed)
            if pair is not None:
                return pair
            self.write(f"    {quote_input(typed)}: enter a number from 1 to {len(legal)} or one of these names")
            self.list_candidates(candidates, not_allowed)

    def parse_candidate(self, legal: Sequence[Pair], typed: str) -> Pair | None:
        """Parse "ledee", or "ledee for curtis" if he could replace several players."""
        entering, _, leaving = typed.partition(" for ")
        try:
            enters = find_player(entering, list(dict.fromkeys(pair[0] for pair in legal)), self.talk.names)
            may_leave = [leaves for player, leaves in legal if player == enters]
            leaves = find_player(leaving, may_leave, self.talk.names) if leaving else may_leave[0]
        except PlayerLookupError:
            return None
        return (enters, leaves) if leaving or len(may_leave) == 1 else None

    def _parse_pair(self, team: int, pairs: Sequence[Pair], rest: str) -> Pair | None:
        """Parse "ledee for curtis", or "ledee" if only one player can leave, among all the team's players."""
        talk = self.talk
        side = talk.game.state.sides[team]
        may_leave = list(dict.fromkeys(leaves for _, leaves in pairs))
        entering, _, leaving = rest.partition(" for ")
        try:
            enters = find_player(entering, (*side.bench, *side.removed, *players_in(side)), talk.names)
            if leaving:
                return enters, find_player(leaving, players_in(side), talk.names)
        except PlayerLookupError as error:
            self.write(f"    {error}")
            return None
        if len(may_leave) == 1:
            return enters, may_leave[0]
        self.write(f"    for whom? type: {entering} for {self._examples(may_leave)}")
        return None

    def _examples(self, may_leave: Sequence[str]) -> str:
        if not may_leave:
            return "PLAYER (no one can leave now)"
        if len(may_leave) < 4:
            return " or ".join(self.talk.name(player) for player in may_leave)
        return "a player in the field"

    def _parse_moves(self, team: int, parts: Sequence[str], enters: str = "") -> dict[str, str] | None:
        """Return players by position from parts such as "sojo 2b", or None after an error, which is shown."""
        talk = self.talk
        players = players_in(talk.game.state.sides[team])
        if enters:
            players.append(enters)
        moves: dict[str, str] = {}
        for part in parts:
            name, _, position = part.rpartition(" ")
            position = position.lower()
            if position not in POSITIONS or not name:
                self.write(f"    “{part}”: enter a player and a position, such as sojo 2b ({' '.join(POSITIONS)})")
                return None
            try:
                player = find_player(name, players, talk.names)
            except PlayerLookupError as error:
                self.write(f"    {error}")
                return None
            if position in moves:
                self.write(f"    two players can't both play {position}")
                return None
            moves[position] = player
        return moves

    def move(self, rest: str) -> None:
        """Move fielders to other positions: "curtis cf, williams lf"."""
        team = 1 - self.talk.batting
        if not self._may_manage(team):
            return
        if not rest:
            self.write("    name each player who moves and his new position: move curtis cf, williams lf")
            return
        moves = self._parse_moves(team, [part.strip() for part in rest.split(",")])
        if moves is not None:
            self.show_refusal(self.talk.move(team, moves))

    def end_hitter(self, rest: str) -> None:
        """Remove the designated hitter: "dh 1b" puts him in the field, "dh" lets the pitcher bat or run for him."""
        position = rest.strip().lower()
        if position and position not in POSITIONS:
            self.write(f"    “{rest}”: enter a position, {' '.join(POSITIONS)}, or nothing after dh")
            return
        team = 1 - self.talk.batting if position else self.talk.batting
        game = self.talk.game
        if self._may_manage(team) and not self.show_refusal(game.system.hitter_ruling(game, team, position)):
            self.talk.happen(HitterEnded(team, position))

    def double_switch(self, rest: str) -> None:
        """Make a double switch: "double nelson for curtis, ledee".

        Nelson pitches and bats in Curtis's spot, and Ledee plays Curtis's position.
        """
        talk, team = self.talk, 1 - self.talk.batting
        if not self._may_manage(team):
            return
        first, comma, fielding = rest.partition(",")
        entering, separator, leaving = first.partition(" for ")
        if not (comma and separator):
            self.write(_DOUBLE_SWITCH_HELP)
            return
        side = talk.game.state.sides[team]
        in_game = players_in(side)
        whole_team = (*side.bench, *side.removed, *in_game)
        try:
            pitcher = find_player(entering, whole_team, talk.names)
            leaves = find_player(leaving, in_game, talk.names)
            fielder = find_player(fielding, whole_team, talk.names)
        except PlayerLookupError as error:
            self.write(f"    {error}")
            return
        ruling, events = double_switch(talk.game, talk.profile, team, pitcher, leaves, fielder)
        if not self.show_refusal(ruling):
            talk.happen(*events)


def _list_names(names: Sequence[str]) -> str:
    shown = ", ".join(names[:MAX_NAMES])
    more = len(names) - MAX_NAMES
    if more <= 0:
        return shown
    return f"{shown} and {more} {'other' if more == 1 else 'others'}"
