"""Report the luck in a finished game: both teams' actual and expected counts, with a sentence for each team."""

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
_EVEN: Final = 0.5  # fewer runs than this don't count as luck


@dataclass(frozen=True, slots=True)
class LuckRow:
    """A team count: the actual value, and the expected value before the rolls."""

    name: str
    title: str
    rolled: float
    expected: float
    decimals: int  # decimals of the actual value

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
    """The luck of a single team's batters."""

    team: str
    appearances: int
    rows: list[LuckRow]

    @property
    def runs(self) -> float:
        """The runs that the batters gained over the expected runs."""
        return next(row.difference for row in self.rows if row.name == RUNS)

    @property
    def sentence(self) -> str:
        runs = self.runs
        if abs(runs) < _EVEN:
            return "The dice gave the batters exactly what the cards predicted."
        more = "more" if runs > 0 else "fewer"
        return f"The dice gave the batters {abs(runs):.1f} runs {more} than the cards predicted."


def luck_report(game: TableGame, report: TableReport | None) -> list[TeamLuckReport]:
    """Return the visitors' and home team's luck, or an empty list until a worker has computed it."""
    if report is None or not report.is_final:
        return []
    return [_team_report(game.names[team], report.luck[team]) for team in TEAMS]


def _team_report(team: str, document: dict[str, Any]) -> TeamLuckReport:
    rows = [_row(name, *document["counts"][name]) for name in _TITLES]
    return TeamLuckReport(team, document["appearances"], rows)


def _row(name: str, rolled: float, expected: float) -> LuckRow:
    return LuckRow(name, _TITLES[name], rolled, expected, decimals=1 if name == RUNS else 0)
