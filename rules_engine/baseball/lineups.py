"""Lineups before the first pitch: the program's proposal and a manager's changes to it.

Every change returns another Side. The system's `lineup_ruling` rules whether a game may start with it.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Final

from rules_engine.baseball.covering import FIELDING_POSITIONS
from rules_engine.baseball.game_setup import AtBat, GameSetup
from rules_engine.baseball.state import POSITIONS, Side
from rules_engine.baseball.substitutions import side_from

SCARCEST_FIRST: Final = ("c", "ss", "2b", "cf", "3b", "lf", "rf", "1b")
HITTER: Final = "dh"  # the place of who bats for the pitcher
TABLE_SETTERS, SLUGGERS = 2, 3
RIGHT_HANDERS: Final = 0.7  # share of the pitchers whom a batter meets


class NoLineupError(ValueError):
    """No lineup, or not the requested one, can be made of these players; the message says why."""


def propose_lineup(
    setup: GameSetup, players: Sequence[str], starter: str, *, hitter: bool = False, without: Collection[str] = ()
) -> Side:
    """The lineup of these players behind this starter; the others are the bench, but for those in `without`.

    `players` are in the order in which they are wanted: who comes first plays where he can. The pitcher bats ninth,
    unless a `hitter` bats for him or he has a hitter's card. A two-way player in `without` rests his arm alone. Raises
    NoLineupError.
    """
    batters = [man for man in players if setup.is_hitter(man) and man != starter]
    if len(batters) < len(FIELDING_POSITIONS):
        raise NoLineupError(f"it has {len(batters)} batters of {len(FIELDING_POSITIONS)}")
    placed = {**_placed(setup, batters), "p": starter}
    order = _order_behind(setup, starter, [placed[position] for position in FIELDING_POSITIONS])
    pitchers = (man for man in players if man not in batters)
    resting = {man for man in without if not setup.is_hitter(man)}
    bench = (man for man in (*batters, *pitchers) if man not in order and man not in resting)
    side = side_from(order, placed, tuple(bench))
    return add_designated_hitter(setup, side) if hitter else side


def add_designated_hitter(setup: GameSetup, side: Side) -> Side:
    """The same players, with the best bat of the bench in place of the pitcher in the order. Raises NoLineupError.

    A two-way player comes first, on the bench or on the mound, where he bats for himself (5.11): it is his regular job.
    """
    bats = [man for man in (side.pitcher, *side.bench) if setup.is_hitter(man)]
    if not bats:
        raise NoLineupError("there is nobody on the bench to bat for the pitcher")
    hitter = max(bats, key=lambda man: (setup.is_pitcher(man), sum(average_bat(setup, man))))
    order = _proposed_order(setup, [*(man for man in side.order if man != side.pitcher), hitter])
    return side._replace(order=order, bench=_without(side.bench, hitter))


def _placed(setup: GameSetup, batters: Sequence[str]) -> dict[str, str]:
    """Position -> player, by their cards as far as can be: who comes first plays, others moving round for him."""
    rated = {man: [position for position in setup.positions(man) if position in FIELDING_POSITIONS] for man in batters}
    placed: dict[str, str] = {}

    def take_place(man: str, tried: set[str]) -> bool:
        for position in rated[man]:
            if position not in tried:
                tried.add(position)
                if position not in placed or take_place(placed[position], tried):
                    placed[position] = man
                    return True
        return False

    for man in batters:
        take_place(man, set())
    _settle_in(placed, rated)
    for position in SCARCEST_FIRST:  # no one who is left has it on his card
        if position not in placed:
            placed[position] = next(man for man in batters if man not in placed.values())
    return placed


def _settle_in(placed: dict[str, str], rated: Mapping[str, Sequence[str]]) -> None:
    """Swap pairs of players who both play better in each other's position."""
    for first, second in combinations([*placed], 2):
        first_player, second_player = placed[first], placed[second]
        first_ranks, second_ranks = rated[first_player].index, rated[second_player].index
        if second not in rated[first_player] or first not in rated[second_player]:
            continue
        if first_ranks(second) + second_ranks(first) < first_ranks(first) + second_ranks(second):
            placed[first], placed[second] = second_player, first_player


def _order_behind(setup: GameSetup, starter: str, fielders: Sequence[str]) -> tuple[str, ...]:
    """Return the order with the starter in ninth place, or by his bat if he has a hitter's card."""
    if setup.is_hitter(starter):
        return _proposed_order(setup, [*fielders, starter])
    return (*_proposed_order(setup, fielders), starter)


def _proposed_order(setup: GameSetup, batters: Sequence[str]) -> tuple[str, ...]:
    """These players in the order in which they should bat."""
    return batting_order({man: average_bat(setup, man) for man in batters})


def batting_order(bats: Mapping[str, AtBat]) -> tuple[str, ...]:
    """Return the batting order for these bats.

    The three best sluggers bat third to fifth, the best of them fourth. The two others with the best on-base average
    lead off, and the rest follow by on-base plus slugging.
    """
    by_power = sorted(bats, key=lambda man: -bats[man].slugging)
    sluggers = by_power[:SLUGGERS]
    third = max(sluggers[1:], key=lambda man: bats[man].on_base, default="")
    middle = [third, *(man for man in sluggers if man != third)] if third else sluggers
    others = by_power[SLUGGERS:]
    setters = sorted(others, key=lambda man: -bats[man].on_base)[:TABLE_SETTERS]
    rest = sorted((man for man in others if man not in setters), key=lambda man: -sum(bats[man]))
    return (*setters, *middle, *rest)


def average_bat(setup: GameSetup, man: str) -> AtBat:
    """Return a player's rates against a season's mix of right-handed and left-handed pitchers."""
    left, right = setup.bat(man, "L"), setup.bat(man, "R")
    pairs = zip(right, left, strict=True)
    return AtBat(
        *(RIGHT_HANDERS * against_right + (1 - RIGHT_HANDERS) * against_left for against_right, against_left in pairs)
    )


# What a manager changes.


def assign_batting_place(side: Side, man: str, place: int) -> Side:
    """Move a player to this batting place (1 to 9). From the bench he also takes the other player's position."""
    other = side.order[place - 1]
    if man in side.order:
        return side._replace(order=_exchanged(side.order, man, other))
    if man == side.pitcher:
        raise NoLineupError("somebody bats for the pitcher: take the designated hitter out first")
    return _from_the_bench(side, man, other)


def assign_position(side: Side, man: str, position: str) -> Side:
    """Give a player this position, or make him the designated hitter, and swap him with the present one.

    Someone from the bench takes that player's place in the order too; as designated hitter he takes the pitcher's where
    the pitcher bats. Raises NoLineupError.
    """
    if position == "p":
        return change_starter(side, man)
    hits = hitter_of(side)
    other = (hits or side.pitcher) if position == HITTER else side.at(position)
    if man == other:
        return side
    if man == side.pitcher:
        raise NoLineupError("the pitcher stays on the mound: name another starter first")
    if man in side.bench:
        if position == HITTER and not hits:
            return side._replace(order=_exchanged(side.order, other, man), bench=_without(side.bench, man))
        return _from_the_bench(side, man, other)
    if position == HITTER and not hits:
        raise NoLineupError("he plays in the field: take a man from the bench as designated hitter")
    return side._replace(field=_exchanged(side.field, man, other))


def change_starter(side: Side, man: str) -> Side:
    """Replace the starting pitcher, who is then not in the game. Raises NoLineupError for a player in the lineup."""
    if man in (*side.field[1:], *side.order) and man != side.pitcher:
        raise NoLineupError("he plays already: he cannot start as pitcher too")
    order = tuple(man if other == side.pitcher else other for other in side.order)
    return side._replace(order=order, field=(man, *side.field[1:]), bench=_without(side.bench, man))


def remove_designated_hitter(side: Side) -> Side:
    """Let the pitcher bat ninth and move the designated hitter to the bench. Raises NoLineupError."""
    if not (hits := hitter_of(side)):
        raise NoLineupError("the pitcher bats already")
    return side._replace(order=(*_without(side.order, hits), side.pitcher), bench=(hits, *side.bench))


def hitter_of(side: Side) -> str:
    """Return the designated hitter, or "" if the pitcher bats."""
    return next((man for man in side.order if man not in side.field), "")


def _from_the_bench(side: Side, man: str, other: str) -> Side:
    """For another player, who goes to the bench."""
    if man not in side.bench:
        raise NoLineupError("he is not on the bench")
    if other == side.pitcher:
        raise NoLineupError("the pitcher bats there: name another place, or the man as designated hitter (dh)")
    order, field = (tuple(man if one == other else one for one in players) for players in (side.order, side.field))
    return side._replace(order=order, field=field, bench=(other, *_without(side.bench, man)))


def _exchanged(players: Iterable[str], man: str, other: str) -> tuple[str, ...]:
    places = {man: other, other: man}
    return tuple(places.get(player, player) for player in players)


def _without(players: Iterable[str], man: str) -> tuple[str, ...]:
    return tuple(player for player in players if player != man)


# What is written down.


def side_of(spots: Sequence[tuple[str, str]], side: Side) -> Side:
    """The lineup of nine (player, position), a proposal giving the rest: at "p" a player "" is who was to start.

    Where no spot has the position "p" the pitcher does not bat. Who is in none of them is on the bench. Raises
    NoLineupError, and IllegalSubstitutionError with its ruling.
    """
    filled = [(man or side.pitcher if position == "p" else man, position) for man, position in spots]
    field = {position: man for man, position in filled if position in POSITIONS}
    starter = field.setdefault("p", side.pitcher)
    everybody = (*side.order, *side.field, *side.bench)
    playing = {man for man, _ in filled} | {starter, side.pitcher}
    bench = tuple(man for man in dict.fromkeys(everybody) if man not in playing)
    return side_from(tuple(man for man, _ in filled), field, bench)
