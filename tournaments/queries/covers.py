"""T0.08: who plays the series of a team that dropped out, who else could, and who may take it over."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Q

from rules_engine.competition.tiebreaks import Verdict
from rules_engine.eligibility.dropout import CoveringPlayer, may_take_over
from rules_engine.rulings import Ruling
from tournaments.models import Series, Team
from tournaments.queries.best_ofs import teams_to_take_over
from tournaments.queries.division_table import DivisionStandings
from tournaments.queries.schedule import has_begun, series_of_round_robin
from tournaments.queries.standings_table import TeamName


class PossibleCover(NamedTuple):
    """A team that may play the series, and what the director wants to know of it: "National, on bye then"."""

    team: Team
    remark: str


@dataclass(frozen=True, slots=True)
class CoverChoice:
    """One series that is left to be played for the team. `able`: who may play it; without one the desk enters it."""

    series: Series
    opponent: Team
    able: list[PossibleCover]


def cover_choices(team: Team) -> list[CoverChoice]:
    """The series of a dropped team that have not begun; none where its games were thrown out. Three queries."""
    series, playing = _still_played(team), _that_may_cover(team)
    return [
        _choice(team, one, series, playing)
        for one in series
        if team.pk in (one.home_id, one.away_id) and team.dropped_after_round is not None and not has_begun(one)
    ]


def outside_choices(team: Team, left: Iterable[Series]) -> list[CoverChoice]:
    """Who from outside its division may play these series of a team that is about to drop out."""
    series = _still_played(team)
    playing = [one for one in _that_may_cover(team) if one.division_id != team.division_id]
    return [_choice(team, one, series, playing) for one in left] if playing else []


def _still_played(team: Team) -> list[Series]:
    return [one for one in series_of_round_robin(team.tournament) if one.status != Series.Status.VOID]


def _that_may_cover(team: Team) -> list[Team]:
    """Teams with somebody who could sit down for it; an imputed team has nobody."""
    here = team.tournament.teams.filter(division__isnull=False, dropped_after_round=None, kind=Team.Kind.MANAGED)
    found = here.select_related("division").prefetch_related("managers").order_by("division__position", "name")
    return list(found)


def _choice(team: Team, wanted: Series, series: Sequence[Series], playing: Sequence[Team]) -> CoverChoice:
    """Who is free in that round comes first, then teams of two managers (T0.08)."""
    able = [(_how_free(one, wanted, series), one) for one in _able(team, wanted, series, playing)]
    able.sort(key=lambda found: found[0][0])
    candidates = [PossibleCover(one, _remark(team, one, words)) for (_, words), one in able]
    return CoverChoice(wanted, wanted.away if wanted.home_id == team.pk else wanted.home, candidates)


def _how_free(other: Team, wanted: Series, series: Iterable[Series]) -> tuple[int, str]:
    """Its place among those who may play the series, and why: it may have games of its own in that round."""
    then = [one for one in series if one.round == wanted.round and one.pk != wanted.pk]
    covered = next((one.covered_team for one in then if one.covered_by_id == other.pk), None)
    if covered is not None:
        return 3, f"plays for {covered.name} then"
    if not any(other.pk in (one.home_id, one.away_id) for one in then):
        return 0, "on bye then" if any(one.division_id == other.division_id for one in then) else "free then"
    return (1, "two managers") if len(other.managers.all()) > 1 else (2, "")


def _remark(team: Team, other: Team, words: str) -> str:
    division = str(other.division) if other.division_id != team.division_id else ""
    return ", ".join(part for part in (division, words) if part)


def free_in_round(wanted: Series) -> list[Team]:
    """Teams of its division that are on bye in its round and play for nobody else then."""
    division = Series.objects.filter(division=wanted.division_id, round=wanted.round, stage=wanted.stage)
    busy = _busy_beside(wanted, division.exclude(status=Series.Status.VOID))
    playing = Team.objects.filter(division=wanted.division_id, dropped_after_round=None)
    return [one for one in playing.order_by("slot", "pk") if one.pk not in busy]


def _able(team: Team, wanted: Series, series: Sequence[Series], playing: Sequence[Team]) -> list[Team]:
    """Teams of other divisions, and of the own one those on bye in that round who play for nobody else then."""
    there = [one for one in series if one.round == wanted.round and one.division_id == team.division_id]
    busy = _busy_beside(wanted, there)
    return [one for one in playing if one.division_id != team.division_id or one.pk not in busy]


def _busy_beside(wanted: Series, of_round: Iterable[Series]) -> set[int | None]:
    """Who plays in this round of the division, or for somebody: for this series itself does not count."""
    busy: set[int | None] = set()
    for one in of_round:
        busy |= {one.home_id, one.away_id, one.covered_by_id if one.pk != wanted.pk else None}
    return busy


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


def player_for(team: Team) -> Team | None:
    """The team whose manager has taken this one over; None where nobody has, or somebody without a team here."""
    if not team.taken_over_by:
        return None
    return Team.objects.filter(tournament=team.tournament_id, name=team.taken_over_by).first()


def covering_players(team_id: int, tables: Sequence[DivisionStandings]) -> list[CoveringPlayer]:
    """T0.08: the teams whose managers have completed a series for this one, by name."""
    played = Series.objects.filter(Q(home=team_id) | Q(away=team_id), status=Series.Status.COMPLETE)
    covers = Team.objects.filter(covered_series__in=played).distinct().order_by("name")
    own = next((table for table in tables if team_id in table.teams), None)
    here = set(own.teams) if own is not None else set()
    begun = [table for table in tables if table.outcome is not None]
    advancing = {team for table in begun for team in table.order if table.verdict(team) is not Verdict.OUT}
    return [CoveringPlayer(one.name, one.pk in here, one.pk in advancing) for one in covers]
