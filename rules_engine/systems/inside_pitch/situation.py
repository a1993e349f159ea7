"""The situation before a play: the inputs for the rules of a plate appearance."""

from dataclasses import dataclass

from rules_engine.baseball.state import State
from rules_engine.systems.inside_pitch.cards import BatterCard, Glove, PitcherCard
from rules_engine.systems.inside_pitch.game_setup import GameSetup, Gloves
from rules_engine.systems.inside_pitch.matchup import Matchup

BACK, HALF, IN = "back", "half", "in"
DEPTHS = (BACK, HALF, IN)
ALL_BACK = (BACK,) * 4
Depths = tuple[str, ...]  # for 1b, 2b, 3b, ss
Ratings = tuple[int, int, int, int]  # for the batter and the runners on first, second and third


@dataclass(slots=True)
class PlaySituation:
    """Pitcher, batter, runners, outs and infield depths before a play.

    `runners` has the cards of the runners on first, second and third.
    """

    matchup: Matchup
    gloves: Gloves
    batter: BatterCard
    pitcher: PitcherCard
    runners: tuple[BatterCard | None, ...] = (None, None, None)
    occupied: int = 0
    outs: int = 0
    tired: bool = False
    depths: Depths = ALL_BACK
    hit_and_run: bool = False
    state: State | None = None  # None outside a game

    def br(self, start: int) -> int:
        """Return the BR of the runner from this base, where 0 is the batter."""
        card = self.runners[start - 1] if start else self.batter
        return card.br if card else 0

    def glove(self, fielder: int) -> Glove:
        return self.gloves[fielder - 1]

    def column(self, fielder: int) -> int:
        """IP8.11-a: Return this fielder's column on the depth chart.

        The columns are back, halfway, in, pitcher and catcher.
        """
        return DEPTHS.index(self.depths[fielder - 3]) if fielder > 2 else fielder + 2


def situation_before_play(setup: GameSetup, state: State, *, tired: bool) -> PlaySituation:
    """Return the situation before the next batter's dice."""
    _, sides, _, bottom, outs, (first, second, third), _, _, _ = state
    order, _, _, _, up = sides[bottom]
    field = sides[not bottom].field
    occupied = (first is not None) + 2 * (second is not None) + 4 * (third is not None)
    on_base = (
        (
            setup.batter(first.player) if first else None,
            setup.batter(second.player) if second else None,
            setup.batter(third.player) if third else None,
        )
        if occupied
        else (None, None, None)
    )
    return PlaySituation(
        setup.matchup(field[0], order[up]),
        setup.gloves(field),
        setup.batter(order[up]),
        setup.pitcher(field[0]),
        on_base,
        occupied,
        outs,
        tired,
        state=state,
    )
