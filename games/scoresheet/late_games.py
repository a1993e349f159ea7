"""Place games that were played after their series was interrupted by a different series (T10.2)."""

from collections.abc import Sequence

from games.queries.usage_rows import UsageRows
from games.scoresheet.rows import GameSheet, was_played
from tournaments.models import Series


def place_late_games(series: Series, stored: Sequence[GameSheet], games: Sequence[GameSheet], rows: UsageRows) -> None:
    """Place each new game after all games in other series that its team has played since."""
    if not series.is_started:
        return
    last_stored = max((sheet.game.number for sheet in stored if was_played(sheet)), default=0)
    if not last_stored:
        return
    for team_id in (series.home_id, series.away_id):
        _place_for_team(team_id, series, last_stored, games, rows)


def _place_for_team(
    team_id: int, series: Series, last_stored: int, games: Sequence[GameSheet], rows: UsageRows
) -> None:
    first_place = series.place_for(team_id) or 0
    place = max([first_place, *(sheet.game.place_for(team_id) or 0 for sheet in games)])
    elsewhere = rows.latest_place_elsewhere(team_id, series.pk)
    if elsewhere > place:
        place = elsewhere + 1
    if place == first_place:
        return
    for sheet in games:
        if sheet.game.number > last_stored and was_played(sheet):
            sheet.game.set_place_for(team_id, place)
