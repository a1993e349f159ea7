"""Changes of men by a person: each shown with the legal choices, each refusal with its rule and reason."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules_engine.baseball.changes import double_switch, possible_changes
from rules_engine.baseball.dialogue import Dialogue
from rules_engine.baseball.events import HitterEnded
from rules_engine.baseball.prompts import Candidate
from rules_engine.baseball.settling import Pair, Refused, candidates_of, sort_by_ruling
from rules_engine.baseball.state import POSITIONS
from rules_engine.baseball.system_types import Reason
from rules_engine.rulings import Ruling
from rules_engine.terminal.keyboard import Command, Keyboard, NoSuchMan, find_man, number_from, quoted
from rules_engine.terminal.showing import players_in

MOST_REASONS, MOST_NAMES = 5, 5  # refusals told at once, and men named in each


@dataclass(slots=True)
class Changing:
    """The words ph, pr, p, def, move, double and dh, for the teams that a person manages."""

    talk: Dialogue
    keyboard: Keyboard

    def write(self, text: str) -> None:
        self.keyboard.write(text)

    def words(self) -> dict[str, Command]:
        return {
            "ph": self.pinch_hit,
            "pr": self.pinch_run,
            "p": self.new_pitcher,
            "def": self.replace,
            "move": self.move,
            "double": self.double,
            "dh": self.hitter,
        }

    def pinch_hit(self, rest: str) -> None:
        self._change(self.talk.batting, "pinch_hitter", rest)

    def pinch_run(self, rest: str) -> None:
        self._change(self.talk.batting, "pinch_runner", rest)

    def new_pitcher(self, rest: str) -> None:
        self._change(1 - self.talk.batting, "pitcher", rest)

    def replace(self, rest: str) -> None:
        """A man for the defence; after a comma the moves that go with it: "ledee for curtis, sojo 2b"."""
        first, *moves = (part.strip() for part in rest.split(","))
        self._change(1 - self.talk.batting, "defence", first, moves)

    def _change(self, team: int, reason: Reason, rest: str, moves: Sequence[str] = ()) -> None:
        if not self._may_act(team):
            return
        pairs = possible_changes(self.talk.game, team, reason)
        if not rest:
            self._choose(team, reason, pairs)
            return
        pair = self._pair_of(team, pairs, rest)
        places = self._moves_of(team, moves, pair[0]) if pair else None
        if pair is not None and places is not None:
            self.refused(self.talk.change(team, reason, *pair, places))

    def _may_act(self, team: int) -> bool:
        talk = self.talk
        if talk.game.state.over:
            self.write("    the game is over")
            return False
        if not talk.people[team]:
            side = ("away", "home")[team]
            self.write(f"    the autopilot manages {talk.teams[team]}; person {side} gives it to you")
        return talk.people[team]

    def refused(self, ruling: Ruling) -> bool:
        """Whether the ruling refuses; then it is shown, men by their names."""
        if not ruling:
            self.write(f"    refused, {ruling.rule}: {self.talk.spoken(ruling.reason)}")
        return not ruling

    def _choose(self, team: int, reason: Reason, pairs: Sequence[Pair]) -> None:
        """List what is legal and take one by number or name; Enter takes none."""
        legal, not_allowed = sort_by_ruling(self.talk, team, reason, pairs)
        candidates = candidates_of(self.talk.game, legal)
        self.list_candidates(candidates, not_allowed)
        if not legal:
            self.write("    Nobody may come in now.")
        elif pair := self.picked(candidates, not_allowed, "  who? (Enter: nobody) ", may_be_nobody=True):
            self.refused(self.talk.change(team, reason, *pair))

    def list_candidates(self, candidates: Sequence[Candidate], not_allowed: Refused) -> None:
        """Whom the rules allow, and why not the others."""
        for why, men in not_allowed[:MOST_REASONS]:
            self.write(f"    not {_listed([self.talk.name(man) for man in men])} ({why})")
        several = len({one.leaves for one in candidates}) > 1
        for number, candidate in enumerate(candidates, start=1):
            for_whom = f" for {self.talk.name(candidate.leaves)}" if several else ""
            self.write(f"    {number:>2} {self.talk.name(candidate.enters)}{for_whom}, {candidate.note}")

    def picked(
        self, candidates: Sequence[Candidate], not_allowed: Refused, prompt: str, *, may_be_nobody: bool = False
    ) -> Pair | None:
        """One of these by number or name; None for Enter, where that may be, and for another word."""
        legal = [(one.enters, one.leaves) for one in candidates]
        while True:
            typed = self.keyboard.line(prompt)
            if (not typed and may_be_nobody) or self.keyboard.put_back(typed):
                return None
            number = number_from(typed, len(legal))
            pair = legal[number - 1] if number is not None else self.named(legal, typed)
            if pair is not None:
                return pair
            said = quoted(typed) if typed else "Enter alone is no answer here"
            self.write(f"    {said}: a number from 1 to {len(legal)} or one of these names is wanted")
            self.list_candidates(candidates, not_allowed)

    def named(self, legal: Sequence[Pair], typed: str) -> Pair | None:
        """ "ledee", or "ledee for curtis" where he could come in for several."""
        entering, _, leaving = typed.partition(" for ")
        try:
            enters = find_man(entering, list(dict.fromkeys(pair[0] for pair in legal)), self.talk.names)
            whom = [leaves for man, leaves in legal if man == enters]
            leaves = find_man(leaving, whom, self.talk.names) if leaving else whom[0]
        except NoSuchMan:
            return None
        return (enters, leaves) if leaving or len(whom) == 1 else None

    def _pair_of(self, team: int, pairs: Sequence[Pair], rest: str) -> Pair | None:
        """ "ledee for curtis"; without "for" where only one man can leave. Anybody of the team may be named."""
        talk = self.talk
        side = talk.game.state.sides[team]
        whom = list(dict.fromkeys(leaves for _, leaves in pairs))
        entering, _, leaving = rest.partition(" for ")
        try:
            enters = find_man(entering, (*side.bench, *side.gone, *players_in(side)), talk.names)
            if leaving:
                return enters, find_man(leaving, players_in(side), talk.names)
        except NoSuchMan as fault:
            self.write(f"    {fault}")
            return None
        if len(whom) == 1:
            return enters, whom[0]
        said = " or ".join(talk.name(man) for man in whom) if len(whom) < 4 else "a man in the field"
        self.write(f"    for whom? type it so: {entering} for {said or 'nobody who could leave now'}")
        return None

    def _moves_of(self, team: int, parts: Sequence[str], enters: str = "") -> dict[str, str] | None:
        """Position -> man of parts like "sojo 2b"; None, with a word about it, where one cannot be read."""
        talk = self.talk
        men = [*players_in(talk.game.state.sides[team]), *([enters] if enters else [])]
        moves: dict[str, str] = {}
        for part in parts:
            name, _, position = part.rpartition(" ")
            if position.lower() not in POSITIONS or not name:
                self.write(f"    “{part}”: a man and his position are wanted, such as sojo 2b ({' '.join(POSITIONS)})")
                return None
            try:
                man = find_man(name, men, talk.names)
            except NoSuchMan as fault:
                self.write(f"    {fault}")
                return None
            if position.lower() in moves:
                self.write(f"    two men cannot both play {position.lower()}")
                return None
            moves[position.lower()] = man
        return moves

    def move(self, rest: str) -> None:
        """Men in the field change places: "curtis cf, williams lf"."""
        team = 1 - self.talk.batting
        if not self._may_act(team):
            return
        if not rest:
            self.write("    name each man who moves and his new position: move curtis cf, williams lf")
            return
        moves = self._moves_of(team, [part.strip() for part in rest.split(",")])
        if moves is None:
            return
        self.refused(self.talk.move(team, moves))

    def hitter(self, rest: str) -> None:
        """ "dh 1b": the designated hitter takes the field there; "dh": the pitcher bats or runs for him."""
        position = rest.strip().lower()
        if position and position not in POSITIONS:
            self.write(f"    “{rest}”: a position is wanted, {' '.join(POSITIONS)}, or nothing after dh")
            return
        team = 1 - self.talk.batting if position else self.talk.batting
        game = self.talk.game
        if self._may_act(team) and not self.refused(game.system.hitter_ruling(game, team, position)):
            self.talk.happen(HitterEnded(team, position))

    def double(self, rest: str) -> None:
        """ "double nelson for curtis, ledee": nelson pitches and bats in curtis's place, ledee plays his position."""
        talk, team = self.talk, 1 - self.talk.batting
        if not self._may_act(team):
            return
        first, comma, fielding = rest.partition(",")
        entering, said_for, leaving = first.partition(" for ")
        side = talk.game.state.sides[team]
        if not (comma and said_for):
            self.write(
                "    type it so: double NEW PITCHER for WHO LEAVES, WHO TAKES HIS POSITION\n"
                "    The pitcher bats in the place of the man who leaves; the third man comes from the bench and bats\n"
                "    in the old pitcher's place, or he batted or ran for the pitcher and stays in."
            )
            return
        try:
            pitcher = find_man(entering, (*side.bench, *side.gone, *players_in(side)), talk.names)
            leaves = find_man(leaving, players_in(side), talk.names)
            fielder = find_man(fielding, (*side.bench, *side.gone, *players_in(side)), talk.names)
        except NoSuchMan as fault:
            self.write(f"    {fault}")
            return
        ruling, events = double_switch(talk.game, talk.profile, team, pitcher, leaves, fielder)
        if not self.refused(ruling):
            talk.happen(*events)


def _listed(names: Sequence[str]) -> str:
    shown = ", ".join(names[:MOST_NAMES])
    more = len(names) - MOST_NAMES
    return f"{shown} and {more} {'other' if more == 1 else 'others'}" if more > 0 else shown
