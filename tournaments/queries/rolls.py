"""Rolls for draft positions: teams to roll, teams to choose, and open positions (T0.02)."""

from dataclasses import dataclass
from functools import cached_property

from rules_engine.competition.rolls import Dice, RollOrder, order_by_rolls
from rules_engine.draft.slots import (
    Slot,
    SlotBoard,
    check_slot,
    choices_of_high_roll,
    next_to_choose,
    slot_dice,
    slot_for_absent,
)
from tournaments.models import Division, Team, Tournament
from tournaments.queries.divisions import DivisionSize, is_in_sign_up, share_out
from tournaments.queries.entrants import teams_of


@dataclass(frozen=True, slots=True)
class SlotOnBoard:
    """A draft position as shown on the page."""

    position: int
    team: Team | None
    is_open: bool  # open to the team whose turn it is


class RollsBoard:
    """A tournament's rolls, loaded once. The rules engine identifies teams by name, which is unique."""

    def __init__(self, tournament: Tournament, teams: list[Team], divisions: list[Division]) -> None:
        self.tournament = tournament
        self.teams = teams
        self.divisions: list[DivisionSize] = share_out(divisions, teams)
        self.by_name = {team.name: team for team in teams}

    @property
    def division(self) -> Division | None:
        """The division whose day it is, or None if divisions don't have their own days."""
        return self.divisions[0].division if self.tournament.divisions_on_own_days and self.divisions else None

    @property
    def is_open(self) -> bool:
        """Return whether positions can still be rolled for and chosen."""
        return is_in_sign_up(self.tournament, self.division)

    @cached_property
    def rollers(self) -> list[Team]:
        """The teams that roll: those with a manager or proxy present, and absent teams that the director rolled for.

        A team that the director has placed doesn't roll.
        """
        managed = [team for team in self.teams if team.kind == Team.Kind.MANAGED]
        return [team for team in managed if rolls_of(team) or (not is_away(team) and team.slot is None)]

    @cached_property
    def order(self) -> RollOrder[str]:
        return order_by_rolls({team.name: rolls_of(team) for team in self.rollers})

    @cached_property
    def dice(self) -> Dice:
        """The dice to roll for a position under this edition."""
        return slot_dice(self.tournament.profile.draft)

    @property
    def heading(self) -> str:
        """The table's heading. The table has no places until every tie is decided."""
        return "Order of choosing" if self.order.decided else "Rolls so far"

    @cached_property
    def must_roll(self) -> list[Team]:
        """The teams that must roll now: those without a roll, and tied teams without a reroll."""
        return [self.by_name[name] for name in (*self.order.missing, *self.order.missing_rerolls)]

    @cached_property
    def away(self) -> list[Team]:
        return [team for team in self.teams if is_away(team)]

    @cached_property
    def may_be_rolled_for(self) -> list[Team]:
        """Absent teams that the director can roll for, until the first team has chosen (T0.02)."""
        if any(team.slot is not None for team in self.teams if team.kind == Team.Kind.MANAGED):
            return []
        return [team for team in self.away if not rolls_of(team)]

    @cached_property
    def choosing_order(self) -> list[str]:
        """The choosing order: by rolls, then absent teams without rolls in order of entry."""
        not_rolled = sorted((team for team in self.away if not rolls_of(team)), key=lambda team: team.pk)
        return [*self.order.order, *(team.name for team in not_rolled)]

    @cached_property
    def board(self) -> SlotBoard:
        sizes = {size.division.name: size.size for size in self.divisions}
        team_by_slot = {
            Slot(team.division.name, team.slot): team.name
            for team in self.teams
            if team.division is not None and team.slot is not None
        }
        return SlotBoard(sizes, team_by_slot, self._apart)

    @property
    def _apart(self) -> frozenset[frozenset[str]]:
        names = {team.pk: team.name for team in self.teams}
        separated = (team for team in self.teams if team.apart_from_id in names)
        return frozenset(frozenset((team.name, names[team.apart_from_id])) for team in separated if team.apart_from_id)

    @cached_property
    def imputed_waiting(self) -> list[Team]:
        return [team for team in self.teams if team.kind == Team.Kind.IMPUTED and team.slot is None]

    @cached_property
    def is_choosing(self) -> bool:
        """Return whether managers are choosing now: all rolls are decided and the imputed teams are placed."""
        return bool(self.divisions) and self.order.decided and not self.imputed_waiting

    @cached_property
    def on_turn(self) -> Team | None:
        if not self.is_choosing:
            return None
        name = next_to_choose(self.board, self.choosing_order, [team.name for team in self.away])
        return self.by_name[name] if name else None

    @property
    def choice(self) -> str:
        """The current team's choice: a position, and a division if it has none (T0.02)."""
        may_choose_division = self.on_turn is not None and self.on_turn.division is None and len(self.divisions) > 1
        return " and ".join(choices_of_high_roll(may_choose_division))

    def open_to(self, team: Team) -> list[Slot]:
        """Return the positions that this team can choose, limited to its own division if it has one."""
        available = [slot for slot in self.board.open if check_slot(self.board, slot, team.name)]
        if team.division is not None:
            return [slot for slot in available if slot.division == team.division.name]
        reserved = {size.division.name: self._waiting_in(size.division) for size in self.divisions}
        remaining = {name: sum(slot.division == name for slot in available) for name in reserved}
        return [slot for slot in available if remaining[slot.division] > reserved[slot.division]]

    def division_of(self, slot: Slot) -> Division:
        return next(size.division for size in self.divisions if size.division.name == slot.division)

    def slot_for_absent_team(self, team: Team) -> Slot | None:
        """Return the highest open position for an absent manager, or None (T0.02)."""
        closed = {slot: "" for slot in self.board.open if slot not in self.open_to(team)}
        reduced_board = SlotBoard(self.board.sizes, {**self.board.holders, **closed})
        return slot_for_absent(reduced_board, team.name)

    def _waiting_in(self, division: Division) -> int:
        return sum(team.division_id == division.pk and team.slot is None for team in self.teams)

    @cached_property
    def slots(self) -> list[tuple[DivisionSize, list[SlotOnBoard]]]:
        """Every division with its positions."""
        open_now = set(self.open_to(self.on_turn)) if self.on_turn else set()
        return [
            (size, [self._slot(size, place, open_now) for place in range(1, size.size + 1)]) for size in self.divisions
        ]

    def _slot(self, size: DivisionSize, position: int, open_now: set[Slot]) -> SlotOnBoard:
        slot = Slot(size.division.name, position)
        holder = self.board.holders.get(slot)
        return SlotOnBoard(position, self.by_name[holder] if holder else None, slot in open_now)

    @cached_property
    def rows(self) -> list[tuple[Team, list[int]]]:
        """The teams with their rolls in choosing order. Until that order is decided, sort by roll, then name."""
        if not self.order.decided:
            rows = [(team, rolls_of(team)) for team in {*self.rollers, *self.away}]
            return sorted(rows, key=lambda row: (not row[1], [-roll for roll in row[1]], row[0].name))
        ordered_names = [*self.choosing_order, *self.order.missing]
        unique_names = list(dict.fromkeys(ordered_names))
        return [(self.by_name[name], rolls_of(self.by_name[name])) for name in unique_names]


def rolls_board(tournament: Tournament, division: Division | None = None) -> RollsBoard:
    """Return the rolls for the tournament, or for a division with its own day.

    Without `division`, use the first division that still rolls on its own day.
    """
    teams = list(teams_of(tournament))
    divisions = list(tournament.divisions.all())
    if not tournament.divisions_on_own_days or not divisions:
        return RollsBoard(tournament, teams, divisions)
    waiting = [candidate for candidate in divisions if not candidate.draft_started]
    own_division = division or (waiting or divisions)[0]
    return RollsBoard(tournament, [team for team in teams if team.division_id == own_division.pk], [own_division])


def is_away(team: Team) -> bool:
    """Return whether the team is absent and has no proxy."""
    return team.kind == Team.Kind.MANAGED and team.is_absent and not team.proxy


def rolls_of(team: Team) -> list[int]:
    return [roll.value for roll in team.slot_rolls.all()]
