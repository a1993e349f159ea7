"""How the entrants are divided: sizes of the divisions, and the ruling on them (T0.02, T0.12)."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from rules_engine.competition.setup import DivisionPlan, SetupOption, check_division_setup, possible_setups
from rules_engine.rulings import Finding, Ruling, refuse
from tournaments.models import Division, Team, Tournament


@dataclass(frozen=True, slots=True)
class DivisionSize:
    """A division with the teams it will have: those placed in it, and its share of those not placed yet."""

    division: Division
    size: int
    placed: int
    imputed: int

    @property
    def last_table(self) -> int:
        return self.division.first_table + max(1, self.size // 2) - 1


def division_sizes(tournament: Tournament) -> list[DivisionSize]:
    """Sizes follow from the entrants: teams without a division fill up the smallest."""
    return share_out(list(tournament.divisions.all()), list(Team.objects.filter(tournament=tournament)))


def share_out(divisions: list[Division], teams: Iterable[Team]) -> list[DivisionSize]:
    """Sizes of divisions from their teams, those without a division going to the smallest, the first of equals."""
    teams = list(teams)
    placed = Counter(team.division_id for team in teams)
    imputed = Counter(team.division_id for team in teams if team.kind == Team.Kind.IMPUTED)
    sizes = {division.pk: placed[division.pk] for division in divisions}
    for _ in range(placed[None] if sizes else 0):
        sizes[min(sizes, key=lambda pk: sizes[pk])] += 1
    return [DivisionSize(d, sizes[d.pk], placed[d.pk], imputed[d.pk]) for d in divisions]


def participants(tournament: Tournament) -> int:
    """T0.12: teams with a human manager; a two-person team is one."""
    return Team.objects.filter(tournament=tournament, kind=Team.Kind.MANAGED).count()


class DivisionFinding(Finding):
    """What the divisions as they stand run into."""

    NO_DIVISION_YET = "There is no division yet: choose their number first."
    TABLE_GIVEN_TWICE = "Table {table} is given to {first} and to {second}."


def setup_ruling(tournament: Tournament) -> Ruling:
    """Whether the divisions as they stand may be played (T0.02, T0.12), tables included."""
    sizes = division_sizes(tournament)
    ruling = check_division_setup(participants(tournament), _plans(sizes), tournament.profile.division)
    return ruling if not ruling else _tables_ruling(sizes, ruling)


def imputed_ruling(tournament: Tournament, division: Division | None) -> Ruling:
    """Whether one more imputed team may be added to this division, whatever the sizes still come to (T0.12)."""
    sizes = division_sizes(tournament)
    if not sizes:
        return refuse(DivisionFinding.NO_DIVISION_YET, "T0.02")
    chosen = division.pk if division else smallest(sizes).pk
    plans = [
        replace(plan, imputed_teams=plan.imputed_teams + 1) if one.division.pk == chosen else plan
        for one, plan in zip(sizes, _plans(sizes), strict=True)
    ]
    any_size = replace(tournament.profile.division, smallest=0, largest=10_000)
    return check_division_setup(participants(tournament), plans, any_size)


def setups_open(tournament: Tournament) -> list[SetupOption]:
    """Every number of divisions these participants could be divided into."""
    return possible_setups(participants(tournament), tournament.profile.division)


def smallest(sizes: list[DivisionSize]) -> Division:
    return min(sizes, key=lambda one: (one.imputed, one.size, one.division.position)).division


def _plans(sizes: list[DivisionSize]) -> list[DivisionPlan]:
    return [DivisionPlan(one.size - one.imputed, one.imputed, one.division.name) for one in sizes]


def _tables_ruling(sizes: list[DivisionSize], ruling: Ruling) -> Ruling:
    held: dict[int, str] = {}
    for one in sizes:
        for table in range(one.division.first_table, one.last_table + 1):
            if table in held:
                first, second = held[table], one.division.name
                return refuse(DivisionFinding.TABLE_GIVEN_TWICE, "", table=table, first=first, second=second)
            held[table] = one.division.name
    return ruling
