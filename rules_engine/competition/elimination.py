"""Who is through, who is out, whose chance is open; and whether a game still matters for advancement (T33.0).

What is promised: “through” and “out” are proved over every way the games left can end, by games over .500 and
with every tie-break left open: a team that could be tied for the last place is neither. “Open” is exact as well
(some ending puts the team among those tied for a place, or better) unless the verdict says it is not: with many
places and many teams close together the search stops at a limit and then says open. Strength of schedule, which
asks for the ranks of beaten opponents too, places shared with other divisions and seeding are not looked at.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations, islice

from rules_engine.competition.flow import Pair, most_shared
from rules_engine.rulings import Ruling, allow, refuse

MATTERS_RULE = "T33.0"
_MOST_TRIES = 3000


class Fate(StrEnum):
    THROUGH = "through"
    OUT = "out"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Chance:
    fate: Fate
    exact: bool  # False: the search stopped at its limit, the chance may be through or out already
    reason: str


@dataclass(frozen=True)
class Race:
    """A division under way: games over .500, games left by pair, places that advance.

    `ties_possible`: a game left may end as a tie (a suspended game that is never finished).
    """

    over: Mapping[int, int]
    left: Mapping[Pair, int]
    places: int
    ties_possible: bool = True

    @property
    def step(self) -> int:
        """Points a game is worth: two where it can be shared, one where it is won or lost."""
        return 2 if self.ties_possible else 1

    def games_left(self, team: int) -> int:
        return sum(games for pair, games in self.left.items() if team in pair)


def chance(race: Race, team: int) -> Chance:
    """Whether the team is through, out, or still open."""
    possible, exact = can_advance(race, team)
    if not possible:
        best = race.over[team] + race.games_left(team)
        return Chance(Fate.OUT, True, f"at most {best:+d}, and {race.places} others finish above that whatever happens")
    safe, safe_exact = is_safe(race, team)
    if safe:
        worst = race.over[team] - race.games_left(team)
        few = f"fewer than {race.places} others can" if race.places > 1 else "nobody else can"
        return Chance(Fate.THROUGH, True, f"at least {worst:+d}, and {few} reach that")
    return Chance(Fate.OPEN, exact and safe_exact, "can still advance and can still miss")


def chances(race: Race) -> dict[int, Chance]:
    return {team: chance(race, team) for team in race.over}


def game_matters(race: Race, one: int, other: int) -> Ruling:
    """T33.0: whether an unfinished game of these two must be played: not when both are through or out already.

    The game is among those `left`. A team's own fate then cannot change, and nobody else's depends on it.
    """
    fates = {team: chance(race, team) for team in (one, other)}
    undecided = [team for team, found in fates.items() if found.fate is Fate.OPEN]
    if undecided:
        who = " and ".join(f"team {team}" for team in undecided)
        return allow(MATTERS_RULE, f"It matters: advancement of {who} is open.", fates=fates)
    told = ", ".join(f"team {team} is {found.fate}" for team, found in fates.items())
    return refuse(MATTERS_RULE, f"It does not matter for advancement: {told}.", fates=fates)


def can_advance(race: Race, team: int) -> tuple[bool, bool]:
    """(possible, exact): whether some ending leaves fewer than `places` teams above this one."""
    best = race.over[team] + race.games_left(team)
    rivals = [other for other in race.over if other != team]
    above = [other for other in rivals if race.over[other] - race.games_left(other) > best]
    if len(above) >= race.places:
        return False, True
    level = [other for other in rivals if other not in above and race.over[other] + race.games_left(other) > best]
    level.sort(key=lambda other: -(race.over[other] + race.games_left(other)))
    spare = min(race.places - 1 - len(above), len(level))
    choices = combinations(level, spare)
    for chosen in islice(choices, _MOST_TRIES):
        if _all_stay_below(race, team, best, {*above, *chosen}):
            return True, True
    exhausted = next(choices, None) is None
    return not exhausted, exhausted


def is_safe(race: Race, team: int) -> tuple[bool, bool]:
    """(safe, exact): whether in no ending `places` others finish level with this team or above."""
    worst = race.over[team] - race.games_left(team)
    able = [other for other in race.over if other != team and race.over[other] + race.games_left(other) >= worst]
    if len(able) < race.places:
        return True, True
    able.sort(key=lambda other: -(race.over[other] + race.games_left(other)))
    choices = combinations(able, race.places)
    for chosen in islice(choices, _MOST_TRIES):
        if _all_reach(race, team, worst, set(chosen)):
            return False, True
    exhausted = next(choices, None) is None
    return exhausted, exhausted


def _all_stay_below(race: Race, team: int, best: int, above: set[int]) -> bool:
    """`team` wins out, those `above` win against all others: can the rest share their games and stay at `best`?"""
    rest = set(race.over) - above - {team}
    inner = {pair: games * race.step for pair, games in race.left.items() if pair <= rest}
    room = {}
    for other in rest:
        among = _among(race, other, rest)
        start = race.over[other] - (race.games_left(other) - among)  # every other game lost
        room[other] = _most_points(race, best - start, among)
        if room[other] < 0:
            return False
    return most_shared(inner, room) == sum(inner.values())


def _all_reach(race: Race, team: int, worst: int, chosen: set[int]) -> bool:
    """`team` loses out, the chosen win against all others: can they share their own games and all reach `worst`?"""
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
