"""Store players' statistics from finished tournaments, and add them up by year."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, TypeVar

from django.db.models import Count, QuerySet, Sum, Value
from django.db.models.functions import ExtractYear

from club.models import Ballplayer, PlayerTotals, TournamentLine
from club.queries.player_lines import COUNTS, Counts, PlayerKey, TeamPlayer, player_counts
from club.queries.seasons import day_expression
from club.services.changes import club_writing
from core.lock_timeouts import yield_write_lock
from tournaments.models import Tournament

_BATCH: Final = 200  # players whose totals are added up in one statement
# the order of the numbers in a row
_LINE_FIELDS: Final = ("team_id", "player_id", *COUNTS)
_TOTALS_FIELDS: Final = ("player_id", "year", "teams", *COUNTS)

_Row = tuple[int | None, ...]
_Item = TypeVar("_Item")


def store_player_lines(tournament: Tournament) -> None:
    """Replace a tournament's lines and its players' totals. Only a finished, public tournament has lines."""
    is_finished = tournament.stage == Tournament.Stage.FINISHED
    is_counted = is_finished and tournament.is_public and not tournament.is_practice
    counts = player_counts(tournament) if is_counted else {}
    with club_writing():
        old_lines = TournamentLine.objects.filter(tournament=tournament)
        old_players = set(old_lines.values_list("player_id", flat=True))
        if not counts and not old_players:
            return
        players = _stored_players({key.player for key in counts})
        lines = _line_rows(counts, players)
        if set(lines) != set(old_lines.values_list(*_LINE_FIELDS)):
            old_lines.delete()
            rows = (TournamentLine(tournament=tournament, **_fields(_LINE_FIELDS, line)) for line in lines)
            TournamentLine.objects.bulk_create(rows, batch_size=_BATCH)
        # update totals even if no line changed, because the tournament's day determines the year
        _renew_totals(old_players | set(players.values()))


def renew_stale_totals() -> bool:
    """Recompute all totals if lines are missing from them or a tournament was deleted.

    Return whether they were stale.
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
    """Return the players' ids. New players are stored."""
    seasons = {key.season for key in keys}
    ids: dict[PlayerKey, int] = {}
    for names in _batches({key.name for key in keys}):
        rows = Ballplayer.objects.filter(name__in=names, season__in=seasons)
        ids |= {PlayerKey(*key): pk for pk, *key in rows.values_list("pk", *PlayerKey._fields)}
    new_players = [Ballplayer(**key._asdict()) for key in sorted(keys - ids.keys())]
    for player in Ballplayer.objects.bulk_create(new_players, batch_size=_BATCH):
        ids[PlayerKey(player.name, player.code, player.season)] = player.pk
    return {key: ids[key] for key in keys}


def _line_rows(counts: Mapping[TeamPlayer, Counts], players: Mapping[PlayerKey, int]) -> list[_Row]:
    return [(key.team_id, players[key.player], *(line[name] for name in COUNTS)) for key, line in counts.items()]


def _renew_totals(player_ids: Iterable[int]) -> None:
    """Add up these players' lines for each year and for all years. Players without lines lose their totals."""
    for batch in _batches(player_ids):
        lines = TournamentLine.objects.filter(player__in=batch).order_by()
        all_years = _totals(lines, Value(PlayerTotals.ALL_YEARS))
        by_year = _totals(lines, ExtractYear(day_expression("tournament__")))
        _replace_totals(PlayerTotals.objects.filter(player__in=batch), [*all_years, *by_year])
        forgotten = set(batch) - {player for player, *_ in all_years}
        Ballplayer.objects.filter(pk__in=forgotten).delete()


def _totals(lines: QuerySet[TournamentLine], year: Value | ExtractYear) -> list[_Row]:
    """Add up the lines for each player and year."""
    sums = {f"{name}_sum": Sum(name) for name in COUNTS}
    rows = lines.annotate(total_year=year).values_list("player_id", "total_year")
    return list(rows.annotate(Count("pk"), **sums))


def _replace_totals(stored: QuerySet[PlayerTotals], totals: list[_Row]) -> None:
    """Write only the totals that changed, because most of a player's years stay the same."""
    pk_by_row = {tuple(row): pk for pk, *row in stored.values_list("pk", *_TOTALS_FIELDS)}
    current = set(totals)
    changed = [pk for row, pk in pk_by_row.items() if row not in current]
    stored.filter(pk__in=changed).delete()
    rows = (PlayerTotals(**_fields(_TOTALS_FIELDS, row)) for row in totals if row not in pk_by_row)
    PlayerTotals.objects.bulk_create(rows, batch_size=_BATCH)


def _fields(names: Sequence[str], row: _Row) -> dict[str, int | None]:
    return dict(zip(names, row, strict=True))


def _batches(items: Iterable[_Item]) -> Iterator[list[_Item]]:
    rows = list(items)
    return (rows[start : start + _BATCH] for start in range(0, len(rows), _BATCH))
