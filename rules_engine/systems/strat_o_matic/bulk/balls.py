"""Swinging away in two draws: what the two cards say, and what comes of it with these bases, outs, fielders, runners.

The first rests on the two men alone, the second on neither of them but by what they are rated; so a few thousand rows
serve every meeting. Both are counted by the rules themselves.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any, Final, NamedTuple, cast

import numpy as np

from rules_engine.baseball.enumeration import near_chances
from rules_engine.baseball.plays import Play
from rules_engine.baseball.state import POSITIONS
from rules_engine.baseball.table import Option, Table
from rules_engine.systems.strat_o_matic.autopilot.decisions import caution, decide
from rules_engine.systems.strat_o_matic.ball.dice import TWO_DICE, CardLine, card_line
from rules_engine.systems.strat_o_matic.ball.hit_and_run import lineout_on_hit_and_run
from rules_engine.systems.strat_o_matic.ball.hits import outfielder_on
from rules_engine.systems.strat_o_matic.ball.outcomes import Outcome
from rules_engine.systems.strat_o_matic.ball.parks import line_to_read
from rules_engine.systems.strat_o_matic.ball.situation import INFIELDS, Battery, Fielder, Situation
from rules_engine.systems.strat_o_matic.ball.x_chances import bent_outcome, may_get_away, resolve_outcome
from rules_engine.systems.strat_o_matic.bulk.asked import (
    Bools,
    Floats,
    Ints,
    KeyedAnswers,
    NumberedAnswers,
    packed,
    where,
)
from rules_engine.systems.strat_o_matic.bulk.came import Came
from rules_engine.systems.strat_o_matic.bulk.players import Numbered, Players
from rules_engine.systems.strat_o_matic.bulk.rows import DrawnRows
from rules_engine.systems.strat_o_matic.cards.cards import BATTER_COLUMNS, PITCHER_COLUMNS, ROWS
from rules_engine.systems.strat_o_matic.cards.ratings import Hand
from rules_engine.systems.strat_o_matic.cards.reading import Kind, Mark, Reading, plain
from rules_engine.systems.strat_o_matic.odds.plate_appearance import parts_of_line, symbol_ways, ways_to_stand
from rules_engine.systems.strat_o_matic.pitchers.fatigue import read_dot
from rules_engine.systems.strat_o_matic.play.swinging import (
    bent,
    card_line_at,
    popup_battery,
    powered,
    resolve_reading,
)
from rules_engine.systems.strat_o_matic.running.holding import holders
from rules_engine.systems.strat_o_matic.scorebook.book import AtBat, Book
from rules_engine.systems.strat_o_matic.scorebook.moment import Moment

_ALL_WAYS: Final = 3 * 36 * 20  # of one card
HELD: Final = ("", "L", "R")
_STANCES: Final = 24  # three infields, a man on first held or not, outfield in or not, running or not
_CELLS: Final = 24 * _STANCES
_UNKNOWN, _BY_MEN = -1, -2  # in place of the row of a cell
# What comes of a symbol may rest on more than bases, outs and stance: these parts of a key, (name, bits).
_PARTS: Final = (
    *(("cell", 20), ("range", 3), ("arm", 4), ("catcher", 3), ("wild pitch", 5), ("caution", 4)),
    *(("batter", 5), ("first", 5), ("second", 5), ("third", 5)),
)
_NAMES: Final = tuple(name for name, _ in _PARTS)
_BIT_OF: Final = {name: 1 << at for at, name in enumerate(_NAMES)}


class Symbol(NamedTuple):
    """What a card says, as far as it matters: in the clutch something else (30.7), or a fly that may be taken back; or
    what the fielding chart makes of an X."""

    reading: Reading
    in_the_clutch: bool = False
    taken: Reading | None = None
    outcome: Outcome | None = None


class Around(NamedTuple):
    """What stands around a swing, one entry a game."""

    station: Ints  # outs * 8 + occupied bases
    infield: Ints  # by INFIELDS
    held: Ints  # by HELD: the side of the batter while the man on first is held
    outfield_in: Ints
    field: Ints
    pitcher: Ints
    caution: Ints  # what the managers ask for beyond the usual now
    runners: tuple[Ints, Ints, Ints, Ints]  # the batter and who is on the bases, NOBODY where nobody is


class Swings:
    """The rows of the cards, and of what comes of what they say."""

    def __init__(self, players: Players, came: Came) -> None:
        self.players, self.came, self.book = players, came, players.book
        self.symbols: Numbered[Symbol] = Numbered()
        self._rows = DrawnRows()
        self._sides = NumberedAnswers(2 * len(players.names))
        self._cards = NumberedAnswers(10 * len(players.names))  # of batters by hands, of pitchers by sides and fatigue
        self._places = np.zeros(0, dtype=np.int64)  # by symbol: of its fielder in POSITIONS
        self._is_x = np.zeros(0, dtype=bool)
        self._fielded = NumberedAnswers(9 << 13)
        self._row_of_cell, self._rests_on = np.zeros(0, dtype=np.int32), np.zeros(0, dtype=np.int16)
        self._more, self._masks = KeyedAnswers(), np.array([_mask(on) for on in range(1 << len(_NAMES))])

    # What the cards say.

    def stands(self, batter: Ints, pitcher: Ints) -> Ints:
        """2 for a batter on the right side, and 1 for one without power, against this pitcher."""

        def ask(place: int) -> int:
            at_bat = self._at_bat(batter[place], pitcher[place])
            return 2 * (at_bat.stands == "R") + (at_bat.power == "W")

        return self._sides.of(2 * batter + self.players.throws_right.take(pitcher), ask)

    def read(self, batter: Ints, pitcher: Ints, side: Ints, tired: Bools, pitchers_card: Ints, dice: Floats) -> Ints:
        """The number of the symbol that came up. `side` is of `stands`; `pitchers_card` is 1 where it is read and no
        white die thrown."""
        batters = 2 * batter + self.players.throws_right.take(pitcher)
        pitchers = len(self._sides) + 8 * pitcher + 2 * side + tired
        low = dice < 0.5
        on_pitcher = low | (pitchers_card > 0)

        def ask(place: int) -> int:
            at_bat = self._at_bat(batter[place], pitcher[place])
            if on_pitcher[place]:
                return self._card_row(at_bat, PITCHER_COLUMNS, tired=bool(tired[place]))
            return self._card_row(at_bat, BATTER_COLUMNS, tired=False)

        rows = self._cards.of(batters + on_pitcher * (pitchers - batters), ask)
        sides = 2 * dice - ~low
        alone = where(pitchers_card > 0)
        sides[alone] = dice[alone]
        return self._rows.drawn(rows, sides)

    def _at_bat(self, batter: Any, pitcher: Any) -> AtBat:
        return self.book.at_bat(self.players.names[batter], self.players.names[pitcher])

    def _card_row(self, at_bat: AtBat, columns: Sequence[int], *, tired: bool) -> int:
        ways: Counter[int] = Counter()
        for column, row in product(columns, ROWS):
            for symbol, faces in symbols_of(self.book, at_bat, card_line(column, row), tired=tired):
                ways[self._number(symbol)] += TWO_DICE[row] * faces
        return self._rows.add({number: count / _ALL_WAYS for number, count in ways.items()})

    def place_of(self, symbol: Symbol) -> int:
        """Of the fielder to whom the ball goes, in POSITIONS."""
        return int(self._places[self.symbols.of(symbol)])

    def _number(self, symbol: Symbol) -> int:
        number = self.symbols.of(symbol)
        if number == len(self._places):
            fielder = (symbol.taken or symbol.reading).fielder or "c"
            self._places = np.append(self._places, POSITIONS.index(fielder))
            self._is_x = np.append(self._is_x, symbol.reading.is_x and symbol.outcome is None)
            self._row_of_cell = np.append(self._row_of_cell, np.full(_CELLS, _UNKNOWN, dtype=np.int32))
            self._rests_on = np.append(self._rests_on, np.zeros(_CELLS, dtype=np.int16))
        return number

    # Who fields it.

    def fielded(self, symbols: Ints, around: Around, dice: Floats) -> Ints:
        """16.42: for an X what the fielding chart says, by range and error of the man to whom the ball goes."""
        if not len(games := where(self._is_x.take(symbols))):
            return symbols
        players, symbol = self.players, symbols.take(games)
        place, field, pitcher = self._places.take(symbol), around.field.take(games), around.pitcher.take(games)
        infield, held = around.infield.take(games), around.held.take(games)
        rated = players.rated_at(place, field, pitcher)
        glove = players.gloves_of.take(rated)

        def ask(at: int) -> int:
            reading = self.symbols.things[symbol[at]].reading
            fielder = players.fielders.things[rated[at]]
            return self._fielding_row(reading, fielder, int(infield[at]), int(held[at]))

        rows = self._fielded.of(packed((place, 4), (glove, 9), (infield, 2), (held, 2)), ask)
        symbols = symbols.copy()
        symbols[games] = self._rows.drawn(rows, dice.take(games))
        return symbols

    def _fielding_row(self, reading: Reading, fielder: Fielder, infield: int, held: int) -> int:
        book, position = self.book, reading.fielder or "c"
        holders_ = holders(book.edition.stealing, int(held > 0), cast(Hand, HELD[held] or "R"))
        holds = held > 0 and position in holders_
        situation = Situation(held=int(held > 0), infield=INFIELDS[infield], fielders={position: fielder})
        chances: Counter[int] = Counter()
        for (symbol, error), ways in symbol_ways(book, situation, position, holds).items():
            outcome = bent_outcome(book.edition, book.fielding_chart, position, symbol, error)
            chances[self._number(Symbol(Reading(Kind.GROUNDBALL, position), outcome=outcome))] += ways
        return self._rows.add({number: ways / (20 * 216) for number, ways in chances.items()})

    # What comes of it.

    def come_of(self, symbols: Ints, around: Around, running: Ints, idle: Ints, dice: Floats) -> Ints:
        """The plays, by number. `running` is 1 where the runners went on a hit and run; at `idle` nobody is asked."""
        stance = ((around.infield * 2 + (around.held > 0)) * 2 + around.outfield_in) * 2 + running
        cells = _CELLS * symbols.astype(np.int64) + around.station * np.int16(_STANCES) + stance
        rows = self._row_of_cell.take(cells)
        rows[idle] = 0
        more = where(rows < 0)
        new = more.take(where(rows.take(more) == _UNKNOWN))
        if len(new):
            _, first = np.unique(cells[new], return_index=True)
            for place in new[first]:
                self._work_out(int(place), cells, symbols, around)
            rows[more] = self._row_of_cell.take(cells.take(more))
            more = more.take(where(rows.take(more) < 0))
        if len(more):
            rows[more] = self._rows_of_more(more, cells, symbols, around)
        return self._rows.drawn(rows, dice)

    def _rows_of_more(self, more: Ints, cells: Ints, symbols: Ints, around: Around) -> Ints:
        """Where it rests on men: by what the rules have read of them so far."""
        players, those = self.players, cells.take(more)
        field, pitcher = around.field.take(more), around.pitcher.take(more)
        fielder = players.rated_at(self._places.take(symbols.take(more)), field, pitcher)
        catchers = players.catchers_range.take(field)
        values = (
            *(those, players.ranges_of.take(fielder), players.arms_of.take(fielder), catchers),
            *(1 + players.wild_pitch.take(pitcher), 1 + around.caution.take(more)),
            *(players.speed.take(runner.take(more)) for runner in around.runners),
        )
        keys = packed(*((value, bits) for value, (_, bits) in zip(values, _PARTS, strict=True)))
        while True:
            rests_on = self._rests_on.take(those)
            rows = self._more.of(
                keys & self._masks.take(rests_on), lambda at: self._work_out(int(more[at]), cells, symbols, around)
            )
            if (self._rests_on.take(those) == rests_on).all():
                return rows

    def _work_out(self, place: int, cells: Ints, symbols: Ints, around: Around) -> int:
        """The row for one of them, and in the cell on what more it rests."""
        cell, symbol = int(cells[place]), self.symbols.things[symbols[place]]
        chance = _Coming(self, symbol, cell, place, around)
        row = self._rows.add(chance.counted())
        self._rests_on[cell] |= chance.read
        self._row_of_cell[cell] = _BY_MEN if self._rests_on[cell] else row
        return row


def _mask(rests_on: int) -> int:
    """Which bits of a key count: those of the cell always."""
    parts = ((-1 if name == "cell" or rests_on >> at & 1 else 0, bits) for at, (name, bits) in enumerate(_PARTS))
    mask = 0
    for value, bits in parts:
        mask = (mask << bits) | (value & ((1 << bits) - 1))
    return mask


def symbols_of(book: Book, at_bat: AtBat, dice: CardLine, *, tired: bool) -> Iterator[tuple[Symbol, int]]:
    """What a line of the cards may say to this batter, with its ways out of 20 (1.0, 12.1, 14.5, 27.1, 30.3-30.7)."""
    edition = book.edition
    line = line_to_read(edition.parks, card_line_at(book, at_bat, at_bat.mound, dice), book.park, at_bat.stands)
    dotted, clutch = bool(line.marks & Mark.FATIGUE_DOT), bool(line.marks & Mark.CLUTCH)
    for printed, taken, ways in parts_of_line(book, at_bat, line, dice):
        reading = powered(book, at_bat, dice.card, printed)
        worn = tired and dice.card == "pitcher"
        reading = read_dot(edition.endurance, reading, dotted=dotted, tired=worn)
        back = taken and read_dot(edition.endurance, replace(taken, injury=False), dotted=dotted, tired=worn)
        if reading.is_open_hit and not reading.fielder:
            reading = replace(reading, fielder=outfielder_on(edition, reading, line if line.is_split else None))
        yield Symbol(replace(reading, injury=False), clutch, back), ways


class _Coming:
    """One symbol with all that stands around it, counted by the rules; `read` says what they looked at."""

    def __init__(self, swings: Swings, symbol: Symbol, cell: int, place: int, around: Around) -> None:
        self.swings, self.symbol, self.place, self.around, self.read = swings, symbol, place, around, 0
        station, stance = divmod(cell % _CELLS, _STANCES)
        stance, running = divmod(stance, 2)
        stance, outfield_in = divmod(stance, 2)
        infield, held = divmod(stance, 2)
        self.outs, self.state = divmod(station, 8)
        self.running = bool(running)
        at, players = swings.place_of(symbol), swings.players
        field, pitcher = around.field[place], around.pitcher[place]
        rated = players.on_the_mound[pitcher] if at == 0 else players.rated[field, at]
        self._at, self._rated = at, _Rated(players.fielders.things[rated], self)
        speeds, fielders = cast(Any, _Looked(self.speed)), cast(Any, _Looked(self.fielder))
        self.situation = Situation(self.state, self.outs, speeds, held, INFIELDS[infield], bool(outfield_in), fielders)

    def counted(self) -> Mapping[int, float]:
        """The numbers of the plays, each with its chance."""
        every = [
            (came, share * chance)
            for play, share in self._plays()
            for came, chance in near_chances(play, self._choose).items()
        ]
        return self.swings.came.numbered(every)

    def _plays(self) -> Iterator[tuple[Callable[[Table], Play], float]]:
        """What is thrown for, with its share: one thing, but for a homerun that may be taken back (14.5)."""
        reading, _, taken, outcome = self.symbol
        if outcome is not None:
            yield partial(self._of_outcome, outcome), 1.0
        elif taken is None:
            yield partial(self._of_reading, reading), 1.0
        else:
            stands = ways_to_stand(self.situation.fielder(taken.fielder)) / 20
            yield partial(self._of_reading, reading), stands
            yield partial(self._of_reading, taken), 1 - stands

    def _of_reading(self, printed: Reading, table: Table) -> Play:
        book = self.swings.book
        line = plain(printed, Mark.CLUTCH if self.symbol.in_the_clutch else Mark.NONE)
        reading = bent(book, self.situation, printed, line, tired=False)
        if self.running:
            reading = lineout_on_hit_and_run(book.edition.strategy, reading, "pitcher")
        at_bat = book.at_bat(*2 * (self._pitcher,))
        return resolve_reading(table, book, self.situation, at_bat, reading, None, Battery())

    def _of_outcome(self, outcome: Outcome, table: Table) -> Play:
        battery = Battery()
        if may_get_away(outcome):
            self.note("wild pitch")
            battery = popup_battery(self.swings.book.pitcher(self._pitcher).wild_pitch)
        edition, position = self.swings.book.edition, self.symbol.reading.fielder
        return resolve_outcome(table, edition, self.situation, position, battery, outcome)

    @property
    def _pitcher(self) -> str:
        name: str = self.swings.players.names[self.around.pitcher[self.place]]
        return name

    def _choose(self, side: str, question: str, options: Sequence[Option]) -> str:
        return decide(question, options, cast(Moment, self))

    def fact(self, of: Any) -> int:
        """What managers ask of a moment."""
        if of is not caution:
            raise ValueError("managers go by nothing but their caution once the ball is hit")
        self.note("caution")
        return int(self.around.caution[self.place])

    def fielder(self, position: str) -> Any:
        """16.1: of the catcher who does not field the ball his range alone counts (13.63)."""
        if POSITIONS.index(position) == self._at:
            return self._rated
        if position != "c":
            raise ValueError(f"what comes of {self.symbol} rests on the {position} too")
        self.note("catcher")
        return Fielder(int(self.swings.players.catchers_range[self.around.field[self.place]]))

    def speed(self, start: int) -> int:
        """The running rating of the batter, or of the runner from a base."""
        self.note(_NAMES[start - 4])
        return int(self.swings.players.speed[self.around.runners[start][self.place]])

    def note(self, name: str) -> None:
        self.read |= _BIT_OF[name]


class _Rated:
    """The man to whom the ball goes; which of his ratings are looked at is noted."""

    def __init__(self, fielder: Fielder, coming: _Coming) -> None:
        self._fielder, self._coming = fielder, coming

    @property
    def range(self) -> int:
        self._coming.note("range")
        return self._fielder.range

    @property
    def arm(self) -> int:
        self._coming.note("arm")
        return self._fielder.arm


class _Looked:
    """Speeds by base or fielders by position, of a moment that notes which of them are looked at."""

    def __init__(self, look: Any) -> None:
        self._look = look

    def __getitem__(self, start: int) -> Any:
        return self._look(start)

    def get(self, position: str, otherwise: Fielder) -> Any:
        """As a mapping's."""
        return self._look(position)
