"""Who may take over a dropped team that can still advance (T0.08)."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q

from rules_engine.eligibility.dropout import CoveringPlayer, may_take_over
from rules_engine.rulings import Ruling
from tournaments.models import Series, Team
from tournaments.queries.best_ofs import teams_to_take_over
from tournaments.queries.standings import DivisionStandings
from tournaments.queries.standings_table import TeamName


@dataclass(frozen=True, slots=True)
class TakeoverDue:
    """A dropped team that would advance, with everybody of this tournament who has played for it."""

    team: TeamName
    players: list[tuple[CoveringPlayer, Ruling]]


def takeovers_due(tables: Sequence[DivisionStandings]) -> list[TakeoverDue]:
    """One query for each such team; there is hardly ever more than one."""
    found = (team for table in tables for team in teams_to_take_over(table))
    return [
        TakeoverDue(team, [(one, may_take_over(one)) for one in covering_players(team.pk, tables)]) for team in found
    ]


def covering_players(team_id: int, tables: Sequence[DivisionStandings]) -> list[CoveringPlayer]:
    """T0.08: the teams whose managers have completed a series for this one, by name."""
    played = Series.objects.filter(Q(home=team_id) | Q(away=team_id), status=Series.Status.COMPLETE)
    covers = Team.objects.filter(covered_series__in=played).distinct().order_by("name")
    own = next((table for table in tables if team_id in table.teams), None)
    here = set(own.teams) if own is not None else set()
    outcomes = [table.outcome for table in tables if table.outcome is not None]
    advancing = {team for outcome in outcomes for team in (*outcome.seeds, *outcome.tied)}
    return [CoveringPlayer(one.name, one.pk in here, one.pk in advancing) for one in covers]
