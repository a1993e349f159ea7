"""Faults in submitted results: where, by which rule, and who may accept them."""

from dataclasses import dataclass, replace

from core.errors import Refused
from rules_engine.rulings import Ruling

OPPONENT = "opponent"
DIRECTOR = "desk"  # as the API calls it


@dataclass(frozen=True, slots=True)
class GridFault:
    """One fault in submitted results.

    Attributes:
        ruling: What is wrong, and the rule if one decided.
        area: Part of the grid: runs, innings, line, ending, pitching, outing, lines or series.
        acceptor: Who may accept it: OPPONENT (or the director for him, T31.2), DIRECTOR, or "" for nobody.
        remedy: The fact that would make it legal: double_play, injured or want (T25.3).
        accepted_by: Name of the person who accepted it.
        is_unfixable: There is no such game or pitcher, so it can't even be saved as a draft.
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
        """Whether someone who may accept the fault has done so. It no longer blocks the save."""
        return bool(self.acceptor and self.accepted_by)

    def accept(self, name: str) -> "GridFault":
        """Return the fault as accepted by this person, if it can be accepted."""
        return replace(self, accepted_by=name) if self.acceptor else self

    def __str__(self) -> str:
        return str(self.ruling)


class Violations(Refused):
    """The results break rules or don't add up. `faults` are those to correct or accept."""

    def __init__(self, faults: list[GridFault]) -> None:
        super().__init__(faults[0].ruling)
        self.faults = faults

    def __str__(self) -> str:
        first = self.faults[0]
        sentence = f"Game {first.game}. {first}" if first.game else str(first)
        if len(self.faults) > 1:
            sentence += f" ({len(self.faults) - 1} more)"
        return sentence
