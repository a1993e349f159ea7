"""Playoffs: the qualifiers by seed, the bracket with its series, and the champion."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Final, NamedTuple

from rules_engine.competition.bracket import (
    Pairing,
    byes,
    champion,
    fill,
    length_in,
    round_name,
)
from rules_engine.competition.seeding import SeedingKey, seeding_key, seeding_sentence
from rules_engine.competition.standings import rank_value
from rules_engine.competition.tiebreaks import Verdict
from rules_engine.rulings import Finding, Ruling, refuse
from tournaments.models import Series, Team, Tournament
from tournaments.queries.division_table import DivisionStandings
from tournaments.queries.standings_table import TeamName


@dataclass(frozen=True, slots=True)
class Qualifier:
    """A team that advances, with its place in its division and its seeding key."""

    team: TeamName
    division: str
    place: int
    games_over_500: int
    seeding_key: SeedingKey
    has_wild_card: bool = False

    @property
    def how(self) -> str:
        return "wild card" if self.has_wild_card else str(self.place)


class BracketSide(NamedTuple):
    """One side of a series. Team and seed are None until they are known."""

    team: Team | None
    wins: int
    is_winner: bool
    seed: int | None = None


@dataclass(frozen=True)
class BracketMatchup:
    """A series in the bracket. A side is None until its team is known."""

    pairing: Pairing
    sides: tuple[Team | None, Team | None]
    series: Series | None
    seeds: tuple[int | None, int | None] = (None, None)

    def wins_of(self, side: int) -> int:
        """Return the games won by the first (0) or second (1) side."""
        if self.series is None or (team := self.sides[side]) is None:
            return 0
        return self.series.home_wins if self.series.home_id == team.pk else self.series.away_wins

    @property
    def lines(self) -> list[BracketSide]:
        return [
            BracketSide(
                team,
                self.wins_of(side),
                team is not None and team.pk == self.pairing.winner,
                self.seeds[side],
            )
            for side, team in enumerate(self.sides)
        ]

    @property
    def score(self) -> str:
        return f"{self.wins_of(0)}-{self.wins_of(1)}"

    @property
    def suspended(self) -> str:
        """The games left to finish (T33.0), such as "game 1 suspended", or "" if there are none."""
        games = self.series.suspended_games if self.series is not None else ""
        return f"{games} suspended" if games else ""

    @property
    def state(self) -> str:
        """The state of the series in words."""
        if self.series is None:
            return "waiting for teams"
        if self.series.status == Series.Status.SUSPENDED:
            return self.suspended
        return ", ".join(filter(None, (self.series.get_status_display(), self.suspended)))

    @property
    def tone(self) -> str:
        """The state's color: "good" for a decided series, "warn" for one in progress, "bad" for a suspended game."""
        tones = {
            Series.Status.COMPLETE: "good",
            Series.Status.PLAYING: "warn",
            Series.Status.SUSPENDED: "bad",
        }
        return tones.get(Series.Status(self.series.status), "") if self.series is not None else ""


@dataclass(frozen=True)
class PlayoffBracket:
    """The playoff or consolation bracket, which is empty until it is seeded."""

    tournament: Tournament
    seeds: list[Team]
    meetings: list[BracketMatchup]
    stage: str = Series.Stage.PLAYOFF

    @cached_property
    def rounds(self) -> list[tuple[str, int, list[BracketMatchup]]]:
        """Each round's name, series length and series."""
        numbers = sorted({meeting.pairing.round for meeting in self.meetings})
        count = len(self.seeds)
        lengths = series_lengths(self.tournament, self.stage)
        rounds = []
        for number in numbers:
            name = round_name(number, count)
            length = length_in(number, count, lengths)
            meetings = [meeting for meeting in self.meetings if meeting.pairing.round == number]
            rounds.append((name, length, meetings))
        return rounds

    @property
    def seeding(self) -> str:
        """The seeding order in words, or "" for the consolation bracket, whose teams the director chooses."""
        return seeding_sentence(self.tournament.profile.standings) if self.stage == Series.Stage.PLAYOFF else ""

    @property
    def byes(self) -> list[Team]:
        return [self.seeds[seed - 1] for seed in byes(len(self.seeds))] if len(self.seeds) > 1 else []

    @property
    def has_started(self) -> bool:
        return any(meeting.series and meeting.series.status != Series.Status.SCHEDULED for meeting in self.meetings)

    @property
    def champion(self) -> Team | None:
        if len(self.seeds) == 1:
            return self.seeds[0]
        winner = champion([meeting.pairing for meeting in self.meetings]) if self.meetings else None
        return next((team for team in self.seeds if team.pk == winner), None)

    @property
    def road(self) -> list[tuple[str, str]]:
        """The champion's path: each round with its score and opponent, or a bye."""
        road = []
        if self.champion in self.byes:
            first_round, _, _ = self.rounds[0]
            road.append((first_round, "bye"))
        for round_name_, _, meetings in self.rounds:
            for meeting in meetings:
                for side in (0, 1):
                    opponent = meeting.sides[1 - side]
                    if meeting.sides[side] == self.champion and opponent is not None:
                        score = f"{meeting.wins_of(side)}-{meeting.wins_of(1 - side)}"
                        road.append((round_name_, f"{score} over {opponent}"))
        return road

    @property
    def final_score(self) -> str:
        """The final's result, such as "4-2 over Akron Lookouts", or "" if there was no final."""
        if self.champion is None or not self.meetings:
            return ""
        final = self.meetings[-1]
        winner, loser = sorted(final.lines, key=lambda line: not line.is_winner)
        return f"{winner.wins}-{loser.wins} over {loser.team}"


def qualifiers_of(tables: Sequence[DivisionStandings]) -> list[Qualifier]:
    """Return the advancing teams in seeding order. Teams with equal keys still have to roll."""
    by_place = [qualifier(table, team, place) for table in tables for place, team in enumerate(table.qualified, 1)]
    wild_cards = [
        qualifier(table, team, place, has_wild_card=True) for table in tables for place, team in table.wild_card_teams
    ]
    return sorted([*by_place, *wild_cards], key=in_seed_order)


def in_seed_order(qualified: Qualifier) -> SeedingKey:
    """Return the sort key for seeding the playoffs."""
    return qualified.seeding_key


def qualifier(table: DivisionStandings, team: TeamName, place: int, *, has_wild_card: bool = False) -> Qualifier:
    row = next(row for row in table.rows if row.team == team.pk)
    key = seeding_key(table.rules, place, rank_value(row, table.rank_by), has_wild_card=has_wild_card)
    return Qualifier(team, table.division.name, place, row.games_over_500, key, has_wild_card)


def consolation_candidates(tournament: Tournament, tables: Sequence[DivisionStandings]) -> list[Qualifier]:
    """Return the teams that can play in the consolation bracket: those not seeded and not dropped out."""
    seeded = {team.pk for team in seeded_teams(tournament, Series.Stage.PLAYOFF)}
    candidates = []
    for table in tables:
        for place, team in enumerate(table.in_order, start=1):
            is_playing = team.dropped_after_round is None or team.taken_over_by
            if is_playing and team.pk not in seeded:
                candidates.append(qualifier(table, team, place))
    return sorted(candidates, key=in_seed_order)


class SeedingFinding(Finding):
    """Reasons why the playoffs can't be seeded."""

    NOBODY_TAKES_OVER_YET = "{division}: {team} dropped out. Settle the takeover ({rule})."


def unplayed_points(tables: Sequence[DivisionStandings]) -> list[str]:
    """Return a sentence for each division with games left. With a reason, the director can seed anyway."""
    return [f"{table.division}: some games haven't been played yet." for table in tables if not table.is_complete]


def undecided_points(tables: Sequence[DivisionStandings]) -> list[str]:
    """Return the reasons why the played games don't decide the advancing teams."""
    not_started = [f"{table.division}: no games have been played yet." for table in tables if table.outcome is None]
    open_cuts = [f"{table.division}: based on results so far, {table.open_cut}." for table in tables if table.open_cut]
    return [*not_started, *dict.fromkeys(open_cuts)]


def level_seeds(qualified: Sequence[Qualifier]) -> list[list[Qualifier]]:
    """Return the groups of qualifiers with equal records, which roll for their order."""
    groups = (list(group) for _, group in groupby(qualified, key=in_seed_order))
    return [group for group in groups if len(group) > 1]


def open_seeding_points(tables: Sequence[DivisionStandings]) -> list[Ruling | str]:
    """Return the obstacles to seeding: unplayed games, takeovers and ties."""
    unplayed = unplayed_points(tables)
    ties = [f"{table.division}: {sentence}" for table in tables for _, sentence in table.needs]
    wild_cards = [f"Wild cards: {sentence}" for table in tables[:1] for _, sentence in table.wild_card_needs]
    takeovers = []
    for table in tables:
        for team in teams_to_take_over(table):
            refusal = refuse(
                SeedingFinding.NOBODY_TAKES_OVER_YET,
                "T0.08",
                subject=team.pk,
                division=str(table.division),
                team=str(team),
            )
            takeovers.append(refusal)
    return [*unplayed, *takeovers, *ties, *wild_cards]


def teams_to_take_over(table: DivisionStandings) -> list[TeamName]:
    """Return the dropped teams that would advance or are tied for a place (T0.08)."""
    if table.outcome is None or not table.is_complete:
        return []
    contenders = [team for team in table.order if table.verdict(team) is not Verdict.OUT]
    return [table.teams[team] for team in contenders if table.teams[team].awaits_takeover]


def series_lengths(tournament: Tournament, stage: str) -> list[int]:
    """Return the lengths of a bracket's series, from the first round to the final."""
    if stage == Series.Stage.CONSOLATION:
        return tournament.consolation_lengths
    return tournament.best_of_lengths


SEED_FIELD_BY_STAGE: Final = {
    Series.Stage.PLAYOFF.value: "seed",
    Series.Stage.CONSOLATION.value: "consolation_seed",
}


def seeded_teams(tournament: Tournament, stage: str) -> list[Team]:
    """Return the teams in a bracket, by seed."""
    seed = SEED_FIELD_BY_STAGE[stage]
    return list(tournament.teams.filter(**{f"{seed}__isnull": False}).order_by(seed))


def load_bracket(tournament: Tournament, stage: str = Series.Stage.PLAYOFF) -> PlayoffBracket:
    """Return a bracket. Two queries."""
    seeds = seeded_teams(tournament, stage)
    if len(seeds) < 2:
        return PlayoffBracket(tournament, seeds, [], stage)
    bracket_series = tournament.series.filter(stage=stage).select_related("home", "away")
    series_by_number = {int(series.bracket_place): series for series in bracket_series}
    team_by_id = {team.pk: team for team in seeds}
    seed_by_team = {team.pk: seed for seed, team in enumerate(seeds, start=1)}
    pairings = fill([team.pk for team in seeds], winners_of(series_by_number.values()))
    meetings = []
    for pairing in pairings:
        first, second = pairing.teams
        meeting = BracketMatchup(
            pairing,
            (_team_or_none(team_by_id, first), _team_or_none(team_by_id, second)),
            series_by_number.get(pairing.number),
            (seed_by_team.get(first or 0), seed_by_team.get(second or 0)),
        )
        meetings.append(meeting)
    return PlayoffBracket(tournament, seeds, meetings, stage)


def decided_playoffs(tournament: Tournament) -> PlayoffBracket | None:
    """Return the playoffs once they have a champion, or None. No query before the playoffs."""
    if tournament.stage not in (Tournament.Stage.PLAYOFFS, Tournament.Stage.FINISHED):
        return None
    board = load_bracket(tournament)
    return board if board.champion is not None else None


def winners_of(series: Iterable[Series]) -> dict[int, int]:
    """Return the winners of decided series by bracket number."""
    winners = {}
    for each_series in series:
        if each_series.status == Series.Status.COMPLETE:
            is_home_winner = each_series.home_wins > each_series.away_wins
            winner = each_series.home_id if is_home_winner else each_series.away_id
            winners[int(each_series.bracket_place)] = winner
    return winners


def _team_or_none(teams: dict[int, Team], number: int | None) -> Team | None:
    return teams[number] if number is not None else None
