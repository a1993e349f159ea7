"""Plays in which somebody runs or bunts, and pitches that get away: rows counted by the rules for men alike."""

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from rules_engine.baseball.bases import FIRST
from rules_engine.baseball.enumeration import near_chances
from rules_engine.baseball.plays import Play
from rules_engine.baseball.state import POSITIONS
from rules_engine.baseball.table import Table
from rules_engine.systems.strat_o_matic.autopilot.decisions import decide
from rules_engine.systems.strat_o_matic.ball.bunting import Bunt
from rules_engine.systems.strat_o_matic.ball.dice import TWO_DICE
from rules_engine.systems.strat_o_matic.ball.situation import INFIELDS, LIMIT, Battery
from rules_engine.systems.strat_o_matic.ball.wild_pitches import check_pitch, pitch_play
from rules_engine.systems.strat_o_matic.bulk.asked import Floats, Ints, KeyedAnswers, packed, where
from rules_engine.systems.strat_o_matic.bulk.came import HAS_MISSED, Came
from rules_engine.systems.strat_o_matic.bulk.moments import Moments
from rules_engine.systems.strat_o_matic.bulk.players import Numbered
from rules_engine.systems.strat_o_matic.bulk.rows import DrawnRows
from rules_engine.systems.strat_o_matic.play.announcing import Announced
from rules_engine.systems.strat_o_matic.play.next_play import (
    bunt_read,
    hit_and_run_read,
    runners_must_go,
    steal_finished,
    steal_led,
)
from rules_engine.systems.strat_o_matic.running.leads import Begun, begin_steal
from rules_engine.systems.strat_o_matic.scorebook.moment import Moment, Stance

NOTHING: Final = -1  # no pitch got away
_WEAKEST: Final = 31  # below nought, of hold and arm together
_BUNTED_TO: Final = tuple(POSITIONS.index(position) for position in ("c", "1b", "3b"))  # or to the pitcher
_BUNTS: Final[tuple[Bunt, ...]] = ("sacrifice", "squeeze")


class Batteries:
    """What pitchers and catchers bring against runners, by number, each part in an array of its own."""

    def __init__(self) -> None:
        self._numbers: Numbered[Battery] = Numbered()
        self.things = self._numbers.things
        self.strong, self.adjustment, self.balk, self.throws_away = (np.zeros(0, dtype=np.int64),) * 4

    def of(self, battery: Battery) -> int:
        number = self._numbers.of(battery)
        if number == len(self.strong):
            self.strong = np.append(self.strong, battery.hold + battery.arm + _WEAKEST)
            for name in ("adjustment", "balk", "throws_away"):
                setattr(self, name, np.append(getattr(self, name), getattr(battery, name)))
        return number


class Running:
    """Rows by what the rules look at: ratings of batter, lead runner, battery, infielders; bases, outs and stance."""

    def __init__(self, now: Moments, came: Came, thief: Ints) -> None:
        self.now, self.players, self.came, self.thief = now, now.players, came, thief
        self.rows, self.batteries = DrawnRows(), Batteries()
        self._begun: Numbered[Begun] = Numbered()
        self._throws = np.zeros(0, dtype=np.int64)  # by what has begun
        self._battery, self._pitches = KeyedAnswers(), KeyedAnswers()
        self._leads, self._steals, self._forced, self._charts = (
            KeyedAnswers(),
            KeyedAnswers(),
            KeyedAnswers(),
            KeyedAnswers(),
        )

    def battery(self, games: Ints) -> Ints:
        """The number of what pitcher and catcher bring against runners."""
        now, players = self.now, self.players
        teams = now.fielding.take(games)
        pitcher, catcher = now.mound.man.take(teams), players.catchers.take(now.field.take(teams))

        def ask(at: int) -> int:
            return self.batteries.of(players.book.battery(now.state(int(games[at])).fielding))

        return self._battery.of(packed((pitcher, 10), (catcher, 10)), ask)

    def pitch(self, games: Ints, battery: Ints, dice: Floats) -> Ints:
        """29.1: the number of the play where a pitch gets away, else NOTHING."""
        occupied = self.now.occupied.take(games)

        def ask(at: int) -> int:
            events = near_chances(lambda table: check_pitch(table, self.batteries.things[battery[at]]).event)
            state = int(occupied[at])
            plays = {event: self.came.number(pitch_play(event, state)) if event else NOTHING for event in events}
            return self.rows.add({plays[event]: chance for event, chance in events.items()})

        return self.rows.drawn(self._pitches.of(8 * battery + occupied, ask), dice)

    def steal(self, games: Ints, battery: Ints, held: Ints, dice: np.random.Generator) -> Ints:
        """8.1, 23.3: the lead of the man on first, and what follows."""
        now, batteries = self.now, self.batteries
        thief, failed = self.thief[now.bases[0, games]], now.failed[games].astype(np.int64)
        keys = packed((thief, 10), (held, 1), (batteries.balk[battery], 5), (failed, 1))

        def lead(at: int) -> int:
            moment = self._moment(games[at], held[at])
            edition, attempt = moment.book.edition, steal_led(moment.book, moment, FIRST)
            begun = near_chances(lambda table: begin_steal(table, edition, attempt), _chooser(moment))
            numbers = {self._begun.of(each): chance for each, chance in begun.items()}
            self._throws = np.array([not each.rolled or each.lead == "good" for each in self._begun.things], np.int64)
            return self.rows.add(numbers)

        begun = self.rows.drawn(self._leads.of(keys, lead), dice.random(len(games)))
        throws = self._throws[begun]  # else nobody throws, and it is all the same who runs
        ratings = ((each * throws, bits) for each, bits in ((thief, 10), *self._throw(battery)))
        keys = packed((begun, 6), (held * throws, 1), (self._station(games), 5), *ratings)

        def finish(at: int) -> int:
            moment, came = self._moment(games[at], held[at]), self._begun.things[begun[at]]
            announced = Announced("steal_1", int(held[at]))
            return self._row(moment, lambda table: steal_finished(table, moment.book, moment, announced, came).play)

        return self.rows.drawn(self._steals.of(keys, finish), dice.random(len(games)))

    def bunt(self, games: Ints, squeezes: Ints, infield: Ints, battery: Ints, dice: np.random.Generator) -> Ints:
        """7.2, 18: by the chart; where the batter has missed the pitch, the runners must go."""
        now, players = self.now, self.players
        teams = now.fielding[games]
        batter, fouled = now.batter[games], now.fouled[games]
        ranges: Ints = players.ranges_of[players.on_the_mound[now.mound.man[teams]]]
        for place in _BUNTED_TO:
            ranges = ranges * 8 + players.ranges_of[players.rated[now.field[teams], place]]
        keys = packed(
            *((1 + squeezes, 2), (players.bunt[batter], 3), (players.running[batter], 5), (infield, 2), (fouled, 1)),
            *((self._station(games), 5), (ranges, 12)),
        )

        def ask(at: int) -> int:
            moment, how = self._moment(games[at], 0, infield[at]), _BUNTS[squeezes[at]]
            return self._by_total(moment, lambda table, total: bunt_read(table, moment.book, moment, how, total))

        came = self.rows.drawn(self._charts.of(keys, ask), dice.random(len(games)))
        return self._unless_missed(games, came, battery, dice)

    def hit_and_run(self, games: Ints, infield: Ints, held: Ints, battery: Ints, dice: np.random.Generator) -> Ints:
        """7.3, 19: by the chart; what says that the pitcher's card is read stands."""
        now, players = self.now, self.players
        rating = players.hit_and_run[now.batter[games]]
        keys = packed((rating, 3), (infield, 2), (held, 1), (self._station(games), 5))

        def ask(at: int) -> int:
            moment = self._moment(games[at], held[at], infield[at])
            return self._by_total(moment, lambda table, total: hit_and_run_read(table, moment.book, moment, total))

        came = self.rows.drawn(self._charts.of(keys, ask), dice.random(len(games)))
        return self._unless_missed(games, came, battery, dice, held)

    def _unless_missed(
        self, games: Ints, came: Ints, battery: Ints, dice: np.random.Generator, held: Ints | None = None
    ) -> Ints:
        """7.3, 23.7: the lead runner and all behind him must go."""
        missed = where(self.came.says[came] & HAS_MISSED > 0)
        if not len(missed):
            return came
        now, those = self.now, games[missed]
        bases, of_battery = now.bases[:, those], battery[missed]
        lead = np.where(bases[2] >= 0, bases[2], np.where(bases[1] >= 0, bases[1], bases[0]))
        held_ = np.zeros(len(those), dtype=np.int64) if held is None else held[missed]
        failed = now.failed[those].astype(np.int64)
        balk = self.batteries.balk[of_battery]
        keys = packed(
            *((self.thief[lead], 10), (self._station(those), 5), (held_, 1), (failed, 1), (balk, 5)),
            *self._throw(of_battery),
        )

        def ask(at: int) -> int:
            moment = self._moment(those[at], held_[at])
            return self._row(moment, lambda table: runners_must_go(table, moment.book, moment).play)

        came[missed] = self.rows.drawn(self._forced.of(keys, ask), dice.random(len(those)))
        return came

    def _station(self, games: Ints) -> Ints:
        station: Ints = 8 * self.now.outs[games] + self.now.occupied[games]
        return station

    def _throw(self, battery: Ints) -> tuple[tuple[Ints, int], tuple[Ints, int]]:
        return (self.batteries.adjustment[battery] + LIMIT, 4), (self.batteries.throws_away[battery], 5)

    def _moment(self, game: Any, held: Any, infield: Any = 0) -> Moment:
        moment = self.now.moment(int(game))
        moment.stance = Stance(int(held), INFIELDS[infield], False)
        return moment

    def _row(self, moment: Moment, play: Callable[[Table], Play]) -> int:
        chances = near_chances(play, _chooser(moment))
        return self.rows.add(self.came.numbered(chances.items()))

    def _by_total(self, moment: Moment, play: Callable[[Table, int], Play]) -> int:
        """The two coloured dice, and what comes of each sum."""
        chances = [
            (came, chance * ways / 36)
            for total, ways in TWO_DICE.items()
            for came, chance in near_chances(lambda table, total=total: play(table, total), _chooser(moment)).items()  # type: ignore[misc]
        ]
        return self.rows.add(self.came.numbered(chances))


def _chooser(moment: Moment) -> Any:
    return lambda side, question, options: decide(question, options, moment)
