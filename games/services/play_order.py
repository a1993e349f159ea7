"""Correct the order in which two teams played a series, after a preview (T10.2)."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.db.models import F, Q

from core.errors import Refused, Stale
from games.models import Game
from games.queries.carry_over import carryover_rules, sheet_faults
from games.queries.columns import GameColumn
from games.queries.play_order import (
    Eligibility,
    OrderChange,
    RestPlace,
    SeriesPart,
    eligibility_of,
    order_change,
    played_parts,
    rest_places,
)
from games.queries.usage import TeamUsage, usage_of_teams
from games.refusals import PlayOrderRefusal
from games.scoresheet.check import breach_sentence
from games.scoresheet.notices import post_breaches
from tournaments.action_log.snapshots import Snapshot, current, only_changes, restore, snapshot
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Action, Series, Team, Tournament
from tournaments.queries.order_of_play import started_series

# log rows of games: series, number and, for each side, a place or the number of games started before a resumption
GameRows = list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class CorrectedOrder:
    """A series' corrected place in both teams' orders of play.

    Attributes:
        after: The part immediately before the series, by team ID. "0" puts the series first.
        rest: The games played later, by team ID. "2@34" means from game 2 on, after part "34". "" means none.

    Omitted teams keep their stored order.
    """

    after: Mapping[int, str] = field(default_factory=dict)
    rest: Mapping[int, str] = field(default_factory=dict)

    @property
    def is_empty(self) -> bool:
        return not self.after and not self.rest


def preview_order(*, series: Series, order: CorrectedOrder) -> list[OrderChange]:
    """Return the effect of `correct_order` on each team without saving it. Raise Refused if not possible."""
    with transaction.atomic():
        try:
            with writing(series.tournament_id) as tournament:
                return _correct(tournament, _series_now(tournament, series.pk), order)
        finally:
            transaction.set_rollback(True)


def correct_order(
    *, series: Series, order: CorrectedOrder, actor: Actor, reason: str = "", version: int | None = None
) -> None:
    """Move a started series, or its later games, to a different place in its teams' orders of play.

    Raise Refused if not possible, or Stale if the series has changed since `version`.
    """
    with writing(series.tournament_id) as tournament:
        current = _series_now(tournament, series.pk)
        if version is not None and current.version != version:
            raise Stale(PlayOrderRefusal.CHANGED_SINCE_OPENED)
        played = {
            series_played.pk: series_played for team in current.teams() for series_played in started_series(team.pk)
        }
        before = snapshot(played.values())
        games_before = _games_logged(list(played))
        changes = _correct(tournament, current, order)
        if not any(change.is_moved for change in changes):
            raise Refused(PlayOrderRefusal.SAME_ORDER)
        fresh = Series.objects.filter(pk__in=played)
        was, becomes = only_changes(before, snapshot(fresh))
        moved = " and ".join(change.team.name for change in changes if change.is_moved)
        title = f"{current.round_title}, {current.away} at {current.home}"
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.CORRECT_ORDER_OF_PLAY,
            subject=f"series:{current.pk}",
            sentence=f"{title}: the play sequence for {moved} was corrected (T10.2).",
            reason=reason,
            before={**was, **games_before},
            after={**becomes, **_games_logged(list(played))},
            public={"series": current.pk, "round": current.round, "version": current.version},
        )


def undo_order(tournament: Tournament, action: Action) -> list[str]:
    """Restore the previous order. Raise Refused if any affected series has changed since."""
    becomes, was = _rows(action.after), _rows(action.before)
    series = _changed_series(action)
    if current(tournament, becomes) != becomes or not _are_games_as_logged(action.after, series):
        raise Refused(PlayOrderRefusal.CHANGED_LATER)
    restore(tournament, was)
    _write_resumptions(_logged_rows(action.before, "resumed", series))
    _write_late_games(series, _logged_rows(action.before, "late_games", series))
    teams = {team for played in Series.objects.filter(pk__in=series) for team in (played.home_id, played.away_id)}
    _renew_breaches(tournament, usage_of_teams(*teams))
    return ["The earlier play sequence has been restored."]


def _series_now(tournament: Tournament, number: int) -> Series:
    series = Series.objects.select_related("home", "away").get(pk=number, tournament=tournament)
    series.tournament = tournament
    if not series.is_started:
        raise Refused(PlayOrderRefusal.NOT_STARTED)
    return series


def _correct(tournament: Tournament, series: Series, order: CorrectedOrder) -> list[OrderChange]:
    carryover = carryover_rules(tournament)
    teams = {team.pk: team for team in (series.away, series.home)}
    usages = usage_of_teams(*teams)
    moved = {
        team.pk for team in teams.values() if _move(series, team, order.after.get(team.pk), order.rest.get(team.pk))
    }
    changed = usage_of_teams(*teams)
    for team in moved:
        _move_resumptions(series, usages[team], changed[team])
    changed = usage_of_teams(*teams)
    _renew_breaches(tournament, changed)

    def compared(team: int) -> tuple[Eligibility, Eligibility]:
        return eligibility_of(usages[team], carryover), eligibility_of(changed[team], carryover)

    return [order_change(team, *compared(number), is_moved=number in moved) for number, team in teams.items()]


def _move(series: Series, team: Team, after: str | None, rest: str | None) -> bool:
    """Move the series in the team's order, and return whether the order changed."""
    order = played_parts(team.pk)
    new_order = _inserted(order, series, team, after, rest)
    if _keys(new_order) == _keys(order):
        return False
    Game.objects.filter(series=series, home=team).update(home_place=None)
    Game.objects.filter(series=series, away=team).update(away_place=None)
    for place, part in enumerate(new_order, start=1):
        _write_place(part, team, place, is_own=part.series.pk == series.pk)
    return True


def _inserted(
    order: list[SeriesPart], series: Series, team: Team, after: str | None, rest: str | None
) -> list[SeriesPart]:
    """Return the team's parts, with the series' parts moved to the places from the form."""
    first, *own_later = [part for part in order if part.series.pk == series.pk]
    parts_elsewhere = [part for part in order if part.series.pk != series.pk]
    new_order = list(parts_elsewhere)
    place = order.index(first) if after is None else _place_after(after, parts_elsewhere, team)
    new_order.insert(place, first)
    if rest is None:
        later = [RestPlace(part.from_game, order[order.index(part) - 1]) for part in own_later]
    else:
        later = [_typed_rest(rest, series, parts_elsewhere, team)] if rest else []
    for from_game, part_before in later:
        rest_place = new_order.index(part_before) + 1
        if rest_place <= place + 1:
            if rest is None:
                continue  # no other series separates the two parts any longer
            raise Refused(PlayOrderRefusal.REST_BEFORE_SERIES, field=f"rest-{team.pk}", team=team.name)
        new_order.insert(rest_place, SeriesPart(first.series, 0, from_game))
    return new_order


def _place_after(key: str, parts: list[SeriesPart], team: Team) -> int:
    keys = ["0", *_keys(parts)]
    if key not in keys:
        raise Refused(PlayOrderRefusal.NOT_STARTED_BY_TEAM, field=f"after-{team.pk}", team=team.name)
    return keys.index(key)


def _typed_rest(value: str, series: Series, parts: list[SeriesPart], team: Team) -> RestPlace:
    rest_place = rest_places(series, parts).get(value)
    if rest_place is None:
        raise Refused(PlayOrderRefusal.NOT_STARTED_BY_TEAM, field=f"rest-{team.pk}", team=team.name)
    return rest_place


def _keys(parts: list[SeriesPart]) -> list[str]:
    return [part.key for part in parts]


def _write_place(part: SeriesPart, team: Team, place: int, *, is_own: bool) -> None:
    series = part.series
    if part.from_game:
        games = Game.objects.filter(series=series, number__gte=part.from_game)
        games.filter(home=team).update(home_place=place)
        games.filter(away=team).update(away_place=place)
    elif is_own or series.place_for(team.pk) != place:
        side = "home_place" if series.home_id == team.pk else "away_place"
        Series.objects.filter(pk=series.pk).update(**{side: place, "version": F("version") + 1})


def _move_resumptions(moved: Series, before: TeamUsage, after: TeamUsage) -> None:
    """T33.0: place each resumption after the same games as before, ignoring the moved series."""
    column_of = {(column.series_id, column.game): column.number for column in after.columns}
    for column in before.columns:
        if column.resumed_after is None:
            continue
        side = "home" if column.at_home else "away"
        number = max(column_of[column.series_id, column.game], _resumed_after(moved, column, before, column_of))
        Game.objects.filter(pk=column.game_id).update(**{f"{side}_resumed_after": number})


def _resumed_after(
    moved: Series, column: GameColumn, before: TeamUsage, column_of: Mapping[tuple[int, int], int]
) -> int:
    played = before.columns[: column.resumed_after]
    columns = (column_of[column.series_id, column.game] for column in reversed(played) if column.series_id != moved.pk)
    return next(columns, 0)


def _renew_breaches(tournament: Tournament, usages: Mapping[int, TeamUsage]) -> None:
    """Update the dashboard's list of unaccepted violations for the new order."""
    carryover = carryover_rules(tournament)
    teams = Team.objects.in_bulk(usages)
    for number, usage in usages.items():
        post_breaches(tournament, teams[number], list(_open_breaches(usage, sheet_faults(usage, carryover))))


def _open_breaches(usage: TeamUsage, faults: Mapping[int, Any]) -> Iterator[str]:
    for card, broken in faults.items():
        for number, ruling, accepted in broken:
            if not accepted:
                yield breach_sentence(usage, number, card, ruling)


def _games_logged(series: Collection[int]) -> dict[str, GameRows]:
    """Return the resumed games of these series and the games that have their own place."""
    games = Game.objects.filter(series__in=series).order_by("pk")
    resumed = games.filter(home_resumed_after__isnull=False)
    late = games.filter(Q(home_place__isnull=False) | Q(away_place__isnull=False))
    return {
        "resumed": [
            dict(row) for row in resumed.values("series", "number", "home_resumed_after", "away_resumed_after")
        ],
        "late_games": [dict(row) for row in late.values("series", "number", "home_place", "away_place")],
    }


def _are_games_as_logged(logged: Mapping[str, Any], series: Collection[int]) -> bool:
    return all(rows == _logged_rows(logged, name, series) for name, rows in _games_logged(series).items())


def _logged_rows(logged: Mapping[str, Any], name: str, series: Collection[int]) -> GameRows:
    """Return a log row's games for these series.

    Older log rows don't include late games.
    """
    return [row for row in logged.get(name, []) if row["series"] in series]


def _write_late_games(series: Collection[int], late_games: GameRows) -> None:
    Game.objects.filter(series__in=series).update(home_place=None, away_place=None)
    for row in late_games:
        games = Game.objects.filter(series=row["series"], number=row["number"])
        games.update(home_place=row["home_place"], away_place=row["away_place"])


def _write_resumptions(resumptions: GameRows) -> None:
    for resumption in resumptions:
        games = Game.objects.filter(series=resumption["series"], number=resumption["number"])
        games.update(
            home_resumed_after=resumption["home_resumed_after"],
            away_resumed_after=resumption["away_resumed_after"],
        )


def _rows(logged: Mapping[str, Any]) -> Snapshot:
    return {key: values for key, values in logged.items() if key.startswith("series:")}


def _changed_series(action: Action) -> set[int]:
    """Return the series whose own place, or whose games' places, the correction changed."""
    changed = {int(key.partition(":")[2]) for key in _rows(action.after)}
    for name in ("resumed", "late_games"):
        before, after = action.before.get(name, []), action.after.get(name, [])
        changed.update(row["series"] for row in before if row not in after)
        changed.update(row["series"] for row in after if row not in before)
    return changed
