"""Which team is at home in each game of a series (T0.16): the rule's pattern for the tournament's choice and length."""

from functools import cache

from rules_engine.competition.home import ALTERNATING, home_pattern
from tournaments.models import Series, Tournament

# a choice names the pattern of its usual length; other lengths get the nearest with as even a split
_BEST_OFS = {
    (Tournament.HomePattern.TWO_TWO_ONE.value, 5): "2-2-1",
    (Tournament.HomePattern.TWO_TWO_ONE.value, 7): "2-2-1-1-1",
    (Tournament.HomePattern.TWO_THREE_TWO.value, 5): "2-2-1",
    (Tournament.HomePattern.TWO_THREE_TWO.value, 7): "2-3-2",
}


@cache
def _pattern(choice: str, games: int) -> tuple[bool, ...]:
    return home_pattern(_BEST_OFS.get((choice, games), ALTERNATING), games)


def is_home_game(series: Series, number: int, choice: str) -> bool:
    """Whether `series.home` bats last in this game. `choice` is the tournament's, for best-ofs only."""
    choice = choice if series.stage == Series.Stage.PLAYOFF else ALTERNATING
    games = _pattern(choice, series.games_planned)
    return games[number - 1] if 0 < number <= len(games) else number % 2 == 1


def home_and_away(series: Series, number: int, choice: str) -> tuple[int, int]:
    """The numbers of the home and the visiting team in this game."""
    pair = (series.home_id, series.away_id)
    return pair if is_home_game(series, number, choice) else pair[::-1]
