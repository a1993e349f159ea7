"""Faults in submitted results: where, by which rule, and who may accept them."""

from dataclasses import dataclass, replace

from core.errors import Refused
from rules_engine.rulings import Ruling

OPPONENT = "opponent"
DIRECTOR = "desk"  # as the API calls it


@dataclass(frozen=True, slots=True)
class GridFault:
    """One fault: a ruling, or a sentence if the text can't be read.

    Attributes:
        problem: What is wrong.
        area: Part of the grid: runs, innings, line, ending, pitching, outing, lines or series.
        acceptor: Who may accept it: OPPONENT (or the director for him, T31.2), DIRECTOR, or "" for nobody.
        remedy: The fact that would make it legal: double_play, injured or want (T25.3).
        accepted_by: Name of the person who accepted it.
        is_unfixable: There is no such game or pitcher, so it can't even be saved as a draft.
    """

    problem: Ruling | str
    game: int = 0
    area: str = "series"
    team_id: int | None = None
    card_id: int | None = None
    acceptor: str = ""
    remedy: str = ""
    accepted_by: str = ""
    is_unfixable: bool = False

    @property
    def ruling(self) -> Ruling | None:
        return self.problem if isinstance(self.problem, Ruling) else None

    @property
    def sentence(self) -> str:
        return self.problem.reason if isinstance(self.problem, Ruling) else self.problem

    @property
    def rule(self) -> str:
        return self.problem.rule if isinstance(self.problem, Ruling) else ""

    @property
    def finding(self) -> str:
        return self.problem.finding.name if isinstance(self.problem, Ruling) else ""

    @property
    def is_accepted(self) -> bool:
        """Whether someone who may accept the fault has done so. It no longer blocks the save."""
        return bool(self.acceptor and self.accepted_by)

    def accept(self, name: str) -> "GridFault":
        """Return the fault as accepted by this person, if it can be accepted."""
        return replace(self, accepted_by=name) if self.acceptor else self

    def __str__(self) -> str:
        return str(self.problem)


class Violations(Refused):
    """The results break rules or don't add up. `faults` are those to correct or accept."""

    def __init__(self, faults: list[GridFault]) -> None:
        first = faults[0]
        sentence = f"Game {first.game}. {first}" if first.game else str(first)
        if len(faults) > 1:
            sentence += f" ({len(faults) - 1} more)"
        super().__init__(sentence)
        self.ruling = first.ruling
        self.faults = faults
