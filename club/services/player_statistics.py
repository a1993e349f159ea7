"""Store what baseball players did in finished tournaments, and add it up by year."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeVar

from django.db.models import Count, Q, QuerySet, Sum

from club.models import Ballplayer, PlayerTotals, TournamentLine
from club.queries.player_lines import COUNTS, Counts, PlayerKey, TeamPlayer, player_counts
from club.queries.seasons import tournament_day
from club.services.changes import club_writing
from tournaments.models import Tournament

_BATCH: Final = 200  # players whose totals are added up in one statement

_Item = TypeVar("_Item")


def store_player_lines(tournament: Tournament) -> None:
    """Replace a tournament's lines, and the totals of its players. Only a finished tournament has lines."""
    is_counted = tournament.stage == Tournament.Stage.FINISHED and not tournament.is_practice
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
    with club_writing():
        if _are_totals_current():
            return False
        _renew_totals(Ballplayer.objects.values_list("pk", flat=True))
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
        lines = TournamentLine.objects.filter(player__in=batch)
        years = _year_by_tournament(lines)
        rows = _totals(lines, "player_id", "tournament_id")
        PlayerTotals.objects.bulk_create(_rows_by_year(rows, years), batch_size=_BATCH)
        Ballplayer.objects.filter(Q(pk__in=batch), ~Q(pk__in={row["player_id"] for row in rows})).delete()


def _year_by_tournament(lines: QuerySet[TournamentLine]) -> dict[int, int]:
    tournaments = Tournament.objects.filter(pk__in=lines.order_by().values("tournament"))
    return {row.pk: tournament_day(row).year for row in tournaments.only("starts_on", "created_at")}


def _totals(lines: QuerySet[TournamentLine], *group: str) -> Sequence[dict[str, Any]]:
    sums = {f"{name}_sum": Sum(name) for name in COUNTS}
    return list(lines.order_by().values(*group).annotate(teams=Count("pk"), **sums))


def _rows_by_year(rows: Iterable[Mapping[str, Any]], years: Mapping[int, int]) -> list[PlayerTotals]:
    totals: dict[tuple[int, int], PlayerTotals] = {}
    for row in rows:
        for year in (PlayerTotals.ALL_YEARS, years[row["tournament_id"]]):
            key = row["player_id"], year
            total = totals.setdefault(key, PlayerTotals(player_id=row["player_id"], year=year, teams=0))
            total.teams += row["teams"]
            for name in COUNTS:
                setattr(total, name, getattr(total, name) + row[f"{name}_sum"])
    return list(totals.values())


def _batches(items: Iterable[_Item]) -> Iterator[list[_Item]]:
    rows = list(items)
    return (rows[start : start + _BATCH] for start in range(0, len(rows), _BATCH))
