"""The number of divisions, their names and first tables, and which division a team plays in."""

from dataclasses import dataclass

from django.db.models import Q

from core.errors import Refused, Stale
from core.names import clean_name, folded
from tournaments.action_log.snapshots import Snapshot, fingerprint, only_changes, snapshot
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Division, Team, Tournament
from tournaments.queries.divisions import division_sizes
from tournaments.services.entrants import team_as_it_stands

_NAMES = ("American", "National", "Federal", "Continental")
MOST_DIVISIONS = 16


@dataclass(frozen=True, slots=True)
class DivisionEntry:
    """A division as typed into the form."""

    division_id: int
    name: str
    first_table: int


def set_divisions(*, tournament: Tournament, actor: Actor, count: int) -> list[Division]:
    """Have this many divisions. Teams of one that goes are without division and slot again."""
    if not 1 <= count <= MOST_DIVISIONS:
        raise Refused(f"Choose 1 to {MOST_DIVISIONS} divisions.", field="count")
    with writing(tournament.pk) as now:
        _refuse_after_sign_up(now)
        before = _everything(now)
        _drop_beyond(now, count)
        _add_up_to(now, count)
        _spread_tables(now)
        _record(now, actor, Verb.SET_DIVISIONS, f"The tournament has {_divisions(count)}.", before)
    return list(now.divisions.all())


def rename_divisions(*, tournament: Tournament, actor: Actor, entries: list[DivisionEntry], made_from: str) -> None:
    """Names and first tables of all divisions. Raises Refused with field name_<id> or table_<id>, or Stale."""
    with writing(tournament.pk) as now:
        there = {division.pk: division for division in now.divisions.all()}
        if fingerprint(there.values()) != made_from or set(there) != {entry.division_id for entry in entries}:
            raise Stale("Somebody else changed the divisions meanwhile. Look at them again.")
        before = _everything(now)
        _check_entries(entries)
        for entry in entries:  # out of the way first: names may change places
            Division.objects.filter(pk=entry.division_id).update(name=f"~{entry.division_id}")
        for entry in entries:
            division = there[entry.division_id]
            division.name, division.first_table = clean_name(entry.name), entry.first_table
            division.save()
        _record(now, actor, Verb.RENAME_DIVISIONS, "Names or tables of the divisions changed.", before)


def assign_division(*, team: Team, actor: Actor, division: Division | None) -> None:
    """Put a team into a division before the rolls, or leave it to the choice; its slot is given up."""
    with writing(team.tournament_id) as now:
        _refuse_after_sign_up(now)
        there = team_as_it_stands(now, team.pk)
        if division is not None and division.tournament_id != now.pk:
            raise Refused("This division is of another tournament.", field="division")
        if there.division == division:
            return
        _refuse_together(there, division, field="division")
        before = snapshot([there])
        there.division, there.slot = division, None
        there.save(update_fields=["division", "slot"])
        was, becomes = only_changes(before, snapshot([there]))
        where = f"is in {division.name}" if division else "may choose its division"
        record_action(
            tournament=now,
            actor=actor,
            verb=Verb.ASSIGN_DIVISION,
            subject=f"team:{there.pk}",
            sentence=f"{there.name} {where}.",
            before=was,
            after=becomes,
        )


def keep_apart(*, team: Team, actor: Actor, other: Team | None) -> None:
    """The two asked not to share a division: neither the rolls nor the director put them into one. None: no longer."""
    with writing(team.tournament_id) as now:
        _refuse_after_sign_up(now)
        there = team_as_it_stands(now, team.pk)
        if other is not None and (other.tournament_id != now.pk or other == there):
            raise Refused("Choose another team of this tournament.", field="apart")
        if there.apart_from == other:
            return
        before = snapshot([there])
        there.apart_from = other
        _refuse_together(there, there.division, field="apart")
        there.save(update_fields=["apart_from"])
        was, becomes = only_changes(before, snapshot([there]))
        wish = f"asks not to share a division with {other.name}" if other else "may share a division with anybody"
        record_action(
            tournament=now,
            actor=actor,
            verb=Verb.KEEP_APART,
            subject=f"team:{there.pk}",
            sentence=f"{there.name} {wish}.",
            before=was,
            after=becomes,
        )


def _refuse_together(team: Team, division: Division | None, field: str) -> None:
    if division is None:
        return
    asked = Team.objects.filter(Q(pk=team.apart_from_id) | Q(apart_from=team), division=division).exclude(pk=team.pk)
    if other := asked.first():
        raise Refused(f"{team.name} and {other.name} asked not to share a division.", field=field)


def _check_entries(entries: list[DivisionEntry]) -> None:
    names: set[str] = set()
    for entry in entries:
        name = clean_name(entry.name)
        if not name or len(name) > 60:
            raise Refused("A division has a name of at most 60 characters.", field=f"name_{entry.division_id}")
        if folded(name) in names:
            raise Refused(f"“{name}” is used twice.", field=f"name_{entry.division_id}")
        if not 1 <= entry.first_table <= 500:
            raise Refused("Tables are counted from 1 to 500.", field=f"table_{entry.division_id}")
        names.add(folded(name))


def _drop_beyond(tournament: Tournament, count: int) -> None:
    going = list(tournament.divisions.all())[count:]
    Team.objects.filter(division__in=going).update(division=None, slot=None)
    for division in going:
        division.delete()


def _add_up_to(tournament: Tournament, count: int) -> None:
    there = list(tournament.divisions.all())
    used = {folded(division.name) for division in there}
    free = [name for name in (*_NAMES, *(f"Division {n}" for n in range(1, 99))) if folded(name) not in used]
    for number in range(len(there) + 1, count + 1):
        Division.objects.create(tournament=tournament, name=free.pop(0), position=number)


def _spread_tables(tournament: Tournament) -> None:
    """A division that is still filling up gets the tables of a full one, so that nobody's tables meet later."""
    table, rules = 1, tournament.profile.division
    for one in division_sizes(tournament):
        Division.objects.filter(pk=one.division.pk).update(first_table=table)
        table += (one.size if one.size >= rules.smallest else rules.largest) // 2


def _everything(tournament: Tournament) -> Snapshot:
    teams = Team.objects.filter(tournament=tournament).prefetch_related("managers", "slot_rolls")
    return snapshot([*Division.objects.filter(tournament=tournament), *teams])


def _record(tournament: Tournament, actor: Actor, verb: Verb, sentence: str, before: Snapshot) -> None:
    was, becomes = only_changes(before, _everything(tournament))
    if was:
        record_action(tournament=tournament, actor=actor, verb=verb, sentence=sentence, before=was, after=becomes)


def _refuse_after_sign_up(tournament: Tournament) -> None:
    if tournament.stage != Tournament.Stage.SIGN_UP:
        raise Refused("The draft has been opened with these divisions. Go back to sign-up first.")


def _divisions(count: int) -> str:
    return "one division" if count == 1 else f"{count} divisions"
