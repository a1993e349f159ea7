"""Who is through, who is out, whose chance is open; and whether a game still matters for advancement (T33.0).

What is promised: “through” and “out” are proved over every way the games left can end, by games over .500 and
with every tie-break left open: a team that could be tied for the last place is neither. “Open” is exact as well
(some ending puts the team among those tied for a place, or better) unless the verdict says it is not: with many
places and many teams close together the search stops at a limit and then says open. Strength of schedule, which
asks for the ranks of beaten opponents too, places shared with other divisions and seeding are not looked at.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import combinations, islice, product

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


def chance(race: Race, team: int) -> RaceOutlook:
    """Whether the team is through, out, or still open."""
    possible, exact = can_advance(race, team)
    if not possible:
        best = race.over[team] + race.games_left(team)
        return RaceOutlook(
            Fate.OUT, True, f"at most {over_text(best)}, and {race.places} others finish above that whatever happens"
        )
    safe, safe_exact = is_safe(race, team)
    if safe:
        worst = race.over[team] - race.games_left(team)
        few = f"fewer than {race.places} others can" if race.places > 1 else "nobody else can"
        return RaceOutlook(Fate.THROUGH, True, f"at least {over_text(worst)}, and {few} reach that")
    return RaceOutlook(Fate.OPEN, exact and safe_exact, "can still advance and can still miss")


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
    """(safe, exact): whether with so many wins, in no ending `places` others finish level with this team or above."""
    worst = race.over[team] - race.games_left(team) + 2 * wins
    able = [other for other in race.over if other != team and race.over[other] + race.games_left(other) >= worst]
    if len(able) < race.places:
        return True, True
    able.sort(key=lambda other: -(race.over[other] + race.games_left(other)))
    choices = combinations(able, race.places)
    for chosen in islice(choices, _MOST_TRIES):
        if any(_all_reach(after, worst, set(chosen)) for after in _with_wins(race, team, wins, chosen)):
            return False, True
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
