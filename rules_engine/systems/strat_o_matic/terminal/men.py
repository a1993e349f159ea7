"""Changes of men by a person: each shown with the legal choices, each refusal with its rule and reason."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rules_engine.baseball.events import FieldersMoved, HitterEnded, Substituted
from rules_engine.baseball.state import POSITIONS
from rules_engine.systems.strat_o_matic.changes.changes import Reason, change_ruling, possible_changes
from rules_engine.systems.strat_o_matic.changes.double_switch import double_switch
from rules_engine.systems.strat_o_matic.changes.moves import hitter_ruling, move_ruling
from rules_engine.systems.strat_o_matic.terminal.keyboard import Command, NoSuchMan, find_man, number_from
from rules_engine.systems.strat_o_matic.terminal.showing import man_text, side_men
from rules_engine.systems.strat_o_matic.terminal.sitting import Sitting

Pair = tuple[str, str]  # (enters, leaves)
MOST_REASONS, MOST_NAMES = 5, 5  # refusals told at once, and men named in each


@dataclass(slots=True)
class Men:
    """The words ph, pr, p, def, move, double and dh, for the teams that a person manages."""

    sitting: Sitting

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
        self._change(self.sitting.batting, "pinch_hitter", rest)

    def pinch_run(self, rest: str) -> None:
        self._change(self.sitting.batting, "pinch_runner", rest)

    def new_pitcher(self, rest: str) -> None:
        self._change(self.sitting.fielding, "pitcher", rest)

    def replace(self, rest: str) -> None:
        """A man for the defence; after a comma the moves that go with it: "ledee for curtis, sojo 2b"."""
        first, *moves = (part.strip() for part in rest.split(","))
        self._change(self.sitting.fielding, "defence", first, moves)

    def _change(self, team: int, reason: Reason, rest: str, moves: Sequence[str] = ()) -> None:
        if not self._may_act(team):
            return
        pairs = possible_changes(self.sitting.game, team, reason)
        if not rest:
            self._choose(team, reason, pairs)
            return
        pair = self._pair_of(team, pairs, rest)
        places = self._moves_of(team, moves, pair[0]) if pair else None
        if pair is None or places is None:
            return
        self._make(team, reason, pair, places)

    def _may_act(self, team: int) -> bool:
        sitting = self.sitting
        if sitting.game.state.over:
            sitting.write("    the game is over")
            return False
        if not sitting.people[team]:
            side = ("away", "home")[team]
            sitting.write(f"    the autopilot manages {sitting.teams[team]}; person {side} gives it to you")
        return sitting.people[team]

    def _make(self, team: int, reason: Reason, pair: Pair, moves: dict[str, str]) -> None:
        sitting = self.sitting
        ruling = change_ruling(sitting.game, sitting.profile, team, *pair, reason, moves)
        if sitting.refused(ruling):
            return
        sitting.happen(Substituted(team, *pair, ruling.rule))
        if moves:
            moved = move_ruling(sitting.game, team, moves, tournament=sitting.profile is not None)
            if not sitting.refused(moved):
                sitting.happen(FieldersMoved(team, tuple(moves.items())))

    def _choose(self, team: int, reason: Reason, pairs: Sequence[Pair]) -> None:
        """List what is legal and take one by number or name; Enter takes none."""
        legal = self.offer(team, reason, pairs)
        if legal and (pair := self.picked(legal, "  who? (Enter: nobody) ", may_be_nobody=True)):
            self._make(team, reason, pair, {})

    def offer(self, team: int, reason: Reason, pairs: Sequence[Pair]) -> list[Pair]:
        """Show whom the rules allow, and why not the others; the legal pairs."""
        sitting = self.sitting
        legal, refused = self._sorted_out(team, reason, pairs)
        if not legal:
            sitting.write("    Nobody may come in now.")
        for ruling, men in list(refused.items())[:MOST_REASONS]:
            sitting.write(f"    not {_listed([sitting.name(man) for man in men])} ({ruling})")
        several = len({leaves for _, leaves in legal}) > 1
        for number, (enters, leaves) in enumerate(legal, start=1):
            for_whom = f" for {sitting.name(leaves)}" if several else ""
            sitting.write(f"    {number:>2} {sitting.name(enters)}{for_whom}, {man_text(sitting.game.book, enters)}")
        return legal

    def _sorted_out(self, team: int, reason: Reason, pairs: Iterable[Pair]) -> tuple[list[Pair], dict[str, list[str]]]:
        """The legal pairs, and the men for whom there is none by the ruling that refuses them."""
        sitting = self.sitting
        legal: list[Pair] = []
        refused: dict[str, list[str]] = {}
        for enters, leaves in pairs:
            ruling = change_ruling(sitting.game, sitting.profile, team, enters, leaves, reason)
            if ruling:
                legal.append((enters, leaves))
            else:
                refused.setdefault(sitting.ruled(ruling).replace(sitting.name(enters), "he"), []).append(enters)
        may = {enters for enters, _ in legal}
        told = {ruling: [man for man in dict.fromkeys(men) if man not in may] for ruling, men in refused.items()}
        return legal, {ruling: men for ruling, men in told.items() if men}

    def picked(self, legal: Sequence[Pair], prompt: str, *, may_be_nobody: bool = False) -> Pair | None:
        """One of these by number or name; None for Enter, where that may be."""

        def accept(typed: str) -> Pair | tuple[()] | None:
            if not typed:
                return () if may_be_nobody else None
            if (number := number_from(typed, len(legal))) is not None:
                return legal[number - 1]
            return None if self.sitting.keyboard.is_word(typed) else self._named(legal, typed)

        wanted = f"a number from 1 to {len(legal)} or one of these names is wanted"
        chosen = self.sitting.keyboard.ask(prompt, accept, wanted)
        return chosen if len(chosen) == 2 else None

    def _named(self, legal: Sequence[Pair], typed: str) -> Pair | None:
        """ "ledee", or "ledee for curtis" where he could come in for several."""
        entering, _, leaving = typed.partition(" for ")
        try:
            enters = find_man(entering, list(dict.fromkeys(pair[0] for pair in legal)), self.sitting.names)
            whom = [leaves for man, leaves in legal if man == enters]
            leaves = find_man(leaving, whom, self.sitting.names) if leaving else whom[0]
        except NoSuchMan:
            return None
        return (enters, leaves) if leaving or len(whom) == 1 else None

    def _pair_of(self, team: int, pairs: Sequence[Pair], rest: str) -> Pair | None:
        """ "ledee for curtis"; without "for" where only one man can leave. Anybody of the team may be named."""
        sitting = self.sitting
        side = sitting.game.state.sides[team]
        whom = list(dict.fromkeys(leaves for _, leaves in pairs))
        entering, _, leaving = rest.partition(" for ")
        try:
            enters = find_man(entering, (*side.bench, *side.gone, *side_men(side)), sitting.names)
            if leaving:
                return enters, find_man(leaving, side_men(side), sitting.names)
        except NoSuchMan as fault:
            sitting.write(f"    {fault}")
            return None
        if len(whom) == 1:
            return enters, whom[0]
        said = " or ".join(sitting.name(man) for man in whom) if len(whom) < 4 else "a man in the field"
        sitting.write(f"    for whom? type it so: {entering} for {said or 'nobody who could leave now'}")
        return None

    def _moves_of(self, team: int, parts: Sequence[str], enters: str = "") -> dict[str, str] | None:
        """Position -> man of parts like "sojo 2b"; None, with a word about it, where one cannot be read."""
        sitting = self.sitting
        men = [*side_men(sitting.game.state.sides[team]), *([enters] if enters else [])]
        moves: dict[str, str] = {}
        for part in parts:
            name, _, position = part.rpartition(" ")
            if position.lower() not in POSITIONS or not name:
                sitting.write(
                    f"    “{part}”: a man and his position are wanted, such as sojo 2b ({' '.join(POSITIONS)})"
                )
                return None
            try:
                man = find_man(name, men, sitting.names)
            except NoSuchMan as fault:
                sitting.write(f"    {fault}")
                return None
            if position.lower() in moves:
                sitting.write(f"    two men cannot both play {position.lower()}")
                return None
            moves[position.lower()] = man
        return moves

    def move(self, rest: str) -> None:
        """Men in the field change places: "curtis cf, williams lf"."""
        team = self.sitting.fielding
        if not self._may_act(team):
            return
        if not rest:
            self.sitting.write("    name each man who moves and his new position: move curtis cf, williams lf")
            return
        moves = self._moves_of(team, [part.strip() for part in rest.split(",")])
        if moves is None:
            return
        if not self.sitting.refused(
            move_ruling(self.sitting.game, team, moves, tournament=self.sitting.profile is not None)
        ):
            self.sitting.happen(FieldersMoved(team, tuple(moves.items())))

    def hitter(self, rest: str) -> None:
        """5.11: "dh 1b": the designated hitter takes the field there; "dh": the pitcher bats or runs for him."""
        position = rest.strip().lower()
        if position and position not in POSITIONS:
            self.sitting.write(f"    “{rest}”: a position is wanted, {' '.join(POSITIONS)}, or nothing after dh")
            return
        team = self.sitting.fielding if position else self.sitting.batting
        if self._may_act(team) and not self.sitting.refused(hitter_ruling(self.sitting.game, team, position)):
            self.sitting.happen(HitterEnded(team, position))

    def double(self, rest: str) -> None:
        """ "double nelson for curtis, ledee": nelson pitches and bats in curtis's place, ledee plays his position."""
        sitting, team = self.sitting, self.sitting.fielding
        if not self._may_act(team):
            return
        first, comma, fielding = rest.partition(",")
        entering, said_for, leaving = first.partition(" for ")
        side = sitting.game.state.sides[team]
        if not (comma and said_for):
            sitting.write(
                "    type it so: double NEW PITCHER for WHO LEAVES, WHO TAKES HIS POSITION\n"
                "    The pitcher bats in the place of the man who leaves; the third man comes from the bench and bats\n"
                "    in the old pitcher's place, or he batted or ran for the pitcher and stays in."
            )
            return
        try:
            pitcher = find_man(entering, (*side.bench, *side.gone, *side_men(side)), sitting.names)
            leaves = find_man(leaving, side_men(side), sitting.names)
            fielder = find_man(fielding, (*side.bench, *side.gone, *side_men(side)), sitting.names)
        except NoSuchMan as fault:
            sitting.write(f"    {fault}")
            return
        ruling, events = double_switch(sitting.game, sitting.profile, team, pitcher, leaves, fielder)
        if not sitting.refused(ruling):
            sitting.happen(*events)


def _listed(names: Sequence[str]) -> str:
    shown = ", ".join(names[:MOST_NAMES])
    more = len(names) - MOST_NAMES
    return f"{shown} and {more} {'other' if more == 1 else 'others'}" if more > 0 else shown
