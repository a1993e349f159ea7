"""Draft positions: d20 rolls, the order of choosing, imputed and absent teams, and the choice itself (T0.02).

A slot is a draft position in a division. Imputed teams get random slots before anyone chooses. Then managers choose in
order of their rolls, high roll first. In some formats, they also choose the division.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rules_engine.competition.rolls import Dice
from rules_engine.profile_lines import DraftRules
from rules_engine.rulings import Finding, Ruling, allow, refuse

RULE = "T0.02"
LATE_OUTCOMES = ("a team is picked for the manager", "the manager is disqualified")


class SlotFinding(Finding):
    """Findings on whether a manager may choose a draft position."""

    EVERYBODY_HAS_CHOSEN = "{subject} can't choose now: everyone has chosen."
    NOT_HIS_TURN = "{subject} can't choose now: it is {turn}'s turn."
    NO_SUCH_POSITION = "Division {division} has no position {position}."
    POSITION_TAKEN = "{holder} already has position {position} of {division}."
    ASKED_FOR_SEPARATE_DIVISIONS = "{entrant} and {other} asked not to share a division."
    DRAFTS_THERE = "{entrant} drafts at position {position} of {division}."
    LATE = "Late for the draft: {outcomes:or}."


class Slot(NamedTuple):
    """A draft position in a division, counted from 1."""

    division: str
    position: int


@dataclass(frozen=True, slots=True)
class SlotBoard:
    """All divisions' slots and their holders. `apart` has pairs who asked not to share a division."""

    sizes: Mapping[str, int]  # division -> teams
    holders: Mapping[Slot, str]
    apart: frozenset[frozenset[str]] = frozenset()

    @property
    def all_slots(self) -> list[Slot]:
        return [Slot(division, place) for division, size in self.sizes.items() for place in range(1, size + 1)]

    @property
    def open(self) -> list[Slot]:
        """Return the open slots by division and position."""
        return [slot for slot in self.all_slots if slot not in self.holders]

    def with_choice(self, slot: Slot, entrant: str) -> "SlotBoard":
        return SlotBoard(self.sizes, {**self.holders, slot: entrant}, self.apart)

    def in_division(self, division: str) -> set[str]:
        return {entrant for slot, entrant in self.holders.items() if slot.division == division}


def may_choose(
    board: SlotBoard, slot: Slot, entrant: str, order: Sequence[str], absent: Collection[str] = ()
) -> Ruling:
    """T0.02: Rule on whether this entrant may choose this slot now. The ruling lists the open slots in `open`."""
    turn = next_to_choose(board, order, absent)
    if turn != entrant:
        if not turn:
            return refuse(SlotFinding.EVERYBODY_HAS_CHOSEN, RULE, subject=entrant, open=board.open)
        return refuse(SlotFinding.NOT_HIS_TURN, RULE, subject=entrant, turn=turn, open=board.open)
    return check_slot(board, slot, entrant)


def check_slot(board: SlotBoard, slot: Slot, entrant: str) -> Ruling:
    """T0.02: Require an existing, open slot that respects requests for separate divisions."""
    if slot not in board.all_slots:
        return refuse(
            SlotFinding.NO_SUCH_POSITION, RULE, position=slot.position, division=slot.division, open=board.open
        )
    if slot in board.holders:
        holder = board.holders[slot]
        return refuse(
            SlotFinding.POSITION_TAKEN,
            RULE,
            position=slot.position,
            division=slot.division,
            holder=holder,
            open=board.open,
        )
    rivals = board.in_division(slot.division)
    for rival in sorted(rivals):
        if frozenset((entrant, rival)) in board.apart:
            finding = SlotFinding.ASKED_FOR_SEPARATE_DIVISIONS
            return refuse(finding, RULE, entrant=entrant, other=rival, open=board.open)
    return allow(
        SlotFinding.DRAFTS_THERE, RULE, entrant=entrant, position=slot.position, division=slot.division, open=board.open
    )


def next_to_choose(board: SlotBoard, order: Sequence[str], absent: Collection[str] = ()) -> str | None:
    """Return the first entrant in order without a slot. Absent entrants come after everyone present."""
    placed = set(board.holders.values())
    waiting = [entrant for entrant in order if entrant not in placed]
    for entrant in waiting:
        if entrant not in absent:
            return entrant
    return waiting[0] if waiting else None


def slot_for_absent(board: SlotBoard, entrant: str) -> Slot | None:
    """Return the highest open position that respects requests for separate divisions, if any is left."""
    free = [slot for slot in board.open if check_slot(board, slot, entrant)]
    return max(free, key=lambda slot: slot.position, default=None)


def draw_imputed(board: SlotBoard, imputed: Iterable[tuple[str, str]], draw: Callable[[int], int]) -> SlotBoard:
    """T0.02: Put imputed teams, as (division, team), at random positions before anyone chooses.

    `draw(n)` returns a number from 1 to n.
    """
    for division, team in imputed:
        free = [slot for slot in board.open if slot.division == division]
        board = board.with_choice(free[draw(len(free)) - 1], team)
    return board


def slot_dice(rules: DraftRules) -> Dice:
    """T0.02: Return the dice that every entrant rolls for the order of choosing."""
    return Dice(rules.slot_dice, rules.slot_die_sides)


def choices_of_high_roll(chooses_division: bool) -> tuple[str, ...]:
    """T0.02: Return the high roll's choices: the draft position and, in some formats, the division."""
    if chooses_division:
        return ("draft position", "division")
    return ("draft position",)


def late_for_draft() -> Ruling:
    """T0.02: Rule against a late manager. The director picks a team for him or disqualifies him (T0.09)."""
    return refuse(SlotFinding.LATE, RULE, outcomes=LATE_OUTCOMES)
