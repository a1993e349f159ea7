"""Changes of men that baseball itself allows: nobody twice, nobody back, nine men at nine positions, each order kept.

What a tournament adds (who may leave when, who may play where) is asked of its own rules first.
"""

from collections.abc import Mapping

from rules_engine.baseball.state import NOBODY_ON, POSITIONS, Runner, Side, State, charge_man_put_on_second
from rules_engine.rulings import Ruling, allow, refuse

STAND_IN = "stand-in for "


class IllegalSubstitutionError(ValueError):
    """A change that baseball does not know; the message is the ruling's reason."""


def lineup_ruling(order: tuple[str, ...], field: Mapping[str, str], *, designated_hitter: bool = False) -> Ruling:
    """5.10: nine different batters, nine positions held by nine different men, all of them (or all but one) batting."""
    if len(order) != 9 or len(set(order)) != 9:
        return refuse("5.10", "The batting order holds nine different men.")
    if set(field) != set(POSITIONS):
        missing = [position for position in POSITIONS if position not in field]
        return refuse("5.10", f"Nobody plays {', '.join(missing)}." if missing else "There are nine positions.")
    if len(set(field.values())) != 9:
        return refuse("5.10", "A man stands at two positions.")
    outside = [man for man in field.values() if man not in order]
    if designated_hitter:
        if outside != [field["p"]]:
            return refuse("5.11", "With a designated hitter everybody but the pitcher bats for himself.")
    elif outside:
        return refuse("5.10", f"{outside[0]} is in the field and does not bat.")
    return allow("5.10", "Nine men bat and nine stand in the field.")


def side_from(order: tuple[str, ...], field: Mapping[str, str], bench: tuple[str, ...]) -> Side:
    """A side ready to play. Raises IllegalSubstitutionError with the ruling's reason."""
    ruling = lineup_ruling(order, field, designated_hitter=field.get("p") not in order)
    if not ruling:
        raise IllegalSubstitutionError(str(ruling))
    return Side(order, tuple(field[position] for position in POSITIONS), bench)


def stand_in(leaves: str) -> str:
    """T25.2: the name in the line-up of the man made up to play for one who leaves when nobody is left."""
    return f"{STAND_IN}{leaves}"


def entry_ruling(side: Side, enters: str, leaves: str) -> Ruling:
    """5.10: the man who enters is on the bench, the man who leaves is in the game; who has left stays out.

    T25.2: with nobody left on the bench a man made up for the purpose comes in, under the name of stand_in().
    """
    if (refused := _entry_refused(side, enters, leaves)) is not None:
        return refused
    if enters == stand_in(leaves):
        return allow("T25.2", "Nobody is left on the bench.")
    return allow("5.10", f"{enters} comes in for {leaves}.")


def _entry_refused(side: Side, enters: str, leaves: str) -> Ruling | None:
    if enters in side.gone:
        return refuse("5.10", f"{enters} has left the game and may not come back.")
    if leaves not in side.order and leaves not in side.field:
        return refuse("5.10", f"{leaves} is not in the game.")
    if enters == stand_in(leaves):
        return refuse("T25.2", f"Men left on the bench: {len(side.bench)}.") if side.bench else None
    if enters not in side.bench:
        return refuse("5.10", f"{enters} is not on the bench.")
    return None


def substitute(state: State, team: int, enters: str, leaves: str) -> State:
    """One man for another in the order, in the field and on base. Raises IllegalSubstitutionError."""
    side = state.sides[team]
    refused = _entry_refused(side, enters, leaves)
    if refused is not None:
        raise IllegalSubstitutionError(str(refused))
    order, field, bench, gone, up = side
    bench = tuple([man for man in bench if man != enters])
    swapped = Side(_swapped(order, enters, leaves), _swapped(field, enters, leaves), bench, (*gone, leaves), up)
    return _with_side(_with_runner(state, leaves, enters), team, swapped)


def _swapped(men: tuple[str, ...], enters: str, leaves: str) -> tuple[str, ...]:
    if leaves not in men:
        return men
    place = men.index(leaves)
    return (*men[:place], enters, *men[place + 1 :])


def move_fielders(state: State, team: int, positions: Mapping[str, str]) -> State:
    """Men already in the game change positions: `positions` is position -> man. Raises IllegalSubstitutionError."""
    side = state.sides[team]
    field = dict(zip(POSITIONS, side.field, strict=True)) | dict(positions)
    ruling = lineup_ruling(side.order, field, designated_hitter=side.pitcher not in side.order)
    if not ruling:
        raise IllegalSubstitutionError(str(ruling))
    return _with_side(state, team, side._replace(field=tuple(field[position] for position in POSITIONS)))


def swap_in_order(state: State, team: int, one: str, other: str) -> State:
    """5.10b: two men who come in at once may take each other's place in the order (a double switch)."""
    side = state.sides[team]
    places = {one: other, other: one}
    return _with_side(state, team, side._replace(order=tuple(places.get(man, man) for man in side.order)))


def end_hitter(state: State, team: int, position: str) -> State:
    """5.11: the designated hitter is no more, and the pitcher bats.

    At a `position` the hitter takes the field himself and the pitcher bats for the man who leaves it; "" is the
    pitcher batting or running for the hitter. Raises IllegalSubstitutionError.
    """
    side = state.sides[team]
    hitters = [man for man in side.order if man not in side.field]
    if side.pitcher in side.order or not hitters:
        raise IllegalSubstitutionError("5.11: there is no designated hitter.")
    hitter = hitters[0]
    leaves = side.at(position) if position else hitter
    order = tuple(side.pitcher if man == leaves else man for man in side.order)
    field = tuple(hitter if man == leaves else man for man in side.field)
    changed = side._replace(order=order, field=field, gone=(*side.gone, leaves))
    return _with_side(_with_runner(state, leaves, side.pitcher), team, changed)


def _with_runner(state: State, leaves: str, enters: str) -> State:
    if state.bases == NOBODY_ON:
        return state
    bases = tuple(Runner(enters, on.pitcher) if on and on.player == leaves else on for on in state.bases)
    return state._replace(bases=(bases[0], bases[1], bases[2]))


def _with_side(state: State, team: int, side: Side) -> State:
    rules, (away, home), inning, bottom, outs, bases, score, halves, ending = state
    sides = (away, side) if team else (side, home)
    return charge_man_put_on_second(State(rules, sides, inning, bottom, outs, bases, score, halves, ending))
