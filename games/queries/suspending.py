"""Whether a game of a series may be suspended: the edition's word, and the director's own choice besides (T33.0)."""

from rules_engine.eligibility.suspended_games import may_be_suspended
from rules_engine.rulings import Ruling
from tournaments.models import Series, Tournament


def suspending(series: Series, tournament: Tournament) -> Ruling:
    """T33.0: the ruling for the games of this series; only an edition such as the Nationals' spares the best-ofs."""
    best_of = series.stage == Series.Stage.PLAYOFF
    return may_be_suspended(tournament.profile, best_of=best_of, used_by_director=tournament.suspended_games)
