"""Add, change and remove teams during sign-up."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.db.models import Q

from core.crests import Crest, alternative_letters, distinct_crest, team_crest
from core.errors import Refused, Stale
from core.names import clean_name
from tournaments.action_log.snapshots import (
    Snapshot,
    fingerprint,
    key_of,
    only_changes,
    snapshot,
    write_managers,
)
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Division, Series, Team, Tournament
from tournaments.queries.divisions import division_sizes, imputed_ruling, is_in_sign_up, smallest
from tournaments.queries.entrants import (
    MOST_TEAMS,
    CheckedEntrant,
    Entrant,
    Person,
    check_entrants,
    teams_of,
    without_placeholders,
)
from tournaments.queries.schedule import has_started
from tournaments.refusals import EntrantFault, EntrantRefusal
from tournaments.services.invitations import invite_teams


def add_entrants(*, tournament: Tournament, actor: Actor, entrants: Sequence[Entrant]) -> list[Team]:
    """Add all of these teams or none. Skip teams that were already entered with the same data.

    Raise Refused with the first error. `check_entrants` finds all errors.
    """
    with writing(tournament.pk) as tournament:
        _refuse_after_sign_up(tournament)
        checked = check_entrants(tournament, [_clean_entrant(entrant) for entrant in entrants])
        _refuse_faults(checked)
        new_entrants = [checked_entrant.entrant for checked_entrant in checked if not checked_entrant.already]
        _refuse_too_many(tournament, len(new_entrants))
        crests = [team.badge for team in tournament.teams.all()] if new_entrants else []
        teams = [
            _save_team(_with_crest(Team(tournament=tournament), entrant, crests), entrant) for entrant in new_entrants
        ]
        if teams:
            _record(
                tournament,
                actor,
                Verb.ADD_ENTRANTS,
                _entered_sentence(teams),
                {},
                snapshot(_reload(teams)),
            )
    return teams


def edit_team(*, team: Team, actor: Actor, made_from: str, entrant: Entrant, is_absent: bool) -> Team:
    """Change a team, based on the form's fingerprint. Raise Stale or Refused if that isn't possible."""
    with writing(team.tournament_id) as tournament:
        team = current_team(tournament, team.pk)
        if fingerprint(team) != made_from:
            raise Stale(EntrantRefusal.CHANGED_MEANWHILE, subject=team.pk, team=team.name)
        checked = _clean_entrant(entrant)
        if team.kind == Team.Kind.IMPUTED and checked.managers:
            raise Refused(EntrantRefusal.DRAFTED_BY_THE_PROGRAM, field="manager", subject=team.pk, team=team.name)
        before = snapshot([team])
        checked = replace(
            checked,
            is_imputed=team.kind == Team.Kind.IMPUTED,
            awaits_manager=checked.awaits_manager or not team.managers.exists(),
        )
        _refuse_entrant(tournament, checked, editing=team)
        team.is_absent = is_absent
        if checked.team != team.name and team.crest in alternative_letters(team.name):
            team.crest = ""  # The crest was derived from the old name.
        _save_team(team, checked)
        old_values, new_values = only_changes(before, snapshot(_reload([team])))
        if old_values:
            _record(
                tournament,
                actor,
                Verb.EDIT_TEAM,
                _edited_sentence(team, new_values),
                old_values,
                new_values,
            )
    return team


def set_attendance(*, team: Team, actor: Actor, attendance: Team.Attendance) -> None:
    """Check a team in, mark it absent, or undo either."""
    with writing(team.tournament_id) as tournament:
        team = current_team(tournament, team.pk)
        if team.kind == Team.Kind.IMPUTED:
            raise Refused(EntrantRefusal.NO_MANAGER, subject=team.pk, team=team.name)
        is_absent, is_here = attendance == Team.Attendance.ABSENT, attendance == Team.Attendance.HERE
        if (team.is_absent, team.is_checked_in) == (is_absent, is_here):
            return
        before = snapshot([team])
        team.is_absent, team.is_checked_in = is_absent, is_here
        team.save(update_fields=["is_absent", "is_checked_in"])
        old_values, new_values = only_changes(before, snapshot(_reload([team])))
        sentence = f"{team.name} is {attendance.label.lower()}."
        _record(tournament, actor, Verb.EDIT_TEAM, sentence, old_values, new_values)


def remove_team(*, team: Team, actor: Actor, made_from: str = "") -> None:
    """Remove a team before the draft. Its links stop working."""
    with writing(team.tournament_id) as tournament:
        team = current_team(tournament, team.pk)
        _refuse_after_sign_up(tournament, team.division)
        if made_from and fingerprint(team) != made_from:
            raise Stale(EntrantRefusal.CHANGED_MEANWHILE, subject=team.pk, team=team.name)
        separated = list(tournament.teams.filter(apart_from=team))
        before = snapshot([team, *separated])
        key, name = key_of(team), team.name
        team.delete()
        old_values, new_values = only_changes(before, {key: None, **snapshot(_reload(separated))})
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.REMOVE_TEAM,
            subject=key,
            sentence=f"{name} was removed from the tournament.",
            before=old_values,
            after=new_values,
        )


def add_imputed_team(*, tournament: Tournament, actor: Actor, name: str, division: Division | None = None) -> Team:
    """Add a team that the program drafts for (T0.12). Raise Refused if it would exceed the limits."""
    with writing(tournament.pk) as tournament:
        _refuse_after_sign_up(tournament, division)
        sizes = division_sizes(tournament)
        if division is None and sizes:
            division = smallest(sizes)
        ruling = imputed_ruling(tournament, division)
        if not ruling:
            raise Refused(ruling, field="name")
        entrant = _clean_entrant(Entrant(name, (), is_imputed=True))
        _refuse_entrant(tournament, entrant)
        team = Team(tournament=tournament, kind=Team.Kind.IMPUTED, division=division)
        _save_team(
            _with_crest(team, entrant, [other_team.badge for other_team in tournament.teams.all()]),
            entrant,
        )
        sentence = f"{team.name} was added as an imputed team, drafted by autopick (T0.12)."
        _record(tournament, actor, Verb.ADD_IMPUTED_TEAM, sentence, {}, snapshot(_reload([team])))
    return team


def enter_late(*, tournament: Tournament, division: Division, slot: int, entrant: Entrant) -> Team:
    """Save a team that joins a draft in progress, inside the caller's transaction.

    Raise Refused for an invalid team.
    """
    entrant = _clean_entrant(entrant)
    _refuse_entrant(tournament, entrant)
    crests = [other_team.badge for other_team in tournament.teams.all()]
    team = Team(tournament=tournament, division=division, slot=slot)
    return _save_team(_with_crest(team, entrant, crests), entrant)


def give_manager(*, team: Team, actor: Actor, entrant: Entrant, reason: str = "") -> Team:
    """Assign a manager to an imputed team, which gets the entrant's name but keeps its roster and results (T0.12).

    Raises:
        Refused: If it isn't an imputed team, a name is invalid, or its first series has started and no reason is given.
    """
    with writing(team.tournament_id) as tournament:
        team = current_team(tournament, team.pk)
        if team.kind != Team.Kind.IMPUTED:
            raise Refused(EntrantRefusal.HAS_A_MANAGER, subject=team.pk, team=team.name)
        series = Series.objects.filter(Q(home=team) | Q(away=team))
        if not reason.strip() and any(has_started(played) for played in series):
            raise Refused(EntrantRefusal.SERIES_STARTED, field="reason", team=team.name)
        entrant = _clean_entrant(entrant)
        _refuse_entrant(tournament, entrant, editing=team)
        before = snapshot([team])
        team.kind = Team.Kind.MANAGED
        team.program_drafts = None
        _save_team(team, entrant)
        old_values, new_values = only_changes(before, snapshot(_reload([team])))
        managers = " and ".join(person.name for person in entrant.managers)
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.GIVE_MANAGER,
            subject=key_of(team),
            sentence=f"{team.name} is now managed by {managers}. It was an imputed team (T0.12).",
            reason=reason.strip(),
            before=old_values,
            after=new_values,
        )
        invite_teams(tournament=tournament, actor=actor)
    return team


def current_team(tournament: Tournament, team_id: int) -> Team:
    """Return the team as currently stored. Raise Refused if it has been removed."""
    team = teams_of(tournament).filter(pk=team_id).first()
    if team is None:
        raise Refused(EntrantRefusal.NO_SUCH_TEAM, subject=team_id)
    return team


def _with_crest(team: Team, entrant: Entrant, crests: list[Crest]) -> Team:
    """Assign a new team a crest that differs from those in use, and add it to `crests`."""
    if entrant.crest or entrant.palette:
        team.crest, team.colours = entrant.crest, entrant.palette
    else:
        team.crest, team.colours = distinct_crest(entrant.team, crests)
    crests.append(team_crest(entrant.team, team.crest, team.colours))
    return team


def _save_team(team: Team, entrant: Entrant) -> Team:
    team.name, team.proxy = entrant.team, entrant.proxy
    team.save()
    write_managers(team, [(person.name, person.home_town, person.region) for person in entrant.managers])
    return team


def _reload(teams: Sequence[Team]) -> list[Team]:
    return list(Team.objects.filter(pk__in=[team.pk for team in teams]).prefetch_related("managers", "slot_rolls"))


def _clean_entrant(entrant: Entrant) -> Entrant:
    people = (
        Person(clean_name(person.name), clean_name(person.home_town), clean_name(person.region))
        for person in entrant.managers
    )
    cleaned = replace(
        entrant,
        team=clean_name(entrant.team),
        managers=tuple(people),
        proxy=clean_name(entrant.proxy),
    )
    return without_placeholders(cleaned)


def _refuse_after_sign_up(tournament: Tournament, division: Division | None = None) -> None:
    if not is_in_sign_up(tournament, division):
        raise Refused(EntrantRefusal.SIGN_UP_IS_OVER)


def _refuse_too_many(tournament: Tournament, added: int) -> None:
    existing = Team.objects.filter(tournament=tournament).count()
    if existing + added > MOST_TEAMS:
        raise Refused(
            EntrantRefusal.TOO_MANY_TEAMS,
            existing=existing,
            added=added,
            total=existing + added,
            most=MOST_TEAMS,
        )


def _refuse_entrant(tournament: Tournament, entrant: Entrant, *, editing: Team | None = None) -> None:
    """Reject an invalid entrant. Unlike in a list, an existing team with the same data is an error."""
    checked = check_entrants(tournament, [entrant], editing=editing)
    _refuse_faults(checked)
    if checked[0].already:
        raise Refused(EntrantFault.TEAM_EXISTS, team=entrant.team)


def _refuse_faults(entrants: Sequence[CheckedEntrant]) -> None:
    for entrant in entrants:
        if entrant.faults:
            line = entrant.entrant.line
            raise Refused(entrant.faults[0], place=f"Line {line}" if line else "")


def _entered_sentence(teams: Sequence[Team]) -> str:
    if len(teams) == 1:
        return f"{teams[0].name} has entered."
    return f"{len(teams)} teams have entered: {', '.join(team.name for team in teams)}."


def _edited_sentence(team: Team, new_values: Snapshot) -> str:
    labels = {
        "is_absent": "attendance",
        "managers": "managers",
        "proxy": "proxy",
        "name": "name",
    }
    changed = [labels[name] for values in new_values.values() for name in values or {} if name in labels]
    return f"{team.name}: {', '.join(changed)} changed."


def _record(
    tournament: Tournament,
    actor: Actor,
    verb: Verb,
    sentence: str,
    before: Snapshot,
    after: Snapshot,
) -> None:
    subject: dict[str, Any] = {"subject": next(iter(after))} if len(after) == 1 else {}
    record_action(
        tournament=tournament,
        actor=actor,
        verb=verb,
        sentence=sentence,
        before=before,
        after=after,
        **subject,
    )
