"""The public list of results: every series with its state, by round."""

from collections import defaultdict
from collections.abc import Set
from dataclasses import dataclass
from typing import Any

from django.db.models import Count

from games.queries.official import overtaken_series
from pitching.models import SignOff
from tournaments.models import Series, Tournament
from tournaments.models.series import round_title
from tournaments.queries.order_of_play import scheduled_place

_STARTED_STATUSES = (Series.Status.PLAYING, Series.Status.COMPLETE)


@dataclass(frozen=True, slots=True)
class ListedSeries:
    series: Series
    state: str
    tone: str  # color of the mark next to the state: good, warn, bad or ""


@dataclass(frozen=True, slots=True)
class SeriesRound:
    title: str
    series: list[ListedSeries]

    @property
    def is_started(self) -> bool:
        return any(listed.series.status in _STARTED_STATUSES for listed in self.series)


def rounds_with_results(tournament: Tournament) -> list[SeriesRound]:
    """Return rounds that have started, the newest first, then the others, in four queries."""
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
        if series.suspended and series.status == Series.Status.PLAYING:
            state += f", {series.suspended_games} suspended"
        title = round_title(tournament, series.stage, series.round)
        series_round = rounds.setdefault(
            (series.stage, series.round),
            SeriesRound(title, []),
        )
        series_round.series.append(ListedSeries(series, state, _tone(state)))
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
    """Return by series the teams whose whole sheet has a valid signature."""
    signatures = SignOff.objects.filter(
        series__tournament=tournament,
        broken_at=None,
        games="",
    )
    signed: dict[int, set[int]] = defaultdict(set)
    for series_id, team_id in signatures.values_list("series_id", "sheet_of_id"):
        signed[series_id].add(team_id)
    return signed


def series_state(
    series: Series,
    games: int,
    signed: Set[int],
    is_official: bool,
    *,
    is_late: bool = False,
) -> str:
    """Return the state of a series in a word or two (T0.06).

    Args:
        games: Number of games started.
        signed: Teams whose sheet is signed.
    """
    if series.status == Series.Status.VOID:
        return "void"
    if series.status == Series.Status.COMPLETE:
        if len(signed) == 2:
            return "signed"
        word = "official" if is_official else "final"
        return f"{word}, {_signature_state(series, signed)}"
    if series.status == Series.Status.SUSPENDED:
        return f"{series.suspended_games} suspended"  # nobody can play on, so it is never late
    if not games:
        if series.is_started_by_hand:
            return "being played"
        return "late" if is_late else "not started"
    if is_late:
        return "draft, late"
    return "being played" if series.outcomes else "draft"


def _signature_state(series: Series, signed: Set[int]) -> str:
    """Say which manager has signed if only one has."""
    if not signed:
        return "unsigned"
    signer, other_side = series.home, series.away
    if series.home_id in signed:
        signer, other_side = series.away, series.home
    return f"signed by {series.manager_of(signer)}, not by {series.manager_of(other_side)}"


def _tone(state: str) -> str:
    if state.endswith(("late", "suspended")):
        return "bad"
    if state.startswith(("final", "official", "draft")):
        return "warn"
    return "good" if state == "signed" else ""
