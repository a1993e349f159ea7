"""The director corrects the order in which two teams played a series (T10.2), after a preview."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from django.db import transaction

from core.errors import Refused, Stale
from games.models import Game
from games.queries.carry_over import carryover_rules, sheet_faults
from games.queries.columns import GameColumn
from games.queries.play_order import Eligibility, OrderChange, eligibility_of, order_change
from games.queries.usage import TeamUsage, usage_of_teams
from games.refusals import PlayOrderRefusal
from games.scoresheet.check import breach_sentence
from games.scoresheet.notices import post_breaches
from tournaments.action_log.snapshots import Snapshot, current, only_changes, restore, snapshot
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Action, Series, Team, Tournament
from tournaments.queries.order_of_play import started_series

# rows of a resumed game: its series and number, and the games that each team had started when it resumed
Resumptions = list[dict[str, Any]]


def preview_order(*, series: Series, after: Mapping[int, int]) -> list[OrderChange]:
    """What `correct_order` would change for each team; nothing is written. Raises Refused."""
    with transaction.atomic():
        try:
            with writing(series.tournament_id) as tournament:
                return _correct(tournament, _series_now(tournament, series.pk), after)
        finally:
            transaction.set_rollback(True)


def correct_order(
    *, series: Series, after: Mapping[int, int], actor: Actor, reason: str = "", version: int | None = None
) -> None:
    """Put a started series in another place of its teams' orders of play.

    `after`: team -> the series that comes right before it in that team's order, 0 for the first place; a team that is
    left out keeps its order. Raises Refused, and Stale if the series has changed since `version`.
    """
    with writing(series.tournament_id) as tournament:
        there = _series_now(tournament, series.pk)
        if version is not None and there.version != version:
            raise Stale(PlayOrderRefusal.CHANGED_SINCE_OPENED)
        played = {one.pk: one for team in there.teams() for one in started_series(team.pk)}
        before, resumed = snapshot(played.values()), _resumptions(list(played))
        changes = _correct(tournament, there, after)
        if not any(change.is_moved for change in changes):
            raise Refused(PlayOrderRefusal.SAME_ORDER)
        fresh = Series.objects.filter(pk__in=played)
        was, becomes = only_changes(before, snapshot(fresh))
        moved = " and ".join(change.team.name for change in changes if change.is_moved)
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.CORRECT_ORDER_OF_PLAY,
            subject=f"series:{there.pk}",
            sentence=f"{there.round_title}, {there.away} at {there.home}: order of play of {moved} corrected (T10.2).",
            reason=reason,
            before={**was, "resumed": resumed},
            after={**becomes, "resumed": _resumptions(list(played))},
            public={"series": there.pk, "round": there.round, "version": there.version},
        )


def undo_order(tournament: Tournament, action: Action) -> list[str]:
    """Put the order back. Refused if a series of it has changed since."""
    becomes, was = _rows(action.after), _rows(action.before)
    series = _numbers(becomes)
    if current(tournament, becomes) != becomes or _resumptions(series) != _logged_resumptions(action.after, series):
        raise Refused(PlayOrderRefusal.CHANGED_LATER)
    restore(tournament, was)
    _write_resumptions(_logged_resumptions(action.before, series))
    teams = {team for played in Series.objects.filter(pk__in=series) for team in (played.home_id, played.away_id)}
    _renew_breaches(tournament, usage_of_teams(*teams))
    return ["The order of play is as it was before."]


def _series_now(tournament: Tournament, number: int) -> Series:
    series = Series.objects.select_related("home", "away").get(pk=number, tournament=tournament)
    series.tournament = tournament
    if not series.is_started:
        raise Refused(PlayOrderRefusal.NOT_STARTED)
    return series


def _correct(tournament: Tournament, series: Series, after: Mapping[int, int]) -> list[OrderChange]:
    carryover = carryover_rules(tournament)
    teams = {team.pk: team for team in (series.away, series.home)}
    usages = usage_of_teams(*teams)
    moved = {team for team in teams if team in after and _move(series, teams[team], after[team])}
    changed = usage_of_teams(*teams)
    for team in moved:
        _move_resumptions(series, usages[team], changed[team])
    changed = usage_of_teams(*teams)
    _renew_breaches(tournament, changed)

    def compared(team: int) -> tuple[Eligibility, Eligibility]:
        return eligibility_of(usages[team], carryover), eligibility_of(changed[team], carryover)

    return [order_change(team, *compared(number), is_moved=number in moved) for number, team in teams.items()]


def _move(series: Series, team: Team, after: int) -> bool:
    """Whether the team's order changes; its series are numbered again then."""
    order = started_series(team.pk)
    others = [one for one in order if one.pk != series.pk]
    places = [0, *(one.pk for one in others)]
    if after not in places:
        raise Refused(PlayOrderRefusal.NOT_STARTED_BY_TEAM, field=f"after-{team.pk}", team=team.name)
    place = places.index(after)
    becomes = [*others[:place], *(one for one in order if one.pk == series.pk), *others[place:]]
    if [one.pk for one in becomes] == [one.pk for one in order]:
        return False
    for number, one in enumerate(becomes, start=1):
        if one.place_for(team.pk) != number:
            side = "home_place" if one.home_id == team.pk else "away_place"
            Series.objects.filter(pk=one.pk).update(**{side: number, "version": one.version + 1})
    return True


def _move_resumptions(moved: Series, before: TeamUsage, after: TeamUsage) -> None:
    """T33.0: a suspended game went on after the same games as before, the moved series left aside."""
    column_of = {(one.series_id, one.game): one.number for one in after.columns}
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
    kept = (column_of[one.series_id, one.game] for one in reversed(played) if one.series_id != moved.pk)
    return next(kept, 0)


def _renew_breaches(tournament: Tournament, usages: Mapping[int, TeamUsage]) -> None:
    """The dashboard lists the breaches that nobody has accepted, by the order as it is now."""
    carryover = carryover_rules(tournament)
    teams = Team.objects.in_bulk(usages)
    for number, usage in usages.items():
        post_breaches(tournament, teams[number], list(_open_breaches(usage, sheet_faults(usage, carryover))))


def _open_breaches(usage: TeamUsage, faults: Mapping[int, Any]) -> Iterator[str]:
    for card, broken in faults.items():
        for number, ruling, accepted in broken:
            if not accepted:
                yield breach_sentence(usage, number, card, ruling)


def _resumptions(series: Collection[int]) -> Resumptions:
    games = Game.objects.filter(series__in=series, home_resumed_after__isnull=False).order_by("pk")
    return [dict(row) for row in games.values("series", "number", "home_resumed_after", "away_resumed_after")]


def _logged_resumptions(logged: Mapping[str, Any], series: Collection[int]) -> Resumptions:
    """Return the resumptions that a log row holds for these series."""
    return [resumption for resumption in logged["resumed"] if resumption["series"] in series]


def _write_resumptions(resumptions: Resumptions) -> None:
    for resumption in resumptions:
        games = Game.objects.filter(series=resumption["series"], number=resumption["number"])
        games.update(
            home_resumed_after=resumption["home_resumed_after"],
            away_resumed_after=resumption["away_resumed_after"],
        )


def _rows(logged: Mapping[str, Any]) -> Snapshot:
    return {key: values for key, values in logged.items() if key.startswith("series:")}


def _numbers(series: Snapshot) -> list[int]:
    return [int(key.partition(":")[2]) for key in series]
