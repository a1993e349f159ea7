"""Store what baseball players did in finished tournaments, and add it up by year."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, TypeVar

from django.db.models import Count, Q, QuerySet, Sum, Value
from django.db.models.functions import ExtractYear

from club.models import Ballplayer, PlayerTotals, TournamentLine
from club.queries.player_lines import COUNTS, Counts, PlayerKey, TeamPlayer, player_counts
from club.queries.seasons import day_expression
from club.services.changes import club_writing
from core.lock_timeouts import yield_write_lock
from tournaments.models import Tournament

_BATCH: Final = 200  # players whose totals are added up in one statement

_Item = TypeVar("_Item")


def store_player_lines(tournament: Tournament) -> None:
    """Replace a tournament's lines, and the totals of its players. Only a finished one that is public has lines."""
    is_finished = tournament.stage == Tournament.Stage.FINISHED
    is_counted = is_finished and tournament.is_public and not tournament.is_practice
    counts = player_counts(tournament) if is_counted else {}
    with club_writing():
        old_lines = TournamentLine.objects.filter(tournament=tournament)
        changed = set(old_lines.values_list("player_id", flat=True))
        if not counts and not changed:
            return
        old_lines.delete()
        players = _stored_players({key.player for key in counts})
        TournamentLine.objects.bulk_create(_lines(tournament, counts, players), batch_size=_BATCH)
        _renew_totals(changed | {players[key.player] for key in counts})


def renew_stale_totals() -> bool:
    """Add up all totals again if lines are missing from them, or went with a deleted tournament.

    Returns whether they were stale.
    """
    if _are_totals_current():
        return False
    for batch in _batches(Ballplayer.objects.values_list("pk", flat=True)):
        with club_writing():
            _renew_totals(batch)
        yield_write_lock()
    return True


def _are_totals_current() -> bool:
    counted = PlayerTotals.objects.filter(year=PlayerTotals.ALL_YEARS).aggregate(teams=Sum("teams"))["teams"]
    return (counted or 0) == TournamentLine.objects.count()


def _stored_players(keys: set[PlayerKey]) -> dict[PlayerKey, int]:
    """Return the ids of players. New ones are stored."""
    Ballplayer.objects.bulk_create(
        (Ballplayer(**key._asdict()) for key in sorted(keys)), batch_size=_BATCH, ignore_conflicts=True
    )
    ids: dict[PlayerKey, int] = {}
    for names in _batches({key.name for key in keys}):
        for row in Ballplayer.objects.filter(name__in=names):
            ids[PlayerKey(row.name, row.code, row.season)] = row.pk
    return ids


def _lines(
    tournament: Tournament, counts: Mapping[TeamPlayer, Counts], players: Mapping[PlayerKey, int]
) -> list[TournamentLine]:
    return [
        TournamentLine(tournament=tournament, team_id=key.team_id, player_id=players[key.player], **line)
        for key, line in counts.items()
    ]


def _renew_totals(player_ids: Iterable[int]) -> None:
    """Add up the lines of these players: for each year, and for all years. One without lines is forgotten."""
    for batch in _batches(player_ids):
        PlayerTotals.objects.filter(player__in=batch).delete()
        lines = TournamentLine.objects.filter(player__in=batch).order_by()
        all_years = _totals(lines, Value(PlayerTotals.ALL_YEARS))
        by_year = _totals(lines, ExtractYear(day_expression("tournament__")))
        PlayerTotals.objects.bulk_create([*all_years, *by_year], batch_size=_BATCH)
        Ballplayer.objects.filter(Q(pk__in=batch), ~Q(pk__in={row.player_id for row in all_years})).delete()


def _totals(lines: QuerySet[TournamentLine], year: Value | ExtractYear) -> list[PlayerTotals]:
    """Add up the lines of each player and year."""
    sums = {f"{name}_sum": Sum(name) for name in COUNTS}
    rows = lines.annotate(total_year=year).values_list("player_id", "total_year").annotate(Count("pk"), **sums)
    return [
        PlayerTotals(player_id=player, year=year, teams=teams, **dict(zip(COUNTS, counts, strict=True)))
        for player, year, teams, *counts in rows
    ]


def _batches(items: Iterable[_Item]) -> Iterator[list[_Item]]:
    rows = list(items)
    return (rows[start : start + _BATCH] for start in range(0, len(rows), _BATCH))
