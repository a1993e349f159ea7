"""Check whether a series' games can be suspended (T33.0), and load playoff scores."""

from collections import defaultdict

from games.models import Game
from rules_engine.eligibility.suspended_games import may_be_suspended
from rules_engine.rulings import Ruling
from tournaments.models import Series, Tournament


def suspension_ruling(series: Series) -> Ruling:
    """Return a ruling on suspending a game in this series, based on the rules edition and the director's setting.

    Some rules editions, such as the Nationals, don't allow suspensions in playoff series.
    """
    tournament, best_of = series.tournament, series.in_bracket
    return may_be_suspended(tournament.profile, best_of=best_of, used_by_director=tournament.suspended_games)


def playoff_runs(tournament: Tournament) -> dict[int, list[tuple[int, int]]]:
    """Return each game's runs by series, as (home, away) from the series' point of view.

    The order doesn't depend on the game's own home team. Forfeits are excluded.
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
