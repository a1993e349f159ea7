"""The rolls for draft positions as they stand: who rolls, who chooses, and what is open to him (T0.02)."""

from dataclasses import dataclass
from functools import cached_property

from rules_engine.competition.rolls import Dice, RollOrder, roll_order
from rules_engine.draft.slots import (
    Slot,
    SlotBoard,
    choices_of_high_roll,
    next_to_choose,
    slot_available,
    slot_dice,
    slot_for_absent,
)
from tournaments.models import Division, Team, Tournament
from tournaments.queries.divisions import DivisionSize, share_out
from tournaments.queries.entrants import teams_of


@dataclass(frozen=True, slots=True)
class SlotOnBoard:
    """One draft position as the page shows it."""

    position: int
    team: Team | None
    is_open: bool  # to the team whose turn it is


class RollsBoard:
    """Everything about the rolls, read once. Teams are known to the rules by their names, which are unique."""

    def __init__(self, tournament: Tournament, teams: list[Team], divisions: list[Division]) -> None:
        self.tournament = tournament
        self.teams = teams
        self.divisions: list[DivisionSize] = share_out(divisions, teams)
        self.by_name = {team.name: team for team in teams}

    @cached_property
    def rollers(self) -> list[Team]:
        """Teams that roll: those with a manager or a proxy here, and the absent for whom the director has rolled.

        A team that the director has placed without a roll needs none.
        """
        managed = [team for team in self.teams if team.kind == Team.Kind.MANAGED]
        return [team for team in managed if rolls_of(team) or (not is_away(team) and team.slot is None)]

    @cached_property
    def order(self) -> RollOrder[str]:
        return roll_order({team.name: rolls_of(team) for team in self.rollers}, self.dice)

    @cached_property
    def dice(self) -> Dice:
        """What is thrown for a position under this edition."""
        return slot_dice(self.tournament.profile.draft)

    @property
    def heading(self) -> str:
        """Nobody has a place before every roll is in and every tie rolled off."""
        return "Order of choosing" if self.order.decided else "Rolls so far"

    @cached_property
    def must_roll(self) -> list[Team]:
        """Who has to roll now: those who have not yet, and the tied."""
        names = [*self.order.missing, *(name for group in self.order.rerolls for name in group)]
        return [self.by_name[name] for name in names]

    @cached_property
    def away(self) -> list[Team]:
        return [team for team in self.teams if is_away(team)]

    @cached_property
    def may_be_rolled_for(self) -> list[Team]:
        """Absent teams for whom the director may roll (T0.02), until the first team has chosen."""
        if any(team.slot is not None for team in self.teams if team.kind == Team.Kind.MANAGED):
            return []
        return [team for team in self.away if not rolls_of(team)]

    @cached_property
    def choosing_order(self) -> list[str]:
        """The order of choosing: by rolls, then the absent for whom nobody rolled, as they entered."""
        silent = sorted((t for t in self.away if not rolls_of(t)), key=lambda team: team.pk)
        return [*self.order.order, *(team.name for team in silent)]

    @cached_property
    def board(self) -> SlotBoard:
        sizes = {one.division.name: one.size for one in self.divisions}
        held = {
            Slot(team.division.name, team.slot): team.name
            for team in self.teams
            if team.division is not None and team.slot is not None
        }
        return SlotBoard(sizes, held, self._apart)

    @property
    def _apart(self) -> frozenset[frozenset[str]]:
        names = {team.pk: team.name for team in self.teams}
        asked = (team for team in self.teams if team.apart_from_id in names)
        return frozenset(frozenset((team.name, names[team.apart_from_id])) for team in asked if team.apart_from_id)

    @cached_property
    def imputed_waiting(self) -> list[Team]:
        return [team for team in self.teams if team.kind == Team.Kind.IMPUTED and team.slot is None]

    @cached_property
    def is_choosing(self) -> bool:
        """Rolls decided and imputed teams drawn: now the humans choose."""
        return bool(self.divisions) and self.order.decided and not self.imputed_waiting

    @cached_property
    def on_turn(self) -> Team | None:
        if not self.is_choosing:
            return None
        name = next_to_choose(self.board, self.choosing_order, [team.name for team in self.away])
        return self.by_name[name] if name else None

    @property
    def choice(self) -> str:
        """T0.02: what whoever is on turn chooses: where he drafts and, without a division so far, the division."""
        to_any = self.on_turn is not None and self.on_turn.division is None and len(self.divisions) > 1
        return " and ".join(choices_of_high_roll(to_any))

    def open_to(self, team: Team) -> list[Slot]:
        """Positions this team may take: in its own division if it has one, else where there is room for it."""
        free = [slot for slot in self.board.open if slot_available(self.board, slot, team.name)]
        if team.division is not None:
            return [slot for slot in free if slot.division == team.division.name]
        kept = {one.division.name: self._waiting_in(one.division) for one in self.divisions}
        left = {name: sum(slot.division == name for slot in free) for name in kept}
        return [slot for slot in free if left[slot.division] > kept[slot.division]]

    def for_absent(self, team: Team) -> Slot | None:
        """T0.02: an absent manager gets the highest position still open."""
        others = {slot: "" for slot in self.board.open if slot not in self.open_to(team)}
        narrowed = SlotBoard(self.board.sizes, {**self.board.taken, **others})
        return slot_for_absent(narrowed, team.name)

    def _waiting_in(self, division: Division) -> int:
        return sum(team.division_id == division.pk and team.slot is None for team in self.teams)

    @cached_property
    def slots(self) -> list[tuple[DivisionSize, list[SlotOnBoard]]]:
        """Every division with its positions, for the page."""
        open_now = set(self.open_to(self.on_turn)) if self.on_turn else set()
        return [(one, [self._slot(one, place, open_now) for place in range(1, one.size + 1)]) for one in self.divisions]

    def _slot(self, size: DivisionSize, position: int, open_now: set[Slot]) -> SlotOnBoard:
        slot = Slot(size.division.name, position)
        holder = self.board.taken.get(slot)
        return SlotOnBoard(position, self.by_name[holder] if holder else None, slot in open_now)

    @cached_property
    def rows(self) -> list[tuple[Team, list[int]]]:
        """Teams in the order of choosing, with what they rolled; by name while a roll is still to come."""
        if not self.order.decided:
            return [(team, rolls_of(team)) for team in sorted({*self.rollers, *self.away}, key=lambda team: team.name)]
        named = [*self.choosing_order, *self.order.missing]
        unique = list(dict.fromkeys(named))
        return [(self.by_name[name], rolls_of(self.by_name[name])) for name in unique]


def rolls_board(tournament: Tournament) -> RollsBoard:
    return RollsBoard(tournament, list(teams_of(tournament)), list(tournament.divisions.all()))


def is_away(team: Team) -> bool:
    """Absent and nobody stands in for the rolls."""
    return team.kind == Team.Kind.MANAGED and team.is_absent and not team.proxy


def rolls_of(team: Team) -> list[int]:
    return [roll.value for roll in team.slot_rolls.all()]
