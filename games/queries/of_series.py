"""Read whether games of a series may be suspended (T33.0), and the playoff scores."""

from collections import defaultdict

from games.models import Game
from rules_engine.eligibility.suspended_games import may_be_suspended
from rules_engine.rulings import Ruling
from tournaments.models import Series, Tournament


def suspension_ruling(series: Series) -> Ruling:
    """Rule on suspending a game of this series, by the edition and the director's own setting.

    Some editions, such as the Nationals, don't allow it in playoff series.
    """
    tournament, best_of = series.tournament, series.in_bracket
    return may_be_suspended(tournament.profile, best_of=best_of, used_by_director=tournament.suspended_games)


def playoff_runs(tournament: Tournament) -> dict[int, list[tuple[int, int]]]:
    """Return the runs of each game by series, as (home, away) of the series.

    The order doesn't depend on the game's own home team. A forfeit has no runs.
    """
    line_scores: dict[int, list[tuple[int, int]]] = defaultdict(list)
    games = Game.objects.filter(series__tournament=tournament, series__stage__in=Series.BRACKETS)
    played = games.filter(status=Game.Status.FINAL).exclude(ending=Game.Ending.FORFEITED)
    final = played.order_by("series_id", "number")
    for series, host, home, *runs in final.values_list(
        "series_id", "series__home_id", "home_id", "home_runs", "away_runs"
    ):
        own, opponent_runs = runs if host == home else reversed(runs)
        line_scores[series].append((own or 0, opponent_runs or 0))
    return dict(line_scores)
