"""Credit putouts and assists, out by out, and stolen bases, as a scorer does."""

import re

from rules_engine.baseball.bases import BATTER, FIRST, HOME, SECOND, THIRD
from rules_engine.baseball.plays import HIT_BASES, Destinations, Play
from rules_engine.baseball.state import POSITIONS

STOLE_FROM = "from "  # begins the code of a play that names the bases from which runners stole: "from 13"
Chain = tuple[str, ...]  # the positions that handled the ball for one out; the last has the putout
_BAG = {FIRST: "1b", SECOND: "2b", THIRD: "3b", HOME: "c"}
_KNOWN: dict[tuple[str, Destinations, str, str], tuple[tuple[int, Chain], ...]] = {}
_AS_WRITTEN = re.compile(r"[A-Z]+ ([1-9](?:-[1-9])*)")  # a code that names who handled the ball: "SH 5-4"
_CAUGHT = ("flyout", "popout", "foulout", "lineout")
_USUAL = {"flyout": "cf", "foulout": "c", "popout": "ss", "lineout": "2b"}


def out_chains(play: Play) -> tuple[tuple[int, Chain], ...]:
    """(where he began, who put him out) for each out in the order made. Where the play is silent, the usual players."""
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
    """The chart of a bunt says who handled the ball; where two are out the first of them has caught it."""
    if len(outs) == 1:
        return ((outs[0], chain),)
    return ((outs[0], chain[:1]), *((start, chain) for start in outs[1:]))


def fielding_credits(play: Play) -> tuple[Chain, Chain]:
    """(assists, putouts) by position; putouts equal the outs of the play."""
    chains = [chain for _, chain in out_chains(play)]
    return tuple(player for chain in chains for player in chain[:-1]), tuple(chain[-1] for chain in chains)


def base_of_out(play: Play, start: int) -> int:
    """Where the player who began the play at `start` was put out.

    On a hit that is one base beyond those it gave him; picked off, or doubled off on a lineout, his own; else the next.
    """
    if play.kind == "pickoff" or (play.kind == "lineout" and start != BATTER):
        return start
    return min(start + HIT_BASES.get(play.kind, 0) + 1, HOME)


def _on_the_ground(play: Play) -> tuple[tuple[int, Chain], ...]:
    """Runners first, the lead runner before the others, the batter last; the ball goes from out to out."""
    holder, chains = play.fielder or "p", []
    for start in (3, 2, 1, BATTER):
        if start in play.outs:
            taker = _taker(base_of_out(play, start), holder)
            chains.append((start, (taker,) if taker == holder else (holder, taker)))
            holder = taker
    return tuple(chains)


def _after_catch(play: Play) -> tuple[tuple[int, Chain], ...]:
    """The catch, then runners doubled off (lineouts) or thrown out going on."""
    holder = play.fielder or _USUAL[play.kind]
    chains: list[tuple[int, Chain]] = [(BATTER, (holder,))]
    for start in play.outs[1:]:
        taker = _taker(base_of_out(play, start), holder)
        chains.append((start, (taker,) if taker == holder else (holder, taker)))
        holder = taker
    return tuple(chains)


def _taker(base: int, thrower: str) -> str:
    """Who takes the ball at this base; the second baseman's own grounders go to the shortstop at second."""
    bag = _BAG[base]
    return "ss" if bag == thrower == "2b" else bag


def stole(play: Play) -> tuple[int, ...]:
    """9.07: who is credited with a stolen base, the lead runner first; no one where one of them was caught."""
    return _went(play) if play.kind == "stolen_base" else ()


def caught(play: Play) -> tuple[int, ...]:
    """9.07: who was put out stealing, or would have been without the error that let everyone go on."""
    if play.kind != "caught_stealing":
        return ()
    if play.outs:
        return play.outs
    bases = _bases_awarded(play)
    return tuple(start for start in _went(play) if play.to[start] <= start + bases)[:1]


def _went(play: Play) -> tuple[int, ...]:
    """Those whom the code names; without it those who came further than the error took them.

    Where a winning run has cut everyone short it is the last of those who moved.
    """
    if play.code.startswith(STOLE_FROM):
        return tuple(sorted(map(int, play.code.removeprefix(STOLE_FROM)), reverse=True))
    moved = tuple(start for start in (3, 2, 1) if play.to[start] > start)
    further = tuple(start for start in moved if play.to[start] > start + _bases_awarded(play))
    return further or moved[-1:]


def _bases_awarded(play: Play) -> int:
    return sum(bases for _, bases in play.errors)
