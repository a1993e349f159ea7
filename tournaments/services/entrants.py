"""Entering, changing and removing teams while sign-up is open."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from core.crests import Crest, alternative_letters, distinct_crest, team_crest
from core.errors import Refused, Stale
from core.names import clean_name
from rules_engine.rulings import Ruling
from tournaments.action_log.snapshots import Snapshot, fingerprint, only_changes, snapshot, write_managers
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Division, Team, Tournament
from tournaments.queries.divisions import division_sizes, imputed_ruling, smallest
from tournaments.queries.entrants import (
    MOST_TEAMS,
    CheckedEntrant,
    Entrant,
    Person,
    check_entrants,
    teams_of,
    without_placeholders,
)


def add_entrants(*, tournament: Tournament, actor: Actor, entrants: Sequence[Entrant]) -> list[Team]:
    """Enter all of these teams or none of them. Those entered before exactly so are left alone (a double click).

    Raises Refused with the first fault; look at `check_entrants` for all of them.
    """
    with writing(tournament.pk) as now:
        _refuse_after_sign_up(now)
        checked = check_entrants(now, [_cleaned(entrant) for entrant in entrants])
        _refuse_faults(checked)
        new = [one.entrant for one in checked if not one.already]
        _refuse_too_many(now, len(new))
        worn = [team.badge for team in now.teams.all()] if new else []
        teams = [_write(_with_crest(Team(tournament=now), entrant, worn), entrant) for entrant in new]
        if teams:
            _record(now, actor, Verb.ADD_ENTRANTS, _entered(teams), {}, snapshot(_fresh(teams)))
    return teams


def edit_team(*, team: Team, actor: Actor, made_from: str, entrant: Entrant, is_absent: bool) -> Team:
    """Change a team from the form made of the fingerprint `made_from`. Raises Stale, Refused."""
    with writing(team.tournament_id) as now:
        there = team_as_it_stands(now, team.pk)
        if fingerprint(there) != made_from:
            raise Stale(f"Somebody else changed {there.name} while you were typing.")
        before = snapshot([there])
        checked = _cleaned(entrant)
        checked = replace(
            checked,
            is_imputed=there.kind == Team.Kind.IMPUTED,
            awaits_manager=checked.awaits_manager or not there.managers.exists(),
        )
        _refuse_faults(check_entrants(now, [checked], editing=there))
        there.is_absent = is_absent
        if checked.team != there.name and there.crest in alternative_letters(there.name):
            there.crest = ""  # it came from the old name
        _write(there, checked)
        was, becomes = only_changes(before, snapshot(_fresh([there])))
        if was:
            _record(now, actor, Verb.EDIT_TEAM, _edited(there, becomes), was, becomes)
    return there


def set_attendance(*, team: Team, actor: Actor, is_absent: bool) -> None:
    """At the check-in: nobody of the team is here, or somebody is. Said twice it is done once."""
    with writing(team.tournament_id) as now:
        there = team_as_it_stands(now, team.pk)
        if there.kind == Team.Kind.IMPUTED:
            raise Refused("An imputed team has nobody who could be here.")
        if there.is_absent == is_absent:
            return
        before = snapshot([there])
        there.is_absent = is_absent
        there.save(update_fields=["is_absent"])
        was, becomes = only_changes(before, snapshot(_fresh([there])))
        _record(now, actor, Verb.EDIT_TEAM, f"{there.name} is {'absent' if is_absent else 'here'}.", was, becomes)


def remove_team(*, team: Team, actor: Actor, made_from: str = "") -> None:
    """Take a team out before the draft. Its links stop working."""
    with writing(team.tournament_id) as now:
        there = team_as_it_stands(now, team.pk)
        _refuse_after_sign_up(now)
        if made_from and fingerprint(there) != made_from:
            raise Stale(f"Somebody else changed {there.name} meanwhile.")
        before = snapshot([there])
        key, name = next(iter(before)), there.name
        there.delete()
        _record(now, actor, Verb.REMOVE_TEAM, f"{name} is out of the tournament.", before, {key: None})


def add_imputed_team(*, tournament: Tournament, actor: Actor, name: str, division: Division | None = None) -> Team:
    """Add a team drafted by the program (T0.12). Raises Refused with the ruling beyond the limits."""
    with writing(tournament.pk) as now:
        _refuse_after_sign_up(now)
        sizes = division_sizes(now)
        if division is None and sizes:
            division = smallest(sizes)
        ruling = imputed_ruling(now, division)
        if not ruling:
            raise Refused(ruling, field="name")
        entrant = _cleaned(Entrant(name, (), is_imputed=True))
        _refuse_faults(check_entrants(now, [entrant]))
        team = Team(tournament=now, kind=Team.Kind.IMPUTED, division=division)
        _write(_with_crest(team, entrant, [each.badge for each in now.teams.all()]), entrant)
        sentence = f"{team.name} is an imputed team (T0.12), drafted by the program."
        _record(now, actor, Verb.ADD_IMPUTED_TEAM, sentence, {}, snapshot(_fresh([team])))
    return team


def team_as_it_stands(tournament: Tournament, team_id: int) -> Team:
    """The team as it is now. Raises Refused where somebody has removed it meanwhile."""
    team = teams_of(tournament).filter(pk=team_id).first()
    if team is None:
        raise Refused("This team is no longer in the tournament.")
    return team


def _with_crest(team: Team, entrant: Entrant, worn: list[Crest]) -> Team:
    """A new team with a crest unlike those that are worn, to which it is added."""
    team.crest, team.colours = distinct_crest(entrant.team, worn)
    worn.append(team_crest(entrant.team, team.crest, team.colours))
    return team


def _write(team: Team, entrant: Entrant) -> Team:
    team.name, team.proxy = entrant.team, entrant.proxy
    team.save()
    write_managers(team, [(p.name, p.home_town, p.region) for p in entrant.managers])
    return team


def _fresh(teams: Sequence[Team]) -> list[Team]:
    return list(Team.objects.filter(pk__in=[team.pk for team in teams]).prefetch_related("managers", "slot_rolls"))


def _cleaned(entrant: Entrant) -> Entrant:
    people = (Person(clean_name(p.name), clean_name(p.home_town), clean_name(p.region)) for p in entrant.managers)
    cleaned = replace(entrant, team=clean_name(entrant.team), managers=tuple(people), proxy=clean_name(entrant.proxy))
    return without_placeholders(cleaned)


def _refuse_after_sign_up(tournament: Tournament) -> None:
    if tournament.stage != Tournament.Stage.SIGN_UP:
        raise Refused("Sign-up is over: the draft has been opened with the teams there are. Go back to sign-up first.")


def _refuse_too_many(tournament: Tournament, more: int) -> None:
    there = Team.objects.filter(tournament=tournament).count()
    if there + more > MOST_TEAMS:
        raise Refused(f"{there} teams and {more} more are {there + more}; at most {MOST_TEAMS} fit into a tournament.")


def _refuse_faults(checked: Sequence[CheckedEntrant]) -> None:
    for one in checked:
        if one.faults:
            raise _refused(one.faults[0], one.entrant.line)


def _refused(fault: Ruling | str, line: int) -> Refused:
    if not line:
        return Refused(fault)
    refusal = Refused(f"Line {line}: {fault}")
    refusal.ruling = fault if isinstance(fault, Ruling) else None
    return refusal


def _entered(teams: Sequence[Team]) -> str:
    if len(teams) == 1:
        return f"{teams[0].name} has entered."
    return f"{len(teams)} teams have entered: {', '.join(team.name for team in teams)}."


def _edited(team: Team, becomes: Snapshot) -> str:
    what = {"is_absent": "attendance", "managers": "managers", "proxy": "proxy", "name": "name"}
    changed = [what[name] for values in becomes.values() for name in values or {} if name in what]
    return f"{team.name}: {', '.join(changed)} changed."


def _record(tournament: Tournament, actor: Actor, verb: Verb, sentence: str, before: Snapshot, after: Snapshot) -> None:
    subject: dict[str, Any] = {"subject": next(iter(after))} if len(after) == 1 else {}
    record_action(
        tournament=tournament, actor=actor, verb=verb, sentence=sentence, before=before, after=after, **subject
    )
