"""Add a team to a draft after the first pick (T0.02).

The late team gets the last draft position and picks at the end of every round, so the order of the other teams doesn't
change. Its missed picks are open, and the team makes them up during the draft.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.db.models import F, Q
from django.utils import timezone

from core.errors import Refused
from drafts.models import Draft, Pick, Trade
from drafts.queries.room import Room, draft_tournament_id, draft_with_division, load_room
from drafts.refusals import LateTeamRefusal
from drafts.services.corrections import require_unplayed
from drafts.services.turns import log_subject, save_draft, set_alarm
from rules_engine.draft.order import overall_with_late_team, overall_without_late_team
from rules_engine.rulings import Ruling, allow, refuse
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Action, Series, Team, Tournament
from tournaments.queries.entrants import Entrant
from tournaments.services.entrants import enter_late
from tournaments.services.invitations import invite_teams

_OUT_OF_THE_WAY = 10_000  # added to every overall number while picks are renumbered


def late_team_ruling(room: Room) -> Ruling:
    """Return a ruling on whether a team can join now. A full division requires the director's reason."""
    division, rules = room.draft.division, room.profile.division
    if room.draft.state == Draft.State.WAITING:
        return refuse(LateTeamRefusal.NOT_STARTED, "")
    if room.draft.state == Draft.State.FINISHED:
        return refuse(LateTeamRefusal.DRAFT_IS_OVER, "")
    if room.draft.reopened:
        return refuse(LateTeamRefusal.REOPENED, "T0.18")
    if room.run is not None:
        return refuse(LateTeamRefusal.PROGRAM_AT_WORK, "")
    if Series.objects.filter(division=division).exists():
        return refuse(LateTeamRefusal.SCHEDULE_PUBLISHED, "", division=division.name)
    size = len(room.teams)
    if size >= rules.largest:
        facts = {"division": division.name, "size": size, "largest": rules.largest}
        return refuse(LateTeamRefusal.DIVISION_FULL, "T0.02", **facts)
    return allow(LateTeamRefusal.MAY_JOIN, "T0.02", division=division.name)


def passed_turns(room: Room) -> int:
    """Return the number of picks for a team joining now to make up, which is the number of completed rounds."""
    return (room.draft.next_overall - 1) // len(room.teams)


def add_late_team(*, draft_id: int, actor: Actor, entrant: Entrant, reason: str = "") -> Team:
    """Add a team to a draft in progress, with a sign-in link and its missed picks. Raise Refused if not allowed."""
    with writing(draft_tournament_id(draft_id)) as tournament:
        room = load_room(draft_with_division(pk=draft_id))
        ruling = late_team_ruling(room)
        is_full = not ruling and ruling.finding is LateTeamRefusal.DIVISION_FULL
        if not ruling and not (is_full and reason.strip()):
            raise Refused(ruling, field="reason" if is_full else "")
        rounds, size = passed_turns(room), len(room.teams)
        first_pick = Pick.objects.filter(draft=room.draft).order_by("made_at").first()
        division = room.draft.division
        team = enter_late(tournament=tournament, division=division, slot=size + 1, entrant=entrant)
        _renumber(room.draft, partial(overall_with_late_team, size))
        room.draft.late_teams += 1
        Pick.objects.bulk_create(
            Pick(
                draft=room.draft,
                overall=number * (size + 1),
                team=team,
                made_by=Pick.MadeBy.PROGRAM,
                made_at=first_pick.made_at if first_pick else timezone.now(),  # so that it never counts as the newest
            )
            for number in range(1, rounds + 1)
        )
        save_draft(room)
        set_alarm(load_room(draft_with_division(pk=draft_id)))
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.ADD_LATE_TEAM,
            subject=log_subject(room.draft),
            sentence=f"{team} joins the draft of {division}. It picks at the end of every round and makes up "
            f"{rounds} pick{'' if rounds == 1 else 's'} (T0.02).",
            reason=reason.strip(),
            after={"team": team.pk},
        )
        invite_teams(tournament=tournament, actor=actor)
    return team


def undo_late_team(tournament: Tournament, action: Action) -> list[str]:
    """Remove a late team that has not picked, and restore the old overall numbers."""
    draft_id = int(action.subject.removeprefix("draft:"))
    room = load_room(draft_with_division(pk=draft_id))
    require_unplayed(room)
    if room.draft.reopened:
        raise Refused(LateTeamRefusal.REOPENED, "T0.18")
    team = Team.objects.get(pk=action.after["team"], tournament=tournament)
    if any(not pick.is_skipped for pick in Pick.objects.filter(team=team)):
        raise Refused(LateTeamRefusal.HAS_PICKED, subject=team.pk, team=team.name)
    if room.teams[-1] != team:
        raise Refused(LateTeamRefusal.JOINED_EARLIER, subject=room.teams[-1].pk, team=room.teams[-1].name)
    if Trade.objects.filter(Q(team=team) | Q(partner=team), state=Trade.State.ACCEPTED).exists():
        raise Refused(LateTeamRefusal.HAS_TRADED, subject=team.pk, team=team.name)
    size = len(room.teams)
    name = team.name
    team.delete()
    _renumber(room.draft, partial(overall_without_late_team, size))
    room.draft.late_teams -= 1
    updated_room = Room(room.draft, room.teams[:-1], [])
    save_draft(updated_room)
    set_alarm(load_room(draft_with_division(pk=draft_id)))
    return [f"{name} leaves the draft and the tournament."]


def _renumber(draft: Draft, new_number: Callable[[int], int]) -> None:
    """Give every pick in the draft its new overall number, including the pick on the clock."""
    picks = list(Pick.objects.filter(draft=draft))
    Pick.objects.filter(draft=draft).update(overall=F("overall") + _OUT_OF_THE_WAY)
    for pick in picks:
        pick.overall = new_number(pick.overall)
    Pick.objects.bulk_update(picks, ["overall"])
    draft.next_overall = new_number(draft.next_overall)
    draft.traded_turns = _renumbered(draft.traded_turns, new_number)
    for trade in draft.trades.all():
        trade.offered = _renumbered(trade.offered, new_number)
        trade.requested = _renumbered(trade.requested, new_number)
        trade.save(update_fields=["offered", "requested"])


def _renumbered(turns: list[dict[str, Any]], new_number: Callable[[int], int]) -> list[dict[str, Any]]:
    return [{**turn, "overall": new_number(turn["overall"])} for turn in turns]
