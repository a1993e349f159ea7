"""Who is through, who is out, whose chance is open; and whether a game still matters for advancement (T33.0).

What is promised: “through” and “out” are proved over every way the games left can end, by games over .500 and
with every tie-break left open: a team that could be tied for the last place is neither. “Open” is exact as well
(some ending puts the team among those tied for a place, or better) unless the verdict says it is not: with many
places and many teams close together the search stops at a limit and then says open. Strength of schedule, which
asks for the ranks of beaten opponents too, and seeding are not looked at. Wild cards are: divisions do not play each
other, so what the others can do at worst or at best is counted for each of them alone.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import combinations, islice, product
from typing import NamedTuple

from rules_engine.competition.flow import Pair, most_shared
from rules_engine.competition.standings import over_text
from rules_engine.rulings import Finding, Ruling, allow, refuse

MATTERS_RULE = "T33.0"
_MOST_TRIES = 3000


class Fate(StrEnum):
    THROUGH = "through"
    OUT = "out"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class RaceOutlook:
    fate: Fate
    exact: bool  # False: the search stopped at its limit, the chance may be through or out already
    reason: str


class Bound(NamedTuple):
    """A number of teams or places; where the search stopped at its limit, on the safe side of it."""

    number: int
    exact: bool


@dataclass(frozen=True)
class Race:
    """A division under way: games over .500, games left by pair, places that advance.

    `ties_possible`: a game left may end as a tie (a suspended game that is never finished). `wild_cards`: places that
    it shares with the divisions of `elsewhere`; `by_rank`: they go by games over .500 first.
    """

    over: Mapping[int, int]
    left: Mapping[Pair, int]
    places: int
    ties_possible: bool = True
    wild_cards: int = 0
    by_rank: bool = True
    elsewhere: tuple["Race", ...] = ()

    @property
    def step(self) -> int:
        """Points a game is worth: two where it can be shared, one where it is won or lost."""
        return 2 if self.ties_possible else 1

    def games_left(self, team: int) -> int:
        return sum(games for pair, games in self.left.items() if team in pair)

    def most(self, team: int) -> int:
        return self.over[team] + self.games_left(team)

    def least(self, team: int) -> int:
        return self.over[team] - self.games_left(team)

    def places_at_best(self, value: int) -> Bound:
        """Places of this division for its teams at `value`, wild cards among them, if others leave them to it."""
        if not self.by_rank:
            return Bound(self.places + -(-self.wild_cards // (len(self.elsewhere) + 1)), True)
        return self._places_left([fewest_above(other, value) for other in self.elsewhere])

    def places_at_worst(self, value: int) -> Bound:
        """Places that are left to its teams at `value` whatever others do, ties included."""
        if not self.by_rank:
            return Bound(self.places + self.wild_cards // (len(self.elsewhere) + 1), True)
        return self._places_left([most_that_reach(other, value) for other in self.elsewhere])

    def _places_left(self, others: Sequence[Bound]) -> Bound:
        taken = sum(max(0, each.number - race.places) for each, race in zip(others, self.elsewhere, strict=True))
        return Bound(self.places + max(0, self.wild_cards - taken), all(each.exact for each in others))


def chance(race: Race, team: int) -> RaceOutlook:
    """Whether the team is through, out, or still open."""
    possible, exact = can_advance(race, team)
    if not possible:
        return RaceOutlook(Fate.OUT, True, _why_out(race, race.most(team)))
    safe, safe_exact = is_safe(race, team)
    if safe:
        return RaceOutlook(Fate.THROUGH, True, _why_through(race, race.least(team)))
    return RaceOutlook(Fate.OPEN, exact and safe_exact, "can still advance and can still miss")


def _why_out(race: Race, best: int) -> str:
    places = race.places_at_best(best).number
    above = f"at most {over_text(best)}, and {places} others finish above that whatever happens"
    return above + _and_wild_cards(race, places, "are to be had below them")


def _why_through(race: Race, worst: int) -> str:
    places = race.places_at_worst(worst).number
    few = f"fewer than {places} others can" if places > 1 else "nobody else can"
    return f"at least {over_text(worst)}, and {few} reach that" + _and_wild_cards(race, places, "are left for them")


def _and_wild_cards(race: Race, places: int, what: str) -> str:
    """What the count of places rests on, where divisions share wild cards."""
    if not race.wild_cards:
        return ""
    left = places - race.places
    cards = f"{left or 'no'} wild card{'' if left == 1 else 's'}"
    return f" in its division, for which {race.places} and {cards} {what}"


class MattersFinding(Finding):
    """Whether an unfinished game can still change who advances."""

    ADVANCEMENT_IS_OPEN = "it matters: advancement of {undecided:list} is open"
    DECIDED = "it does not matter for advancement: {decided:list}"
    RANKS_ARE_SETTLED = "it does not matter for seeding: nobody can meet {settled:list} any more, above or below"
    RANKS_MAY_MEET = "it is not proved that it does not matter for seeding: {near:list} may still be level or pass"


def game_matters(race: Race, first: int, second: int, names: Mapping[int, str]) -> Ruling:
    """T33.0: whether an unfinished game of these two must be played: not when both are through or out already.

    The game is among those `left`. A team's own fate then cannot change, and nobody else's depends on it.
    """
    fates = {team: chance(race, team) for team in (first, second)}
    undecided = [names[team] for team, outlook in fates.items() if outlook.fate is Fate.OPEN]
    if undecided:
        return allow(MattersFinding.ADVANCEMENT_IS_OPEN, MATTERS_RULE, undecided=undecided, fates=fates)
    decided = [f"{names[team]} is {outlook.fate} ({outlook.reason})" for team, outlook in fates.items()]
    return refuse(MattersFinding.DECIDED, MATTERS_RULE, decided=decided, fates=fates)


def seeding_matters(race: Race, first: int, second: int, names: Mapping[int, str]) -> Ruling:
    """T33.0: whether an unfinished game of these two may still change the seeding; refused only where that is proved.

    The proof: each of the two is further from every other team than both have games left, so that neither can be level
    with anybody; then the ranks of both are settled, and with them all that tie-breaks of others read of them.
    """
    near = {
        team
        for mine in (first, second)
        for team in race.over
        if team != mine and abs(race.over[mine] - race.over[team]) <= race.games_left(mine) + race.games_left(team)
    }
    if near:
        return allow(MattersFinding.RANKS_MAY_MEET, MATTERS_RULE, near=[names[team] for team in sorted(near)])
    return refuse(MattersFinding.RANKS_ARE_SETTLED, MATTERS_RULE, settled=[names[first], names[second]])


def can_advance(race: Race, team: int) -> tuple[bool, bool]:
    """(possible, exact): whether some ending leaves fewer teams above this one than there are places."""
    best = race.most(team)
    places, exact = race.places_at_best(best)
    above, level = _rivals_above(race, best, team)
    if len(above) >= places:
        return False, True
    found, exhausted = _rest_stays_below(race, best, {team, *above}, level, min(places - 1 - len(above), len(level)))
    return (True, exact) if found else (not exhausted, exhausted)


def fewest_above(race: Race, value: int) -> Bound:
    """The fewest teams of a division that can finish above `value`; where the search stops, at least so many."""
    above, level = _rivals_above(race, value)
    for more in range(len(level)):
        found, exhausted = _rest_stays_below(race, value, set(above), level, more)
        if found or not exhausted:
            return Bound(len(above) + more, found)
    return Bound(len(above) + len(level), True)


def _rivals_above(race: Race, value: int, team: int | None = None) -> tuple[list[int], list[int]]:
    """Other teams that finish above `value` whatever happens, and those that may, the likeliest first."""
    rivals = [other for other in race.over if other != team]
    above = [other for other in rivals if race.least(other) > value]
    level = [other for other in rivals if other not in above and race.most(other) > value]
    return above, sorted(level, key=lambda other: -race.most(other))


def _rest_stays_below(race: Race, value: int, outside: set[int], level: Sequence[int], more: int) -> tuple[bool, bool]:
    """(found, exhausted): whether with so many `more` of `level` outside, all the rest can stay at `value`."""
    choices = combinations(level, more)
    if any(_all_stay_below(race, value, {*outside, *chosen}) for chosen in islice(choices, _MOST_TRIES)):
        return True, True
    return False, next(choices, None) is None


def most_that_reach(race: Race, value: int) -> Bound:
    """The most teams of a division that can all finish at `value` or above; where the search stops, at most so many."""
    able = [other for other in race.over if race.most(other) >= value]
    able.sort(key=lambda other: -race.most(other))
    for count in range(len(able), race.places, -1):
        choices = combinations(able, count)
        if any(_all_reach(race, value, set(chosen)) for chosen in islice(choices, _MOST_TRIES)):
            return Bound(count, True)
        if next(choices, None) is not None:
            return Bound(count, False)
    return Bound(min(len(able), race.places), True)


def wins_that_suffice(race: Race, team: int) -> int | None:
    """The magic number: how many of its games left the team must win to be through whatever else happens; None: all
    of them would not be enough, it needs help."""
    fewest, most = 0, race.games_left(team)
    if not is_safe(race, team, wins=most)[0]:
        return None
    while fewest < most:
        half = (fewest + most) // 2
        fewest, most = (fewest, half) if is_safe(race, team, wins=half)[0] else (half + 1, most)
    return fewest


def is_safe(race: Race, team: int, wins: int = 0) -> tuple[bool, bool]:
    """(safe, exact): whether with so many wins, in no ending others level with this team or above take all places."""
    worst = race.least(team) + 2 * wins
    places, places_exact = race.places_at_worst(worst)
    able = [other for other in race.over if other != team and race.most(other) >= worst]
    if len(able) < places:
        return True, True
    able.sort(key=lambda other: -race.most(other))
    choices = combinations(able, places)
    for chosen in islice(choices, _MOST_TRIES):
        if any(_all_reach(after, worst, set(chosen)) for after in _with_wins(race, team, wins, chosen)):
            return False, places_exact
    exhausted = next(choices, None) is None
    return exhausted, exhausted


def _with_wins(race: Race, team: int, wins: int, chosen: Sequence[int]) -> Iterator[Race]:
    """The race once the team has played: it wins so many games, in every way first against others than the chosen."""
    games = {other: race.left.get(frozenset((team, other)), 0) for other in chosen}
    against_them = max(0, wins - race.games_left(team) + sum(games.values()))
    left = {pair: count for pair, count in race.left.items() if team not in pair}
    for beaten in product(*(range(count + 1) for count in games.values())):
        if sum(beaten) == against_them:
            gains = {other: games[other] - 2 * lost for other, lost in zip(chosen, beaten, strict=True)}
            over = {other: value + gains.get(other, 0) for other, value in race.over.items()}
            yield replace(race, over=over, left=left)


def _all_stay_below(race: Race, best: int, above: set[int]) -> bool:
    """Those `above` win against all others: can the rest share their games and stay at `best`?"""
    rest = set(race.over) - above
    inner = {pair: games * race.step for pair, games in race.left.items() if pair <= rest}
    room = {}
    for other in rest:
        among = _among(race, other, rest)
        start = race.over[other] - (race.games_left(other) - among)  # every other game lost
        room[other] = _most_points(race, best - start, among)
        if room[other] < 0:
            return False
    return most_shared(inner, room) == sum(inner.values())


def _all_reach(race: Race, worst: int, chosen: set[int]) -> bool:
    """The chosen win against all others: can they share their own games and all reach `worst`?"""
    inner = {pair: games * race.step for pair, games in race.left.items() if pair <= chosen}
    need = {}
    for other in chosen:
        among = _among(race, other, chosen)
        start = race.over[other] + (race.games_left(other) - among)  # every other game won
        need[other] = _fewest_points(race, worst - start, among)
        if need[other] > among * race.step:
            return False
    return most_shared(inner, need) == sum(max(0, amount) for amount in need.values())


def _among(race: Race, team: int, group: set[int]) -> int:
    return sum(games for pair, games in race.left.items() if team in pair and pair <= group)


def _most_points(race: Race, gain: int, games: int) -> int:
    """Points of so many games that gain at most so much on .500; below nothing if even losing all gains more."""
    return gain + games if race.ties_possible else (gain + games) // 2


def _fewest_points(race: Race, gain: int, games: int) -> int:
    return gain + games if race.ties_possible else -(-(gain + games) // 2)


def race_from(
    over: Mapping[int, int],
    scheduled: Mapping[Pair, int],
    played: Mapping[Pair, int],
    places: int,
    *,
    ties_possible: bool = True,
) -> Race:
    """A race from games scheduled and games played by pair."""
    return Race(over, dict(_left(scheduled, played)), places, ties_possible)


def _left(scheduled: Mapping[Pair, int], played: Mapping[Pair, int]) -> Iterator[tuple[Pair, int]]:
    return ((pair, games - played.get(pair, 0)) for pair, games in scheduled.items() if games > played.get(pair, 0))
