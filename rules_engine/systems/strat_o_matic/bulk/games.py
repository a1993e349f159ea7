"""Whole games by the ten thousand: each step is one play of every game under way."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import count, takewhile
from typing import Final

import numpy as np

from rules_engine.baseball.state import GameRules, Side, ending_after_half
from rules_engine.baseball.system import LineUpOf, Tell
from rules_engine.systems.strat_o_matic.autopilot.decisions import CLOSE, WALKS_FROM
from rules_engine.systems.strat_o_matic.bulk.asked import Bools, Ints, NumberedAnswers, packed, where
from rules_engine.systems.strat_o_matic.bulk.balls import Around, Swings
from rules_engine.systems.strat_o_matic.bulk.came import (
    CARD_IS_READ,
    COUNTS,
    DONE,
    FAILED_LEAD,
    FOULED_OFF,
    MOVES,
    Came,
    lines_of,
)
from rules_engine.systems.strat_o_matic.bulk.managers import ACTS, FIRST_OPEN_STATES, Announcing, Bench
from rules_engine.systems.strat_o_matic.bulk.moments import NOBODY, Moments
from rules_engine.systems.strat_o_matic.bulk.players import NumberedLineUp, Players
from rules_engine.systems.strat_o_matic.bulk.running import NOTHING, Running
from rules_engine.systems.strat_o_matic.play.swinging import first_base
from rules_engine.systems.strat_o_matic.scorebook.book import Book
from rules_engine.systems.strat_o_matic.scorebook.tracker import INTENTIONAL

AT_ONCE: Final = 64_000
_TOLD_EVERY: Final = 10  # plays of each game
_LAST: Final = 63  # the latest inning that is told apart
_MOST_PLAYS: Final = 1 << 13  # that are told apart
_FAR: Final = 31  # the largest lead
_SWING, _STEAL = ACTS.index("swing"), ACTS.index("steal_1")
_SQUEEZE, _HIT_AND_RUN = ACTS.index("squeeze"), ACTS.index("hit_and_run")
_NEXT: Final = np.array([*range(9), *range(1, 9), 0], dtype=np.int8)  # in the order: the same man, or who follows him


@dataclass(frozen=True, slots=True)
class ManyPlayed:
    """Final scores by game; what box scores would count of all of them together, (visitors, home teams)."""

    scores: Ints  # [game, visitors or home]
    innings: Ints
    lines: tuple[Counter[str], Counter[str]]


class GamesAtOnce:
    """All games of one book: what has been asked of its rules stays."""

    def __init__(self, book: Book, line_ups: Mapping[str, Sequence[Side]], rules: GameRules | None = None) -> None:
        self.players, self.came = Players(book, line_ups), Came()
        self.rules = rules or GameRules()
        self.places: dict[str, int] = {}  # of a team's first line-up among all
        self._line_ups: list[NumberedLineUp] = []
        for team, of_team in self.players.line_ups.items():
            self.places[team] = len(self._line_ups)
            self._line_ups += of_team
        self.now = Moments(self.players, self._line_ups, self.rules, 0)
        self.swings = Swings(self.players, self.came)
        self.bench, self.announcing = Bench(self.now), Announcing(self.now)
        self.running = Running(self.now, self.came, self.announcing.thief)
        self._walked = np.array([self.came.number(first_base("walk", state, INTENTIONAL)) for state in range(8)])
        self._endings = NumberedAnswers(1 << 13)

    def scores(self, meetings: Sequence[tuple[LineUpOf, LineUpOf]], seed: int, tell: Tell) -> Sequence[tuple[int, int]]:
        """One game of each meeting, visitors first: the runs of both."""
        away, home = (
            np.array([self.places[each[side].team] + each[side].turn for each in meetings]) for side in (0, 1)
        )
        return [(int(visitors), int(hosts)) for visitors, hosts in self.play(away, home, seed, tell).scores]

    def play(self, away: Ints, home: Ints, seed: int, tell: Tell = lambda done: None) -> ManyPlayed:
        """One game of each pair of line-ups, by their places. `tell` is given how many are done, by innings."""
        games, now = len(away), self.now
        dice = np.random.Generator(np.random.SFC64(seed))
        scores, innings = np.zeros((games, 2), dtype=np.int64), np.zeros(games, dtype=np.int64)
        counts, halves = np.zeros(2 * _MOST_PLAYS, dtype=np.int64), np.zeros(2 * _MOST_PLAYS, dtype=np.int64)
        next_game = min(games, AT_ONCE)
        now.resize(next_game)
        now.begin(np.arange(next_game), np.arange(next_game), away[:next_game], home[:next_game])
        for step in takewhile(lambda _: len(now.inning) > 0, count()):
            if step % _TOLD_EVERY == 0:
                under_way = np.minimum(now.inning - 1, self.rules.innings).sum() // self.rules.innings
                tell(next_game - len(now.inning) + int(under_way))
            came = self._next_plays(dice)
            plays = came + _MOST_PLAYS * now.bottom.astype(np.int64)
            counts += np.bincount(plays, minlength=len(counts))
            half_over, ended = self._after(came)
            halves += np.bincount(plays.take(half_over), minlength=len(counts))
            if not len(ended):
                continue
            number = now.game[ended]
            scores[number, 0], scores[number, 1] = now.score[2 * ended], now.score[2 * ended + 1]
            innings[number] = now.inning[ended]
            more = np.arange(next_game, min(games, next_game + len(ended)))
            now.begin(ended[: len(more)], more, away[more], home[more])
            next_game += len(more)
            if len(more) < len(ended):
                now.keep(np.delete(np.arange(len(now.inning)), ended[len(more) :]))
        visitors, hosts = (self._lines(*each) for each in zip(np.split(counts, 2), np.split(halves, 2), strict=True))
        return ManyPlayed(scores, innings, (visitors, hosts))

    def _lines(self, counts: Ints, halves: Ints) -> Counter[str]:
        """A team's, of how often each play was made and how often it ended a half-inning."""
        known = len(self.came.plays)
        lines = lines_of(self.came.plays, counts[:known])
        lines["left on base"] = int(halves[:known] @ self.came.left[:known].astype(np.int64))
        return lines

    # One play of every game.

    def _next_plays(self, dice: np.random.Generator) -> Ints:
        """The plays, by number."""
        now, mound = self.now, self.now.mound
        now.look()
        self.bench.changes()
        pitcher = mound.man.take(now.fielding)
        if len(late := now.for_closers):
            mound.face(now.fielding.take(late), -now.lead.take(late), now.occupied.take(late))
        games = len(now.inning)
        came = np.full(games, NOTHING)
        running, infield, held, outfield = (np.zeros(games, dtype=np.int8) for _ in range(4))
        on = where(now.occupied > 0)
        if len(on):
            on = self._walk(on, pitcher, came)
            acts, battery = self._announce(on, pitcher, infield, held, outfield)
            self._with_runners(on, acts, infield, held, battery, came, dice)
            read = on.take(where(acts == _HIT_AND_RUN))
            read = read[came[read] >= 0]
            read = read[self.came.says[came[read]] & CARD_IS_READ > 0]
            came[read], running[read] = NOTHING, 1
        others = where(came != NOTHING)
        swung = self._swing(pitcher, infield, held, outfield, running, others, dice)
        swung[others] = came.take(others)
        return self._cut_short(swung)

    def _walk(self, on: Ints, pitcher: Ints, came: Ints) -> Ints:
        """Some are walked on purpose; with whom the game goes on."""
        now = self.now
        occupied, lead = now.occupied.take(on), now.lead.take(on)
        close = FIRST_OPEN_STATES.take(occupied) & (now.outs.take(on) > 0) & (np.abs(lead) <= CLOSE)
        may = where(close & (now.inning.take(on) >= WALKS_FROM))
        if not len(may):
            return on
        games, lead = on.take(may), lead.take(may)
        team = now.batting.take(games)
        on_deck = now.bats_at(team, _NEXT.take(9 + now.place.take(games)))
        walks = self.announcing.walk(games, now.batter.take(games), on_deck, pitcher.take(games), lead)
        walked = where(walks)
        if not len(walked):
            return on
        came[games.take(walked)] = self._walked.take(occupied.take(may.take(walked)))
        return np.delete(on, may.take(walked))

    def _announce(self, on: Ints, pitcher: Ints, infield: Ints, held: Ints, outfield: Ints) -> tuple[Ints, Ints]:
        """What the offence does with these men on base, by ACTS, and their batteries."""
        now, players, announcing = self.now, self.players, self.announcing
        occupied, outs, lead, batter = (each.take(on) for each in (now.occupied, now.outs, now.lead, now.batter))
        early = where(outs < 2)
        in_ = on.take(early)
        infield[in_] = announcing.infield(in_, players.is_pitcher.take(batter.take(early)), lead.take(early))
        on_first = on.take(where((occupied & 3) == 1))
        held[on_first] = announcing.hold(on_first, infield.take(on_first))
        may_end = (lead == 0) & (outs < 2) & (now.bottom.take(on) == 1) & (now.inning.take(on) >= self.rules.innings)
        if len(last := where(may_end)):
            outfield[on.take(last)] = announcing.outfield_in(on.take(last), lead.take(last))
        battery = self.running.battery(on)
        kind = announcing.kind(batter, pitcher.take(on))
        return announcing.play(on, kind, lead, held.take(on), self.running.batteries.strong.take(battery)), battery

    def _with_runners(
        self,
        on: Ints,
        acts: Ints,
        infield: Ints,
        held: Ints,
        battery: Ints,
        came: Ints,
        dice: np.random.Generator,
    ) -> None:
        """Steals, pitches that get away, bunts, hit and run; what is left swings."""
        running = self.running
        steals = where(acts == _STEAL)
        if len(steals):
            games = on.take(steals)
            came[games] = running.steal(games, battery.take(steals), held.take(games), dice)
        pitched = where(acts != _STEAL)
        away = running.pitch(on.take(pitched), battery.take(pitched), dice.random(len(pitched)))
        came[on.take(pitched)] = away
        still = pitched.take(where((away == NOTHING) & (acts.take(pitched) != _SWING)))
        squeezes, runs = acts.take(still) == _SQUEEZE, acts.take(still) == _HIT_AND_RUN
        bunts = where(~runs)
        if len(bunts):
            those, squeezes = still.take(bunts), squeezes.take(bunts).astype(np.int64)
            games = on.take(those)
            came[games] = running.bunt(games, squeezes, infield.take(games), battery.take(those), dice)
        those = still.take(where(runs))
        if len(those):
            games = on.take(those)
            came[games] = running.hit_and_run(games, infield.take(games), held.take(games), battery.take(those), dice)

    def _swing(
        self,
        pitcher: Ints,
        infield: Ints,
        held: Ints,
        outfield: Ints,
        running: Ints,
        others: Ints,
        dice: np.random.Generator,
    ) -> Ints:
        """What comes of it where everybody swings, and anything where `others` do not; it costs less than to pick."""
        now, swings, caution = self.now, self.swings, self.players.book.habits.caution
        games, tired = len(pitcher), now.mound.tired.take(now.fielding)
        side = swings.stands(now.batter, pitcher)
        symbols = swings.read(now.batter, pitcher, side, tired, running, dice.random(games))
        cautious = np.full(games, int(caution), dtype=np.int8)
        if caution % 1:
            cautious += dice.random(games) < caution % 1
        around = Around(
            8 * now.outs + now.occupied,
            infield,
            held + held * (side >= 2),
            outfield,
            now.field.take(now.fielding),
            pitcher,
            cautious,
            (now.batter, *now.bases),
        )
        symbols = swings.fielded(symbols, around, dice.random(games))
        return swings.come_of(symbols, around, running, others, dice.random(games))

    def _cut_short(self, came: Ints) -> Ints:
        """The play as it is scored where a run wins the game."""
        now = self.now
        last = where((now.inning >= self.rules.innings) & (now.bottom == 1))
        if len(last):
            plays, needed = came.take(last), 1 - now.lead.take(last)
            runs = self.came.runs.take(plays)
            for place in where((runs > 0) & (runs >= needed)).tolist():
                came[last[place]] = self.came.cut(int(plays[place]), int(needed[place]))
        return came

    # What comes after it.

    def _after(self, came: Ints) -> tuple[Ints, Ints]:
        """Runs, outs, bases, the next batter, the half-inning and the game: which halves are over, and which games."""
        now, of = self.now, self.came
        outs, runs, says = of.outs.take(came), of.runs.take(came), of.says.take(came)
        now.mound.work(now.fielding, now.inning, says & COUNTS, outs, runs)
        self._move(came, says)
        now.outs += outs
        scored = where(runs > 0)
        runs = runs.take(scored)
        now.score[now.batting.take(scored)] += runs
        last = (now.bottom.take(scored) == 1) & (now.inning.take(scored) >= self.rules.innings)
        won = scored.take(where(last & (now.lead.take(scored) + runs > 0)))
        now.outs[won] = 0
        half_over = where(now.outs >= 3)
        ends = self._ends(half_over)
        self._next_half(half_over.take(where(~ends)))
        return np.concatenate((half_over, won)), np.concatenate((half_over.take(where(ends)), won))

    def _move(self, came: Ints, says: Ints) -> None:
        """The runners, and who is at bat."""
        now, stands = self.now, self.came.stands
        done = (says & DONE) > 0
        now.up[now.batting] = _NEXT.take(9 * done.view(np.int8) + now.place)
        now.fouled = ~done & (now.fouled | ((says & FOULED_OFF) > 0))
        failed = where(now.failed)
        now.failed[failed] = stands[0].take(came.take(failed)) == 1  # the man on first is he who was there
        now.failed |= (says & FAILED_LEAD) > 0
        games = where(says & MOVES > 0)
        batter, bases, plays = now.batter.take(games), now.bases.take(games, axis=1), came.take(games)
        before = np.concatenate((batter, *bases, np.full(len(games), NOBODY, dtype=np.int16)))
        place = np.arange(len(games))
        for base in range(3):
            now.bases[base, games] = before.take(len(games) * stands[base].take(plays) + place)

    def _ends(self, games: Ints) -> Bools:
        """T0.04: whether the game is over after this half-inning."""
        now = self.now
        ahead = np.clip(now.score[2 * games + 1] - now.score[2 * games], -_FAR, _FAR)
        keys = packed((np.minimum(now.inning[games], _LAST), 6), (now.bottom[games], 1), (ahead + _FAR, 6))

        def ask(at: int) -> int:
            home = int(ahead[at])
            inning, bottom = int(now.inning[games[at]]), bool(now.bottom[games[at]])
            return int(bool(ending_after_half(self.rules, inning, bottom, (max(0, -home), max(0, home)))))

        ends: Bools = self._endings.of(keys, ask) > 0
        return ends

    def _next_half(self, games: Ints) -> None:
        now = self.now
        now.inning[games] += now.bottom[games]
        now.bottom[games] = 1 - now.bottom[games]
        now.outs[games], now.bases[:, games], now.failed[games] = 0, NOBODY, False
        now.mound.take_field(2 * games + 1 - now.bottom[games])
        first = self.rules.runner_on_second_from
        if first and len(late := games[now.inning[games] >= first]):
            team = 2 * late + now.bottom[late]
            now.bases[1, late] = now.order[team, now.up[team] - 1]
