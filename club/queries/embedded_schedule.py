"""The rounds in an embedded schedule."""

from typing import Final, NamedTuple

from tournaments.models import Series, Tournament

_ROUNDS_SHOWN: Final = 2
_MOST_SERIES: Final = 60  # keeps the page below 20 KB


class EmbeddedRound(NamedTuple):
    title: str
    series: list[Series]


def embedded_rounds(tournament: Tournament) -> list[EmbeddedRound]:
    """Return the current round and the next one, or the last round once there is no next one. One query."""
    series = tournament.series.exclude(status=Series.Status.VOID).exclude(stage=Series.Stage.TIE_BREAK)
    rows = list(series.select_related("home", "away").order_by("pk"))
    rows = [row for row in rows if row.stage == _latest_stage(rows)]
    numbers = sorted({row.round for row in rows})
    unfinished = [row.round for row in rows if row.status not in Series.NOTHING_TO_PLAY]
    first = min(unfinished, default=numbers[-1] if numbers else 0)
    shown = [number for number in numbers if number >= first][:_ROUNDS_SHOWN]
    rounds = []
    for number in shown:
        of_round = [row for row in rows if row.round == number]
        for row in of_round:
            row.tournament = tournament
        of_round.sort(key=lambda row: (row.table or 0, row.pk))
        rounds.append(EmbeddedRound(of_round[0].round_title, of_round[: _MOST_SERIES // _ROUNDS_SHOWN]))
    return rounds


def _latest_stage(rows: list[Series]) -> str:
    """Return the playoffs if they have a series, otherwise the round robin."""
    stages = {row.stage for row in rows}
    return Series.Stage.PLAYOFF if Series.Stage.PLAYOFF in stages else Series.Stage.ROUND_ROBIN
