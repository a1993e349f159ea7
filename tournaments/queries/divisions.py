"""Division sizes and their rulings (T0.02, T0.12)."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from rules_engine.competition.setup import (
    DivisionPlan,
    check_division_setup,
)
from rules_engine.rulings import Finding, Ruling, refuse
from tournaments.models import Division, Team, Tournament


@dataclass(frozen=True, slots=True)
class DivisionSize:
    """A division with the number of teams it will have once every team is placed."""

    division: Division
    size: int
    placed: int
    imputed: int

    @property
    def last_table(self) -> int:
        return self.division.first_table + max(1, self.size // 2) - 1


def division_sizes(tournament: Tournament) -> list[DivisionSize]:
    """Return each division's size. Teams without a division count toward the smallest division."""
    return share_out(list(tournament.divisions.all()), list(Team.objects.filter(tournament=tournament)))


def share_out(divisions: list[Division], teams: Iterable[Team]) -> list[DivisionSize]:
    """Return the sizes, adding each unplaced team to the smallest division."""
    teams = list(teams)
    placed = Counter(team.division_id for team in teams)
    imputed = Counter(team.division_id for team in teams if team.kind == Team.Kind.IMPUTED)
    sizes = {division.pk: placed[division.pk] for division in divisions}
    for _ in range(placed[None] if sizes else 0):
        sizes[min(sizes, key=lambda pk: sizes[pk])] += 1
    return [
        DivisionSize(division, sizes[division.pk], placed[division.pk], imputed[division.pk]) for division in divisions
    ]


def placements(teams: Iterable[Team]) -> str:
    """Return the teams' divisions as text. A form uses it to detect that another user has placed a team."""
    ordered = sorted(teams, key=lambda team: team.pk)
    return ",".join(f"{team.pk}:{team.division_id or ''}" for team in ordered)


def teams_in_sign_up(tournament: Tournament, teams: Iterable[Team]) -> list[Team]:
    """Return the teams that can change divisions because they or their division are still in sign-up."""
    return [team for team in teams if team.division is None or is_in_sign_up(tournament, team.division)]


def managed_count(teams: Iterable[Team]) -> int:
    """Return the number of teams with a human manager. A team with two managers counts once (T0.12)."""
    return sum(team.kind == Team.Kind.MANAGED for team in teams)


def participants(tournament: Tournament) -> int:
    """Return the number of managed teams in a tournament."""
    return Team.objects.filter(tournament=tournament, kind=Team.Kind.MANAGED).count()


class DivisionFinding(Finding):
    """Reasons why the divisions can't be played."""

    NO_DIVISION_YET = "There are no divisions yet. Choose how many first."
    TABLE_GIVEN_TWICE = "Table {table} is assigned to both {first} and {second}."


def is_in_sign_up(tournament: Tournament, division: Division | None = None) -> bool:
    """Return whether teams can enter, roll and change in this division, or in any division if it is None.

    If each division has its own day, its sign-up ends when its own draft starts.
    """
    if tournament.stage == Tournament.Stage.SIGN_UP:
        return True
    if not tournament.divisions_on_own_days or tournament.stage not in (
        Tournament.Stage.DRAFT,
        Tournament.Stage.ROUND_ROBIN,
    ):
        return False
    if division is not None:
        return not division.draft_started
    return tournament.divisions.filter(draft_started=False).exists()


def has_drafts_now(tournament: Tournament) -> bool:
    """Return whether drafts can be in progress, in the draft stage or on a division's own day."""
    is_own_day = tournament.divisions_on_own_days and tournament.stage == Tournament.Stage.ROUND_ROBIN
    return is_own_day or tournament.stage == Tournament.Stage.DRAFT


def division_ruling(tournament: Tournament, division: Division) -> Ruling:
    """Return a ruling on whether this division can be played (T0.02, T0.12)."""
    teams = list(Team.objects.filter(tournament=tournament, division=division))
    managed = sum(team.kind == Team.Kind.MANAGED for team in teams)
    return check_division_setup(managed, _plans(share_out([division], teams)), tournament.profile.division)


def setup_ruling(tournament: Tournament) -> Ruling:
    """Return a ruling on whether the divisions can be played at their tables (T0.02, T0.12)."""
    return rule_on_setup(tournament, division_sizes(tournament), participants(tournament))


def rule_on_setup(tournament: Tournament, sizes: list[DivisionSize], managed: int) -> Ruling:
    """Return a ruling on divisions with these sizes, given the number of managed teams."""
    ruling = check_division_setup(managed, _plans(sizes), tournament.profile.division)
    return ruling if not ruling else _tables_ruling(sizes, ruling)


def imputed_ruling(tournament: Tournament, division: Division | None) -> Ruling:
    """Return a ruling on whether an imputed team can join this division (T0.12)."""
    sizes = division_sizes(tournament)
    if not sizes:
        return refuse(DivisionFinding.NO_DIVISION_YET, "T0.02")
    chosen = division.pk if division else smallest(sizes).pk
    plans = [
        replace(plan, imputed_teams=plan.imputed_teams + 1) if size.division.pk == chosen else plan
        for size, plan in zip(sizes, _plans(sizes), strict=True)
    ]
    any_size = replace(tournament.profile.division, smallest=0, largest=10_000)
    return check_division_setup(participants(tournament), plans, any_size)


def smallest(sizes: list[DivisionSize]) -> Division:
    return min(sizes, key=lambda size: (size.imputed, size.size, size.division.position)).division


def _plans(sizes: list[DivisionSize]) -> list[DivisionPlan]:
    return [DivisionPlan(size.size - size.imputed, size.imputed, size.division.name) for size in sizes]


def _tables_ruling(sizes: list[DivisionSize], ruling: Ruling) -> Ruling:
    division_by_table: dict[int, str] = {}
    for size in sizes:
        for table in range(size.division.first_table, size.last_table + 1):
            if table in division_by_table:
                first, second = division_by_table[table], size.division.name
                return refuse(
                    DivisionFinding.TABLE_GIVEN_TWICE,
                    "",
                    table=table,
                    first=first,
                    second=second,
                )
            division_by_table[table] = size.division.name
    return ruling
