"""Men, line-ups and the nine in the field by numbers, with the ratings that everything else is drawn by."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

import numpy as np

from rules_engine.baseball.state import POSITIONS, Side
from rules_engine.systems.strat_o_matic.ball.situation import Fielder
from rules_engine.systems.strat_o_matic.bulk.asked import Ints, where
from rules_engine.systems.strat_o_matic.cards.cards import PitcherCard
from rules_engine.systems.strat_o_matic.cards.ratings import OUTFIELD_ARM
from rules_engine.systems.strat_o_matic.charts.strategy_charts import BUNT_RATINGS, HIT_AND_RUN_RATINGS
from rules_engine.systems.strat_o_matic.scorebook.book import Book

Thing = TypeVar("Thing", bound=Hashable)
LEAST_ARM: Final = OUTFIELD_ARM[0] - 1
NO_CLOSER, ANY_TIME = -1, 99  # closer endurance: none on the card, and "N"


class Numbered(Generic[Thing]):
    """Things by number, in the order in which they were first named."""

    def __init__(self) -> None:
        self.things: list[Thing] = []
        self._numbers: dict[Thing, int] = {}

    def of(self, thing: Thing) -> int:
        known = self._numbers.get(thing)
        if known is None:
            known = self._numbers[thing] = len(self.things)
            self.things.append(thing)
        return known


@dataclass(frozen=True, slots=True)
class NumberedLineUp:
    """One team as it begins, its men by number; places on the bench are bits of a mask."""

    side: Side
    order: Ints
    field: int
    mound: int
    pitchers: tuple[int, ...]  # on the bench
    bats: tuple[int, ...]


class Players:
    """Everybody who may play in any of the games."""

    def __init__(self, book: Book, line_ups: Mapping[str, Sequence[Side]]) -> None:
        self.book = book
        self.by_name: Numbered[str] = Numbered()
        sides = [side for of_team in line_ups.values() for side in of_team]
        for side in sides:
            for man in (*side.order, *side.field, *side.bench):
                self.by_name.of(man)
        self.names = self.by_name.things
        self.fielders: Numbered[Fielder] = Numbered()
        self.gloves: Numbered[tuple[int, int]] = Numbered()
        self.gloves_of, self.ranges_of, self.arms_of = (np.zeros(1 << 12, dtype=np.int64) for _ in range(3))
        self.fields: Numbered[tuple[int, ...]] = Numbered()
        self.rated, self.stood = np.zeros((64, 9), dtype=np.int64), np.zeros((64, 8), dtype=np.int64)
        self.catchers, self.catchers_range = np.zeros(64, dtype=np.int64), np.zeros(64, dtype=np.int64)
        self._rate_everybody()
        self.line_ups = {team: [self._line_up(side) for side in of_team] for team, of_team in line_ups.items()}

    def _rate_everybody(self) -> None:
        book, names = self.book, self.names
        pitching = [book.pitcher(man) for man in names]
        self.is_pitcher = self._of_each(lambda man: isinstance(book.cards[man], PitcherCard))
        self.throws_right = np.array([card.throws == "R" for card in pitching], dtype=np.int64)
        self.running = self._of_each(book.running)
        self.speed = np.append(self.running, 0)  # the same, and of nobody
        self.wild_pitch = np.array([card.wild_pitch for card in pitching], dtype=np.int64)
        self.on_the_mound = np.array([self._fielder(man, "p") for man in names], dtype=np.int64)
        pitcher = next(man for man in names if self.book.is_pitcher(man))
        faced = [book.at_bat(man, pitcher) for man in names]
        self.bunt = np.array([BUNT_RATINGS.index(each.bunt) for each in faced], dtype=np.int64)
        self.hit_and_run = np.array([HIT_AND_RUN_RATINGS.index(each.hit_and_run) for each in faced], dtype=np.int64)
        self.closes = np.array([_closer(card.endurance.closer) for card in pitching], dtype=np.int64)

    def _of_each(self, rating: Callable[[str], int]) -> Ints:
        return np.array([int(rating(man)) for man in self.names], dtype=np.int64)

    def _line_up(self, side: Side) -> NumberedLineUp:
        number = self.by_name.of
        pitchers, bats = self.book.pitchers(side.bench), self.book.batters(side.bench)
        return NumberedLineUp(
            side,
            np.array([number(man) for man in side.order], dtype=np.int64),
            self.field_of(tuple(number(man) for man in side.field[1:])),
            number(side.pitcher),
            tuple(map(number, pitchers)),
            tuple(map(number, bats)),
        )

    def _fielder(self, man: str, position: str) -> int:
        fielder = self.book.fielder(man, position)
        number = self.fielders.of(fielder)
        self.gloves_of[number] = self.gloves.of((fielder.range, fielder.error))
        self.ranges_of[number], self.arms_of[number] = fielder.range, fielder.arm - LEAST_ARM
        return number

    def rated_at(self, place: Ints, field: Ints, pitcher: Ints) -> Ints:
        """The numbers of the fielders at these places in POSITIONS, the pitcher's at the first."""
        rated = self.rated.reshape(-1).take(9 * field.astype(np.int64) + place)
        mound = where(place == 0)
        rated[mound] = self.on_the_mound.take(pitcher.take(mound))
        return rated

    def field_of(self, players: tuple[int, ...]) -> int:
        """The number of these eight from catcher to right field."""
        before = len(self.fields.things)
        number = self.fields.of(players)
        if number == before:
            if number == len(self.rated):
                self.rated = np.resize(self.rated, (2 * number, 9))
                self.stood = np.resize(self.stood, (2 * number, 8))
                self.catchers = np.resize(self.catchers, 2 * number)
                self.catchers_range = np.resize(self.catchers_range, 2 * number)
            stands = zip(POSITIONS[1:], players, strict=True)
            rated = [self._fielder(self.names[man], position) for position, man in stands]
            self.rated[number], self.stood[number] = (0, *rated), players
            self.catchers[number] = players[0]
            self.catchers_range[number] = self.book.fielder(self.names[players[0]], "c").range
        return number


def _closer(printed: int | str | None) -> int:
    return NO_CLOSER if printed is None else ANY_TIME if printed == "N" else int(printed)
