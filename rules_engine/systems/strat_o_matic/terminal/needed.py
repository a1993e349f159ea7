"""What must be settled before the next play: the hurt replaced, a pitcher on the mound, fielders at their positions."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from rules_engine.baseball.events import FieldersMoved, Substituted
from rules_engine.baseball.substitutions import stand_in
from rules_engine.systems.strat_o_matic.autopilot.bench import rearranged
from rules_engine.systems.strat_o_matic.cards.positions import unfamiliar_rule
from rules_engine.systems.strat_o_matic.changes.changes import Reason, change_ruling, possible_changes
from rules_engine.systems.strat_o_matic.changes.defence import misplaced
from rules_engine.systems.strat_o_matic.changes.moves import move_ruling
from rules_engine.systems.strat_o_matic.pitchers.injuries import leaving_rule
from rules_engine.systems.strat_o_matic.terminal.men import Men, Pair
from rules_engine.systems.strat_o_matic.terminal.sitting import Sitting


@dataclass(slots=True)
class Needed:
    """Asks a person until what is wrong with his team is right."""

    sitting: Sitting
    men: Men
    _told: set[tuple[Pair, ...]] = field(default_factory=set)  # men who stay out of position for want of others

    def settle(self) -> None:
        """Returns when nothing is wrong."""
        while self._something_was_wrong():
            pass

    def tell_who_may_stay(self, hurt: str) -> None:
        """T25.2: a person's starter who is hurt on a play need not leave at once."""
        sitting = self.sitting
        for team, side in enumerate(sitting.game.state.sides):
            if hurt and hurt == side.pitcher and sitting.people[team]:
                injury = sitting.game.hurt_pitcher(team)
                if injury.may_stay:
                    sitting.write(f"  {sitting.teams[team]}: {sitting.name(hurt)} is hurt (T25.2): {injury.reason}.")

    def _something_was_wrong(self) -> bool:
        """One fault put right; False when there is none."""
        sitting, team = self.sitting, self.sitting.fielding
        for side, man in sitting.game.hurt_men():
            if sitting.people[side]:
                self._replace_hurt(side, man)
                return True
        return sitting.people[team] and (self._mound(team) or self._positions(team))

    def _replace_hurt(self, team: int, man: str) -> None:
        """6.4, 25.1, T25.2: who is hurt leaves at once."""
        sitting = self.sitting
        rule = leaving_rule(sitting.game.book.edition.injuries)
        side = sitting.game.state.sides[team]
        reason: Reason = "pitcher" if man == side.pitcher and team == sitting.fielding else "defence"
        sitting.write(f"  {sitting.teams[team]}: {sitting.name(man)} is hurt and must leave ({rule}). In his place:")
        if side.bench:
            self._somebody_for(team, reason, [(enters, man) for enters in side.bench], hurt=rule)
        else:  # nobody is left; a man is made up (T25.2)
            sitting.happen(Substituted(team, stand_in(man), man, "T25.2"))

    def _mound(self, team: int) -> bool:
        """T31.11, T27.54, T10.2: a pitcher for the man who batted for one, or whose innings are used up."""
        sitting = self.sitting
        fault = sitting.game.mound_fault(sitting.game.state)
        if fault is not None:
            sitting.write(f"  {sitting.teams[team]} need a new pitcher ({sitting.ruled(fault)}), or a double switch:")
            self._somebody_for(team, "pitcher", possible_changes(sitting.game, team, "pitcher"))
        return fault is not None

    def _somebody_for(self, team: int, reason: Reason, pairs: Sequence[Pair], hurt: str = "") -> None:
        """25.2, T25.2: one of those whom the rules let in; when there is none of them, anybody on the bench.

        `hurt` is the number under which he comes in for a hurt man.
        """
        sitting = self.sitting
        unfamiliar = unfamiliar_rule(sitting.game.book.edition.injuries)
        legal, last = self.men.offer(team, reason, pairs), hurt or unfamiliar
        if not legal:
            sitting.write(f"    Then anybody on the bench ({last}): {', '.join(sitting.name(man) for man, _ in pairs)}")
        pair = self.men.picked(legal or pairs, "  who? ")
        assert pair is not None
        ruling = change_ruling(sitting.game, sitting.profile, team, *pair, reason)
        sitting.happen(Substituted(team, *pair, hurt or (ruling.rule if ruling else last)))

    def _positions(self, team: int) -> bool:
        """10.1, T10.11, T31.6: everybody at a position on his card, where the men who are left make it possible."""
        sitting = self.sitting
        wrong = tuple(misplaced(sitting.game, team))
        if not wrong or wrong in self._told:
            return False
        rule = "T10.11" if sitting.profile else "10.1"
        for position, man in wrong:
            sitting.write(f"  {sitting.teams[team]}: {sitting.name(man)} is at {position}, not on his card ({rule}).")
        rearrangement = rearranged(sitting.game, team)
        moves = dict(rearrangement.positions) if rearrangement else {}
        if moves and not move_ruling(sitting.game, team, moves, tournament=sitting.profile is not None):
            moves = {}
        pairs = [(enters, man) for _, man in wrong for enters in sitting.game.state.sides[team].bench]
        legal = self.men.offer(team, "defence", pairs)
        if not legal and not moves:
            rule = unfamiliar_rule(sitting.game.book.edition.injuries)
            sitting.write(f"    They stay where they are, as badly as can be ({rule}), unless def or move helps.")
            self._told.add(wrong)
        else:
            self._choose(team, moves, legal)
        return True

    def _choose(self, team: int, moves: dict[str, str], legal: Sequence[Pair]) -> None:
        sitting = self.sitting
        listed = ", ".join(f"{sitting.name(man)} {position}" for position, man in moves.items())
        prompt = f"  who? (Enter: move {listed}) " if moves else "  who? "
        pair = self.men.picked(legal, prompt, may_be_nobody=bool(moves))
        if pair is not None:
            ruling = change_ruling(sitting.game, sitting.profile, team, *pair, "defence")
            sitting.happen(Substituted(team, *pair, ruling.rule))
        else:
            sitting.happen(FieldersMoved(team, tuple(moves.items())))
