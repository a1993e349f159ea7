"""Remove a team from the round robin (T0.08)."""

from collections.abc import Mapping

from core.errors import Refused, Stale
from rules_engine.eligibility.dropout import may_replace_in_even_division
from rules_engine.rulings import refuse
from tournaments.action_log.snapshots import fingerprint, only_changes, snapshot
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.field_names import cover_field
from tournaments.models import Series, Team, Tournament
from tournaments.models.people import dropout_time
from tournaments.queries.dropout_branches import BYE_TEAM, NOBODY, OUTSIDE, DropOut
from tournaments.queries.dropouts import drop_out
from tournaments.queries.schedule import series_of_round_robin
from tournaments.refusals import DropOutRefusal
from tournaments.services.covers import LONGEST_COMPENSATION, assign_cover, require_playing_team


def drop_team(
    *,
    team: Team,
    actor: Actor,
    after_round: int,
    cover: str = NOBODY,
    covers: Mapping[int, int] | None = None,
    compensation: str = "",
    reason: str = "",
    made_from: str = "",
) -> DropOut:
    """Remove a team after a round (T0.08).

    In an odd division, the team with the bye plays the dropped team's series. In an even division, an outside team
    covers them, or all its games are thrown out and its opponents have byes. If the team was going to cover for an
    earlier dropped team, those series go to an available team in the division.

    Args:
        cover: OUTSIDE or NOBODY. Odd divisions ignore it.
        covers: With OUTSIDE, the covering team for each series, by series ID. The director enters all other series.
        compensation: The director's offer to the covering managers.

    Raises:
        Refused: If the team can't drop out after this round.
        Stale: If one of its series changed after the form was loaded.
    """
    with writing(team.tournament_id) as tournament:
        team = Team.objects.select_related("tournament", "division").get(pk=team.pk, tournament=tournament)
        _refuse_team(tournament, team, cover)
        team_series = [series for series in series_of_round_robin(tournament) if series.has_team(team.pk)]
        if made_from and fingerprint(team_series) != made_from:
            raise Stale(DropOutRefusal.CHANGED_MEANWHILE)
        _refuse_round(team_series, after_round)
        drop = drop_out(team, after_round, cover, _find_outsiders(team, covers or {}))
        if drop.is_complete:
            raise Refused(DropOutRefusal.ALL_SERIES_PLAYED, "T0.08", subject=team.pk, team=team.name)
        affected = {series.pk: series for series in team_series}
        affected |= {lost.series.pk: lost.series for lost in drop.lost_covers}
        before = snapshot([team, *affected.values()])
        team.dropped_after_round = after_round
        team.compensation = compensation.strip()[:LONGEST_COMPENSATION]
        team.save(update_fields=["dropped_after_round", "compensation"])
        _save_series(drop)
        saved = Series.objects.filter(pk__in=affected).order_by("round")
        old_values, new_values = only_changes(before, snapshot([team, *saved]))
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.DROP_TEAM,
            subject=f"team:{team.pk}",
            sentence=_log_sentence(drop),
            reason=reason,
            before=old_values,
            after=new_values,
            public={"team": team.pk},
        )
    return drop


def _refuse_team(tournament: Tournament, team: Team, cover: str) -> None:
    if tournament.stage != Tournament.Stage.ROUND_ROBIN:
        raise Refused(DropOutRefusal.ROUND_ROBIN_ONLY, "T0.08", subject=team.pk)
    if team.dropped_after_round is not None:
        raise Refused(DropOutRefusal.ALREADY_OUT, team=team.name, when=team.dropped_when)
    if cover not in (OUTSIDE, NOBODY):
        raise Refused(DropOutRefusal.NO_CHOICE, field="cover")


def _refuse_round(team_series: list[Series], after_round: int) -> None:
    last_round = max((series.round for series in team_series), default=0)
    if not 0 <= after_round <= last_round:
        raise Refused(DropOutRefusal.WRONG_ROUND, field="after_round", last=last_round)
    later_rounds = [
        series.round for series in team_series if series.status == Series.Status.COMPLETE and series.round > after_round
    ]
    if later_rounds:
        raise Refused(DropOutRefusal.LATER_SERIES_PLAYED, field="after_round", round=max(later_rounds))


def _find_outsiders(dropped: Team, covers: Mapping[int, int]) -> dict[int, Team]:
    """Return the chosen teams by series. Raise Refused for a team that can't cover."""
    teams = Team.objects.filter(tournament=dropped.tournament_id).in_bulk(set(covers.values()))
    for series_id, team_id in covers.items():
        field = cover_field(series_id)
        team = require_playing_team(teams.get(team_id), field)
        is_same_division = team.division_id == dropped.division_id
        ruling = may_replace_in_even_division(from_same_division=is_same_division)
        if not ruling:
            refusal = refuse(
                DropOutRefusal.CANNOT_COVER,
                ruling.rule,
                subject=team_id,
                team=team.name,
                why=ruling,
            )
            raise Refused(refusal, field=field)
    return {series_id: teams[team_id] for series_id, team_id in covers.items()}


def _save_series(drop: DropOut) -> None:
    if drop.branch == NOBODY:
        for entry in drop.series:
            entry.series.status = Series.Status.VOID
            entry.series.version += 1
            entry.series.save(update_fields=["status", "version"])
    else:
        for entry in drop.left:
            if entry.cover is not None and not entry.is_cover_unchanged:
                assign_cover(entry.series, entry.cover)
    for lost in drop.lost_covers:
        assign_cover(lost.series, lost.new_cover)


def _log_sentence(drop: DropOut) -> str:
    name = drop.team.name
    when = dropout_time(drop.after_round)
    if drop.branch == BYE_TEAM:
        return f"{name} drops out {when}. The team on bye plays its series (T0.08)."
    if drop.branch == OUTSIDE:
        covers = list(dict.fromkeys(entry.cover.name for entry in drop.left if entry.cover is not None))
        names = ", ".join(covers) or "a team"
        verb = "play" if len(covers) > 1 else "plays"
        return f"{name} drops out {when}; {names} from outside the division {verb} its series (T0.08)."
    count = drop.games_void
    games = "1 game played against it is" if count == 1 else f"{count} games played against it are"
    return f"{name} drops out {when}. {games} void, and its other games are byes (T0.08)."
