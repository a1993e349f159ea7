"""The luck of a finished game: counts of both teams as rolled and as expected, and a sentence for each."""

from dataclasses import dataclass
from typing import Any, Final

from play.models import TEAMS, TableGame, TableReport
from rules_engine.odds.luck import BASES, HITS, HOMERUNS, RUNS, STRIKEOUTS, WALKS

_TITLES: Final = {
    HITS: "Hits",
    BASES: "Bases on hits",
    HOMERUNS: "Home runs",
    WALKS: "Walks and hit batters",
    STRIKEOUTS: "Strikeouts",
    RUNS: "Runs at the plate",
}
_EVEN: Final = 0.5  # runs of luck too small to call luck


@dataclass(frozen=True, slots=True)
class LuckRow:
    """One count of a team: as rolled, and as expected before the rolls."""

    name: str
    title: str
    rolled: float
    expected: float
    decimals: int  # of the rolled count

    @property
    def difference(self) -> float:
        return round(self.rolled - self.expected, 1)

    @property
    def rolled_text(self) -> str:
        return f"{self.rolled:.{self.decimals}f}".replace("-", "\N{MINUS SIGN}")

    @property
    def expected_text(self) -> str:
        return f"{self.expected:.1f}".replace("-", "\N{MINUS SIGN}")

    @property
    def difference_text(self) -> str:
        return f"{self.difference:+.1f}".replace("-", "\N{MINUS SIGN}")


@dataclass(frozen=True, slots=True)
class TeamLuckReport:
    """The luck of one team's batters."""

    team: str
    appearances: int
    rows: list[LuckRow]

    @property
    def runs(self) -> float:
        """The runs that the dice gave the batters beyond the expected ones."""
        return next(row.difference for row in self.rows if row.name == RUNS)

    @property
    def sentence(self) -> str:
        runs = self.runs
        if abs(runs) < _EVEN:
            return "The dice gave the batters exactly what the cards predicted."
        more = "more" if runs > 0 else "fewer"
        return f"The dice gave the batters {abs(runs):.1f} runs {more} than the cards predicted."


def luck_report(game: TableGame, report: TableReport | None) -> list[TeamLuckReport]:
    """Return the luck of visitors and home team, or nothing before a worker has computed it."""
    if report is None or not report.is_final:
        return []
    return [_team_report(game.names[team], report.luck[team]) for team in TEAMS]


def _team_report(team: str, document: dict[str, Any]) -> TeamLuckReport:
    rows = [_row(name, *document["counts"][name]) for name in _TITLES]
    return TeamLuckReport(team, document["appearances"], rows)


def _row(name: str, rolled: float, expected: float) -> LuckRow:
    return LuckRow(name, _TITLES[name], rolled, expected, decimals=1 if name == RUNS else 0)
