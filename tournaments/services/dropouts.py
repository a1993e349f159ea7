"""A team drops out of the round robin (T0.08)."""

from collections.abc import Mapping

from core.errors import Refused, Stale
from rules_engine.eligibility.dropout import may_replace_in_even_division
from rules_engine.rulings import Finding, refuse
from tournaments.action_log.snapshots import fingerprint, only_changes, snapshot
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Series, Team, Tournament
from tournaments.queries.dropout_branches import BYE_TEAM, NOBODY, OUTSIDE, DropOut
from tournaments.queries.dropouts import drop_out
from tournaments.queries.schedule import series_of_round_robin
from tournaments.services.covers import put_cover, refuse_not_playing


class DropOutRefusal(Finding):
    """Why a team cannot drop out so."""

    ALL_SERIES_PLAYED = "{team} has played all its series: {rule} does not apply any more."
    ROUND_ROBIN_ONLY = "Teams drop out of the round robin only ({rule}). Before the draft, remove the team instead."
    CANNOT_COVER = "{team} cannot cover: {why} ({rule})."


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
    """Take a team out after a round: in an odd division the team on bye plays its series; in an even one somebody
    from outside covers them, or all its games are thrown out and its opponents have byes (T0.08).

    `cover` is OUTSIDE or NOBODY; an odd division does not ask. covers, with OUTSIDE: series -> the team from outside
    whose manager plays it; without one the desk enters the series. What the team was to play for one that dropped out
    before is played by whoever of the division is free then. compensation: what the director offers for it. Raises
    Refused, Stale.
    """
    with writing(team.tournament_id) as tournament:
        there = Team.objects.select_related("tournament", "division").get(pk=team.pk, tournament=tournament)
        _refuse_unfit(tournament, there, cover)
        series = [one for one in series_of_round_robin(tournament) if there.pk in (one.home_id, one.away_id)]
        if made_from and fingerprint(series) != made_from:
            raise Stale("A series of this team has changed meanwhile. Look at what would follow now.")
        _refuse_round(series, after_round)
        worked_out = drop_out(there, after_round, cover, _outsiders(there, covers or {}))
        if worked_out.is_complete:
            raise Refused(refuse(DropOutRefusal.ALL_SERIES_PLAYED, "T0.08", subject=there.pk, team=there.name))
        touched = {one.pk: one for one in (*series, *(lost.series for lost in worked_out.covers_lost))}
        before = snapshot([there, *touched.values()])
        there.dropped_after_round = after_round
        there.compensation = compensation.strip()[:120]
        there.save(update_fields=["dropped_after_round", "compensation"])
        if worked_out.branch == NOBODY:
            _throw_out([one.series for one in worked_out.series])
        else:
            _name_covers(worked_out)
        for lost in worked_out.covers_lost:
            put_cover(lost.series, lost.cover)
        again = [*Series.objects.filter(pk__in=touched).order_by("round")]
        was, becomes = only_changes(before, snapshot([there, *again]))
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.DROP_TEAM,
            subject=f"team:{there.pk}",
            sentence=_sentence(worked_out),
            reason=reason,
            before=was,
            after=becomes,
            public={"team": there.pk},
        )
    return worked_out


def _refuse_unfit(tournament: Tournament, team: Team, cover: str) -> None:
    if tournament.stage != Tournament.Stage.ROUND_ROBIN:
        raise Refused(refuse(DropOutRefusal.ROUND_ROBIN_ONLY, "T0.08", subject=team.pk))
    if team.dropped_after_round is not None:
        raise Refused(f"{team.name} has dropped out already, after round {team.dropped_after_round}.")
    if cover not in (OUTSIDE, NOBODY):
        raise Refused("Say whether somebody from outside the division covers the series.", field="cover")


def _refuse_round(series: list[Series], after_round: int) -> None:
    last = max((one.round for one in series), default=0)
    if not 0 <= after_round <= last:
        raise Refused(f"The rounds are 1 to {last}; 0 is before the first.", field="after_round")
    later = [one.round for one in series if one.status == Series.Status.COMPLETE and one.round > after_round]
    if later:
        raise Refused(f"The team has already completed its series of round {max(later)}.", field="after_round")


def _outsiders(dropped: Team, covers: Mapping[int, int]) -> dict[int, Team]:
    """The teams named, once each may play for this one."""
    teams = Team.objects.filter(tournament=dropped.tournament_id).in_bulk(set(covers.values()))
    for series, number in covers.items():
        field = f"cover_{series}"
        team = refuse_not_playing(teams.get(number), field)
        ruling = may_replace_in_even_division(from_same_division=team.division_id == dropped.division_id)
        if not ruling:
            cannot = refuse(DropOutRefusal.CANNOT_COVER, ruling.rule, subject=number, team=team.name, why=ruling)
            raise Refused(cannot, field=field)
    return {series: teams[number] for series, number in covers.items()}


def _name_covers(worked_out: DropOut) -> None:
    for one in worked_out.left:
        if one.cover is not None and not one.cover_stays:
            put_cover(one.series, one.cover)


def _throw_out(series: list[Series]) -> None:
    for one in series:
        one.status = Series.Status.VOID
        one.version += 1
        one.save(update_fields=["status", "version"])


def _sentence(worked_out: DropOut) -> str:
    name, after = worked_out.team.name, worked_out.after_round
    when = f"after round {after}" if after else "before the first round"
    if worked_out.branch == BYE_TEAM:
        return f"{name} drops out {when}; the team on bye plays its series (T0.08)."
    if worked_out.branch == OUTSIDE:
        named = dict.fromkeys(one.cover.name for one in worked_out.left if one.cover is not None)
        who, play = ", ".join(named) or "somebody", "play" if len(named) > 1 else "plays"
        return f"{name} drops out {when}; {who} from outside the division {play} its series (T0.08)."
    count = worked_out.games_void
    games = "1 game played against it is" if count == 1 else f"{count} games played against it are"
    return f"{name} drops out {when}; {games} void, the rest are byes (T0.08)."
