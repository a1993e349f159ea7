"""A play's effect on batting, pitching and fielding lines, computed once per distinct play."""

from collections.abc import Iterator

from rules_engine.baseball.bases import BATTER, HOME
from rules_engine.baseball.credits import fielding_credits
from rules_engine.baseball.plays import ABSENT, FAULTS, HIT_BASES, OUT, Chance, Charge, Destinations, Play, Tally
from rules_engine.baseball.state import POSITIONS

INTENTIONAL = "intentional"  # the code of an announced walk
RUNNING = ("stolen_base", "caught_stealing")  # counts for a runner
NO_AT_BAT = ("walk", "hit_by_pitch", "sacrifice", "interference")
_ON_THE_GROUND = ("groundout", "fielders_choice")
_EXTRA_BASES = {2: "doubles", 3: "triples", 4: "homeruns"}
_Key = tuple[str, Destinations, str, str, tuple[Charge, ...]]
_KNOWN: dict[_Key, Tally] = {}


def tally_of(play: Play) -> Tally:
    """Return the play's tally. It is cached on the play, because rules return the same play objects repeatedly."""
    key = (play.kind, play.to, play.fielder, play.code, play.errors)
    tally = _KNOWN.get(key)
    if tally is None:
        tally = _KNOWN[key] = _work_out(play)
    object.__setattr__(play, "tally", tally)
    return tally


def _work_out(play: Play) -> Tally:
    kind, to = play.kind, play.to
    done = to[BATTER] != ABSENT
    sacrifice_fly = kind in ("flyout", "lineout") and HOME in to and to[BATTER] == OUT
    return Tally(
        outs=to.count(OUT),
        runs=to.count(HOME),
        left=sum(base in (1, 2, 3) for base in to),
        batter_is_done=done,
        at_bats=int(done and kind not in NO_AT_BAT and not sacrifice_fly),
        runs_batted_in=runs_batted_in(play) if done else 0,
        for_batter=tuple(_for_batter(play, sacrifice_fly=sacrifice_fly)) if done else (),
        for_pitcher=tuple(_for_pitcher(play)),
        chances=_chances(play),
        is_running=kind in RUNNING,
        is_faulty=bool(play.errors) or kind in FAULTS,
    )


def _for_batter(play: Play, *, sacrifice_fly: bool) -> Iterator[str]:
    """9.02a: Count a double play if two forced runners are put out on a grounder, even if the batter is safe."""
    kind = play.kind
    if kind in HIT_BASES:
        yield from _hit(kind)
    elif kind in _COUNTED:
        yield _COUNTED[kind]
    if kind == "walk" and play.code == INTENTIONAL:
        yield "intentional_walks"
    if sacrifice_fly:
        yield "sacrifice_flies"
    if kind in _ON_THE_GROUND and play.to.count(OUT) == 2:
        yield "double_plays"


_COUNTED = {
    "walk": "walks",
    "strikeout": "strikeouts",
    "hit_by_pitch": "hit_by_pitch",
    "sacrifice": "sacrifices",
}
_OF_PITCHER = {"walk": "walks", "strikeout": "strikeouts", "hit_by_pitch": "hit_batsmen"}
_WILD = {"wild_pitch": "wild_pitches", "balk": "balks"}  # with or without the batter


def _hit(kind: str) -> Iterator[str]:
    yield "hits"
    if kind != "single":
        yield _EXTRA_BASES[HIT_BASES[kind]]


def _for_pitcher(play: Play) -> Iterator[str]:
    kind = play.kind
    if kind in _WILD:
        yield _WILD[kind]
    elif play.to[BATTER] == ABSENT:
        return
    elif kind in _OF_PITCHER:
        yield _OF_PITCHER[kind]
    elif kind in HIT_BASES:
        yield "hits"
        if kind == "homerun":
            yield "homeruns"


def _chances(play: Play) -> tuple[Chance, ...]:
    assists, putouts = fielding_credits(play)
    errors = [position for position, _ in play.errors if position in POSITIONS]
    passed = ["c"] if play.kind == "passed_ball" else []
    handled = (*assists, *putouts) if len(putouts) == 2 else ()
    return tuple(
        Chance(
            POSITIONS.index(position),
            position,
            putouts.count(position),
            assists.count(position),
            (
                *["errors"] * errors.count(position),
                *["double_plays"] * (position in handled),
                *["passed_balls"] * (position in passed),
            ),
        )
        for position in dict.fromkeys((*assists, *putouts, *errors, *passed))
    )


def runs_batted_in(play: Play) -> int:
    """9.04: Return the runs batted in, with none for errors and groundball double plays."""
    if play.kind in ("error", "interference") or (play.kind == "groundout" and play.to.count(OUT) > 1):
        return 0
    return len(play.scored) - (bool(play.errors) and play.to[BATTER] == HOME)
