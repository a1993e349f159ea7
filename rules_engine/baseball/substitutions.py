"""Substitutions under baseball's own rules: nine players at nine positions, and no reentry.

A tournament's additional rules are checked first.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from rules_engine.baseball.state import NOBODY_ON, POSITIONS, Runner, Side, State, charge_placed_runner
from rules_engine.rulings import Finding, Ruling, allow, refuse

STAND_IN = "stand-in for "


class LineupFinding(Finding):
    """Findings on whether nine players make a lineup, and who may enter it."""

    NINE_DIFFERENT_BATTERS = "The batting order needs nine different players."
    NOBODY_PLAYS = "No one plays {positions:commas}."
    NINE_POSITIONS = "There are nine positions."
    AT_TWO_POSITIONS = "A player is at two positions."
    EVERYBODY_ELSE_BATS = "With a designated hitter, everyone except the pitcher bats."
    DOES_NOT_BAT = "{name} is in the field but doesn't bat."
    LEGAL = "Nine players bat and nine play in the field."
    NOBODY_LEFT = "No one is left on the bench."
    COMES_IN = "{enters} comes in for {leaves}."
    HAS_LEFT = "{enters} has left the game and may not come back."
    NOT_IN_THE_GAME = "{leaves} is not in the game."
    BENCH_NOT_EMPTY = "Players left on the bench: {left}."
    NOT_ON_THE_BENCH = "{enters} is not on the bench."


class RuleNumbers(NamedTuple):
    """A rulebook's numbers for baseball's own rules on lineups and substitutions. "" means that it prints none."""

    line_up: str = ""  # nine players in nine places; a player who has left can't return
    hitter: str = ""  # a designated hitter
    switch: str = ""  # a double switch
    moment: str = ""  # when a player may enter or move
    placeholder: str = ""  # a stand-in for an injured player


WITHOUT_NUMBERS: Final = RuleNumbers()


class IllegalSubstitutionError(ValueError):
    """Baseball's rules don't allow this change. The message is the ruling's reason."""


def lineup_ruling(
    order: tuple[str, ...],
    field: Mapping[str, str],
    numbers: RuleNumbers = WITHOUT_NUMBERS,
    *,
    designated_hitter: bool = False,
) -> Ruling:
    """Rule on a lineup: nine different batters, and nine fielders of whom at least eight bat."""
    if len(order) != 9 or len(set(order)) != 9:
        return refuse(LineupFinding.NINE_DIFFERENT_BATTERS, numbers.line_up)
    if set(field) != set(POSITIONS):
        missing = [position for position in POSITIONS if position not in field]
        if missing:
            return refuse(LineupFinding.NOBODY_PLAYS, numbers.line_up, positions=missing)
        return refuse(LineupFinding.NINE_POSITIONS, numbers.line_up)
    if len(set(field.values())) != 9:
        return refuse(LineupFinding.AT_TWO_POSITIONS, numbers.line_up)
    outside = [player for player in field.values() if player not in order]
    if designated_hitter:
        if outside != [field["p"]]:
            return refuse(LineupFinding.EVERYBODY_ELSE_BATS, numbers.hitter)
    elif outside:
        return refuse(LineupFinding.DOES_NOT_BAT, numbers.line_up, name=outside[0])
    return allow(LineupFinding.LEGAL, numbers.line_up)


def side_from(order: tuple[str, ...], field: Mapping[str, str], bench: tuple[str, ...]) -> Side:
    """Return a side ready to play. Raise IllegalSubstitutionError with the ruling's reason if the lineup is illegal."""
    ruling = lineup_ruling(order, field, designated_hitter=field.get("p") not in order)
    if not ruling:
        raise IllegalSubstitutionError(ruling.reason)
    return Side(order, tuple(field[position] for position in POSITIONS), bench)


def stand_in(leaves: str) -> str:
    """Return the name of the generated stand-in for a player who leaves when no one is left."""
    return f"{STAND_IN}{leaves}"


def entry_ruling(side: Side, enters: str, leaves: str, numbers: RuleNumbers = WITHOUT_NUMBERS) -> Ruling:
    """Rule on whether `enters` is on the bench and `leaves` is in the game. A player who has left can't return.

    If no one is left on the bench, a generated player enters under the name from stand_in().
    """
    if (refused := _entry_refused(side, enters, leaves, numbers)) is not None:
        return refused
    if enters == stand_in(leaves):
        return allow(LineupFinding.NOBODY_LEFT, numbers.placeholder)
    return allow(LineupFinding.COMES_IN, numbers.line_up, enters=enters, leaves=leaves)


def _entry_refused(side: Side, enters: str, leaves: str, numbers: RuleNumbers) -> Ruling | None:
    if enters in side.removed:
        return refuse(LineupFinding.HAS_LEFT, numbers.line_up, enters=enters)
    if leaves not in side.order and leaves not in side.field:
        return refuse(LineupFinding.NOT_IN_THE_GAME, numbers.line_up, leaves=leaves)
    if enters == stand_in(leaves):
        return refuse(LineupFinding.BENCH_NOT_EMPTY, numbers.placeholder, left=len(side.bench)) if side.bench else None
    if enters not in side.bench:
        return refuse(LineupFinding.NOT_ON_THE_BENCH, numbers.line_up, enters=enters)
    return None


def substitute(state: State, team: int, enters: str, leaves: str) -> State:
    """Replace a player in the order, in the field and on base. Raise IllegalSubstitutionError if it's illegal."""
    side = state.sides[team]
    refused = _entry_refused(side, enters, leaves, WITHOUT_NUMBERS)
    if refused is not None:
        raise IllegalSubstitutionError(refused.reason)
    order, field, bench, removed, up = side
    bench = tuple([player for player in bench if player != enters])
    swapped = Side(_swapped(order, enters, leaves), _swapped(field, enters, leaves), bench, (*removed, leaves), up)
    return _with_side(_with_runner(state, leaves, enters), team, swapped)


def _swapped(players: tuple[str, ...], enters: str, leaves: str) -> tuple[str, ...]:
    if leaves not in players:
        return players
    place = players.index(leaves)
    return (*players[:place], enters, *players[place + 1 :])


def move_fielders(state: State, team: int, positions: Mapping[str, str]) -> State:
    """Move players in the game to these positions, passed by position.

    Raises IllegalSubstitutionError if it's illegal.
    """
    side = state.sides[team]
    field = dict(zip(POSITIONS, side.field, strict=True)) | dict(positions)
    ruling = lineup_ruling(side.order, field, designated_hitter=side.pitcher not in side.order)
    if not ruling:
        raise IllegalSubstitutionError(ruling.reason)
    return _with_side(state, team, side._replace(field=tuple(field[position] for position in POSITIONS)))


def swap_in_order(state: State, team: int, first: str, second: str) -> State:
    """Swap the batting places of two players who enter together (a double switch)."""
    side = state.sides[team]
    places = {first: second, second: first}
    return _with_side(state, team, side._replace(order=tuple(places.get(player, player) for player in side.order)))


def end_hitter(state: State, team: int, position: str) -> State:
    """Remove the designated hitter and let the pitcher bat.

    With a `position`, the hitter takes the field there and the pitcher bats for the player who leaves it. With "", the
    pitcher bats or runs for the hitter. Raises IllegalSubstitutionError.
    """
    side = state.sides[team]
    hitters = [player for player in side.order if player not in side.field]
    if side.pitcher in side.order or not hitters:
        raise IllegalSubstitutionError("There is no designated hitter.")
    hitter = hitters[0]
    leaves = side.at(position) if position else hitter
    order = tuple(side.pitcher if player == leaves else player for player in side.order)
    field = tuple(hitter if player == leaves else player for player in side.field)
    changed = side._replace(order=order, field=field, removed=(*side.removed, leaves))
    return _with_side(_with_runner(state, leaves, side.pitcher), team, changed)


def _with_runner(state: State, leaves: str, enters: str) -> State:
    if state.bases == NOBODY_ON:
        return state
    bases = tuple(Runner(enters, on.pitcher) if on and on.player == leaves else on for on in state.bases)
    return state._replace(bases=(bases[0], bases[1], bases[2]))


def _with_side(state: State, team: int, side: Side) -> State:
    rules, (away, home), inning, bottom, outs, bases, score, halves, ending = state
    sides = (away, side) if team else (side, home)
    return charge_placed_runner(State(rules, sides, inning, bottom, outs, bases, score, halves, ending))
