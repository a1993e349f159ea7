"""The longest winning streaks of a tournament's teams, and their pitching staffs' totals."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from games.models import Game
from tournaments.models import Series, Tournament


def longest_streaks(tournament: Tournament) -> Counter[int]:
    """Return each team's longest winning streak, in its order of play (T10.2). One query."""
    results_by_team: dict[int, list[tuple[int, str]]] = {}
    series = tournament.series.exclude(status=Series.Status.VOID).exclude(outcomes="").order_by("pk")
    for row in series:
        for team, own_letter in ((row.home_id, "H"), (row.away_id, "A")):
            won = "".join("W" if outcome == own_letter else "-" for outcome in row.outcomes)
            results_by_team.setdefault(team, []).append((row.place_for(team) or 0, won))
    return Counter({team: _longest_streak(results) for team, results in results_by_team.items()})


def _longest_streak(results: Iterable[tuple[int, str]]) -> int:
    ordered = sorted(results, key=lambda result: result[0])
    games = "".join(won for _, won in ordered)
    return max(len(streak) for streak in games.split("-"))


class PitchingStaff(NamedTuple):
    """A team's runs allowed and shutouts in a tournament's played and scored games."""

    games: int = 0
    runs_allowed: int = 0
    shutouts: int = 0  # games in which the opponent did not score

    def after(self, runs: int) -> "PitchingStaff":
        """Return the totals including one more game."""
        return PitchingStaff(self.games + 1, self.runs_allowed + runs, self.shutouts + (runs == 0))


def pitching_staffs(tournament: Tournament) -> dict[int, PitchingStaff]:
    """Return each team's totals in final games, excluding forfeits and games without a score. One query."""
    games = Game.objects.filter(series__tournament=tournament, status=Game.Status.FINAL).order_by()
    games = games.exclude(series__status=Series.Status.VOID).exclude(ending=Game.Ending.FORFEITED)
    staffs: dict[int, PitchingStaff] = defaultdict(PitchingStaff)
    for home, away, home_runs, away_runs in games.values_list("home", "away", "home_runs", "away_runs"):
        if home_runs is None or away_runs is None or home_runs == away_runs == 0:
            continue
        staffs[home] = staffs[home].after(away_runs)
        staffs[away] = staffs[away].after(home_runs)
    return staffs
