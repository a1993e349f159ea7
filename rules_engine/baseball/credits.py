"""Credits for putouts, assists and stolen bases, as a scorer would award them."""

import re

from rules_engine.baseball.bases import BATTER, FIRST, HOME, SECOND, THIRD
from rules_engine.baseball.plays import HIT_BASES, Destinations, Play
from rules_engine.baseball.state import POSITIONS

STOLE_FROM = "from "  # starts a play code that lists the bases from which runners stole: "from 13"
Chain = tuple[str, ...]  # the fielders who handled the ball for one out; the last gets the putout
_BAG = {FIRST: "1b", SECOND: "2b", THIRD: "3b", HOME: "c"}
_KNOWN: dict[tuple[str, Destinations, str, str], tuple[tuple[int, Chain], ...]] = {}
_AS_WRITTEN = re.compile(r"[A-Z]+ ([1-9](?:-[1-9])*)")  # a code with the fielders who handled the ball: "SH 5-4"
_CAUGHT = ("flyout", "popout", "foulout", "lineout")
_USUAL = {"flyout": "cf", "foulout": "c", "popout": "ss", "lineout": "2b"}


def out_chains(play: Play) -> tuple[tuple[int, Chain], ...]:
    """Return (starting base, fielders) for each out, in order.

    If the play doesn't name the fielders, the usual ones make the out.
    """
    key = (play.kind, play.to, play.fielder, play.code)
    chains = _KNOWN.get(key)
    if chains is None:
        chains = _KNOWN[key] = _chains(play)
    return chains


def _chains(play: Play) -> tuple[tuple[int, Chain], ...]:
    outs = play.outs
    if not outs:
        return ()
    if play.kind == "strikeout":
        return ((BATTER, ("c",)),)
    if play.kind in ("caught_stealing", "pickoff"):
        thrower = "c" if play.kind == "caught_stealing" else "p"
        return tuple((start, (thrower, _taker(base_of_out(play, start), thrower))) for start in outs)
    if written := _AS_WRITTEN.fullmatch(play.code):
        return _as_written(outs, tuple(POSITIONS[int(number) - 1] for number in written[1].split("-")))
    if play.kind in _CAUGHT and outs[0] == BATTER:
        return _after_catch(play)
    return _on_the_ground(play)


def _as_written(outs: tuple[int, ...], chain: Chain) -> tuple[tuple[int, Chain], ...]:
    """Return the outs of a bunt as its chart lists them.

    On a double play, the first fielder caught the ball.
    """
    if len(outs) == 1:
        return ((outs[0], chain),)
    return ((outs[0], chain[:1]), *((start, chain) for start in outs[1:]))


def fielding_credits(play: Play) -> tuple[Chain, Chain]:
    """Return (assists, putouts) by position. Putouts always equal the outs on the play."""
    chains = [chain for _, chain in out_chains(play)]
    return tuple(player for chain in chains for player in chain[:-1]), tuple(chain[-1] for chain in chains)


def base_of_out(play: Play, start: int) -> int:
    """Return the base at which the player from base `start` was put out.

    On a hit, he is out one base past the bases that the hit is worth. On a pickoff or a lineout double play, it is his
    own base. Otherwise, it is the next base.
    """
    if play.kind == "pickoff" or (play.kind == "lineout" and start != BATTER):
        return start
    return min(start + HIT_BASES.get(play.kind, 0) + 1, HOME)


def _on_the_ground(play: Play) -> tuple[tuple[int, Chain], ...]:
    """Return the outs on a ground ball, lead runner first, with each throw to the next out."""
    holder, chains = play.fielder or "p", []
    for start in (3, 2, 1, BATTER):
        if start in play.outs:
            taker = _taker(base_of_out(play, start), holder)
            chains.append((start, (taker,) if taker == holder else (holder, taker)))
            holder = taker
    return tuple(chains)


def _after_catch(play: Play) -> tuple[tuple[int, Chain], ...]:
    """Return the catch, followed by runners doubled off (lineouts) or thrown out advancing."""
    holder = play.fielder or _USUAL[play.kind]
    chains: list[tuple[int, Chain]] = [(BATTER, (holder,))]
    for start in play.outs[1:]:
        taker = _taker(base_of_out(play, start), holder)
        chains.append((start, (taker,) if taker == holder else (holder, taker)))
        holder = taker
    return tuple(chains)


def _taker(base: int, thrower: str) -> str:
    """Return the fielder who takes the throw. At second, the shortstop covers for the second baseman."""
    bag = _BAG[base]
    return "ss" if bag == thrower == "2b" else bag


def stole(play: Play) -> tuple[int, ...]:
    """9.07: Return the runners with a stolen base, lead runner first, or none if any runner was caught."""
    return _went(play) if play.kind == "stolen_base" else ()


def caught(play: Play) -> tuple[int, ...]:
    """9.07: Return the runners who were caught stealing, or would have been without an error."""
    if play.kind != "caught_stealing":
        return ()
    if play.outs:
        return play.outs
    bases = _bases_awarded(play)
    return tuple(start for start in _went(play) if play.to[start] <= start + bases)[:1]


def _went(play: Play) -> tuple[int, ...]:
    """Return the runners listed in the code, or those who advanced apart from the error.

    If the winning run ended the play early, return the last runner who moved.
    """
    if play.code.startswith(STOLE_FROM):
        return tuple(sorted(map(int, play.code.removeprefix(STOLE_FROM)), reverse=True))
    moved = tuple(start for start in (3, 2, 1) if play.to[start] > start)
    further = tuple(start for start in moved if play.to[start] > start + _bases_awarded(play))
    return further or moved[-1:]


def _bases_awarded(play: Play) -> int:
    return sum(bases for _, bases in play.errors)
