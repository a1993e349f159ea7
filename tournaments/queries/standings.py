"""Division standings, with an explanation of every tiebreaker. Three queries."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Final

from rules_engine.competition.standings import SeriesTally, standings
from rules_engine.competition.tie_steps import Answers
from tournaments.models import Series, Shootout, Team, TieBreakRoll, Tournament
from tournaments.queries.division_table import DivisionStandings, SeriesRow
from tournaments.queries.order_of_play import place_in_round
from tournaments.queries.snapshot import TournamentSnapshot
from tournaments.queries.standings_table import DivisionName, TeamName
from tournaments.queries.wild_cards import with_outcome, with_wild_cards

_TALLY_COLUMNS = (
    "home_id",
    "away_id",
    "home_wins",
    "away_wins",
    "ties",
    "home_runs",
    "away_runs",
    "outcomes",
    "never_begun",
)
_tally_values = attrgetter(*_TALLY_COLUMNS)
_TALLY_INDEX = SeriesRow._fields.index("tally")
Shootouts = Mapping[int, Sequence[Shootout]]  # by division
NO_SHOOTOUTS: Final[Shootouts] = {}


def _actual_tally(series: int, tally: SeriesTally) -> SeriesTally:
    return tally


@dataclass(frozen=True, slots=True)
class DivisionFacts:
    """Everything a division's standings depend on, except shootouts."""

    division: DivisionName
    teams: list[TeamName]
    series: list[tuple[int, SeriesRow]]
    rolls: list[TieBreakRoll]


def standings_of(
    tournament: Tournament,
    division_id: int | None = None,
    supposing: Callable[[DivisionFacts], DivisionFacts] = lambda facts: facts,
) -> list[DivisionStandings]:
    """Return the standings of all divisions, or of a single division.

    Args:
        supposing: Replaces a division's facts, for hypothetical standings.
    """
    facts = [
        supposing(division) for division in division_facts(tournament, None if tournament.wild_cards else division_id)
    ]
    tables = _tables_with_shootouts(tournament, facts)
    return [table for table in tables if division_id in (None, table.division.pk)]


def standings_in(snapshot: TournamentSnapshot) -> list[DivisionStandings]:
    """Return every division's standings, for a page that loads teams and series anyway."""
    tournament = snapshot.tournament
    return snapshot.read("standings", lambda: _tables_with_shootouts(tournament, _facts_in(snapshot)))


def _tables_with_shootouts(tournament: Tournament, facts: Sequence[DivisionFacts]) -> list[DivisionStandings]:
    tables = tables_of(tournament, facts)
    tied = [table for table in tables if table.is_complete and (table.needs or table.wild_card_needs)]
    if shootouts := _shootouts(tournament, tied):
        tables = tables_of(tournament, facts, shootouts=shootouts)
    return tables


def tables_of(
    tournament: Tournament,
    facts: Sequence[DivisionFacts],
    supposing: Callable[[int, SeriesTally], SeriesTally] = _actual_tally,
    shootouts: Shootouts = NO_SHOOTOUTS,
) -> list[DivisionStandings]:
    """Return the standings of divisions that are already loaded. No query.

    Args:
        facts: All divisions, if the format has wild cards.
        supposing: Returns a replacement for a series' tally, given its ID.
    """
    rules = tournament.profile.standings
    tables = [
        rank_division(tournament, division, supposing, shootouts.get(division.division.pk, ())) for division in facts
    ]
    if tournament.wild_cards:
        return with_wild_cards(tables, tournament.wild_cards, rules)
    return [with_outcome(table, table.places, rules, table.answers) for table in tables]


def division_facts(tournament: Tournament, division_id: int | None = None) -> list[DivisionFacts]:
    """Load the facts for all divisions, or for a single division. Three queries."""
    filters = {"division_id": division_id} if division_id else {"division__isnull": False}
    teams: dict[DivisionName, list[TeamName]] = defaultdict(list)
    team_columns = (
        "division_id",
        "division__name",
        "division__position",
        "pk",
        "name",
        "dropped_after_round",
        "taken_over_by",
        "is_passed_over",
        "disqualified",
        "crest",
        "colours",
    )
    teams_in_order = tournament.teams.filter(**filters).order_by("division__position", "slot", "pk")
    for number, name, position, *team in teams_in_order.values_list(*team_columns):
        teams[DivisionName(number, name, position)].append(TeamName(*team))
    series: dict[int, list[tuple[int, SeriesRow]]] = defaultdict(list)
    margins = ("margins",) if tournament.profile.standings.run_difference_cap else ()
    columns = (
        "division_id",
        "pk",
        *SeriesRow._fields[:_TALLY_INDEX],
        *_TALLY_COLUMNS,
        *margins,
    )
    for division, pk, *row in (
        tournament.series.filter(**filters).order_by("round", "table", "pk").values_list(*columns)
    ):
        series[division].append((pk, SeriesRow._make([*row[:_TALLY_INDEX], SeriesTally(*row[_TALLY_INDEX:])])))
    rolls: dict[int, list[TieBreakRoll]] = defaultdict(list)
    for roll in tournament.tie_break_rolls.filter(**filters):
        rolls[roll.division_id].append(roll)
    return [
        DivisionFacts(
            division_name,
            teams[division_name],
            series[division_name.pk],
            rolls[division_name.pk],
        )
        for division_name in teams
    ]


def _facts_in(snapshot: TournamentSnapshot) -> list[DivisionFacts]:
    """Return every division's facts, in the same form as `division_facts`."""
    facts: dict[int, DivisionFacts] = {}
    for team in snapshot.teams.values():
        if team.division is not None:
            division = DivisionName(team.division.pk, team.division.name, team.division.position)
            facts.setdefault(division.pk, DivisionFacts(division, [], [], [])).teams.append(_team_name(team))
    has_margins = bool(snapshot.tournament.profile.standings.run_difference_cap)
    for series in sorted(snapshot.series, key=place_in_round):
        if series.division_id in facts:
            facts[series.division_id].series.append((series.pk, _series_row(series, has_margins=has_margins)))
    for roll in snapshot.tie_break_rolls:
        if roll.division_id in facts:
            facts[roll.division_id].rolls.append(roll)
    return list(facts.values())


def _team_name(team: Team) -> TeamName:
    return TeamName(
        team.pk,
        team.name,
        team.dropped_after_round,
        team.taken_over_by,
        team.is_passed_over,
        team.disqualified,
        team.crest,
        team.colours,
    )


def _series_row(series: Series, *, has_margins: bool) -> SeriesRow:
    values = list(_tally_values(series))
    if has_margins:
        values.append(series.margins)
    return SeriesRow(series.stage, series.status, series.games_planned, series.round, SeriesTally(*values))


def _shootouts(tournament: Tournament, tied: Iterable[DivisionStandings]) -> Shootouts:
    """Return the shootouts for divisions that are complete but tied. No query if there are none."""
    shootouts: dict[int, list[Shootout]] = defaultdict(list)
    if divisions := [table.division.pk for table in tied]:
        for shootout in tournament.shootouts.filter(division__in=divisions).select_related("home", "away"):
            shootout.tournament = tournament
            shootouts[shootout.division_id].append(shootout)
    return shootouts


def rank_division(
    tournament: Tournament,
    facts: DivisionFacts,
    supposing: Callable[[int, SeriesTally], SeriesTally],
    shootouts: Sequence[Shootout],
) -> DivisionStandings:
    """Return a division's standings by rank only, without breaking ties."""
    division, teams = facts.division, facts.teams
    series = [row for _, row in facts.series]
    if supposing is not _actual_tally:
        series = [row._replace(tally=supposing(pk, row.tally)) for pk, row in facts.series]
    counted = [row for row in series if row.stage == Series.Stage.ROUND_ROBIN and row.status != Series.Status.VOID]
    removed = _expelled_teams(teams, series)
    ids = [team.pk for team in teams if team not in removed]
    rules = tournament.profile.standings
    tallies = [row.tally for row in counted]
    passed_over = [team.pk for team in teams if team.is_passed_over]
    return DivisionStandings(
        division,
        standings(ids, tallies, scheduled_games=_games_scheduled(counted), rank_by=rules.rank_by),
        {team.pk: team for team in teams},
        min(tournament.advance_per_division, len(set(ids).difference(passed_over))),
        None,
        removed,
        rules,
        tournament.slug,
        counted,
        rounds_of(tournament, sum(not team.never_plays for team in teams)),
        tournament.power_rounds,
        shootouts,
        _answers(series, facts.rolls, shootouts),
    )


def rounds_of(tournament: Tournament, teams: int) -> int:
    """Return the number of rounds before the power rounds."""
    all_rounds = (teams - 1 + teams % 2) * tournament.round_robins
    return min(tournament.rounds_played, all_rounds) or all_rounds


def first_power_rounds(tournament: Tournament) -> dict[int, int]:
    """Return each team's first power round. One query."""
    divisions: dict[int | None, list[int]] = defaultdict(list)
    for division, team in tournament.teams.playing().values_list("division_id", "pk"):
        divisions[division].append(team)
    return {team: rounds_of(tournament, len(teams)) + 1 for teams in divisions.values() for team in teams}


def _expelled_teams(teams: list[TeamName], series: Iterable[SeriesRow]) -> list[TeamName]:
    """Return the dropped teams whose series are all void (T0.08, third branch).

    A single void series isn't enough, because a covered team may have a void series against a team that was thrown out.
    """
    dropped = [team for team in teams if team.dropped_after_round is not None]
    if not dropped:
        return []
    still_counted = {number for row in series if row.status != Series.Status.VOID for number in row.tally[:2]}
    return [team for team in dropped if team.pk not in still_counted]


def _games_scheduled(series: Iterable[SeriesRow]) -> dict[int, int]:
    games: dict[int, int] = defaultdict(int)
    for row in series:
        games[row.tally.home] += row.games_planned
        games[row.tally.away] += row.games_planned
    return games


def _answers(
    series: Iterable[SeriesRow],
    tie_break_rolls: Iterable[TieBreakRoll],
    shootouts: Iterable[Shootout],
) -> Answers:
    playoff_games = {
        frozenset(game.tally[:2]): game.tally.home if game.tally.home_wins else game.tally.away
        for game in series
        if game.stage == Series.Stage.TIE_BREAK and game.tally.home_wins != game.tally.away_wins
    }
    rolls_by_teams: dict[frozenset[int], list[dict[int, int]]] = defaultdict(list)
    for roll in tie_break_rolls:
        values = {int(team): value for team, value in roll.rolls.items()}
        rolls_by_teams[frozenset(values)].append(values)
    winner_by_pair = {frozenset((shootout.home_id, shootout.away_id)): shootout.winner_id for shootout in shootouts}
    shootout_winners = {pair: winner for pair, winner in winner_by_pair.items() if winner is not None}
    return Answers(playoff_games, shootout_winners, rolls_by_teams)
