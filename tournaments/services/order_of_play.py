"""Set a series' place in both teams' order of play when it starts (T10.2)."""

from datetime import datetime
from typing import NamedTuple

from django.db.models import Q
from django.utils import timezone

from core.errors import Refused
from tournaments.action_log.snapshots import only_changes, snapshot
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Action, Series, Tournament
from tournaments.queries.order_of_play import next_places
from tournaments.refusals import StartRefusal


class Places(NamedTuple):
    """A series' places in the home and away teams' orders of play."""

    home: int | None = None
    away: int | None = None


NO_PLACES = Places()


def places_of(series: Series) -> Places:
    return Places(series.home_place, series.away_place)


def keep_place(
    series: Series,
    *,
    has_games: bool,
    was_started: bool,
    now: datetime,
    earlier: Places = NO_PLACES,
) -> None:
    """Set a series' places with its first result, and remove them when it has no results left.

    Call this in the transaction that changes the games. The caller saves the series.

    Args:
        earlier: The places in an undone or redone change. They are reused unless another series has taken one of them.
    """
    if was_started or series.is_started_by_hand:
        if not series.is_started:
            places = free_places(series, earlier)
            new_places = next_places(series.home_id, series.away_id) if places == NO_PLACES else places
            series.home_place, series.away_place = new_places
    else:
        series.home_place = series.away_place = None
    series.started_at = (series.started_at or now) if has_games or series.is_started_by_hand else None


def add_missing_places() -> None:
    """Add places to series started by an older version, which had no order of play. Existing places don't change."""
    for series in Series.objects.filter(home_place=None, started_at__isnull=False).order_by("started_at", "pk"):
        with writing(series.tournament_id):
            series.refresh_from_db()
            is_unplayed = series.outcomes and series.never_begun == len(series.outcomes)
            if series.is_started or (is_unplayed and series.status == Series.Status.COMPLETE):
                continue
            series.home_place, series.away_place = next_places(series.home_id, series.away_id)
            series.save(update_fields=["home_place", "away_place"])


def free_places(series: Series, places: Places) -> Places:
    """Return these places, or NO_PLACES if another series of either team has taken one of them."""
    if places.home is None or places.away is None:
        return NO_PLACES
    home, away = series.home_id, series.away_id
    conflicts = Q()
    for team, place in ((home, places.home), (away, places.away)):
        conflicts |= Q(home=team, home_place=place) | Q(away=team, away_place=place)
        conflicts |= Q(games__home=team, games__home_place=place) | Q(games__away=team, games__away_place=place)
    return NO_PLACES if Series.objects.filter(conflicts).exclude(pk=series.pk).exists() else places


def start_series(*, series: Series, actor: Actor) -> Series:
    """Start a series before its first result. Raise Refused if that isn't possible."""
    with writing(series.tournament_id) as tournament:
        series = _stored_series(tournament, series.pk)
        if not tournament.is_playing:
            raise Refused(StartRefusal.NOT_OPEN, subject=series.pk)
        _refuse_start(series)
        before = snapshot([series])
        _start(series)
        old_values, new_values = only_changes(before, snapshot([series]))
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.START_SERIES,
            subject=f"series:{series.pk}",
            sentence=f"{series.round_title}: {series.away} at {series.home} starts.",
            before=old_values,
            after=new_values,
            public={"series": series.pk, "round": series.round, "version": series.version},
        )
    return series


def _refuse_start(series: Series) -> None:
    if series.status == Series.Status.VOID:
        raise Refused(StartRefusal.VOID, "T0.08", subject=series.pk)
    if series.is_started or series.status == Series.Status.COMPLETE:
        raise Refused(StartRefusal.ALREADY_STARTED, subject=series.pk)


def _start(series: Series, earlier: Places = NO_PLACES) -> None:
    series.is_started_by_hand = True
    keep_place(series, has_games=False, was_started=False, now=timezone.now(), earlier=earlier)
    if series.status == Series.Status.SCHEDULED:
        series.status = Series.Status.PLAYING
    series.version += 1
    series.save()


def undo_start(tournament: Tournament, action: Action) -> list[str]:
    """Undo a start. Raise Refused if the series has results."""
    series = _series_of(tournament, action)
    if not series.is_started_by_hand:
        raise Refused(StartRefusal.ALREADY_UNDONE, subject=series.pk)
    if series.games.exists():
        raise Refused(StartRefusal.HAS_RESULTS, subject=series.pk)
    series.is_started_by_hand = False
    keep_place(series, has_games=False, was_started=False, now=timezone.now())
    if series.status == Series.Status.PLAYING:
        series.status = Series.Status.SCHEDULED
    series.version += 1
    series.save()
    return [f"{series} has not started."]


def redo_start(tournament: Tournament, action: Action) -> list[str]:
    """Start the series again, in its old place unless another series has taken it."""
    series = _series_of(tournament, action)
    _refuse_start(series)
    values = next(iter(action.before.values()))
    _start(series, Places(values.get("home_place"), values.get("away_place")))
    return [f"{series} has started."]


def _series_of(tournament: Tournament, action: Action) -> Series:
    return _stored_series(tournament, int(action.subject.partition(":")[2]))


def _stored_series(tournament: Tournament, number: int) -> Series:
    """Return a series as currently stored. Raise Refused if it is no longer in the schedule."""
    series = Series.objects.select_related("home", "away").filter(pk=number, tournament=tournament).first()
    if series is None:
        raise Refused(StartRefusal.NOT_SCHEDULED, subject=number)
    series.tournament = tournament
    return series
