"""Hits, and how far the batter and the runners advance (7)."""

from typing import Final

from rules_engine.baseball.bases import BATTER, HOME, is_on, runners
from rules_engine.baseball.game_input import GameInput
from rules_engine.baseball.plays import OUT, Charge, Play, advance, settled
from rules_engine.systems.inside_pitch.cells import Cell
from rules_engine.systems.inside_pitch.charts import Charts
from rules_engine.systems.inside_pitch.game_setup import GameSetup
from rules_engine.systems.inside_pitch.situation import PlaySituation
from rules_engine.systems.inside_pitch.throws import NO_THROW_ABR, AdvancingRunner, EndBases, advance_on_throw

HIT_KINDS: Final = {"S": "single", "S+": "single", "D": "double", "T": "triple"}
BASES_BY_HIT: Final = {"S": 1, "S+": 1, "D": 2, "T": 3}


def resolve_hit(game_input: GameInput, setup: GameSetup, situation: PlaySituation, ball: Cell) -> Play:
    """IP7.0: Resolve a hit of any kind without an error."""
    if ball.kind == "S+":
        return stretched_single(game_input, setup, situation, ball)
    if ball.fielder < 7:
        return single_through_infield(setup, situation, ball)
    if ball.kind == "T":
        return hit_play(situation, ball, {BATTER: 3}, "IP7.2-a", least=3)
    ends, _ = advance_on_throw(game_input, setup.charts, runners_on_hit(setup.charts, situation, ball))
    return hit_play(situation, ball, ends, "IP7.2-f", least=BASES_BY_HIT[ball.kind])


def single_through_infield(setup: GameSetup, situation: PlaySituation, ball: Cell) -> Play:
    """IP7.1-a: Return a single through the infield. The batter stays at first."""
    ratings = {start: situation.br(start) for start in runners(situation.occupied)}
    if situation.hit_and_run:
        ratings[1] = NO_THROW_ABR  # IP11.2: he was running on the pitch
    ends = infield_single_ends(setup.charts, ball.fielder, ratings, situation.outs)
    return hit_play(situation, ball, {**ends, BATTER: 1}, "IP7.1-a", least=1)


def infield_single_ends(charts: Charts, fielder: int, ratings: dict[int, int], outs: int) -> EndBases:
    """IP7.1-a to IP7.1-c: Return each runner's destination.

    Runners take one base, and one more if their BR reaches the chart's number. BR is one higher
    with two outs. No one advances to an occupied third base (IP7.1-b).
    """
    from_first, from_second = charts.infield_single[fielder]
    ends = {3: HOME} if 3 in ratings else {}
    if 2 in ratings:
        ends[2] = HOME if _takes_extra_base(ratings[2], from_second, outs) else 3
    if 1 in ratings:
        free = ends.get(2, HOME) == HOME
        ends[1] = 3 if free and _takes_extra_base(ratings[1], from_first, outs) else 2
    return ends


def _takes_extra_base(br: int, least: int, outs: int) -> bool:
    return 0 < least <= br + (outs == 2)


def runners_on_hit(charts: Charts, situation: PlaySituation, ball: Cell) -> list[AdvancingRunner]:
    """IP7.2-b: Return the runners who can try for an extra base, lead runner first.

    Runners who score anyway are omitted: from third on a single, and from second and third on a
    double. The batter comes last.
    """
    bases, added = BASES_BY_HIT[ball.kind], charts.outfield_hit[ball.code]
    arm = situation.glove(ball.fielder).arm
    advancing = [
        AdvancingRunner(
            start,
            start + bases,
            situation.br(start),
            adjusted_br(situation.br(start), added[start - 1], arm, situation.outs),
        )
        for start in runners(situation.occupied)
        if start + bases < HOME
    ]
    if situation.hit_and_run and bases == 1:
        advancing[-1] = advancing[-1]._replace(abr=NO_THROW_ABR)  # IP11.2: the runner from first was going
    return [*advancing, AdvancingRunner(BATTER, bases, situation.br(BATTER), 0)]


def adjusted_br(br: int, chart: int, arm: int, outs: int) -> int:
    """IP7.2-c: Return BR plus chart number plus arm, and one more with two outs."""
    return br + chart + arm + (outs == 2)


def hit_play(
    situation: PlaySituation, ball: Cell, ends: EndBases, rule: str, *, least: int, errors: tuple[Charge, ...] = ()
) -> Play:
    """Return the play on a hit. Runners without a destination take `least` bases.

    Runs that score before a throw's third out count.
    """
    to = advance(situation.occupied, least, least)
    for start, end in ends.items():
        if start == BATTER or is_on(situation.occupied, start):
            to[start] = end
    destinations = (to[0], to[1], to[2], to[3])
    return settled(HIT_KINDS[ball.kind], destinations, situation.outs, rule, ball.position, ball.code, errors, True)


def stretched_single(game_input: GameInput, setup: GameSetup, situation: PlaySituation, ball: Cell) -> Play:
    """IP4.6-a to IP4.6-c: Let the batter stretch a single. The runners take two bases."""
    batter = roll_stretch(game_input, situation.batter.br, situation.glove(ball.fielder).arm)
    kind, to = ("double", 2) if batter == "D" else ("single", 1 if batter == "S" else OUT)
    _, first, second, third = advance(situation.occupied, 2)
    destinations = (to, first, second, third)
    return settled(kind, destinations, situation.outs, "IP4.6-a", ball.position, ball.code, (), True)


def roll_stretch(game_input: GameInput, br: int, arm: int) -> str:
    """IP4.6-a: Roll a d6 and return D, S or "out_at_2nd".

    A roll up to the target is a double, and a 6 above it is an out.
    """
    roll = game_input.roll("stretch", 6)
    if roll <= stretch_target(br, arm):
        return "D"
    return "out_at_2nd" if roll == 6 else "S"


def stretch_target(br: int, arm: int) -> int:
    """IP4.6-a: Return the batter's BR plus the outfielder's arm."""
    return br + arm


def home_run_play(situation: PlaySituation, rule: str, fielder: str = "") -> Play:
    """IP3.3-a: Return a home run."""
    _, first, second, third = advance(situation.occupied, HOME)
    return settled("homerun", (HOME, first, second, third), situation.outs, rule, fielder)
