"""Who drafts where: d20 rolls, the order of choosing, imputed and absent teams, and the choice itself (T0.02).

A slot is a draft position in a division. Imputed teams are drawn into theirs before anybody chooses; then the
high roll chooses, and so on down. In some formats the choice is of the division too.
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
    """Whether a draft position may be had."""

    EVERYBODY_HAS_CHOSEN = "{subject} does not choose now: everybody has chosen."
    NOT_HIS_TURN = "{subject} does not choose now: it is {turn}'s turn."
    NO_SUCH_POSITION = "There is no position {position} in division {division}."
    POSITION_TAKEN = "Position {position} of {division} is {holder}'s."
    ASKED_TO_BE_APART = "{entrant} and {other} asked not to share a division."
    DRAFTS_THERE = "{entrant} drafts at position {position} of {division}."
    LATE = "Late for the draft: {outcomes:or}."


class Slot(NamedTuple):
    """A draft position, counted from 1, in a division named as the tournament names it."""

    division: str
    position: int


@dataclass(frozen=True, slots=True)
class SlotBoard:
    """The slots of all divisions and who holds them. `apart` are entrants who asked not to share a division."""

    sizes: Mapping[str, int]  # division -> teams
    taken: Mapping[Slot, str]
    apart: frozenset[frozenset[str]] = frozenset()

    @property
    def all_slots(self) -> list[Slot]:
        return [Slot(division, place) for division, size in self.sizes.items() for place in range(1, size + 1)]

    @property
    def open(self) -> list[Slot]:
        """Slots nobody holds yet, by division and position."""
        return [slot for slot in self.all_slots if slot not in self.taken]

    def with_choice(self, slot: Slot, entrant: str) -> "SlotBoard":
        return SlotBoard(self.sizes, {**self.taken, slot: entrant}, self.apart)

    def in_division(self, division: str) -> set[str]:
        return {entrant for slot, entrant in self.taken.items() if slot.division == division}


def may_choose(
    board: SlotBoard, slot: Slot, entrant: str, order: Sequence[str], absent: Collection[str] = ()
) -> Ruling:
    """T0.02: whether this entrant may have this slot now. `order`: of choosing; fact `open`: what is free."""
    turn = next_to_choose(board, order, absent)
    if turn != entrant:
        if not turn:
            return refuse(SlotFinding.EVERYBODY_HAS_CHOSEN, RULE, subject=entrant, open=board.open)
        return refuse(SlotFinding.NOT_HIS_TURN, RULE, subject=entrant, turn=turn, open=board.open)
    return slot_available(board, slot, entrant)


def slot_available(board: SlotBoard, slot: Slot, entrant: str) -> Ruling:
    """T0.02: whether the slot exists, is free and keeps apart those who asked for it."""
    if slot not in board.all_slots:
        return refuse(
            SlotFinding.NO_SUCH_POSITION, RULE, position=slot.position, division=slot.division, open=board.open
        )
    if slot in board.taken:
        holder = board.taken[slot]
        return refuse(
            SlotFinding.POSITION_TAKEN,
            RULE,
            position=slot.position,
            division=slot.division,
            holder=holder,
            open=board.open,
        )
    here = board.in_division(slot.division)
    kept = [other for other in sorted(here) if frozenset((entrant, other)) in board.apart]
    if kept:
        return refuse(SlotFinding.ASKED_TO_BE_APART, RULE, entrant=entrant, other=kept[0], open=board.open)
    return allow(
        SlotFinding.DRAFTS_THERE, RULE, entrant=entrant, position=slot.position, division=slot.division, open=board.open
    )


def next_to_choose(board: SlotBoard, order: Sequence[str], absent: Collection[str] = ()) -> str | None:
    """The first in the order of choosing who has no slot; the absent come after everybody present."""
    placed = set(board.taken.values())
    waiting = [entrant for entrant in order if entrant not in placed]
    return next((entrant for entrant in waiting if entrant not in absent), waiting[0] if waiting else None)


def slot_for_absent(board: SlotBoard, entrant: str) -> Slot | None:
    """The highest position still open that keeps apart those who asked; None when nothing is left."""
    free = [slot for slot in board.open if slot_available(board, slot, entrant)]
    return max(free, key=lambda slot: slot.position, default=None)


def draw_imputed(board: SlotBoard, imputed: Iterable[tuple[str, str]], draw: Callable[[int], int]) -> SlotBoard:
    """T0.02: imputed teams, as (division, team), at random positions of their divisions, before anybody chooses.

    `draw(n)` gives a number from 1 to n.
    """
    for division, team in imputed:
        free = [slot for slot in board.open if slot.division == division]
        board = board.with_choice(free[draw(len(free)) - 1], team)
    return board


def slot_dice(rules: DraftRules) -> Dice:
    """T0.02: what every entrant throws for the order of choosing."""
    return Dice(rules.slot_dice, rules.slot_die_sides)


def choices_of_high_roll(chooses_division: bool) -> tuple[str, ...]:
    """T0.02: what the high roll has the choice of: where he drafts and, in some formats, the division."""
    return ("draft position", "division") if chooses_division else ("draft position",)


def late_for_draft() -> Ruling:
    """T0.02: a late manager has a team picked for him or is out; the director decides which (T0.09)."""
    return refuse(SlotFinding.LATE, RULE, outcomes=LATE_OUTCOMES)
