"""Plays in which somebody runs or bunts, and pitches that get away: rows counted by the rules for men alike."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Final

import numpy as np

from rules_engine.baseball.enumeration import exact_chances
from rules_engine.baseball.plays import Play
from rules_engine.baseball.table import Table
from rules_engine.systems.strat_o_matic.autopilot.decisions import decide
from rules_engine.systems.strat_o_matic.ball.bunting import Bunt
from rules_engine.systems.strat_o_matic.ball.hit_and_run import MISSED
from rules_engine.systems.strat_o_matic.ball.situation import INFIELDS, Battery
from rules_engine.systems.strat_o_matic.ball.wild_pitches import check_pitch, pitch_play
from rules_engine.systems.strat_o_matic.bulk.asked import Floats, Index, Ints, packed
from rules_engine.systems.strat_o_matic.bulk.came import Came
from rules_engine.systems.strat_o_matic.bulk.men import Men, Numbers
from rules_engine.systems.strat_o_matic.bulk.moments import Moments
from rules_engine.systems.strat_o_matic.bulk.rows import Rows
from rules_engine.systems.strat_o_matic.play.announcing import Announced
from rules_engine.systems.strat_o_matic.play.next_play import ball_bunted, hit_and_run_read, runners_must_go, steal
from rules_engine.systems.strat_o_matic.scorebook.moment import Moment, Stance

NOTHING: Final = -1  # no pitch got away
_TOTALS: Final = {total: Fraction(6 - abs(total - 7), 36) for total in range(2, 13)}
Plays = Mapping[Play, Fraction]


class Running:
    """Rows by what the rules look at: ratings of batter, lead runner, battery and infielders, bases, outs and stance."""

    def __init__(self, now: Moments, came: Came, thief: Ints) -> None:
        self.now, self.men, self.came, self.thief = now, now.men, came, thief
        self._rows = Rows()
        self.batteries: Numbers[Battery] = Numbers()
        self._battery, self._pitches, self._acts = Index(), Index(), Index()

    def battery(self, games: Ints) -> Ints:
        """The number of what pitcher and catcher bring against runners."""
        now, men = self.now, self.men
        teams = now.fielding[games]
        pitcher, catcher = now.mound.man[teams], men.stood[now.field[teams], 0]

        def ask(at: int) -> int:
            return self.batteries.of(men.book.battery(now.state(int(games[at])).fielding))

        return self._battery.of(packed((pitcher, 10), (catcher, 10)), ask)

    def pitch(self, games: Ints, battery: Ints, dice: Floats) -> Ints:
        """29.1: the number of the play where a pitch gets away, else NOTHING."""
        occupied = self.now.occupied[games]

        def ask(at: int) -> int:
            events = exact_chances(lambda table: check_pitch(table, self.batteries.things[battery[at]]).event)
            state = int(occupied[at])
            plays = {event: self.came.number(pitch_play(event, state)) if event else NOTHING for event in events}
            return self._rows.add({plays[event]: float(chance) for event, chance in events.items()})

        return self._rows.drawn(self._pitches.of(packed((battery, 12), (occupied, 3)), ask), dice)

    def act(self, act: str, games: Ints, battery: Ints, infield: Ints, held: Ints, kind: Ints, dice: Floats) -> Ints:
        """The number of the play that comes of a bunt, a steal or a hit and run, once the pitch is checked."""
        now, men = self.now, self.men
        lead_runner = _lead_runner(now.bases[:, games])
        station = 8 * now.outs[games] + now.occupied[games]
        batter = now.order[now.batting[games], now.up[now.batting[games]]]
        bunting = act in ("sacrifice", "squeeze")
        ranges = self._ranges(games) if bunting else np.zeros(len(games), dtype=np.int64)
        keys = packed(
            *((("steal_1", "sacrifice", "squeeze", "hit_and_run").index(act), 2), (station, 5), (infield, 2), (held, 1)),
            *((self.thief[lead_runner], 9), (battery, 12), (now.fouled[games].astype(np.int64), 1)),
            *((now.failed[games].astype(np.int64), 1), (kind if act != "steal_1" else 0, 8)),
            *((men.running[batter] if bunting else 0, 5), (ranges, 13)),
        )

        def ask(at: int) -> int:
            moment = now.moment(int(games[at]))
            moment.stance = Stance(int(held[at]), INFIELDS[infield[at]], False)
            chances: dict[int, float] = {}
            for play, chance in _PLAYS[act](moment).items():
                number = self.came.number(play)
                chances[number] = chances.get(number, 0.0) + float(chance)
            return self._rows.add(chances)

        return self._rows.drawn(self._acts.of(keys, ask), dice)

    def _ranges(self, games: Ints) -> Ints:
        """The infielders' ranges, all that a bunt may ask of them."""
        now, men = self.now, self.men
        teams = now.fielding[games]
        fielders = np.array([each.range for each in men.fielders.things])
        rated = men.rated[now.field[teams]]
        ranges: Ints = fielders[men.on_the_mound[now.mound.man[teams]]] - 1
        for place in (1, 2, 3, 4):
            ranges = ranges * 5 + fielders[rated[:, place]] - 1
        return ranges


def _lead_runner(bases: Ints) -> Ints:
    """The man on the highest base."""
    lead: Ints = np.where(bases[2] >= 0, bases[2], np.where(bases[1] >= 0, bases[1], bases[0]))
    return lead


def _counted(moment: Moment, play: Callable[[Table], Play]) -> Plays:
    return exact_chances(play, lambda side, question, options: decide(question, options, moment))


def _stolen(moment: Moment) -> Plays:
    announced = Announced("steal_1", moment.held, moment.infield)
    return _counted(moment, lambda table: steal(table, moment.book, moment, announced).play)


def _by_total(moment: Moment, play: Callable[[Table, int], Play]) -> Plays:
    """The two coloured dice, and what comes of each sum."""
    plays: dict[Play, Fraction] = {}
    for total, share in _TOTALS.items():
        for came, chance in _counted(moment, lambda table, total=total: play(table, total)).items():  # type: ignore[misc]
            plays[came] = plays.get(came, Fraction(0)) + share * chance
    return plays


def _bunted(how: Bunt) -> Callable[[Moment], Plays]:
    return lambda moment: _by_total(
        moment, lambda table, total: ball_bunted(table, moment.book, moment, how, total).play
    )


def _hit_running(moment: Moment) -> Plays:
    """7.3, 19.5: where the pitcher's card is to be read, the play that says so."""

    def play(table: Table, total: int) -> Play:
        read = hit_and_run_read(table, moment.book, moment, total)
        return runners_must_go(table, moment.book, moment).play if read.code == MISSED else read

    return _by_total(moment, play)


_PLAYS: Final[Mapping[str, Callable[[Moment], Any]]] = {
    "steal_1": _stolen,
    "sacrifice": _bunted("sacrifice"),
    "squeeze": _bunted("squeeze"),
    "hit_and_run": _hit_running,
}
