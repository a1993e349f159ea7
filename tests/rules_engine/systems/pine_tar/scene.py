"""Play one moment of a game with given players, cards, dice and decisions, then check its log.

The batter is "batter", runners are "r1", "r2" and "r3" unless named, and fielders are named by position. Every cell of
the batter's columns has the same outcome, the one that the scene tests.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Final

from rules_engine.baseball.events import PlayMade, Substituted
from rules_engine.baseball.game import Game
from rules_engine.baseball.game_input import DiceMissing, GameInputError, Option, check_choice
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.plays import Play
from rules_engine.baseball.state import POSITIONS, Runner, Side, State, start_game
from rules_engine.game_rules import GameRules
from rules_engine.systems.pine_tar.cards.cards import NEVER, Card, Grades, Innings, PitcherRatings, Wildness
from rules_engine.systems.pine_tar.cards.columns import CELLS
from rules_engine.systems.pine_tar.cards.outcomes import OUTCOMES, read_outcome
from rules_engine.systems.pine_tar.charts.charts import Charts
from rules_engine.systems.pine_tar.charts.reading import house_charts
from rules_engine.systems.pine_tar.editions.edition import load_edition
from rules_engine.systems.pine_tar.scorebook.game_setup import GameSetup
from rules_engine.systems.pine_tar.scorebook.play_situation import PlaySituation

ON_BASE: Final = ("first", "second", "third")
STARTED, NEXT_PITCHER = "the starter", "the next pitcher"
QUIET: Final = 13  # a batter roll without a special rule


@dataclass
class Script:
    """Game input with rolls and answers by name. An undefined roll stops the play with DiceMissing.

    `in_order` contains dice to use in sequence, whatever their names, before the named ones.
    """

    rolls: Mapping[str, int] = field(default_factory=dict)
    answers: Mapping[str, str] = field(default_factory=dict)
    in_order: Iterator[int] = field(default_factory=lambda: iter(()))
    rolled: list[str] = field(default_factory=list)
    offered: dict[str, dict[str, Option]] = field(default_factory=dict)

    def roll(self, name: str, sides: int, lowest: int = 1) -> int:
        value = next(self.in_order, self.rolls.get(name))
        if value is None:
            raise DiceMissing(name, sides=sides, lowest=lowest)
        if not lowest <= value < lowest + sides:
            raise GameInputError(f"{name}: {value} is not on a die of {sides} from {lowest}")
        self.rolled.append(name)
        return value

    def ask(self, side: str, question: str, options: Sequence[Option]) -> str:
        self.offered[question] = {option.key: option for option in options}
        answer = self.answers.get(question, options[0].key)
        check_choice(question, answer, options)
        return answer


def dice(roll: int, purpose: str = "") -> dict[str, int]:
    """Return the red and white dice of a two-die roll."""
    return {f"{purpose}red": roll // 10, f"{purpose}white": roll % 10}


def batter_card(name: str, line: str = "SO", **ratings: Any) -> Card:
    """Return a right-handed batter of medium speed with the same outcome in every cell."""
    column = (OUTCOMES[line],) * CELLS
    facts: dict[str, Any] = {"bats": "R", "throws": "R", "speed": "M", "columns": {"L": column, "R": column}}
    return Card(name, **(facts | ratings))


def pitcher_card(name: str, line: str = "SO", *, pitching: Mapping[str, Any] | None = None, **ratings: Any) -> Card:
    """Return a right-handed starter with a neutral grade, plenty of innings and no wild pitches."""
    facts: dict[str, Any] = {
        "role": "S R",
        "home": Grades("C", "C"),
        "away": Grades("C", "C"),
        "innings": Innings(9, 9),
        "wildness": Wildness(NEVER, NEVER),
    }
    card = batter_card(name, line, split=False, **ratings)
    return replace(card, pitching=PitcherRatings(**(facts | (pitching or {}))))


@dataclass
class Scene:
    """The state before the play. `bases` maps base -> runner's name, `ratings` maps name -> ratings."""

    line: str = "SO"
    bases: Mapping[str, str] = field(default_factory=dict)
    outs: int = 0
    edition: str = "standard"
    inning: int = 1
    bottom: bool = False
    lead: int = 0  # for the batting team
    ratings: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # batter, runners and fielders
    pitching: Mapping[str, Any] = field(default_factory=dict)
    throws: str = "R"
    grade: str = "C"
    charts: Charts = field(default_factory=house_charts)
    relief: bool = False  # another pitcher started
    batter: str = "batter"
    following: Sequence[str] = ()  # the next batters
    rules: GameRules = GameRules()
    game: Game[Any, Any] = field(init=False)
    before: State = field(init=False)

    def __post_init__(self) -> None:
        setup = GameSetup(load_edition(self.edition), self._cards(), self.charts)
        self.game = Game(setup, GameLog(self._start()), lineups_checked=False)
        if self.relief:
            self.game.append(Substituted(int(not self.bottom), "p", STARTED))
        self.before = self.game.state

    @property
    def situation(self) -> PlaySituation:
        return PlaySituation(self.game.setup, self.game.state, self.game.tracker)

    def play(self, script: Script) -> Play:
        """Play and return the next play from the log."""
        self.before = self.game.state
        self.game.play(script)
        return self.made.play

    @property
    def made(self) -> PlayMade:
        made = self.game.log.events[-1]
        assert isinstance(made, PlayMade)
        return made

    def offered(self, key: str) -> bool:
        """Return whether the offense may announce this now."""
        script = Script(dice(QUIET))
        with suppress(DiceMissing):
            self.game.try_out(script)
        return key in script.offered.get("play", {})

    def _start(self) -> State:
        batting, fielding = self._batting(), self._fielding()
        away, home = (fielding, batting) if self.bottom else (batting, fielding)
        first = STARTED if self.relief else "p"
        on_base = tuple(Runner(self.bases[base], first) if base in self.bases else None for base in ON_BASE)
        ahead, behind = max(self.lead, 0), max(-self.lead, 0)
        return start_game(away, home, self.rules)._replace(
            inning=self.inning,
            bottom=self.bottom,
            outs=self.outs,
            bases=on_base,
            score=(behind, ahead) if self.bottom else (ahead, behind),
            halves=(0,) * (2 * self.inning - 1 + self.bottom),
        )

    def _batting(self) -> Side:
        runners = [runner for runner in self.bases.values() if runner not in self.following]
        bench = [f"visitor {place}" for place in range(1, 8 - len(self.following) - len(runners))]
        order = (self.batter, *self.following, *bench, "visitor 9", *runners)
        hurler = next((player for player in order if "pitching" in self.ratings.get(player, {})), order[-1])
        return Side(order, (hurler, *(player for player in order if player != hurler)), ())

    def _fielding(self) -> Side:
        hurler = STARTED if self.relief else "p"
        bench = (NEXT_PITCHER, *(("p",) if self.relief else ()))
        return Side((*POSITIONS[1:], hurler), (hurler, *POSITIONS[1:]), bench)

    def _cards(self) -> dict[str, Card]:
        names = list(POSITIONS[1:])
        names += [f"visitor {place}" for place in range(1, 9)] + [*self.bases.values(), *self.following]
        anywhere = POSITIONS[1:]
        cards = {name: batter_card(name, positions=(name,) if name in anywhere else anywhere) for name in names}
        cards |= {name: pitcher_card(name) for name in ("visitor 9", STARTED, NEXT_PITCHER)}
        grades = Grades(self.grade, self.grade)  # type: ignore[arg-type]
        mound = {"home": grades, "away": grades, **self.pitching}
        cards["p"] = pitcher_card("p", pitching=mound, throws=self.throws)
        cards[self.batter] = batter_card(self.batter, self.line, positions=anywhere)
        return cards | {
            name: replace(cards.get(name) or batter_card(name), **ratings) for name, ratings in self.ratings.items()
        }


def without_modifiers() -> Charts:
    """Return our charts with a grade table that changes nothing."""
    return replace(house_charts(), pitcher_modifier={})


def column(text: str) -> dict[Any, Any]:
    """Return both columns of a card with the same outcome in every cell."""
    return {"columns": dict.fromkeys(("L", "R"), (read_outcome(text),) * CELLS)}
