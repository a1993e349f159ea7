"""Violations in submitted results, with their place, their rule, and the person who can accept them."""

from dataclasses import dataclass, replace

from core.errors import Refused
from rules_engine.rulings import Ruling

OPPONENT = "opponent"
DIRECTOR = "desk"  # the value used in the API


@dataclass(frozen=True, slots=True)
class GridFault:
    """A violation or error in submitted results.

    Attributes:
        ruling: The violation, with its rule if there is one.
        area: The affected part of the grid: runs, innings, line, ending, pitching, outing, lines or series.
        acceptor: The person who can accept the violation: OPPONENT (or the director instead, T31.2), DIRECTOR,
            or "" for no one.
        remedy: The fact that would make the play legal: double_play, injured or want (T25.3).
        accepted_by: Name of the person who accepted the violation.
        is_unfixable: The game or pitcher doesn't exist, so the entry can't even be saved as a draft.
    """

    ruling: Ruling
    game: int = 0
    area: str = "series"
    team_id: int | None = None
    card_id: int | None = None
    acceptor: str = ""
    remedy: str = ""
    accepted_by: str = ""
    is_unfixable: bool = False

    @property
    def sentence(self) -> str:
        return self.ruling.reason

    @property
    def rule(self) -> str:
        return self.ruling.rule

    @property
    def finding(self) -> str:
        return self.ruling.finding.name

    @property
    def is_accepted(self) -> bool:
        """Return whether an authorized person has accepted the violation, so that it no longer blocks the save."""
        return bool(self.acceptor and self.accepted_by)

    def accept(self, name: str) -> "GridFault":
        """Return a copy accepted by this person, if the violation can be accepted."""
        return replace(self, accepted_by=name) if self.acceptor else self

    def __str__(self) -> str:
        return str(self.ruling)


class Violations(Refused):
    """Raised if the results break rules or contain contradictions. `faults` must be corrected or accepted."""

    def __init__(self, faults: list[GridFault]) -> None:
        super().__init__(faults[0].ruling)
        self.faults = faults

    def __str__(self) -> str:
        first = self.faults[0]
        sentence = f"Game {first.game}. {first}" if first.game else str(first)
        if len(self.faults) > 1:
            sentence += f" ({len(self.faults) - 1} more)"
        return sentence
