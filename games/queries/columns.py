"""A column of a pitching sheet: one game begun."""

from typing import NamedTuple


class Column(NamedTuple):
    """One game begun, as one team's sheet sees it. `resumed_after`: games begun when it went on (T33.0)."""

    number: int
    game_id: int
    series_id: int
    game: int
    stage: str
    round: int
    opponent_id: int
    at_home: bool
    status: str
    ending: str
    runs_for: int | None
    runs_against: int | None
    games_in_series: int
    resumed_after: int | None
