"""Illegal teams after the draft, and the director's reasons for letting them play."""

from collections.abc import Set
from typing import Final

from django.db.models import Exists, OuterRef, QuerySet

from core.prepared_queries import EXAMPLE_ID, PreparedValues
from drafts.models import Draft
from drafts.queries.rosters import load_rosters_by_team
from drafts.refusals import TeamRefusal
from rules_engine.eligibility.requirements import Requirement, admitted_by_director
from rules_engine.rulings import Ruling, refuse
from tournaments.action_log.events import newest_action
from tournaments.action_log.verbs import Verb
from tournaments.models import Action, Tournament


def illegal_teams(tournament: Tournament) -> dict[int, list[Ruling]]:
    """Return the violations of illegal teams in finished drafts, by team ID (T0.02, T10.2, T31.10)."""
    rulings_by_team: dict[int, list[Ruling]] = {}
    for team_id, roster in load_rosters_by_team(tournament).items():
        if roster.room.draft.state != Draft.State.FINISHED:
            continue
        team = next(team for team in roster.room.teams if team.pk == team_id)
        if team.forfeits_turns:
            continue  # the team doesn't play (T0.02)
        for ruling in roster.rulings:
            if not ruling:
                refusal = refuse(TeamRefusal.NOT_LEGAL, ruling.rule, subject=team_id, team=team.name, why=ruling)
                rulings_by_team.setdefault(team_id, []).append(refusal)
    return rulings_by_team


def requirements_waived(tournament: Tournament) -> dict[int, list[Requirement]]:
    """Return the waived requirements of illegal teams playing in the round robin, by team ID."""
    if tournament.stage != Tournament.Stage.ROUND_ROBIN:
        return {}
    reasons = _waiver_reasons(tournament)
    if not reasons:
        return {}
    requirements = {}
    for team_id, rulings in illegal_teams(tournament).items():
        reason = reasons.get(team_id) or reasons.get(None)
        if reason:
            requirements[team_id] = [admitted_by_director(ruling, reason) for ruling in rulings]
    return requirements


def teams_needing_waiver(tournament: Tournament, team_ids: Set[int]) -> dict[int, list[Ruling]]:
    """Return the violations of these teams, except for teams allowed to play by the director (T10.2, T31.10)."""
    if not team_ids:
        return {}
    reasons = _waiver_reasons(tournament)
    if None in reasons:
        return {}
    unwaived_ids = team_ids - reasons.keys()
    rulings_by_team = illegal_teams(tournament)
    return {team_id: rulings for team_id, rulings in rulings_by_team.items() if team_id in unwaived_ids}


def _waiver_reasons(tournament: Tournament) -> dict[int | None, str]:
    """Return the director's reasons by team ID, recorded at the start of the round robin or later.

    The key None appears in old logs and applies to every team.
    """
    at_start: dict[int | None, str] = {}
    later: dict[int | None, str] = {}
    for verb, public, reason in _WAIVERS.rows_of(tournament.pk):
        if verb == Verb.LET_TEAM_PLAY:
            later[public["team"]] = reason
        elif public.get("stage") == Tournament.Stage.ROUND_ROBIN:
            at_start = dict.fromkeys(public.get("teams", [None]), reason)
    return at_start | later


def waivers_of(tournament: int | OuterRef) -> QuerySet[Action]:
    """Return the actions that may allow illegal teams to play."""
    actions = Action.objects.filter(tournament=tournament, undone_by=None)
    return actions.filter(verb__in=(Verb.MOVE_STAGE, Verb.LET_TEAM_PLAY)).exclude(reason="")


_WAIVERS: Final = PreparedValues(lambda: waivers_of(EXAMPLE_ID).order_by("pk").values_list("verb", "public", "reason"))
_NEWEST_AND_WAIVERS: Final = PreparedValues(
    lambda: Tournament.objects.filter(pk=EXAMPLE_ID).values_list(
        newest_action(OuterRef("pk")), Exists(waivers_of(OuterRef("pk")))
    )
)


def newest_action_and_waivers(tournament: Tournament) -> tuple[int, bool]:
    """Return the latest action's number, and whether there may be waivers. Runs a single query."""
    newest, has_waivers = _NEWEST_AND_WAIVERS.rows_of(tournament.pk)[0]
    return newest, has_waivers
