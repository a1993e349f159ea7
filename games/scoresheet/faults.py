"""What is wrong with results as handed in: where, by which rule, and who may let it stand."""

from dataclasses import dataclass, replace

from core.errors import Refused
from rules_engine.rulings import Ruling

OPPONENT = "opponent"
DESK = "desk"


@dataclass(frozen=True, slots=True)
class GridFault:
    """One fault: a rule's ruling, or a sentence where what was typed cannot be read.

    where: a field of the grid: runs, innings, line, ending, pitching, outing, or series.
    may_accept: "opponent" (T31.2; the desk may for him), "desk", or "" where it must be corrected.
    remedy: "double_play", "injured" or "want" (T25.3) where that would make it legal. accepted_by: who let it stand.
    is_unfixable: not even kept half entered, since there is no such game or pitcher.
    """

    why: Ruling | str
    game: int = 0
    where: str = "series"
    team_id: int | None = None
    card_id: int | None = None
    may_accept: str = ""
    remedy: str = ""
    accepted_by: str = ""
    is_unfixable: bool = False

    @property
    def ruling(self) -> Ruling | None:
        return self.why if isinstance(self.why, Ruling) else None

    @property
    def sentence(self) -> str:
        return self.why.reason if isinstance(self.why, Ruling) else self.why

    @property
    def rule(self) -> str:
        return self.why.rule if isinstance(self.why, Ruling) else ""

    @property
    def finding(self) -> str:
        return self.why.finding.name if isinstance(self.why, Ruling) else ""

    @property
    def is_accepted(self) -> bool:
        """It blocks nothing, because the one who may has accepted it."""
        return bool(self.may_accept and self.accepted_by)

    def accepted(self, by: str) -> "GridFault":
        return replace(self, accepted_by=by) if self.may_accept else self

    def __str__(self) -> str:
        return str(self.why)


class Violations(Refused):
    """The results break rules or do not add up; `faults` holds every one that must be corrected or accepted."""

    def __init__(self, faults: list[GridFault]) -> None:
        more = f" ({len(faults) - 1} more)" if len(faults) > 1 else ""
        super().__init__(f"Game {faults[0].game}. {faults[0]}{more}" if faults[0].game else f"{faults[0]}{more}")
        self.ruling = faults[0].ruling
        self.faults = faults
