"""Simulate the rest of a tournament based on the teams' strengths.

The simulation uses the tournament's own standings, tiebreakers and bracket. If a tie still needs a game, roll or
decision, the tied teams get equal chances. The same applies to equal seeds.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from random import Random
from typing import Final, NamedTuple

from rules_engine.competition.bracket import BestOf, Pairing, champion, fill, length_in
from rules_engine.competition.standings import GameScore, SeriesTally, with_games
from rules_engine.odds.strengths import Pair, Scores, resampled, strengths_of
from tournaments.models import Series, Tournament
from tournaments.queries.division_table import DivisionStandings
from tournaments.queries.playoffs import in_seed_order, qualifier, winners_of
from tournaments.queries.standings import DivisionFacts, division_facts, tables_of

SAMPLES: Final = 10  # Resamples of the games that determine the strengths. Each gets an equal share of the seasons.
OnProgress = Callable[[int], bool]  # Receives the number of seasons simulated so far, and returns whether to continue.


class Likelihood(NamedTuple):
    """A chance between 0 and 1 and its standard error, which includes errors from the seasons and the strengths."""

    share: float
    error: float


class TeamOdds(NamedTuple):
    team: int
    advance: Likelihood
    win: Likelihood


@dataclass(frozen=True)
class RestOfSeason:
    """A tournament's played and remaining series, loaded once."""

    tournament: Tournament
    facts: Sequence[DivisionFacts]
    seeds: Sequence[int]  # playoff seeds; () until the playoffs are seeded
    best_ofs: Mapping[int, Series]  # playoff series by place in the bracket

    @cached_property
    def teams(self) -> list[int]:
        return [team.pk for division in self.facts for team in division.teams]

    @cached_property
    def left(self) -> dict[int, tuple[Pair, int]]:
        """Each round-robin series' teams and number of remaining games."""
        rows = ((pk, row) for division in self.facts for pk, row in division.series)
        counted = ((pk, row) for pk, row in rows if row.stage == Series.Stage.ROUND_ROBIN)
        open_rows = ((pk, row) for pk, row in counted if row.status not in Series.NOTHING_TO_PLAY)
        return {pk: (row.tally[:2], max(0, row.games_planned - len(row.tally.outcomes))) for pk, row in open_rows}


def rest_of_season(tournament: Tournament) -> RestOfSeason:
    seeds = tournament.teams.filter(seed__isnull=False).order_by("seed").values_list("pk", flat=True)
    best_ofs = {int(series.bracket_place): series for series in tournament.series.filter(stage=Series.Stage.PLAYOFF)}
    return RestOfSeason(tournament, division_facts(tournament), list(seeds), best_ofs)


def simulate_rest(
    rest: RestOfSeason, scores: Scores, seasons: int, seed: int, on_progress: OnProgress
) -> list[TeamOdds] | None:
    """Return every team's odds from simulated seasons, with strengths based on the games in `scores`.

    Return None if `on_progress` returns False. The same seed produces the same odds.
    """
    rng, seasons_per_sample = Random(seed), max(1, seasons // SAMPLES)
    advanced: list[Counter[int]] = []
    won: list[Counter[int]] = []
    for sample in range(SAMPLES):
        games = resampled(scores, rng)
        season = _SimulatedSeason(rest, strengths_of(rest.teams, games), _final_scores(games), rng)
        results = [season.play() for _ in range(seasons_per_sample)]
        advanced.append(Counter(team for seeds, _ in results for team in seeds))
        won.append(Counter(winner for _, winner in results))
        if not on_progress((sample + 1) * seasons_per_sample):
            return None
    odds = []
    for team in rest.teams:
        advance = _likelihood(advanced, team, seasons_per_sample)
        win = _likelihood(won, team, seasons_per_sample)
        odds.append(TeamOdds(team, advance, win))
    return odds


def _likelihood(counts: Sequence[Counter[int]], team: int, seasons: int) -> Likelihood:
    """Return the mean of the samples. Any variance beyond that of the seasons is the error in the strengths."""
    shares = [count[team] / seasons for count in counts]
    mean = sum(shares) / len(shares)
    sampling_variance = mean * (1 - mean) / seasons
    variance = sum((share - mean) ** 2 for share in shares) / (len(shares) - 1)
    return Likelihood(mean, sqrt(max(0.0, variance - sampling_variance) + sampling_variance / len(shares)))


def _final_scores(games: Scores) -> list[tuple[int, int]]:
    """Return the final scores, with the winner's runs first."""
    scores = (sorted((game.first, game.second)) for pair in games.values() for game in pair)
    final_scores = [(high, low) for low, high in scores if high != low]
    return final_scores or [(1, 0)]


@dataclass(frozen=True, slots=True)
class _SimulatedSeason:
    """A simulation of the rest of the season. Each call to `play` simulates it again."""

    rest: RestOfSeason
    strengths: Mapping[int, float]
    final_scores: Sequence[tuple[int, int]]
    rng: Random

    def play(self) -> tuple[Sequence[int], int]:
        """Return the qualifiers by seed, and the champion."""
        seeds = self.rest.seeds
        if not seeds:
            tables = tables_of(self.rest.tournament, self.rest.facts, self._finish_series)
            seeds = self._seed_teams(tables)
        return seeds, self._play_bracket(seeds)

    def _does_first_win(self, first: int, second: int) -> bool:
        strength = self.strengths[first]
        return self.rng.random() * (strength + self.strengths[second]) < strength

    def _finish_series(self, series: int, tally: SeriesTally) -> SeriesTally:
        (home, away), games = self.rest.left.get(series, ((0, 0), 0))
        return with_games(tally, [self._play_game(home, away) for _ in range(games)]) if games else tally

    def _play_game(self, home: int, away: int) -> GameScore:
        winner_runs, loser_runs = self.rng.choice(self.final_scores)
        if self._does_first_win(home, away):
            return GameScore(winner_runs, loser_runs)
        return GameScore(loser_runs, winner_runs)

    def _seed_teams(self, tables: Sequence[DivisionStandings]) -> list[int]:
        qualified_teams = {table.division.pk: self._division_qualifiers(table) for table in tables}
        wild_cards = self._wild_cards(tables, {team for teams in qualified_teams.values() for team in teams})
        qualifiers = []
        for table in tables:
            division_teams = [
                *qualified_teams[table.division.pk],
                *(wild_cards & table.teams.keys()),
            ]
            for place, team in enumerate(division_teams, start=1):
                has_wild_card = place > table.places or team in wild_cards
                qualifiers.append(qualifier(table, table.teams[team], place, has_wild_card=has_wild_card))
        self.rng.shuffle(qualifiers)
        return [qualified.team.pk for qualified in sorted(qualifiers, key=in_seed_order)]

    def _division_qualifiers(self, table: DivisionStandings) -> list[int]:
        if table.outcome is None:  # There are no games to play.
            return []
        return [
            *table.outcome.seeds,
            *self.rng.sample(table.outcome.tied, table.outcome.places),
        ]

    def _wild_cards(self, tables: Sequence[DivisionStandings], qualified: set[int]) -> set[int]:
        """Return the wild cards. Teams tied for a wild card have equal chances."""
        wild = tables[0].wild if tables else None
        if wild is None:
            return set()
        tied = [team for team in wild.tied if team not in qualified]
        return {*wild.advanced, *self.rng.sample(tied, min(wild.left, len(tied)))} - qualified

    def _play_bracket(self, seeds: Sequence[int]) -> int:
        if len(seeds) < 2:
            return seeds[0] if seeds else 0
        winners = winners_of(self.rest.best_ofs.values()) if self.rest.seeds else {}
        pairings = fill(seeds, winners)
        while open_pairings := [pairing for pairing in pairings if pairing.ready]:
            winners |= {pairing.number: self._play_best_of(pairing, len(seeds)) for pairing in open_pairings}
            pairings = fill(seeds, winners)
        return champion(pairings) or 0

    def _play_best_of(self, pairing: Pairing, qualifiers: int) -> int:
        first, second = pairing.teams
        assert first is not None
        assert second is not None
        length = length_in(pairing.round, qualifiers, self.rest.tournament.best_of_lengths)
        best_of = BestOf(length, self._wins_so_far(pairing.number, first) if self.rest.seeds else (0, 0))
        while best_of.winner is None:
            best_of = best_of.after(0 if self._does_first_win(first, second) else 1)
        return second if best_of.winner else first

    def _wins_so_far(self, number: int, first: int) -> tuple[int, int]:
        series = self.rest.best_ofs.get(number)
        if series is None:
            return 0, 0
        wins = (series.home_wins, series.away_wins)
        return wins if series.home_id == first else (wins[1], wins[0])
