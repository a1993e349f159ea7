"""A tournament's games that are partly entered or suspended."""

from collections.abc import Container
from typing import NamedTuple

from games.queries.usage_rows import games_in
from tournaments.models import Series
from tournaments.models.series import game_title
from tournaments.queries.snapshot import TournamentSnapshot


class GameInSeries(NamedTuple):
    series: Series
    pk: int
    number: int
    status: str
    home_id: int

    @property
    def title(self) -> str:
        """Return the game's title, such as "Game 2, Salem at Tacoma"."""
        away = self.series.opponent_of(self.home_id)
        return game_title(self.number, self.series.opponent_of(away.pk), away)


def games_with_status(snapshot: TournamentSnapshot, statuses: Container[str]) -> list[GameInSeries]:
    """Return games with any of these statuses by round and number, without games in void series."""
    games = games_in(snapshot)
    games_in_series = [
        GameInSeries(series, *(game[f"games__{name}"] for name in ("pk", "number", "status", "home_id")))
        for series in snapshot.series
        if series.status != Series.Status.VOID
        for game in games.get(series.pk, ())
        if game["games__status"] in statuses
    ]
    return sorted(games_in_series, key=lambda game: (game.series.round, game.number))
