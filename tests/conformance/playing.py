"""Play a case: set up the game, use dice and decisions by name, then check the log.

The batter is "batter", runners have the names in the case, and fielders are named by position. In the at-bat, every
line on both cards is the line that the case tests.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from rules_engine.baseball.bases import BASE_NAMES, BATTER
from rules_engine.baseball.events import PlayMade, Substituted
from rules_engine.baseball.game_input import DiceMissing, GameInputError, Option, check_choice
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.plays import OUT, Play
from rules_engine.baseball.state import POSITIONS, Runner, Side, State, start_game
from rules_engine.game_rules import GameRules
from rules_engine.systems.strat_o_matic.cards.cards import BatterCard, Card, CardSide, Columns, PitcherCard
from rules_engine.systems.strat_o_matic.cards.notation import parse_line
from rules_engine.systems.strat_o_matic.cards.ratings import Endurance, HittingCode, PositionRating
from rules_engine.systems.strat_o_matic.cards.reading import OUTFIELD, Line, Reading
from rules_engine.systems.strat_o_matic.charts.strategy_charts import TOTALS, UNRATED
from rules_engine.systems.strat_o_matic.fielding.fielding_chart import NO_ERROR, chart_group, load_fielding_chart
from rules_engine.systems.strat_o_matic.fielding.outcomes import parse_outcome
from rules_engine.systems.strat_o_matic.fielding.simple_charts import load_advanced_chart, load_basic_chart
from rules_engine.systems.strat_o_matic.game_state.game_setup import GameSetup
from rules_engine.systems.strat_o_matic.pitching.fatigue import StratAppearance
from rules_engine.systems.strat_o_matic.play.game import StratGame
from rules_engine.systems.strat_o_matic.rulesets.ruleset import Ruleset

Answer = dict[str, Any]
ON_BASE: Final = ("first", "second", "third")
STARTED: Final = "the starter"  # the home team's starter, if a reliever is pitching
PINCH_HITTER: Final = "the pinch hitter"  # on the batting team's bench
NEW_PITCHER, NEW_CATCHER = "the new pitcher", "the new catcher"  # on the fielding team's bench
STRIKEOUT: Final = parse_line("strikeout")
FLY_SYMBOLS: Final = {"A": "F1", "B": "F2", "C": "F3"}
NO_PITCH_GETS_AWAY: Final = 20  # on the d20 in 29.1
QUIET: Final = {"white": 1, "colored_1": 1, "colored_2": 1, "pitch": NO_PITCH_GETS_AWAY}
X_DICE: Final = {"range": 10, "error_1": 3, "error_2": 3, "error_3": 3}  # for a chart with only one result
AT_EASE: Final = {"pitch": "pitch", "infield": "back", "hold": "none", "outfield": "back", "play": "swing"}


@dataclass
class Script:
    """Game input with rolls and answers by name. An undefined one stops the play with DiceMissing.

    `any_d20` is the value for every d20 without its own name.
    """

    rolls: Mapping[str, int | None] = field(default_factory=dict)  # None stops the play there
    answers: dict[str, str] = field(default_factory=dict)
    any_d20: int | None = None
    rolled: list[str] = field(default_factory=list)
    offered: dict[str, dict[str, Option]] = field(default_factory=dict)  # question -> key -> option offered
    missing: str = ""  # the roll or answer that stopped the play

    def roll(self, name: str, sides: int, lowest: int = 1) -> int:
        scripted = QUIET | self.rolls
        value = scripted.get(name, self.any_d20 if sides == 20 else None)
        if value is None:
            raise DiceMissing(name, sides=sides)
        self.rolled.append(name)
        return value

    def ask(self, side: str, question: str, options: Sequence[Option]) -> str:
        self.offered[question] = {option.key: option for option in options}
        answers = AT_EASE | self.answers
        if question not in answers:
            raise DiceMissing(question, side=side, options=options)
        check_choice(question, answers[question], options)
        return answers[question]

    def has_roll(self, roll: str) -> bool:
        """Return whether this die was rolled or was the next die needed."""
        return roll in self.rolled or roll == self.missing

    def safe(self, question: str, key: str) -> int | None:
        """Return the safe chance shown with this option, or None if it was not offered."""
        option = self.offered.get(question, {}).get(key)
        return option.safe if option else None


def batter_card(name: str, line: Line = STRIKEOUT, **ratings: Any) -> BatterCard:
    """Return a right-handed batter with average power and running, and the same reading on all lines."""
    facts: dict[str, Any] = {"bats": "R", "power": {"left": "N", "right": "N"}, "running": 10}
    return BatterCard(name, **({"columns": columns(line)} | facts | ratings))


def pitcher_card(name: str, line: Line = STRIKEOUT, **ratings: Any) -> PitcherCard:
    """Return a right-handed pitcher who can start and relieve, with the same reading on all lines."""
    facts: dict[str, Any] = {
        "throws": "R",
        "fielding": PositionRating("p", 3, e=0),
        "hitting": HittingCode(1, "W", "R"),
        "endurance": Endurance(starter=9, relief=9),
    }
    return PitcherCard(name, **({"columns": columns(line)} | facts | ratings))


def columns(line: Line, left: Line | None = None) -> dict[CardSide, Columns]:
    """Return the sides of a card with the same reading on all lines. The left side may differ."""
    sides: tuple[CardSide, ...] = ("basic", "right", "left")
    return {side: ((left if left and side == "left" else line,) * 11,) * 3 for side in sides}


@dataclass
class Scene:
    """The situation before the play; `play` makes the play. `bases` maps base -> runner's name."""

    edition: Ruleset
    bases: Mapping[str, str] = field(default_factory=dict)
    outs: int = 0
    line: Line = STRIKEOUT
    inning: int = 1
    bottom: bool = False
    lead: int = 0  # for the batting team
    batter: Mapping[str, Any] = field(default_factory=dict)  # ratings on his card, like the next fields
    pitcher: Mapping[str, Any] = field(default_factory=dict)
    catcher: Mapping[str, Any] = field(default_factory=dict)
    runners: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # by base, or "batter"
    fielders: Mapping[str, PositionRating] = field(default_factory=dict)  # by position
    relief: bool = False  # a reliever has replaced the starter
    designated_hitter: str = ""  # "batter" or another hitter, who bats for his pitcher
    new_pitcher: Mapping[str, Any] = field(default_factory=dict)
    new_catcher: PositionRating = PositionRating("c", 3, 0, 0)
    rules: GameRules = GameRules()
    announced: Mapping[str, str] = field(default_factory=dict)  # by the defense, before every play
    charts: Mapping[str, Any] = field(default_factory=dict)  # GameSetup charts: park, steal_chart, ...
    game: StratGame = field(init=False)
    before: State = field(init=False)

    def __post_init__(self) -> None:
        setup = GameSetup(self.edition, self._cards(), **self.charts)
        self.game = StratGame(setup, GameLog(self._start()), lineups_checked=False)
        if self.relief:
            self.game.tracker.appearance(self.game.state)  # record the starter's work up to this point
            self.change("p", STARTED)

    def change(self, enters: str, leaves: str) -> None:
        """Change the fielding team's pitcher or catcher."""
        self.game.append(Substituted(int(not self.game.state.bottom), enters, leaves))

    def strategy_says(self, result: str) -> None:
        """Set every line of the bunt and hit and run charts to this result."""
        column = {UNRATED: (result,) * len(TOTALS)}
        self.game.setup.strategy_chart = replace(
            self.game.setup.strategy_chart, sacrifice=column, squeeze=column, hit_and_run=column
        )

    def offered(self, play: str) -> bool:
        """Return whether the offense may announce this now. Swinging away is always allowed."""
        script = Script({"split": 1}, dict(self.announced))
        self.game.play(script)
        self.game.undo()
        return play == "swing" or play in script.offered.get("play", {})

    def play(self, script: Script) -> Play | None:
        """Return the next play as logged, or None if the script is incomplete."""
        self.before = self.game.state
        script.answers = {**self.announced, **script.answers}
        try:
            self.game.play(script)
        except DiceMissing as missing:
            script.missing = missing.name
            return None
        self._check_stance(script)
        return self.made.play

    def _check_stance(self, script: Script) -> None:
        """Check that every announcement was offered. A question with only one legal answer is never asked."""
        for question, usual in AT_EASE.items():
            answer, current_holds = script.answers.get(question, usual), self.game.tracker.standing_holds(self.before)
            settled = question == "hold" and current_holds is not None  # 8.22: announced once for this batter
            if answer != usual and question not in script.offered and not settled:
                raise GameInputError(f"{question}: {answer!r} is not offered here")

    @property
    def made(self) -> PlayMade:
        """Return the last play as stored in the log."""
        made = self.game.log.events[-1]
        assert isinstance(made, PlayMade)
        return made

    @property
    def appearance(self) -> StratAppearance:
        """Return the appearance of pitcher "p" so far."""
        return self.game.tracker.appearances["p"]

    def outcome(self, play: Play) -> Answer:
        """Return the play's result from the log, in the words of the cases."""
        before, after = self.before, self.game.state
        over = (before.inning, before.bottom) != (after.inning, after.bottom) or after.ending == "full"
        outs = before.outs + play.to.count(OUT)
        return {
            "out": [self.name(start) for start in play.outs],
            "scored": [self.name(start) for start in play.scored],
            "bases_after": {BASE_NAMES[base]: self.name(start) for base, start in sorted(play.bases_after.items())},
            "outs_after": outs,
            "outs_recorded": play.to.count(OUT),
            "inning_over": over,
        }

    def name(self, start: int) -> str:
        return "batter" if start == BATTER else self.bases[BASE_NAMES[start]]

    def _start(self) -> State:
        sides = (self._batting(), self._fielding())
        away, home = sides[::-1] if self.bottom else sides
        state = start_game(away, home, self.rules)
        on_base = tuple(
            Runner(self.bases[base], self._first_pitcher) if base in self.bases else None for base in ON_BASE
        )
        halves = (0,) * (2 * self.inning - 1 + self.bottom)
        ahead, behind = max(self.lead, 0), max(-self.lead, 0)
        score = (behind, ahead) if self.bottom else (ahead, behind)
        return state._replace(
            inning=self.inning, bottom=self.bottom, outs=self.outs, bases=on_base, score=score, halves=halves
        )

    @property
    def _first_pitcher(self) -> str:
        return STARTED if self.relief else "p"

    def _batting(self) -> Side:
        runners = [self.bases.get(base, f"visitor {base}") for base in ON_BASE]
        order = ("batter", *runners, *(f"visitor {place}" for place in range(5, 10)))
        hitter = self.designated_hitter
        field_ = [batter for batter in order if batter != (hitter or order[-1])]
        return Side(order, ("visitor p" if hitter else order[-1], *field_), (PINCH_HITTER,))

    def _fielding(self) -> Side:
        field_ = (self._first_pitcher, *POSITIONS[1:])
        bench = (NEW_PITCHER, NEW_CATCHER, *(("p",) if self.relief else ()))
        return Side((*POSITIONS[1:], self._first_pitcher), field_, bench)

    def _cards(self) -> dict[str, Card]:
        anywhere = tuple(PositionRating(position, 3, 0, 0) for position in POSITIONS[1:])
        cards: dict[str, Card] = {position: self._fielder(position) for position in POSITIONS[1:]}
        cards |= {name: pitcher_card(name) for name in ("visitor p", "visitor 9", STARTED)}
        cards["p"] = pitcher_card(
            "p", self.line, **({"fielding": self.fielders["p"]} if "p" in self.fielders else {}) | self.pitcher
        )
        cards[NEW_PITCHER] = pitcher_card(NEW_PITCHER, **self.new_pitcher)
        cards[NEW_CATCHER] = batter_card(NEW_CATCHER, fielding=(self.new_catcher,))
        bench = [PINCH_HITTER, *(f"visitor {place}" for place in (*ON_BASE, *range(5, 9)))]
        cards |= {name: batter_card(name, fielding=anywhere) for name in bench}
        cards |= {
            name: batter_card(name, **{"fielding": anywhere, **self.runners.get(base, {})})
            for base, name in self.bases.items()
        }
        at_bat = {"fielding": anywhere, **self.batter, **self.runners.get("batter", {})}
        pitcher = pitcher_card("batter", **self.batter) if "hitting" in self.batter else None
        cards["batter"] = pitcher or batter_card("batter", self.line, **at_bat)
        return cards

    def _fielder(self, position: str) -> BatterCard:
        rated = self.fielders.get(position, PositionRating(position, 3, 0, 0))
        return batter_card(position, fielding=(rated,), **(self.catcher if position == "c" else {}))


def x_chance(edition: Ruleset, position: str, says: str, error: str = NO_ERROR) -> dict[str, Any]:
    """Return fielding charts where every X chance to this position has the same cell or symbol.

    On the Super Advanced chart `says` is a symbol, or the outcome itself.
    """
    basic, advanced, full = load_basic_chart(), load_advanced_chart(), load_fielding_chart()
    if edition.fielding.chart == "basic":
        cells = {**basic.cells, position: ((parse_outcome(says),) * 5,) * 20}
        return {"basic_chart": replace(basic, cells=cells)}
    if edition.fielding.chart == "advanced":
        return {"advanced_chart": replace(advanced, ranges={**advanced.ranges, position: ((says,) * 5,) * 20})}
    group = chart_group(position)
    symbols = dict(full.symbols[group])
    if says not in symbols and not says.endswith("#"):
        symbols[says] = {error: parse_outcome(says)}
    ranges = {**full.ranges, group: ((says,) * 5,) * 20}
    errors = {**full.errors, position: ((error,) * 16,)}
    return {"fielding_chart": replace(full, ranges=ranges, errors=errors, symbols={**full.symbols, group: symbols})}


def by_range(edition: Ruleset, position: str, says: Sequence[str]) -> dict[str, Any]:
    """Return fielding charts where an X chance to this position depends only on the fielder's range."""
    chart = x_chance(edition, position, says[0])
    [(name, made)] = chart.items()
    if edition.fielding.chart != "super":
        row = tuple(map(parse_outcome, says)) if edition.fielding.chart == "basic" else tuple(says)
        key = "cells" if edition.fielding.chart == "basic" else "ranges"
        return {name: replace(made, **{key: {**getattr(made, key), position: (row,) * 20}})}
    group = chart_group(position)
    symbols = {**made.symbols[group], **{text: {NO_ERROR: parse_outcome(text)} for text in says}}
    ranges, all_symbols = {**made.ranges, group: (tuple(says),) * 20}, {**made.symbols, group: symbols}
    return {name: replace(made, ranges=ranges, symbols=all_symbols)}


def x_line(position: str) -> Line:
    """Return a card line with an X chance for this fielder."""
    letter = "fly" if position in OUTFIELD else "gb"
    return parse_line("CATCH-X" if position == "c" else f"{letter}({position})X")


def read_as(
    scene: Callable[[Line], Scene], play: Play, texts: Iterable[tuple[str, Line]], split: int | None = None
) -> str:
    """Return the reading that was used: the one whose own card line makes the same play.

    `split` is the d20, for a ruleset that rolls it every time.
    """
    for text, line in texts:
        plainly = scene(line).play(Script({"split": split}, {"send_lead": "hold", "send_second": "hold"}))
        if plainly and (plainly.kind, plainly.to, plainly.fielder) == (play.kind, play.to, play.fielder):
            return text
    raise AssertionError(f"none of the readings makes {play}")


def only_symbol(edition: Ruleset, reading: Reading) -> str:
    """Return the chart cell or symbol for a flyball in this ruleset."""
    return FLY_SYMBOLS[reading.letter] if edition.fielding.chart == "super" else f"fly {reading.letter}"
