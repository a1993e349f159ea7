"""Race endings: check whether the remaining games can end with a team advancing, or missing.

Bounds come first: how many teams must or can finish at a record. Only if teams can tie for the last place are the
tied groups tried one by one, with every outcome of the games among them, and broken by the tiebreaker itself.
Steps that results alone don't decide (a game, a die, runs, strength of schedule) leave the tie unbroken.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import cached_property
from itertools import combinations, product, takewhile
from typing import Final

from rules_engine.competition.race import Bound, Race
from rules_engine.competition.sharing import Pair, can_share
from rules_engine.competition.standings import Row, SeriesTally
from rules_engine.competition.tie_steps import TieTable
from rules_engine.competition.tiebreaks import Verdict, break_tie

_MOST_TRIES: Final = 2000
_BY_RESULTS: Final = ("head_to_head", "head_to_head_of_two")


class SearchLimit(Exception):
    """The search reached its limit without an answer."""


class Result(Enum):
    """The result of a search for an ending."""

    BY_RECORD = auto()  # found an ending decided by the record alone
    BY_TIE_BREAK = auto()  # found an ending that a tiebreaker decides or may decide
    IMPOSSIBLE = auto()
    IMPOSSIBLE_BY_TIE_BREAK = auto()  # possible by record, but not after tiebreakers
    UNKNOWN = auto()

    @property
    def is_possible(self) -> bool:
        return self not in (Result.IMPOSSIBLE, Result.IMPOSSIBLE_BY_TIE_BREAK)


def fewest_above(race: Race, value: int) -> Bound:
    """Return the fewest teams in a division that can finish above `value`."""
    search = _Search(race)
    for count in range(len(race.over)):
        try:
            if search.at_most_reach(value + 1, count):
                return Bound(count, True)
        except SearchLimit:
            return Bound(count, False)
    return Bound(len(race.over), True)


def most_that_reach(race: Race, value: int) -> Bound:
    """Return the most teams in a division that can finish at `value` or above together, but at least its places."""
    search = _Search(race)
    for count in range(len(race.over), race.places, -1):
        try:
            if search.at_least_reach(value, count):
                return Bound(count, True)
        except SearchLimit:
            return Bound(count, False)
    return Bound(min(len(race.over), race.places), True)


def may_advance(race: Race, team: int, places: int) -> Result:
    """Return whether the team can advance. Assume that it wins every remaining game, because a loss never helps it."""
    search = _TieSearch(race, team, race.games_left(team), places)
    return search.result(
        lambda: search.at_most_reach(search.value, places - 1),
        lambda: search.at_most_reach(search.value + 1, places - 1),
        (Verdict.ADVANCES, Verdict.OPEN),
    )


def may_miss(race: Race, team: int, places: int, wins: int = 0) -> Result:
    """Return whether the team can miss even with this many more wins."""
    search = _TieSearch(race, team, wins, places)
    return search.result(
        lambda: search.at_least_reach(search.value + 1, places),
        lambda: search.at_least_reach(search.value, places),
        (Verdict.OUT, Verdict.OPEN),
    )


class _Search:
    """The possible finishes of the teams in a race, and how many can reach a record together."""

    def __init__(self, race: Race) -> None:
        self.tries = 0
        self.take(race.left, race.over)

    def take(self, games: Mapping[Pair, int], over: Mapping[int, int]) -> None:
        """Search these games, starting from these games over .500."""
        self.games = games
        left = dict.fromkeys(over, 0)
        for pair, count in games.items():
            for team in pair:
                if team in left:
                    left[team] += count
        self.least = {team: value - left[team] for team, value in over.items()}
        self.most = {team: value + left[team] for team, value in over.items()}
        self.rivals = list(over)
        self.bounds: dict[int, tuple[int, int]] = {}  # wins that all endings share

    def at_most_reach(self, value: int, count: int) -> bool:
        """Return whether the games can end with at most `count` rivals at `value` or above."""
        sure = [team for team in self.rivals if self.least[team] >= value]
        candidates = sorted(self._can_reach(value), key=lambda team: -self.most[team])
        if len(sure) > count:
            return False
        return any(
            self.can_end({team: self.at_most(team, value - 1) for team in candidates if team not in chosen})
            for chosen in combinations(candidates, min(count - len(sure), len(candidates)))
        )

    def at_least_reach(self, value: int, count: int) -> bool:
        """Return whether at least `count` rivals can all finish at `value` or above."""
        sure = [team for team in self.rivals if self.least[team] >= value]
        candidates = sorted(self._can_reach(value), key=lambda team: -self.most[team])
        count_needed = max(0, count - len(sure))
        return any(
            self.can_end({team: self.at_least(team, value) for team in chosen})
            for chosen in combinations(candidates, count_needed)
        )

    def _can_reach(self, value: int) -> list[int]:
        return [team for team in self.rivals if self.least[team] < value <= self.most[team]]

    def at_most(self, team: int, value: int) -> tuple[int, int]:
        """Return the fewest and most wins that leave a team at `value` or below."""
        return 0, (value - self.least[team]) // 2

    def at_least(self, team: int, value: int) -> tuple[int, int]:
        return max(0, -((self.least[team] - value) // 2)), self.games_of(team)

    def exactly(self, team: int, value: int) -> tuple[int, int]:
        wins = (value - self.least[team]) // 2
        return wins, wins

    def games_of(self, team: int) -> int:
        return (self.most[team] - self.least[team]) // 2

    def count_try(self) -> None:
        self.tries += 1
        if self.tries > _MOST_TRIES:
            raise SearchLimit

    def can_end(self, bounds: Mapping[int, tuple[int, int]], games: Mapping[Pair, int] | None = None) -> bool:
        """Return whether the remaining games can end with every listed team's wins within its bounds."""
        self.count_try()
        return can_share(self.games if games is None else games, {**self.bounds, **bounds})


class _TieSearch(_Search):
    """Endings in which a team wins a fixed number of its games, and ties at its record for the last place."""

    def __init__(self, race: Race, team: int, wins: int, places: int) -> None:
        super().__init__(race)
        self.race, self.team, self.places = race, team, places
        self.value = race.least(team) + 2 * wins
        self.own_games: list[SeriesTally] = []
        if wins in (0, race.games_left(team)):
            self._play_own_games(won=wins > 0)
        else:
            self.bounds = {team: (wins, wins)}
        self.rivals.remove(team)
        self.verdicts: dict[tuple[object, ...], Verdict] = {}
        self.series_among: dict[tuple[int, ...], list[SeriesTally]] = {}

    def _play_own_games(self, *, won: bool) -> None:
        over = {**self.race.over, self.team: self.value}
        for pair, count in self.race.left.items():
            if self.team in pair:
                (rival,) = pair - {self.team}
                if rival in over:
                    over[rival] += -count if won else count
                self.own_games.append(_series(self.team, rival, count if won else 0, count))
        self.take({pair: count for pair, count in self.race.left.items() if self.team not in pair}, over)

    def result(
        self, decides: Callable[[], bool], allows: Callable[[], bool], verdicts_allowed: tuple[Verdict, ...]
    ) -> Result:
        """Return the search result, based first on records and then on the ties they leave."""
        try:
            if decides():
                return Result.BY_RECORD
            if not allows():
                return Result.IMPOSSIBLE
            if not self.steps or self._a_tie_ends(verdicts_allowed):
                return Result.BY_TIE_BREAK
        except SearchLimit:
            return Result.UNKNOWN
        return Result.IMPOSSIBLE_BY_TIE_BREAK

    @cached_property
    def steps(self) -> tuple[str, ...]:
        """Return the leading tiebreaker steps that results alone decide."""
        if self.race.wild_cards and not self.race.by_rank:
            return ()
        return tuple(takewhile(lambda step: step in _BY_RESULTS, self.race.tie_steps))

    def _a_tie_ends(self, verdicts_allowed: tuple[Verdict, ...]) -> bool:
        return any(self._ends(tie, verdicts_allowed) for tie in self._ties())

    def _ends(self, tie: "_Tie", verdicts_allowed: tuple[Verdict, ...]) -> bool:
        """Return whether the remaining games can end in this tie and give the team one of these verdicts."""
        if not self._is_head_to_head(tie.teams):
            return self.can_end(tie.bounds)
        if not self.race.wild_cards and not self._first_step_allows(tie, verdicts_allowed):
            return False
        return any(
            self._verdict(tie, outcome) in verdicts_allowed and self._can_end_with(tie, outcome)
            for outcome in self._outcomes(tie.teams)
        )

    def _is_head_to_head(self, teams: tuple[int, ...]) -> bool:
        """Return whether every pair of these teams will have met equally often."""
        if self.steps[0] == "head_to_head_of_two" and len(teams) > 2:
            return False
        met = dict.fromkeys(map(frozenset, combinations(teams, 2)), 0)
        for series in self._series_among(teams):
            met[frozenset((series.home, series.away))] += series.met
        for pair in met:
            met[pair] += self.games.get(pair, 0)
        return len(set(met.values())) == 1 and any(met.values())

    def _first_step_allows(self, tie: "_Tie", verdicts_allowed: tuple[Verdict, ...]) -> bool:
        """Return whether the tie's first head-to-head allows one of these verdicts, whatever the other results."""
        ahead = dict.fromkeys(tie.teams, 0)
        for series in self._series_among(tie.teams):
            ahead[series.home] += series.home_wins - series.away_wins
            ahead[series.away] += series.away_wins - series.home_wins
        among = {pair: count for pair, count in self.games.items() if pair <= frozenset(tie.teams)}
        inner, places = _Search(Race(ahead, among, 0)), self.places - tie.above
        inner.rivals.remove(self.team)
        lowest, highest = inner.least[self.team], inner.most[self.team]
        if Verdict.ADVANCES in verdicts_allowed:
            return inner.at_most_reach(highest + 1, places - 1)
        return inner.at_least_reach(lowest, places)

    def _series_among(self, teams: tuple[int, ...]) -> list[SeriesTally]:
        """Return these teams' finished series, including the team's own games in this ending."""
        if teams not in self.series_among:
            meetings = (*self.race.meetings, *self.own_games)
            self.series_among[teams] = [series for series in meetings if series.home in teams and series.away in teams]
        return self.series_among[teams]

    def _ties(self) -> Iterator["_Tie"]:
        """Yield every group that can tie with the team for fewer places than the group has teams."""
        undecided = sorted(self.rivals, key=lambda rival: (len(self._finishes(rival)), rival))
        yield from self._sorted_out(undecided, _Tie((self.team,), 0, {}))

    def _finishes(self, rival: int) -> list["_Finish"]:
        can = {
            _Finish.ABOVE: self.most[rival] > self.value,
            _Finish.TIED: self.least[rival] <= self.value <= self.most[rival]
            and (self.value - self.least[rival]) % 2 == 0,
            _Finish.BELOW: self.least[rival] < self.value,
        }
        return [finish for finish, possible in can.items() if possible]

    def _sorted_out(self, undecided: Sequence[int], tie: "_Tie") -> Iterator["_Tie"]:
        if tie.above >= self.places or tie.above + len(tie.teams) + len(undecided) <= self.places:
            return
        if not undecided:
            yield tie
            return
        rival, *undecided_after = undecided
        finishes = self._finishes(rival)
        for finish in finishes:
            longer = tie.with_rival(rival, finish, self._bounds(rival, finish))
            if len(finishes) == 1 or self.can_end(longer.bounds):
                yield from self._sorted_out(undecided_after, longer)

    def _bounds(self, rival: int, finish: "_Finish") -> tuple[int, int]:
        if finish is _Finish.ABOVE:
            return self.at_least(rival, self.value + 1)
        return self.exactly(rival, self.value) if finish is _Finish.TIED else self.at_most(rival, self.value - 1)

    def _outcomes(self, teams: Sequence[int]) -> Iterator[tuple[SeriesTally, ...]]:
        """Yield every outcome of the remaining games among the tied teams."""
        pairs = [(*sorted(pair), count) for pair, count in self.games.items() if pair <= frozenset(teams)]
        for wins in product(*(range(count + 1) for _, _, count in pairs)):
            self.count_try()
            yield tuple(
                _series(first, second, won, count) for (first, second, count), won in zip(pairs, wins, strict=True)
            )

    def _can_end_with(self, tie: "_Tie", outcome: Sequence[SeriesTally]) -> bool:
        if not outcome:
            return self.can_end(tie.bounds)
        bounds = {**self.bounds, **tie.bounds}
        played = set()
        for series in outcome:
            played.add(frozenset((series.home, series.away)))
            for team, won in ((series.home, series.home_wins), (series.away, series.away_wins)):
                if team in bounds:
                    fewest, most = bounds[team]
                    bounds[team] = (fewest - won, most - won)
        return self.can_end(bounds, {pair: count for pair, count in self.games.items() if pair not in played})

    def _verdict(self, tie: "_Tie", outcome: tuple[SeriesTally, ...]) -> Verdict:
        key = (tie.teams, tie.above, outcome)
        if key not in self.verdicts:
            self.verdicts[key] = self._broken(tie, [*self._series_among(tie.teams), *outcome])
        return self.verdicts[key]

    def _broken(self, tie: "_Tie", series: Sequence[SeriesTally]) -> Verdict:
        """Break the tie for the division's places, then for the wild cards still available at that record."""
        table = TieTable.from_rows([Row(0, team, 0, 0, 0, 0, 0, "", 0) for team in tie.teams], series)
        pool, own = tie.teams, self.race.places - tie.above
        cards = self.places - max(tie.above, self.race.places)
        if own > 0:
            broken = break_tie(pool, min(own, len(pool)), table, steps=self.steps, seeding_steps=None)
            verdict = broken.verdict(self.team)
            if verdict is not Verdict.OUT or cards <= 0:
                return verdict
            if broken.tied:
                return Verdict.OPEN
            pool = broken.eliminated
        if cards <= 0:
            return Verdict.OUT
        return break_tie(pool, min(cards, len(pool)), table, steps=self.steps, seeding_steps=None).verdict(self.team)


class _Finish(Enum):
    """A rival's finish relative to the team."""

    BELOW = auto()
    TIED = auto()
    ABOVE = auto()


@dataclass(frozen=True, slots=True)
class _Tie:
    """Tied teams, the number of teams that finish above them, and the wins required for all of this."""

    teams: tuple[int, ...]
    above: int
    bounds: Mapping[int, tuple[int, int]]

    def with_rival(self, rival: int, finish: _Finish, bounds: tuple[int, int]) -> "_Tie":
        teams = (*self.teams, rival) if finish is _Finish.TIED else self.teams
        return _Tie(teams, self.above + (finish is _Finish.ABOVE), {**self.bounds, rival: bounds})


def _series(first: int, second: int, won: int, games: int) -> SeriesTally:
    return SeriesTally(first, second, won, games - won, 0, 0, 0)
