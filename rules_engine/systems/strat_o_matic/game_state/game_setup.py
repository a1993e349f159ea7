"""The setup of a game, which doesn't change during play: ruleset, cards, charts, ballpark."""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import nlargest
from typing import ClassVar, Final, NamedTuple

from rules_engine.baseball.game_input import Option
from rules_engine.baseball.game_setup import AtBat as Batting
from rules_engine.baseball.game_setup import bat_of
from rules_engine.baseball.seasons import Rates
from rules_engine.baseball.state import POSITIONS, Side, State
from rules_engine.baseball.substitutions import STAND_IN
from rules_engine.rulings import Finding, Ruling, allow, refuse
from rules_engine.systems.strat_o_matic.baserunning.stealing import BaseStealer, StealChart, load_steal_chart
from rules_engine.systems.strat_o_matic.batting.parks import Park
from rules_engine.systems.strat_o_matic.card_making.card_sides import side_rates
from rules_engine.systems.strat_o_matic.cards.cards import BatterCard, Card, CardSide, PitcherCard, hitters_card
from rules_engine.systems.strat_o_matic.cards.dice import LINES, bats_from
from rules_engine.systems.strat_o_matic.cards.habits import ManagerHabits
from rules_engine.systems.strat_o_matic.cards.positions import UNLISTED, fielding_assignment
from rules_engine.systems.strat_o_matic.cards.ratings import Hand, HittingCode, PositionRating, outfield_arm
from rules_engine.systems.strat_o_matic.cards.reading import OUTFIELD, Line
from rules_engine.systems.strat_o_matic.cards.shared_cards import fielders_pitching_card, hitting_card
from rules_engine.systems.strat_o_matic.cards.underlines import apply_underlines
from rules_engine.systems.strat_o_matic.charts.strategy_charts import StrategyChart, load_strategy_chart
from rules_engine.systems.strat_o_matic.fielding.fielding_chart import FieldingChart, load_fielding_chart
from rules_engine.systems.strat_o_matic.fielding.simple_charts import (
    AdvancedChart,
    BasicChart,
    load_advanced_chart,
    load_basic_chart,
)
from rules_engine.systems.strat_o_matic.pitching.fatigue import pow_for
from rules_engine.systems.strat_o_matic.rulesets.ruleset import Ruleset
from rules_engine.systems.strat_o_matic.situation import Battery, Fielder


class BookFinding(Finding):
    """Reasons why a player may or can't pitch, based on his card."""

    NO_PITCHER = "{subject} is not a pitcher."
    NO_STARTER = "{subject} has no starter rating."
    NO_RELIEVER = "{subject} has no relief rating."
    MAY_START = "{subject} may start."
    MAY_RELIEVE = "{subject} may relieve."


# An average pitcher's rates per plate appearance on his card, for games whose cards include no pitchers.
AVERAGE_PITCHER: Final = Rates(0.155, 0.045, 0.005, 0.026, 0.085, 0.008, 0.165)
# The rates of a pitcher's X chances with average fielders, from card_making.card_sides.x_rates per 108 chances.
X_RATES: Final = Rates(single=0.0645, double=0.0071, triple=0.0019, homerun=0.0004)
HANDS: Final[tuple[Hand, Hand]] = ("L", "R")
REGULAR_PITCHERS: Final = 40  # number of busiest pitchers who define the average pitcher
# Runs per event, relative to an out.
RUN_VALUES: Final = Rates(single=0.74, double=1.05, triple=1.32, homerun=1.67, walk=0.59, hit_by_pitch=0.61)


class AtBat(NamedTuple):
    """A batter against a pitcher: the batter's card, his batting side, his power and his ratings."""

    card: BatterCard
    batting_side: Hand
    power: str
    bunt: str
    hit_and_run: str
    code: HittingCode | None
    pitcher_card: PitcherCard
    lines: list[Line | None]  # the lines looked up so far, by their index on the cards


class _Cards(dict[str, Card]):
    """T25.2: cards by player. An imaginary replacement for an injured player bats and pitches as a 1WR pitcher."""

    def __missing__(self, player: str) -> Card:
        if not player.startswith(STAND_IN):
            raise KeyError(player)
        return fielders_pitching_card(player, "R")


@dataclass(slots=True)
class GameSetup:
    """The ruleset, cards and charts of a game. `cards` is keyed by player, as named in the lineups."""

    system: ClassVar[str] = "strat_o_matic"

    edition: Ruleset
    cards: Mapping[str, Card]
    park: Park | None = None
    unrested: frozenset[str] = frozenset()  # 27.52, 27.61: pitchers without rest
    unrested_to_start: frozenset[str] = frozenset()  # 27.52: rested to relieve, but not to start
    absent: dict[str, Ruling] = field(default_factory=dict)  # 25.1: rulings against injured players
    may_not_start: dict[str, Ruling] = field(default_factory=dict)  # 10.2, 26.1, 27.51: against unrested pitchers
    may_not_relieve: dict[str, Ruling] = field(default_factory=dict)  # 27.64
    fielding_chart: FieldingChart = field(default_factory=load_fielding_chart)
    basic_chart: BasicChart = field(default_factory=load_basic_chart)
    advanced_chart: AdvancedChart = field(default_factory=load_advanced_chart)
    steal_chart: StealChart = field(default_factory=load_steal_chart)
    habits: ManagerHabits = field(default_factory=ManagerHabits)  # of the league's managers
    strategy_chart: StrategyChart = field(init=False)
    _fields: dict[tuple[str, ...], Mapping[str, Fielder]] = field(default_factory=dict)
    _batteries: dict[tuple[str, ...], Battery] = field(default_factory=dict)
    _stealers: dict[str, BaseStealer] = field(default_factory=dict)
    _on_the_mound: dict[str, PitcherCard] = field(default_factory=dict)
    at_bats: dict[tuple[str, str], AtBat] = field(default_factory=dict)  # by batter and pitcher
    _positions: dict[str, tuple[Card, list[str]]] = field(default_factory=dict)
    _bats: dict[tuple[str, Hand], tuple[Card, Batting]] = field(default_factory=dict)
    _average_pitcher: Rates | None = None
    _average_slugging: dict[Hand, float] = field(default_factory=dict)
    _runs: dict[tuple[str, str], float] = field(default_factory=dict)  # by batter and pitcher
    lineups: dict[Side, tuple[Mapping[str, Card], Ruling]] = field(default_factory=dict)  # valid for these cards
    card_ways: dict[tuple[str, ...], Counter[str]] = field(default_factory=dict)  # cached by odds/card_chances.py
    options: dict[Hashable, tuple[Option, ...]] = field(default_factory=dict)  # cached by play/options.py
    steals: dict[Hashable, int] = field(default_factory=dict)  # cached by steal_calls.py

    def __post_init__(self) -> None:
        self.cards = _Cards(apply_underlines(self.edition.cards, self.cards))
        self.strategy_chart = load_strategy_chart(self.edition.strategy.chart)

    def pitchers(self, players: Iterable[str]) -> list[str]:
        """Return the uninjured players who have a pitcher's card."""
        cards, absent = self.cards, self.absent
        return [player for player in players if isinstance(cards[player], PitcherCard) and player not in absent]

    def batters(self, players: Iterable[str]) -> list[str]:
        """Return the uninjured players who have a hitter's card."""
        absent = self.absent
        return [player for player in players if self.is_hitter(player) and player not in absent]

    def is_pitcher(self, player: str) -> bool:
        return isinstance(self.cards[player], PitcherCard)

    def is_hitter(self, player: str) -> bool:
        return hitters_card(self.cards[player]) is not None

    def hand(self, player: str) -> str:
        card = self.cards[player]
        return card.throws if isinstance(card, PitcherCard) else card.bats

    def may_pitch(self, player: str, *, start: bool) -> Ruling:
        """10.2, 27.53, T27.53, T27.62: check whether a player may pitch, given his card, his health and his rest."""
        card = self.cards[player]
        if not isinstance(card, PitcherCard):
            return refuse(BookFinding.NO_PITCHER, "25.3", subject=player)
        if start and not pow_for(self.edition.endurance, card.endurance, started=True):
            return refuse(BookFinding.NO_STARTER, "T27.53", subject=player)
        if not start and card.endurance.relief is None and not self.edition.endurance.pow_of_unlisted_reliever:
            return refuse(BookFinding.NO_RELIEVER, "T27.62", subject=player)
        for refused in (self.absent, self.may_not_start if start else self.may_not_relieve):
            if player in refused:
                return refused[player]
        return allow(*(BookFinding.MAY_START, "10.2") if start else (BookFinding.MAY_RELIEVE, "27.62"), subject=player)

    def bat(self, player: str, throws: Hand) -> Batting:
        """Return a player's batting against pitchers of this hand.

        Half of it comes from his own card, and half from an average pitcher's card with X chances. The card may have
        only a Basic side.
        """
        card = self.cards[player]
        cached = self._bats.get((player, throws))
        if cached is None or cached[0] is not card:
            cached = self._bats[player, throws] = card, self._bat(card, throws)
        return cached[1]

    def _bat(self, card: Card, throws: Hand) -> Batting:
        batter = card if isinstance(card, BatterCard) else card.hitter or hitting_card(card.hitting, card.name)
        rates = self._batters_half(batter, throws)
        weak = batter.power["left" if throws == "L" else "right"] == "W"
        return bat_of(rates.plus(self._pitchers_half(self.average_pitcher, weak=weak)).times(0.5))

    def _batters_half(self, batter: BatterCard, throws: Hand) -> Rates:
        side: CardSide = "left" if throws == "L" else "right"
        return side_rates(batter.columns[side if self._has_side(batter, side) else "basic"])

    def _has_side(self, card: Card, side: CardSide) -> bool:
        return self.edition.cards.sides and side in card.columns

    def _pitchers_half(self, rates: Rates, *, weak: bool) -> Rates:
        """Return the rates from a pitcher's card; a batter without power gets singles instead of home runs."""
        if not weak or not self.edition.cards.power:
            return rates
        return rates._replace(single=rates.single + rates.homerun, homerun=0.0)

    def _rates_off(self, pitcher: PitcherCard, batting_side: Hand) -> Rates:
        """Return the rates from one side of a pitcher's card, including X chances."""
        side: CardSide = "left" if batting_side == "L" else "right"
        card_rates = side_rates(pitcher.columns[side if self._has_side(pitcher, side) else "basic"])
        return card_rates.plus(X_RATES)

    @property
    def average_pitcher(self) -> Rates:
        """Return the busiest pitchers' rates per plate appearance, weighted by their outs."""
        if self._average_pitcher is None:
            pitchers = nlargest(
                REGULAR_PITCHERS,
                (card for card in self.cards.values() if isinstance(card, PitcherCard)),
                key=lambda card: card.outs,
            )
            self._average_pitcher = self._mean_rates(pitchers) if pitchers else AVERAGE_PITCHER
        return self._average_pitcher

    def _mean_rates(self, pitchers: Sequence[PitcherCard]) -> Rates:
        total, outs = Rates(), 0
        for pitcher in pitchers:
            weight = max(1, pitcher.outs)
            outs += weight
            for hand in HANDS:
                total = total.plus(self._rates_off(pitcher, hand), weight / len(HANDS))
        return total.times(1 / outs)

    def average_slugging(self, throws: Hand) -> float:
        """Return the slugging average of the game's hitters against this hand, weighted by their playing time."""
        if throws not in self._average_slugging:
            hitters = {player: hitter for player, card in self.cards.items() if (hitter := hitters_card(card))}
            times = {player: max(1, hitter.at_bats_and_walks) for player, hitter in hitters.items()}
            bases = sum(count * self.bat(player, throws).slugging for player, count in times.items())
            self._average_slugging[throws] = bases / max(1, sum(times.values()))
        return self._average_slugging[throws]

    def runs(self, batter: str, pitcher: str) -> float:
        """Return the expected runs per plate appearance from both cards."""
        value = self._runs.get((batter, pitcher))
        if value is None:
            value = self._runs[batter, pitcher] = self._matchup_runs(self.at_bat(batter, pitcher))
        return value

    def _matchup_runs(self, at_bat: AtBat) -> float:
        batter, pitcher = at_bat.card, at_bat.pitcher_card
        off_pitcher = self._pitchers_half(self._rates_off(pitcher, at_bat.batting_side), weak=at_bat.power == "W")
        rates = self._batters_half(batter, pitcher.throws).plus(off_pitcher).times(0.5)
        return sum(rate * value for rate, value in zip(rates, RUN_VALUES, strict=True))

    def pitcher(self, player: str) -> PitcherCard:
        """25.3: return a player's pitcher card; for a position player, the shared card in his name and hand."""
        card = self.cards[player]
        if isinstance(card, PitcherCard):
            return card
        cached = self._on_the_mound.get(player)
        if cached is None:
            cached = self._on_the_mound[player] = fielders_pitching_card(card.name, card.bats)
        return cached

    def at_bat(self, player: str, pitcher: str) -> AtBat:
        """11.1: return a batter against a pitcher.

        Pitchers bat with the card and from the side in their hitting code. A two-way player bats with his hitter's
        card.
        """
        cached = self.at_bats.get((player, pitcher))
        if cached is None:
            cached = self.at_bats[player, pitcher] = self._at_bat(self.cards[player], self.pitcher(pitcher))
        return cached

    def _at_bat(self, card: Card, pitcher_card: PitcherCard) -> AtBat:
        if isinstance(card, PitcherCard) and card.hitter is None:
            code = card.hitting
            hitter = hitting_card(code, card.name, bunt=card.bunt, running=card.running)
            return AtBat(hitter, code.bats, code.power, card.bunt, "D", code, pitcher_card, [None] * LINES)
        batter = card if isinstance(card, BatterCard) else card.hitter
        assert batter is not None
        batting_side: Hand = "L" if bats_from(batter.bats, pitcher_card.throws) == "L" else "R"
        power = batter.power["left" if pitcher_card.throws == "L" else "right"]
        return AtBat(batter, batting_side, power, batter.bunt, batter.hit_and_run, None, pitcher_card, [None] * LINES)

    def running(self, player: str) -> int:
        card = self.cards[player]
        return (hitters_card(card) or card).running

    def stealer(self, player: str) -> BaseStealer:
        """22.1, 23.12: return a player's steal grade and rating.

        A pitcher has those from the roster, if the ruleset uses them. Otherwise his grade is E and he has no rating.
        """
        cached = self._stealers.get(player)
        if cached is None:
            card = self.cards[player]
            hitter = hitters_card(card) or card
            own = isinstance(hitter, BatterCard) or self.edition.stealing.pitchers_have_their_own
            cached = BaseStealer(hitter.grade, hitter.steal) if own else BaseStealer()
            self._stealers[player] = cached
        return cached

    def asterisk_on_first(self, state: State) -> bool:
        """T23.01: return whether the runner on first has an asterisk."""
        runner = state.bases[0]
        rating = self.stealer(runner.player).rating if runner else None
        return rating is not None and rating.asterisk

    def fielders(self, side: Side) -> Mapping[str, Fielder]:
        """Return the ratings of the nine fielders by position, including players who aren't rated there."""
        cached = self._fields.get(side.field)
        if cached is None:
            pairs = zip(POSITIONS, side.field, strict=True)
            cached = self._fields[side.field] = {position: self.fielder(player, position) for position, player in pairs}
        return cached

    def fielder(self, player: str, position: str) -> Fielder:
        card = self.cards[player]
        listed = self.listed(player)
        if position == POSITIONS[0] and isinstance(card, PitcherCard):
            listed = (card.fielding,)
        rating = fielding_assignment(
            self.edition.injuries, listed, position, self.fielding_chart.highest_e(position)
        ).fielding
        arm = outfield_arm(listed) if position in OUTFIELD and rating.arm is None else rating.arm or 0
        return Fielder(rating.range, rating.e or 0, arm)

    def listed(self, player: str) -> tuple[PositionRating, ...]:
        """Return the rated positions on a player's card; for a two-way player, those on his hitter's card."""
        card = self.cards[player]
        hitter = hitters_card(card) or card
        return hitter.fielding if isinstance(hitter, BatterCard) else (hitter.fielding,)

    def positions(self, player: str) -> list[str]:
        """10.1, T10.11: return the positions on a player's hitter's card.

        In STAR, a hitter without any position is a first baseman.
        """
        card, ratings = self.cards[player], self._positions.get(player)
        if ratings is None or ratings[0] is not card:
            ratings = self._positions[player] = card, self._positions_on(card)
        return ratings[1]

    def _positions_on(self, card: Card) -> list[str]:
        hitter = hitters_card(card)
        if hitter is None:
            return []
        unlisted = [UNLISTED.position] if self.edition.injuries.unlisted_is_first_baseman else []
        return [rating.position for rating in hitter.fielding] or unlisted

    def battery(self, side: Side) -> Battery:
        """Return the pitcher's and the catcher's ratings against runners."""
        key = side.field[:2]
        cached = self._batteries.get(key)
        if cached is None:
            cached = self._batteries[key] = self._battery(self.pitcher(key[0]), self.cards[key[1]])
        return cached

    def _battery(self, pitcher: PitcherCard, catcher: Card) -> Battery:
        hitter = hitters_card(catcher)
        placed = fielding_assignment(
            self.edition.injuries, hitter.fielding if hitter else (), "c", self.fielding_chart.highest_e("c")
        )
        rated = hitter if hitter and hitter.fielding_at("c") else None
        return Battery(
            hold=pitcher.hold,
            arm=placed.fielding.arm or 0,
            throws_away=rated.catcher_throw if rated else 20,
            balk=pitcher.balk,
            wild_pitch=pitcher.wild_pitch,
            passed_ball=rated.passed_ball if rated else 20,
            catcher_range=placed.fielding.range,
        )

    def running_ratings(self, state: State) -> tuple[int, int, int, int]:
        """Return the running ratings of the batter and the runners on first, second and third; 0 for an empty base."""
        first, second, third = state.bases
        return (
            self.running(state.batting.batter),
            self.running(first.player) if first else 0,
            self.running(second.player) if second else 0,
            self.running(third.player) if third else 0,
        )
