"""Lineups before the first pitch: the program's proposal and a manager's changes.

Every change returns a new Side. The system's `lineup_ruling` checks whether a game may start with it.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Final

from rules_engine.baseball.covering import FIELDING_POSITIONS
from rules_engine.baseball.game_setup import AtBat, GameSetup, Hand
from rules_engine.baseball.state import POSITIONS, Side
from rules_engine.baseball.substitutions import side_from

SCARCEST_FIRST: Final = ("c", "ss", "2b", "cf", "3b", "lf", "rf", "1b")
HITTER: Final = "dh"  # batting place of the player who bats for the pitcher
TABLE_SETTERS, SLUGGERS = 2, 3
RIGHT_HANDERS: Final = 0.7  # share of the pitchers that a batter faces
PLATOON_GAIN: Final = 0.02  # how much higher a bench player's OPS against this hand must be for him to start


class NoLineupError(ValueError):
    """No lineup, or not the requested one, is possible with these players. The message gives the reason."""


def propose_lineup(
    setup: GameSetup,
    players: Sequence[str],
    starter: str,
    *,
    hitter: bool = False,
    without: Collection[str] = (),
    against: Hand | None = None,
) -> Side:
    """Return a lineup of these players with this starter. The others go to the bench, except those in `without`.

    `against` is the opposing starter's hand, if known. Then bats against that hand decide the order. Bench
    players with the platoon advantage replace regulars without it who hit that hand worse, at their best position.

    `players` are in order of preference: earlier players get a position first. The pitcher bats ninth unless a `hitter`
    bats for him or he has a hitter's card. A two-way player in `without` rests only his arm.

    Raises: NoLineupError.
    """
    batters = [player for player in players if setup.is_hitter(player) and player != starter]
    if len(batters) < len(FIELDING_POSITIONS):
        raise NoLineupError(f"it has {len(batters)} of {len(FIELDING_POSITIONS)} batters")
    player_by_position = {**_placed(setup, batters), "p": starter}
    if against:
        _platoon(setup, player_by_position, batters, against)
    fielders = [player_by_position[position] for position in FIELDING_POSITIONS]
    order = _order_behind(setup, starter, fielders, against)
    pitchers = (player for player in players if player not in batters)
    resting = {player for player in without if not setup.is_hitter(player)}
    bench = (player for player in (*batters, *pitchers) if player not in order and player not in resting)
    side = side_from(order, player_by_position, tuple(bench))
    return add_designated_hitter(setup, side, against) if hitter else side


def _platoon(setup: GameSetup, player_by_position: dict[str, str], batters: Sequence[str], against: Hand) -> None:
    """Replace regulars without the platoon advantage who hit this hand worse with bench players who have it."""

    def value(player: str) -> float:
        return sum(setup.bat(player, against))

    for position in FIELDING_POSITIONS:
        regular = player_by_position[position]
        bench = (player for player in batters if player not in player_by_position.values())
        partners = [
            player
            for player in bench
            if position in setup.positions(player)[:1] and has_platoon_advantage(setup, player, against)
        ]
        partner = max(partners, key=value, default=regular)
        if not has_platoon_advantage(setup, regular, against) and value(partner) >= value(regular) + PLATOON_GAIN:
            player_by_position[position] = partner


def hand_of(setup: GameSetup, pitcher: str) -> Hand:
    """Return the player's throwing hand."""
    return "L" if setup.hand(pitcher) == "L" else "R"


def has_platoon_advantage(setup: GameSetup, batter: str, throws: Hand) -> bool:
    """Return whether the batter hits from the side opposite to this pitching hand."""
    return bool(setup.cards[batter].bats != throws)


def add_designated_hitter(setup: GameSetup, side: Side, against: Hand | None = None) -> Side:
    """Return the side with the bench's best bat in the pitcher's place in the order.

    A two-way player comes first, whether from the bench or on the mound, where he bats for himself (5.11), because it's
    his regular job.

    Raises: NoLineupError.
    """
    bats = [player for player in (side.pitcher, *side.bench) if setup.is_hitter(player)]
    if not bats:
        raise NoLineupError("no one on the bench can bat for the pitcher")
    hitter = max(bats, key=lambda player: (setup.is_pitcher(player), sum(_bat(setup, player, against))))
    order = _proposed_order(setup, [*(player for player in side.order if player != side.pitcher), hitter], against)
    return side._replace(order=order, bench=_without(side.bench, hitter))


def _placed(setup: GameSetup, batters: Sequence[str]) -> dict[str, str]:
    """Return a position for each player, on his card if possible.

    Earlier players get a position first, and others move for them.
    """
    positions_by_player = {
        player: [position for position in setup.positions(player) if position in FIELDING_POSITIONS]
        for player in batters
    }
    player_by_position: dict[str, str] = {}

    def take_place(player: str, tried_positions: set[str]) -> bool:
        for position in positions_by_player[player]:
            if position not in tried_positions:
                tried_positions.add(position)
                if position not in player_by_position or take_place(player_by_position[position], tried_positions):
                    player_by_position[position] = player
                    return True
        return False

    for player in batters:
        take_place(player, set())
    _settle_in(player_by_position, positions_by_player)
    for position in SCARCEST_FIRST:  # no remaining player has it on his card
        if position not in player_by_position:
            player_by_position[position] = next(
                player for player in batters if player not in player_by_position.values()
            )
    return player_by_position


def _settle_in(player_by_position: dict[str, str], positions_by_player: Mapping[str, Sequence[str]]) -> None:
    """Swap pairs of players who both play better at each other's position."""
    for first, second in combinations([*player_by_position], 2):
        first_player, second_player = player_by_position[first], player_by_position[second]
        first_ranks, second_ranks = positions_by_player[first_player].index, positions_by_player[second_player].index
        if second not in positions_by_player[first_player] or first not in positions_by_player[second_player]:
            continue
        if first_ranks(second) + second_ranks(first) < first_ranks(first) + second_ranks(second):
            player_by_position[first], player_by_position[second] = second_player, first_player


def _order_behind(setup: GameSetup, starter: str, fielders: Sequence[str], against: Hand | None) -> tuple[str, ...]:
    """Return the order with the starter batting ninth, or by his bat if he has a hitter's card."""
    if setup.is_hitter(starter):
        return _proposed_order(setup, [*fielders, starter], against)
    return (*_proposed_order(setup, fielders, against), starter)


def _proposed_order(setup: GameSetup, batters: Sequence[str], against: Hand | None) -> tuple[str, ...]:
    """Return these players in batting order."""
    return batting_order({player: _bat(setup, player, against) for player in batters})


def _bat(setup: GameSetup, player: str, against: Hand | None) -> AtBat:
    return setup.bat(player, against) if against else average_at_bat(setup, player)


def batting_order(bats: Mapping[str, AtBat]) -> tuple[str, ...]:
    """Return the batting order for these bats.

    The three best sluggers bat third to fifth, with the best in fourth. The next two by on-base average
    bat first and second, and the rest follow by on-base plus slugging.
    """
    by_power = sorted(bats, key=lambda player: -bats[player].slugging)
    sluggers = by_power[:SLUGGERS]
    third = max(sluggers[1:], key=lambda player: bats[player].on_base, default="")
    middle = [third, *(player for player in sluggers if player != third)] if third else sluggers
    remaining = by_power[SLUGGERS:]
    setters = sorted(remaining, key=lambda player: -bats[player].on_base)[:TABLE_SETTERS]
    rest = sorted((player for player in remaining if player not in setters), key=lambda player: -sum(bats[player]))
    return (*setters, *middle, *rest)


def average_at_bat(setup: GameSetup, player: str) -> AtBat:
    """Return a player's rates against a season's mix of right-handed and left-handed pitchers."""
    left, right = setup.bat(player, "L"), setup.bat(player, "R")
    pairs = zip(right, left, strict=True)
    return AtBat(
        *(RIGHT_HANDERS * against_right + (1 - RIGHT_HANDERS) * against_left for against_right, against_left in pairs)
    )


# A manager's changes.


def assign_batting_place(side: Side, player: str, place: int) -> Side:
    """Move a player to this batting place (1 to 9). A bench player also takes over the replaced player's position."""
    replaced = side.order[place - 1]
    if player in side.order:
        return side._replace(order=_exchanged(side.order, player, replaced))
    if player == side.pitcher:
        raise NoLineupError("the designated hitter bats for the pitcher: remove the designated hitter first")
    return _from_the_bench(side, player, replaced)


def assign_position(side: Side, player: str, position: str) -> Side:
    """Put a player at this position, or make him the designated hitter, and swap him with the current player.

    A bench player also takes that player's place in the order. A new designated hitter takes the pitcher's
    place if the pitcher bats.

    Raises: NoLineupError.
    """
    if position == "p":
        return change_starter(side, player)
    designated_hitter = hitter_of(side)
    replaced = (designated_hitter or side.pitcher) if position == HITTER else side.at(position)
    if player == replaced:
        return side
    if player == side.pitcher:
        raise NoLineupError("the pitcher stays on the mound: choose another starter first")
    if player in side.bench:
        if position == HITTER and not designated_hitter:
            return side._replace(order=_exchanged(side.order, replaced, player), bench=_without(side.bench, player))
        return _from_the_bench(side, player, replaced)
    if position == HITTER and not designated_hitter:
        raise NoLineupError("he plays in the field: choose a designated hitter from the bench")
    return side._replace(field=_exchanged(side.field, player, replaced))


def change_starter(side: Side, starter: str) -> Side:
    """Replace the starting pitcher, who leaves the game. Raise NoLineupError for a player in the lineup."""
    if starter in (*side.field[1:], *side.order) and starter != side.pitcher:
        raise NoLineupError("he is already in the lineup, so he can't start as pitcher")
    order = tuple(starter if player == side.pitcher else player for player in side.order)
    return side._replace(order=order, field=(starter, *side.field[1:]), bench=_without(side.bench, starter))


def remove_designated_hitter(side: Side) -> Side:
    """Let the pitcher bat ninth and move the designated hitter to the bench. Raises NoLineupError."""
    if not (designated_hitter := hitter_of(side)):
        raise NoLineupError("the pitcher already bats")
    return side._replace(
        order=(*_without(side.order, designated_hitter), side.pitcher), bench=(designated_hitter, *side.bench)
    )


def hitter_of(side: Side) -> str:
    """Return the designated hitter, or "" if the pitcher bats."""
    return next((player for player in side.order if player not in side.field), "")


def _from_the_bench(side: Side, substitute: str, replaced: str) -> Side:
    """Replace a player with one from the bench."""
    if substitute not in side.bench:
        raise NoLineupError("he is not on the bench")
    if replaced == side.pitcher:
        raise NoLineupError(
            "the pitcher bats there: choose another spot, or make the player the designated hitter (dh)"
        )
    order, field = (
        tuple(substitute if player == replaced else player for player in players)
        for players in (side.order, side.field)
    )
    return side._replace(order=order, field=field, bench=(replaced, *_without(side.bench, substitute)))


def _exchanged(players: Iterable[str], first: str, second: str) -> tuple[str, ...]:
    places = {first: second, second: first}
    return tuple(places.get(player, player) for player in players)


def _without(players: Iterable[str], removed: str) -> tuple[str, ...]:
    return tuple(player for player in players if player != removed)


# Written lineups.


def side_of(spots: Sequence[tuple[str, str]], side: Side) -> Side:
    """Return the lineup of nine (player, position) pairs. A proposed side fills the gaps.

    An empty player at "p" means the proposed starter. Without a "p" entry, the pitcher doesn't bat. Players not listed
    go to the bench.

    Raises: NoLineupError, or IllegalSubstitutionError with its ruling.
    """
    filled = [(player or side.pitcher if position == "p" else player, position) for player, position in spots]
    field = {position: player for player, position in filled if position in POSITIONS}
    starter = field.setdefault("p", side.pitcher)
    all_players = (*side.order, *side.field, *side.bench)
    playing = {player for player, _ in filled} | {starter, side.pitcher}
    bench = tuple(player for player in dict.fromkeys(all_players) if player not in playing)
    return side_from(tuple(player for player, _ in filled), field, bench)
