"""Who gets the putouts and assists of a play: (assists, putouts) by position, as a scorer writes them."""

from rules_engine.baseball.bases import BATTER, FIRST, SECOND, THIRD
from rules_engine.baseball.plays import Play

Credits = tuple[tuple[str, ...], tuple[str, ...]]
_BAG = {FIRST: "1b", SECOND: "2b", THIRD: "3b", 4: "c"}


def fielding_credits(play: Play) -> Credits:
    """Putouts equal the outs of the play. Where the play does not say who, the usual man is credited."""
    outs = play.outs
    if not outs:
        return ((), ())
    if play.kind == "strikeout":
        return _with_runners(play, [], ["c"])
    if play.kind in ("caught_stealing", "pickoff"):
        thrower = "c" if play.kind == "caught_stealing" else "p"
        return (thrower,) * len(outs), tuple(_covering(start, thrower) for start in outs)
    if play.kind in ("flyout", "popout", "foulout", "lineout") and outs[0] == BATTER:
        return _with_runners(play, [], [play.fielder or _usual(play.kind)])
    return _grounded(play, play.fielder or "p")


def _grounded(play: Play, fielder: str) -> Credits:
    """Batter or runners put out on a ball on the ground: runners first, the batter last."""
    assists: list[str] = []
    putouts: list[str] = []
    holder = fielder
    for start in (3, 2, 1, BATTER):
        if start not in play.outs:
            continue
        taker = _covering(start, holder)
        if taker != holder:
            assists.append(holder)
        putouts.append(taker)
        holder = taker
    return tuple(assists), tuple(putouts)


def _covering(start: int, thrower: str) -> str:
    """Who takes the throw for the man who began at this base."""
    bag = _BAG[start + 1]
    if bag != thrower:
        return bag
    return {"1b": "1b", "2b": "ss", "3b": "3b", "c": "c"}[bag]


def _with_runners(play: Play, assists: list[str], putouts: list[str]) -> Credits:
    """Runners doubled off or thrown out after a catch."""
    holder = putouts[0]
    for start in play.outs[1:]:
        bag = _BAG[start if play.kind == "lineout" else min(start + 1, 4)]
        taker = "ss" if bag == holder == "2b" else bag
        if taker != holder:
            assists.append(holder)
        putouts.append(taker)
        holder = taker
    return tuple(assists), tuple(putouts)


def _usual(kind: str) -> str:
    return {"flyout": "cf", "foulout": "c", "popout": "ss", "lineout": "2b"}[kind]
