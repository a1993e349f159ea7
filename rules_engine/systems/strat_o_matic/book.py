"""Everything about a game that does not change while it is played: edition, cards, charts, ballpark."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from rules_engine.baseball.bases import EMPTY
from rules_engine.baseball.state import POSITIONS, Side, State
from rules_engine.baseball.table import Option
from rules_engine.systems.strat_o_matic.cards import BatterCard, Card, PitcherCard
from rules_engine.systems.strat_o_matic.dice import bats_from
from rules_engine.systems.strat_o_matic.edition import Edition
from rules_engine.systems.strat_o_matic.fielding_chart import FieldingChart, load_fielding_chart
from rules_engine.systems.strat_o_matic.parks import Park
from rules_engine.systems.strat_o_matic.positions import place
from rules_engine.systems.strat_o_matic.ratings import Fielding, Hand, HittingCode, outfield_arm
from rules_engine.systems.strat_o_matic.reading import OUTFIELD
from rules_engine.systems.strat_o_matic.shared_cards import fielders_pitching_card, hitting_card
from rules_engine.systems.strat_o_matic.simple_charts import (
    AdvancedChart,
    BasicChart,
    load_advanced_chart,
    load_basic_chart,
)
from rules_engine.systems.strat_o_matic.situation import Fielder, Situation
from rules_engine.systems.strat_o_matic.stealing import Battery, StealChart, Thief, load_steal_chart
from rules_engine.systems.strat_o_matic.strategy_charts import StrategyChart, load_strategy_chart

_STRATEGY_CHARTS = {"basic": "strategy_basic", "advanced": "strategy_advanced", "super": "strategy_super"}


class AtBat(NamedTuple):
    """A batter as he faces this pitcher: the card he bats on, the side he stands on, his power and ratings."""

    card: BatterCard
    stands: Hand
    power: str
    bunt: str
    hit_and_run: str
    code: HittingCode | None


@dataclass(slots=True)
class Book:
    """One game's cards and charts. `cards` is by player as the line-ups name him."""

    edition: Edition
    cards: Mapping[str, Card]
    park: Park | None = None
    fielding_chart: FieldingChart = field(default_factory=load_fielding_chart)
    basic_chart: BasicChart = field(default_factory=load_basic_chart)
    advanced_chart: AdvancedChart = field(default_factory=load_advanced_chart)
    steal_chart: StealChart = field(default_factory=load_steal_chart)
    strategy_chart: StrategyChart = field(init=False)
    _fields: dict[tuple[str, ...], Mapping[str, Fielder]] = field(default_factory=dict)
    _batteries: dict[tuple[str, str], Battery] = field(default_factory=dict)
    _on_the_mound: dict[str, PitcherCard] = field(default_factory=dict)
    _at_bats: dict[tuple[str, str], AtBat] = field(default_factory=dict)
    may_steal: dict[Hashable, bool] = field(default_factory=dict)  # what managers.py has already found out
    steals: dict[Hashable, tuple[Option, ...]] = field(default_factory=dict)  # the same for all who are on base
    _nobody_on: dict[tuple[int, int, tuple[str, ...]], Situation] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.strategy_chart = load_strategy_chart(_STRATEGY_CHARTS[self.edition.fielding.chart])

    def pitcher(self, player: str) -> PitcherCard:
        """His card; for a position player the one on which all of them pitch, in his name and hand (25.3)."""
        card = self.cards[player]
        if isinstance(card, PitcherCard):
            return card
        known = self._on_the_mound.get(player)
        if known is None:
            known = self._on_the_mound[player] = fielders_pitching_card(card.name, card.bats)
        return known

    def at_bat(self, player: str, pitcher: str) -> AtBat:
        """11.1: pitchers bat on the hitting card that their code names, from the side it names."""
        known = self._at_bats.get((player, pitcher))
        if known is None:
            known = self._at_bats[player, pitcher] = self._at_bat(self.cards[player], self.pitcher(pitcher).throws)
        return known

    def _at_bat(self, card: Card, throws: Hand) -> AtBat:
        if isinstance(card, PitcherCard):
            code = card.hitting
            hitter = hitting_card(code, card.name, bunt=card.bunt, running=card.running)
            return AtBat(hitter, code.bats, code.power, card.bunt, "D", code)
        stands: Hand = "L" if bats_from(card.bats, throws) == "L" else "R"
        power = card.power["left" if throws == "L" else "right"]
        return AtBat(card, stands, power, card.bunt, card.hit_and_run, None)

    def running(self, player: str) -> int:
        return self.cards[player].running

    def thief(self, player: str) -> Thief:
        card = self.cards[player]
        return Thief(card.grade, card.steal) if isinstance(card, BatterCard) else Thief()

    def fielders(self, side: Side) -> Mapping[str, Fielder]:
        """Position -> ratings of the nine who stand there now, out of position where a man is not rated."""
        known = self._fields.get(side.field)
        if known is None:
            pairs = zip(POSITIONS, side.field, strict=True)
            known = self._fields[side.field] = {position: self.fielder(man, position) for position, man in pairs}
        return known

    def fielder(self, player: str, position: str) -> Fielder:
        listed = self.listed(player)
        rating = place(self.edition.injuries, listed, position, self.fielding_chart.highest_e(position)).fielding
        arm = outfield_arm(listed) if position in OUTFIELD and rating.arm is None else rating.arm or 0
        return Fielder(rating.range, rating.e or 0, arm)

    def listed(self, player: str) -> tuple[Fielding, ...]:
        """The positions on a man's card."""
        card = self.cards[player]
        return card.fielding if isinstance(card, BatterCard) else (card.fielding,)

    def battery(self, side: Side) -> Battery:
        """What this pitcher and catcher bring against runners."""
        key = (side.pitcher, side.at("c"))
        known = self._batteries.get(key)
        if known is None:
            known = self._batteries[key] = self._battery(self.pitcher(key[0]), self.cards[key[1]])
        return known

    def _battery(self, pitcher: PitcherCard, catcher: Card) -> Battery:
        listed = catcher.fielding if isinstance(catcher, BatterCard) else ()
        placed = place(self.edition.injuries, listed, "c", self.fielding_chart.highest_e("c"))
        rated = isinstance(catcher, BatterCard) and catcher.fielding_at("c") is not None
        return Battery(
            hold=pitcher.hold,
            arm=placed.fielding.arm or 0,
            throws_away=catcher.catcher_throw if rated and isinstance(catcher, BatterCard) else 20,
            balk=pitcher.balk,
            wild_pitch=pitcher.wild_pitch,
            passed_ball=catcher.passed_ball if rated and isinstance(catcher, BatterCard) else 20,
            catcher_range=placed.fielding.range,
        )

    def nobody_on(self, state: State) -> Situation:
        """The situation with the bases empty, one object for all such moments."""
        side, fielding = state.batting, state.fielding
        running = self.cards[side.order[side.up]].running
        key = (state.outs, running, fielding.field)
        known = self._nobody_on.get(key)
        if known is None:
            known = Situation(EMPTY, state.outs, (running, 0, 0, 0), fielders=self.fielders(fielding))
            self._nobody_on[key] = known
        return known

    def running_ratings(self, state: State) -> tuple[int, int, int, int]:
        """Of the batter and the runners from first to third; 0 where nobody stands."""
        first, second, third = state.bases
        cards = self.cards
        return (
            cards[state.batting.batter].running,
            cards[first.player].running if first else 0,
            cards[second.player].running if second else 0,
            cards[third.player].running if third else 0,
        )
