"""Standings of the divisions with the proof of every tie that had to be broken. Three queries, however many teams."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rules_engine.competition.standings import SeriesTally, standings
from rules_engine.competition.tie_steps import Answers
from tournaments.models import Series, Shootout, TieBreakRoll, Tournament
from tournaments.queries.division_table import DivisionStandings, SeriesRow
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
_FACTS = SeriesRow._fields.index("tally")
Shootouts = Mapping[int, Sequence[Shootout]]  # by division
NO_SHOOTOUTS: Final[Shootouts] = {}


def _as_it_is(series: int, tally: SeriesTally) -> SeriesTally:
    return tally


@dataclass(frozen=True, slots=True)
class DivisionFacts:
    """All that the standings of a division rest on, but for shootouts; each series with its number."""

    division: DivisionName
    teams: list[TeamName]
    series: list[tuple[int, SeriesRow]]
    rolls: list[TieBreakRoll]


def standings_of(
    tournament: Tournament,
    division_id: int | None = None,
    supposing: Callable[[DivisionFacts], DivisionFacts] = lambda facts: facts,
) -> list[DivisionStandings]:
    """Every division of the tournament (or one of them) as it stands.

    `supposing` puts other facts in place of those of a division, for standings as they would be.
    """
    facts = [supposing(each) for each in division_facts(tournament, None if tournament.wild_cards else division_id)]
    tables = tables_of(tournament, facts)
    tied = [table for table in tables if table.is_complete and (table.needs or table.wild_card_needs)]
    if shootouts := _shootouts(tournament, tied):
        tables = tables_of(tournament, facts, shootouts=shootouts)
    return [table for table in tables if division_id in (None, table.division.pk)]


def tables_of(
    tournament: Tournament,
    facts: Sequence[DivisionFacts],
    supposing: Callable[[int, SeriesTally], SeriesTally] = _as_it_is,
    shootouts: Shootouts = NO_SHOOTOUTS,
) -> list[DivisionStandings]:
    """The tables of divisions that are read already, all of them where the format has wild cards. No query.

    `supposing` puts another tally in place of that of a series, by its number.
    """
    rules = tournament.profile.standings
    tables = [counted_division(tournament, each, supposing, shootouts.get(each.division.pk, ())) for each in facts]
    if tournament.wild_cards:
        return with_wild_cards(tables, tournament.wild_cards, rules)
    return [with_outcome(table, table.places, rules, table.answers) for table in tables]


def division_facts(tournament: Tournament, division_id: int | None = None) -> list[DivisionFacts]:
    """Three queries."""
    chosen = {"division_id": division_id} if division_id else {"division__isnull": False}
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
    entered = tournament.teams.filter(**chosen).order_by("division__position", "slot", "pk")
    for number, name, position, *team in entered.values_list(*team_columns):
        teams[DivisionName(number, name, position)].append(TeamName(*team))
    series: dict[int, list[tuple[int, SeriesRow]]] = defaultdict(list)
    margins = ("margins",) if tournament.profile.standings.run_difference_cap else ()
    columns = ("division_id", "pk", *SeriesRow._fields[:_FACTS], *_TALLY_COLUMNS, *margins)
    for division, pk, *row in tournament.series.filter(**chosen).order_by("round", "table", "pk").values_list(*columns):
        series[division].append((pk, SeriesRow._make([*row[:_FACTS], SeriesTally(*row[_FACTS:])])))
    rolls: dict[int, list[TieBreakRoll]] = defaultdict(list)
    for roll in tournament.tie_break_rolls.filter(**chosen):
        rolls[roll.division_id].append(roll)
    return [DivisionFacts(d, teams[d], series[d.pk], rolls[d.pk]) for d in teams]


def _shootouts(tournament: Tournament, tied: Iterable[DivisionStandings]) -> Shootouts:
    """Those of each division that is played out and still tied without them; no query where none is."""
    shootouts: dict[int, list[Shootout]] = defaultdict(list)
    if divisions := [table.division.pk for table in tied]:
        for each in tournament.shootouts.filter(division__in=divisions).select_related("home", "away"):
            each.tournament = tournament
            shootouts[each.division_id].append(each)
    return shootouts


def counted_division(
    tournament: Tournament,
    facts: DivisionFacts,
    supposing: Callable[[int, SeriesTally], SeriesTally],
    shootouts: Sequence[Shootout],
) -> DivisionStandings:
    """The table by rank alone."""
    division, teams = facts.division, facts.teams
    series = [row for _, row in facts.series]
    if supposing is not _as_it_is:
        series = [row._replace(tally=supposing(pk, row.tally)) for pk, row in facts.series]
    counted = [s for s in series if s.stage == Series.Stage.ROUND_ROBIN and s.status != Series.Status.VOID]
    removed = _removed(teams, series)
    ids = [team.pk for team in teams if team not in removed]
    rules = tournament.profile.standings
    tallies = [s.tally for s in counted]
    passed_over = [team.pk for team in teams if team.is_passed_over]
    return DivisionStandings(
        division,
        standings(ids, tallies, scheduled_games=_scheduled(counted), rank_by=rules.rank_by),
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
    """Rounds of the round robin before its power rounds: as many as the format has, or all that there are."""
    every = (teams - 1 + teams % 2) * tournament.round_robins
    return min(tournament.rounds_played, every) or every


def first_power_rounds(tournament: Tournament) -> dict[int, int]:
    """Team -> the number of its first power round, where the format has such. One query."""
    divisions: dict[int | None, list[int]] = defaultdict(list)
    for division, team in tournament.teams.that_play().values_list("division_id", "pk"):
        divisions[division].append(team)
    return {team: rounds_of(tournament, len(teams)) + 1 for teams in divisions.values() for team in teams}


def _removed(teams: list[TeamName], series: Iterable[SeriesRow]) -> list[TeamName]:
    """T0.08, third branch: a dropped team whose series are all void has left the pool.

    One void series does not do it: a team whose series others play may have one against a team that has left.
    """
    dropped = [team for team in teams if team.dropped_after_round is not None]
    if not dropped:
        return []
    standing = {number for s in series if s.status != Series.Status.VOID for number in s.tally[:2]}
    return [team for team in dropped if team.pk not in standing]


def _scheduled(series: Iterable[SeriesRow]) -> dict[int, int]:
    games: dict[int, int] = defaultdict(int)
    for one in series:
        games[one.tally.home] += one.games_planned
        games[one.tally.away] += one.games_planned
    return games


def _answers(series: Iterable[SeriesRow], rolls: Iterable[TieBreakRoll], shootouts: Iterable[Shootout]) -> Answers:
    playoff_games = {
        frozenset(game.tally[:2]): game.tally.home if game.tally.home_wins else game.tally.away
        for game in series
        if game.stage == Series.Stage.TIE_BREAK and game.tally.home_wins != game.tally.away_wins
    }
    d20: dict[frozenset[int], list[dict[int, int]]] = defaultdict(list)
    for roll in rolls:
        thrown = {int(team): value for team, value in roll.rolls.items()}
        d20[frozenset(thrown)].append(thrown)
    won = {frozenset((each.home_id, each.away_id)): each.winner_id for each in shootouts}
    by_shootout = {pair: winner for pair, winner in won.items() if winner is not None}
    return Answers(playoff_games, by_shootout, d20)
