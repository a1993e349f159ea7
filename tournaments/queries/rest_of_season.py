"""The rest of a tournament played out many times by how strong its teams are: who advances, and who wins it all.

Standings, tie-breaks and bracket are those of the tournament itself. What a tie still needs (a play-off game, a roll,
the director) is thrown for, each of the tied as likely as the other; so are level seeds, as their d20 is.
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
from tournaments.queries.best_ofs import in_seed_order, qualifier, winners_of
from tournaments.queries.division_table import DivisionStandings
from tournaments.queries.standings import DivisionFacts, division_facts, tables_of

SAMPLES: Final = 10  # of the games that the strengths rest on; the seasons are shared out among them
Tell = Callable[[int], bool]  # seasons played so far -> whether to go on


class Likelihood(NamedTuple):
    """A share of 1 and its standard error: that of the seasons, and that of the strengths they are played by."""

    share: float
    error: float


class TeamOdds(NamedTuple):
    team: int
    advance: Likelihood
    win: Likelihood


@dataclass(frozen=True)
class RestOfSeason:
    """What is played and what is left of a tournament, read once."""

    tournament: Tournament
    facts: Sequence[DivisionFacts]
    seeds: Sequence[int]  # of the best-ofs; () before they are seeded
    best_ofs: Mapping[int, Series]  # by their place in the bracket

    @cached_property
    def teams(self) -> list[int]:
        return [team.pk for each in self.facts for team in each.teams]

    @cached_property
    def left(self) -> dict[int, tuple[Pair, int]]:
        """Series of the round robin -> its teams and how many games it still has."""
        rows = ((pk, row) for each in self.facts for pk, row in each.series)
        counted = ((pk, row) for pk, row in rows if row.stage == Series.Stage.ROUND_ROBIN)
        open_ones = ((pk, row) for pk, row in counted if row.status not in (Series.Status.VOID, Series.Status.COMPLETE))
        return {pk: (row.tally[:2], max(0, row.games_planned - len(row.tally.outcomes))) for pk, row in open_ones}


def rest_of_season(tournament: Tournament) -> RestOfSeason:
    seeds = tournament.teams.filter(seed__isnull=False).order_by("seed").values_list("pk", flat=True)
    best_ofs = {int(each.bracket_place): each for each in tournament.series.filter(stage=Series.Stage.PLAYOFF)}
    return RestOfSeason(tournament, division_facts(tournament), list(seeds), best_ofs)


def play_the_rest(rest: RestOfSeason, scores: Scores, seasons: int, seed: int, go_on: Tell) -> list[TeamOdds] | None:
    """Every team's odds from so many seasons by teams as strong as their games in `scores` show.

    None where `go_on` said to stop. The same seed gives the same odds.
    """
    dice, each = Random(seed), max(1, seasons // SAMPLES)
    advanced: list[Counter[int]] = []
    won: list[Counter[int]] = []
    for sample in range(SAMPLES):
        games = resampled(scores, dice)
        season = _Season(rest, strengths_of(rest.teams, games), _ends(games), dice)
        played = [season.play() for _ in range(each)]
        advanced.append(Counter(team for seeds, _ in played for team in seeds))
        won.append(Counter(winner for _, winner in played))
        if not go_on((sample + 1) * each):
            return None
    return [TeamOdds(team, _chance(advanced, team, each), _chance(won, team, each)) for team in rest.teams]


def _chance(counts: Sequence[Counter[int]], team: int, of: int) -> Likelihood:
    """The mean over the samples. What they differ by beyond the luck of their seasons is the error of the strengths."""
    shares = [count[team] / of for count in counts]
    mean = sum(shares) / len(shares)
    luck = mean * (1 - mean) / of
    apart = sum((share - mean) ** 2 for share in shares) / (len(shares) - 1)
    return Likelihood(mean, sqrt(max(0.0, apart - luck) + luck / len(shares)))


def _ends(games: Scores) -> list[tuple[int, int]]:
    """How games ended, the winner's runs first."""
    every = (sorted((game.first, game.second)) for pair in games.values() for game in pair)
    return [(more, less) for less, more in every if more != less] or [(1, 0)]


@dataclass(frozen=True, slots=True)
class _Season:
    """One way the rest can go, thrown anew by every `play`."""

    rest: RestOfSeason
    strengths: Mapping[int, float]
    ends: Sequence[tuple[int, int]]
    dice: Random

    def play(self) -> tuple[Sequence[int], int]:
        """Who advances, by seed, and the champion."""
        seeds = self.rest.seeds or self._seeded(tables_of(self.rest.tournament, self.rest.facts, self._played_on))
        return seeds, self._champion(seeds)

    def _first_wins(self, first: int, second: int) -> bool:
        strength = self.strengths[first]
        return self.dice.random() * (strength + self.strengths[second]) < strength

    def _played_on(self, series: int, tally: SeriesTally) -> SeriesTally:
        (home, away), games = self.rest.left.get(series, ((0, 0), 0))
        return with_games(tally, [self._game(home, away) for _ in range(games)]) if games else tally

    def _game(self, home: int, away: int) -> GameScore:
        more, less = self.dice.choice(self.ends)
        return GameScore(more, less) if self._first_wins(home, away) else GameScore(less, more)

    def _seeded(self, tables: Sequence[DivisionStandings]) -> list[int]:
        through = {table.division.pk: self._through(table) for table in tables}
        wild = self._wild_cards(tables, {team for teams in through.values() for team in teams})
        every = [
            qualifier(table, table.teams[team], place, has_wild_card=place > table.places or team in wild)
            for table in tables
            for place, team in enumerate([*through[table.division.pk], *(wild & table.teams.keys())], start=1)
        ]
        self.dice.shuffle(every)
        return [each.team.pk for each in sorted(every, key=in_seed_order)]

    def _through(self, table: DivisionStandings) -> list[int]:
        if table.outcome is None:  # nobody has a game to play
            return []
        return [*table.outcome.seeds, *self.dice.sample(table.outcome.tied, table.outcome.places)]

    def _wild_cards(self, tables: Sequence[DivisionStandings], through: set[int]) -> set[int]:
        """Wild cards of the teams that have no place yet; those level for one have the same chance of it."""
        wild = tables[0].wild if tables else None
        if wild is None:
            return set()
        level = [team for team in wild.tied if team not in through]
        return {*wild.advanced, *self.dice.sample(level, min(wild.left, len(level)))} - through

    def _champion(self, seeds: Sequence[int]) -> int:
        if len(seeds) < 2:
            return seeds[0] if seeds else 0
        winners = winners_of(self.rest.best_ofs.values()) if self.rest.seeds else {}
        pairings = fill(seeds, winners)
        while open_ones := [pairing for pairing in pairings if pairing.ready]:
            winners |= {pairing.number: self._best_of(pairing, len(seeds)) for pairing in open_ones}
            pairings = fill(seeds, winners)
        return champion(pairings) or 0

    def _best_of(self, pairing: Pairing, qualifiers: int) -> int:
        first, second = pairing.teams
        assert first is not None
        assert second is not None
        length = length_in(pairing.round, qualifiers, self.rest.tournament.best_of_lengths)
        stands = BestOf(length, self._won_so_far(pairing.number, first) if self.rest.seeds else (0, 0))
        while stands.winner is None:
            stands = stands.after(0 if self._first_wins(first, second) else 1)
        return second if stands.winner else first

    def _won_so_far(self, number: int, first: int) -> tuple[int, int]:
        series = self.rest.best_ofs.get(number)
        if series is None:
            return 0, 0
        wins = (series.home_wins, series.away_wins)
        return wins if series.home_id == first else (wins[1], wins[0])
