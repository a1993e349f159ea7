"""Set the number of divisions, their names and first tables, and the teams' divisions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Q

from core.errors import Refused, Stale
from core.names import clean_name, folded
from tournaments.action_log.snapshots import Snapshot, fingerprint, only_changes, snapshot
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.field_names import division_name_field, first_table_field
from tournaments.models import Division, Team, Tournament
from tournaments.queries.divisions import division_sizes, is_in_sign_up, placements
from tournaments.refusals import DivisionRefusal
from tournaments.services.entrants import current_team

_LONGEST_NAME = 60
_HIGHEST_TABLE = 500

_NAMES = ("American", "National", "Federal", "Continental")
MOST_DIVISIONS = 16


@dataclass(frozen=True, slots=True)
class DivisionEntry:
    """A division as entered in the form."""

    division_id: int
    name: str
    first_table: int


def set_divisions(*, tournament: Tournament, actor: Actor, count: int) -> list[Division]:
    """Set the number of divisions. Teams in a removed division lose their division and draft position."""
    if not 1 <= count <= MOST_DIVISIONS:
        raise Refused(DivisionRefusal.WRONG_COUNT, field="count", most=MOST_DIVISIONS)
    with writing(tournament.pk) as tournament:
        if tournament.stage != Tournament.Stage.SIGN_UP:
            raise Refused(DivisionRefusal.DRAFT_IS_OPEN)
        before = _snapshot_all(tournament)
        _remove_extra(tournament, count)
        _add_missing(tournament, count)
        _spread_tables(tournament)
        _record(
            tournament,
            actor,
            Verb.SET_DIVISIONS,
            f"The tournament has {_count_text(count)}.",
            before,
        )
        # Load these before the commit. Otherwise, an error here would report a saved change as not saved.
        return list(tournament.divisions.all())


def set_own_days(*, tournament: Tournament, actor: Actor, own_days: bool) -> None:
    """Let each division roll, draft and play on its own day, or let all of them share the same days."""
    with writing(tournament.pk) as tournament:
        if tournament.stage != Tournament.Stage.SIGN_UP:
            raise Refused(DivisionRefusal.DRAFT_IS_OPEN)
        if tournament.divisions_on_own_days == own_days:
            return
        before = snapshot([tournament])
        tournament.divisions_on_own_days = own_days
        tournament.version += 1
        tournament.save(update_fields=["divisions_on_own_days", "version"])
        old_values, new_values = only_changes(before, snapshot([tournament]))
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.SET_DIVISIONS,
            sentence="Each division has its own day." if own_days else "All divisions roll and draft together.",
            before=old_values,
            after=new_values,
        )


def rename_divisions(*, tournament: Tournament, actor: Actor, entries: list[DivisionEntry], made_from: str) -> None:
    """Change the names and first tables. Raise Stale, or Refused for name_<id> or table_<id>."""
    with writing(tournament.pk) as tournament:
        division_by_id = {division.pk: division for division in tournament.divisions.all()}
        if fingerprint(division_by_id.values()) != made_from or set(division_by_id) != {
            entry.division_id for entry in entries
        }:
            raise Stale(DivisionRefusal.CHANGED_MEANWHILE)
        before = _snapshot_all(tournament)
        _check_entries(entries)
        for entry in entries:  # Clear the names first, because divisions may swap names.
            Division.objects.filter(pk=entry.division_id).update(name=f"~{entry.division_id}")
        for entry in entries:
            division = division_by_id[entry.division_id]
            division.name, division.first_table = clean_name(entry.name), entry.first_table
            division.save()
        _record(
            tournament,
            actor,
            Verb.RENAME_DIVISIONS,
            "Division names or tables were changed.",
            before,
        )


def assign_division(*, team: Team, actor: Actor, division: Division | None) -> None:
    """Assign a team to a division before the rolls, or let it choose. It loses its draft position."""
    with writing(team.tournament_id) as tournament:
        team = current_team(tournament, team.pk)
        _place(tournament, actor, [team], {team.pk: division})


def assign_divisions(
    *, tournament: Tournament, actor: Actor, division_by_team: Mapping[int, Division | None], made_from: str
) -> None:
    """Assign several teams to divisions at once. Raise Stale, or Refused for the invalid field."""
    with writing(tournament.pk) as tournament:
        teams = Team.objects.select_related("division").filter(tournament=tournament)
        if placements(teams) != made_from:
            raise Stale(DivisionRefusal.CHANGED_MEANWHILE)
        _place(tournament, actor, [team for team in teams if team.pk in division_by_team], division_by_team)


def _place(
    tournament: Tournament, actor: Actor, teams: Sequence[Team], division_by_team: Mapping[int, Division | None]
) -> None:
    moved = [team for team in teams if team.division != division_by_team[team.pk]]
    for team in moved:
        division = division_by_team[team.pk]
        _refuse_after_sign_up(tournament, team.division)
        _refuse_after_sign_up(tournament, division)
        if division is not None and division.tournament_id != tournament.pk:
            raise Refused(DivisionRefusal.OTHER_TOURNAMENT, field="division")
    if not moved:
        return
    before = snapshot(moved)
    for team in moved:
        team.division, team.slot = division_by_team[team.pk], None
        team.save(update_fields=["division", "slot"])
    # Check this after all moves, because two teams that are kept apart may trade places.
    for team in moved:
        _refuse_together(team, team.division, field="division")
    old_values, new_values = only_changes(before, snapshot(moved))
    record_action(
        tournament=tournament,
        actor=actor,
        verb=Verb.ASSIGN_DIVISION,
        subject=f"team:{moved[0].pk}" if len(moved) == 1 else "",
        sentence=" ".join(_placement(team) for team in moved),
        before=old_values,
        after=new_values,
    )


def _placement(team: Team) -> str:
    return f"{team.name} is in {team.division.name}." if team.division else f"{team.name} can choose its division."


def keep_apart(*, team: Team, actor: Actor, other_team: Team | None) -> None:
    """Keep two teams in different divisions. None removes this restriction."""
    with writing(team.tournament_id) as tournament:
        team = current_team(tournament, team.pk)
        _refuse_after_sign_up(tournament, team.division)
        if other_team is not None and (other_team.tournament_id != tournament.pk or other_team == team):
            raise Refused(DivisionRefusal.NO_OTHER_TEAM, field="apart")
        if team.apart_from == other_team:
            return
        before = snapshot([team])
        team.apart_from = other_team
        _refuse_together(team, team.division, field="apart")
        team.save(update_fields=["apart_from"])
        old_values, new_values = only_changes(before, snapshot([team]))
        result = (
            f"asked not to share a division with {other_team.name}"
            if other_team
            else "can share a division with any team"
        )
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.KEEP_APART,
            subject=f"team:{team.pk}",
            sentence=f"{team.name} {result}.",
            before=old_values,
            after=new_values,
        )


def _refuse_together(team: Team, division: Division | None, field: str) -> None:
    if division is None:
        return
    separated = Team.objects.filter(Q(pk=team.apart_from_id) | Q(apart_from=team), division=division).exclude(
        pk=team.pk
    )
    if other_team := separated.first():
        raise Refused(
            DivisionRefusal.KEPT_APART,
            field=field,
            subject=team.pk,
            team=team.name,
            other_team=other_team.name,
        )


def _check_entries(entries: list[DivisionEntry]) -> None:
    names: set[str] = set()
    for entry in entries:
        name = clean_name(entry.name)
        if not name or len(name) > _LONGEST_NAME:
            raise Refused(
                DivisionRefusal.INVALID_NAME, field=division_name_field(entry.division_id), longest=_LONGEST_NAME
            )
        if folded(name) in names:
            raise Refused(DivisionRefusal.DUPLICATE_NAME, field=division_name_field(entry.division_id), name=name)
        if not 1 <= entry.first_table <= _HIGHEST_TABLE:
            raise Refused(
                DivisionRefusal.INVALID_TABLE, field=first_table_field(entry.division_id), most=_HIGHEST_TABLE
            )
        names.add(folded(name))


def _remove_extra(tournament: Tournament, count: int) -> None:
    extra = list(tournament.divisions.all())[count:]
    Team.objects.filter(division__in=extra).update(division=None, slot=None)
    for division in extra:
        division.delete()


def _add_missing(tournament: Tournament, count: int) -> None:
    divisions = list(tournament.divisions.all())
    used_names = {folded(division.name) for division in divisions}
    free_names = [
        name for name in (*_NAMES, *(f"Division {suffix}" for suffix in range(1, 99))) if folded(name) not in used_names
    ]
    for number in range(len(divisions) + 1, count + 1):
        Division.objects.create(tournament=tournament, name=free_names.pop(0), position=number)


def _spread_tables(tournament: Tournament) -> None:
    """Assign tables to each division. A small division gets as many tables as a full one, to leave room."""
    table, rules = 1, tournament.profile.division
    for size in division_sizes(tournament):
        Division.objects.filter(pk=size.division.pk).update(first_table=table)
        table += (size.size if size.size >= rules.smallest else rules.largest) // 2


def _snapshot_all(tournament: Tournament) -> Snapshot:
    teams = Team.objects.filter(tournament=tournament).prefetch_related("managers", "slot_rolls")
    return snapshot([*Division.objects.filter(tournament=tournament), *teams])


def _record(tournament: Tournament, actor: Actor, verb: Verb, sentence: str, before: Snapshot) -> None:
    old_values, new_values = only_changes(before, _snapshot_all(tournament))
    if old_values:
        record_action(
            tournament=tournament,
            actor=actor,
            verb=verb,
            sentence=sentence,
            before=old_values,
            after=new_values,
        )


def _refuse_after_sign_up(tournament: Tournament, division: Division | None) -> None:
    if not is_in_sign_up(tournament, division):
        raise Refused(DivisionRefusal.DRAFT_IS_OPEN)


def _count_text(count: int) -> str:
    return "one division" if count == 1 else f"{count} divisions"
