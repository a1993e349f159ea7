"""Changes of men that baseball itself allows: nobody twice, nobody back, nine men at nine positions, each order kept.

What a tournament adds (who may leave when, who may play where) is asked of its own rules first.
"""

from collections.abc import Mapping

from rules_engine.baseball.state import POSITIONS, Runner, Side, State
from rules_engine.rulings import Ruling, allow, refuse


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


def entry_ruling(side: Side, enters: str, leaves: str) -> Ruling:
    """5.10: the man who enters is on the bench, the man who leaves is in the game; who has left stays out."""
    if enters in side.gone:
        return refuse("5.10", f"{enters} has left the game and may not come back.")
    if enters not in side.bench:
        return refuse("5.10", f"{enters} is not on the bench.")
    if leaves not in side.order and leaves not in side.field:
        return refuse("5.10", f"{leaves} is not in the game.")
    return allow("5.10", f"{enters} comes in for {leaves}.")


def substitute(state: State, team: int, enters: str, leaves: str) -> State:
    """One man for another in the order, in the field and on base. Raises IllegalSubstitutionError."""
    side = state.sides[team]
    ruling = entry_ruling(side, enters, leaves)
    if not ruling:
        raise IllegalSubstitutionError(str(ruling))

    def swapped(men: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(enters if man == leaves else man for man in men)

    bench = tuple(man for man in side.bench if man != enters)
    changed = side._replace(
        order=swapped(side.order), field=swapped(side.field), bench=bench, gone=(*side.gone, leaves)
    )
    bases = tuple(Runner(enters, on.pitcher) if on and on.player == leaves else on for on in state.bases)
    return _with_side(state, team, changed)._replace(bases=(bases[0], bases[1], bases[2]))


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


def _with_side(state: State, team: int, side: Side) -> State:
    away, home = state.sides
    return state._replace(sides=(away, side) if team else (side, home))
