"""Streaks and shutouts of a tournament's teams."""

from collections import Counter
from collections.abc import Iterable

from games.models import Game
from tournaments.models import Series, Tournament


def longest_streaks(tournament: Tournament) -> Counter[int]:
    """Return the most games in a row that each team won, by its order of play (T10.2). One query."""
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


def shutouts_by_team(tournament: Tournament) -> Counter[int]:
    """Return the number of each team's shutouts: final games in which the opponent has no run. One query."""
    games = Game.objects.filter(series__tournament=tournament, status=Game.Status.FINAL)
    games = games.exclude(series__status=Series.Status.VOID).order_by()
    shutouts: Counter[int] = Counter()
    for home, away, home_runs, away_runs in games.values_list("home", "away", "home_runs", "away_runs"):
        if away_runs == 0 and home_runs:
            shutouts[home] += 1
        elif home_runs == 0 and away_runs:
            shutouts[away] += 1
    return shutouts
