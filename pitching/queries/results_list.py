"""The public results list: every series with its state, by round."""

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from django.db.models import Count

from games.queries.official import overtaken_series
from pitching.models import SignOff
from pitching.queries.series_state import SeriesState, series_state
from tournaments.models import Series, Tournament
from tournaments.models.series import round_title
from tournaments.queries.order_of_play import scheduled_place

_STARTED_STATUSES = (Series.Status.PLAYING, Series.Status.COMPLETE)


@dataclass(frozen=True, slots=True)
class ListedSeries:
    series: Series
    state: SeriesState


@dataclass(frozen=True, slots=True)
class SeriesRound:
    title: str
    series: list[ListedSeries]

    @property
    def is_started(self) -> bool:
        return any(listed.series.status in _STARTED_STATUSES for listed in self.series)


def rounds_with_results(tournament: Tournament) -> list[SeriesRound]:
    """Return the rounds in four queries: rounds that have started, newest first, then the others."""
    all_series = (
        Series.objects.filter(tournament=tournament)
        .select_related("home", "away", "division", "covered_by")
        .annotate(games_started=Count("games"))
    )
    in_order = sorted(all_series, key=_list_key)
    signed = _signed_sheets(tournament)
    overtaken = overtaken_series(tournament, in_order)
    rounds: dict[tuple[str, int], SeriesRound] = {}
    for series in in_order:
        is_overtaken = series.pk in overtaken
        state = series_state(
            series,
            series.games_started,
            signed[series.pk],
            is_overtaken,
            is_late=is_overtaken,
        )
        title = round_title(tournament, series.stage, series.round)
        series_round = rounds.setdefault(
            (series.stage, series.round),
            SeriesRound(title, []),
        )
        series_round.series.append(ListedSeries(series, state))
    started = [series_round for series_round in rounds.values() if series_round.is_started]
    waiting = [series_round for series_round in rounds.values() if not series_round.is_started]
    return [*reversed(started), *waiting]


def _list_key(series: Series) -> tuple[Any, ...]:
    return (
        *scheduled_place(series)[:2],
        series.division_id or 0,
        series.table or 0,
        series.pk,
    )


def _signed_sheets(tournament: Tournament) -> dict[int, set[int]]:
    """Return the teams whose complete sheet has a valid signature, by series."""
    signatures = SignOff.objects.filter(
        series__tournament=tournament,
        broken_at=None,
        games="",
    )
    signed: dict[int, set[int]] = defaultdict(set)
    for series_id, team_id in signatures.values_list("series_id", "sheet_of_id"):
        signed[series_id].add(team_id)
    return signed
