"""Whole games by the ten thousand: each step is one play of every game under way."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from rules_engine.baseball.state import GameRules, Side, ending_after_half
from rules_engine.baseball.system import LineUpOf
from rules_engine.systems.strat_o_matic.autopilot.decisions import CLOSE, WALKS_FROM
from rules_engine.systems.strat_o_matic.bulk.asked import Bools, Ints, NumberedAnswers, packed
from rules_engine.systems.strat_o_matic.bulk.balls import Around, Swings
from rules_engine.systems.strat_o_matic.bulk.came import Came, lines_of
from rules_engine.systems.strat_o_matic.bulk.managers import ACTS, FIRST_OPEN_STATES, Announcing, Bench
from rules_engine.systems.strat_o_matic.bulk.moments import NOBODY, Moments
from rules_engine.systems.strat_o_matic.bulk.players import NumberedLineUp, Players
from rules_engine.systems.strat_o_matic.bulk.running import NOTHING, Running
from rules_engine.systems.strat_o_matic.play.swinging import first_base
from rules_engine.systems.strat_o_matic.scorebook.book import Book
from rules_engine.systems.strat_o_matic.scorebook.tracker import INTENTIONAL

AT_ONCE: Final = 16_000
_LAST: Final = 63  # the latest inning that is told apart
_MOST_PLAYS: Final = 1 << 13  # that are told apart
_FAR: Final = 31  # the largest lead
_SWING, _WALK = ACTS.index("swing"), ACTS.index("walk")


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

    def scores(self, meetings: Sequence[tuple[LineUpOf, LineUpOf]], seed: int) -> Sequence[tuple[int, int]]:
        """One game of each meeting, visitors first: the runs of both."""
        away, home = (
            np.array([self.places[each[side].team] + each[side].turn for each in meetings]) for side in (0, 1)
        )
        return [(int(visitors), int(hosts)) for visitors, hosts in self.play(away, home, seed).scores]

    def play(self, away: Ints, home: Ints, seed: int) -> ManyPlayed:
        """One game of each pair of line-ups, by their places."""
        games, now = len(away), self.now
        dice = np.random.default_rng(seed)
        scores, innings = np.zeros((games, 2), dtype=np.int64), np.zeros(games, dtype=np.int64)
        counts = np.zeros((2, _MOST_PLAYS), dtype=np.int64)
        left = np.zeros(2, dtype=np.int64)
        next_game = min(games, AT_ONCE)
        now.resize(next_game)
        now.begin(np.arange(next_game), np.arange(next_game), away[:next_game], home[:next_game])
        while len(now.inning):
            came, bottom = self._next_plays(dice), now.bottom.copy()
            counts += np.bincount(came + bottom * _MOST_PLAYS, minlength=2 * _MOST_PLAYS).reshape(2, -1)
            half_over, over = self._after(came)
            left += np.bincount(bottom[half_over], self.came.left[came[half_over]], 2).astype(np.int64)
            ended = np.flatnonzero(over)
            if not len(ended):
                continue
            number = now.game[ended]
            scores[number, 0], scores[number, 1] = now.score[2 * ended], now.score[2 * ended + 1]
            innings[number] = now.inning[ended]
            more = np.arange(next_game, min(games, next_game + len(ended)))
            now.begin(ended[: len(more)], more, away[more], home[more])
            next_game += len(more)
            if len(more) < len(ended):
                going = np.ones(len(now.inning), dtype=bool)
                going[ended[len(more) :]] = False
                now.keep(going)
        lines = tuple(lines_of(self.came.plays, each[: len(self.came.plays)]) for each in counts)
        for of_team, men_left in zip(lines, left, strict=True):
            of_team["left on base"] = int(men_left)
        return ManyPlayed(scores, innings, (lines[0], lines[1]))

    # One play of every game.

    def _next_plays(self, dice: np.random.Generator) -> Ints:
        """The plays, by number."""
        now = self.now
        now.look()
        self.bench.changes()
        games = np.arange(len(now.inning))
        batting, fielding, lead, occupied = now.batting, now.fielding, now.lead, now.occupied
        batter, pitcher = now.order[batting, now.up[batting]], now.mound.man[fielding]
        now.mound.face(fielding, now.inning, -lead, occupied)
        came = np.full(len(games), NOTHING)
        infield, held, outfield = (np.zeros(len(games), dtype=np.int64) for _ in range(3))
        acts = np.full(len(games), _SWING)
        on = np.flatnonzero(occupied)
        if len(on):
            self._announce(on, batter, pitcher, lead, acts, infield, held, outfield)
        walked = acts == _WALK
        came[walked] = self._walked[occupied[walked]]
        running = np.zeros(len(games), dtype=np.int64)
        if len(on := on[~walked[on]]):
            self._with_runners(on, acts, infield, held, came, dice)
            running[on] = (came[on] != NOTHING) & (self.came.reads_pitchers_card(came[on]) > 0)
            came[running == 1] = NOTHING
        swung = np.flatnonzero(came == NOTHING)
        came[swung] = self._swing(swung, batter, pitcher, infield, held, outfield, running, dice)
        return self._cut_short(came, lead)

    def _announce(
        self, on: Ints, batter: Ints, pitcher: Ints, lead: Ints, acts: Ints, infield: Ints, held: Ints, outfield: Ints
    ) -> None:
        now, players, announcing = self.now, self.players, self.announcing
        occupied, outs, inning = now.occupied, now.outs, now.inning
        may_walk = on[
            FIRST_OPEN_STATES[occupied[on]] & (outs[on] > 0) & (inning[on] >= WALKS_FROM) & (np.abs(lead[on]) <= CLOSE)
        ]
        if len(may_walk):
            team = now.batting[may_walk]
            on_deck = now.order[team, (now.up[team] + 1) % 9]
            walks = announcing.walk(may_walk, batter[may_walk], on_deck, pitcher[may_walk], lead[may_walk])
            acts[may_walk[walks]] = _WALK
        on = on[acts[on] != _WALK]
        in_ = on[outs[on] < 2]
        infield[in_] = announcing.infield(in_, players.is_pitcher[batter[in_]], lead[in_])
        on_first = on[(occupied[on] & 3) == 1]
        held[on_first] = announcing.hold(on_first, infield[on_first])
        last = on[(now.bottom[on] == 1) & (inning[on] >= self.rules.innings) & (lead[on] == 0) & (outs[on] < 2)]
        if len(last):
            outfield[last] = announcing.outfield_in(last, lead[last])
        battery = self.running.battery(on)
        batteries = self.running.batteries
        kind = announcing.kind(batter[on], pitcher[on])
        acts[on] = announcing.play(on, kind, lead[on], held[on], batteries.hold[battery], batteries.arm[battery])

    def _with_runners(
        self,
        on: Ints,
        acts: Ints,
        infield: Ints,
        held: Ints,
        came: Ints,
        dice: np.random.Generator,
    ) -> None:
        """Steals, pitches that get away, bunts, hit and run; what is left swings."""
        running = self.running
        battery, act = running.battery(on), acts[on]
        steals = act == ACTS.index("steal_1")
        came[on[steals]] = running.steal(on[steals], battery[steals], held[on[steals]], dice)
        pitched = on[~steals]
        came[pitched] = running.pitch(pitched, battery[~steals], dice.random(len(pitched)))
        still = came[on] == NOTHING
        squeezes = act == ACTS.index("squeeze")
        bunts = still & (squeezes | (act == ACTS.index("sacrifice")))
        games = on[bunts]
        came[games] = running.bunt(games, squeezes[bunts].astype(np.int64), infield[games], battery[bunts], dice)
        runs = still & (act == ACTS.index("hit_and_run"))
        games = on[runs]
        came[games] = running.hit_and_run(games, infield[games], held[games], battery[runs], dice)

    def _swing(
        self,
        games: Ints,
        batter: Ints,
        pitcher: Ints,
        infield: Ints,
        held: Ints,
        outfield: Ints,
        running: Ints,
        dice: np.random.Generator,
    ) -> Ints:
        now, players, swings = self.now, self.players, self.swings
        batter, pitcher, running = batter[games], pitcher[games], running[games]
        team = now.fielding[games]
        tired = now.mound.tired[team].astype(np.int64)
        symbols = swings.read(batter, pitcher, tired, running, dice.random(len(games)))
        held, whole = held[games], int(players.book.habits.caution)
        if held.any():
            side = swings.stands(batter, players.throws_right[pitcher], pitcher)
            held = held * np.where(side >= 2, 2, 1)
        part = players.book.habits.caution - whole
        caution = whole + (dice.random(len(games)) < part).astype(np.int64)
        speeds = [np.where(base >= 0, players.running[base], 0) for base in now.bases[:, games]]
        around = Around(
            8 * now.outs[games] + now.occupied[games],
            infield[games],
            held,
            outfield[games],
            now.field[team],
            pitcher,
            caution,
            (players.running[batter], speeds[0], speeds[1], speeds[2]),
        )
        symbols = swings.fielded(symbols, around, dice.random(len(games)))
        return swings.come_of(symbols, around, running, dice.random(len(games)))

    def _cut_short(self, came: Ints, lead: Ints) -> Ints:
        """The play as it is scored where a run wins the game."""
        now = self.now
        runs, needed = self.came.runs[came], 1 - lead
        ends = np.flatnonzero((now.bottom == 1) & (now.inning >= self.rules.innings) & (runs > 0) & (runs >= needed))
        for game in ends.tolist():
            came[game] = self.came.cut(int(came[game]), int(needed[game]))
        return came

    # What comes after it.

    def _after(self, came: Ints) -> tuple[Bools, Bools]:
        """Runs, outs, bases, the next batter, the half-inning and the game: which halves are over, and which games."""
        now, of = self.now, self.came
        games = np.arange(len(came))
        batting, fielding = now.batting, now.fielding
        outs, runs, done = of.outs[came], of.runs[came], of.batter_is_done(came) > 0
        now.mound.work(fielding, now.inning, of.is_counted(came), outs, runs)
        batter = now.order[batting, now.up[batting]]
        before = np.vstack([batter, now.bases, np.full(len(came), NOBODY)])
        stands = of.stands[came]
        now.failed = (now.failed & (stands[:, 0] == 1)) | (of.lead_failed(came) > 0)
        now.fouled = ~done & (now.fouled | (of.fouled_off(came) > 0))
        now.bases = np.stack([before[stands[:, base], games] for base in range(3)])
        now.score[batting] += runs
        now.up[batting] = (now.up[batting] + done) % 9
        now.outs += outs
        walked_off = (now.bottom == 1) & (now.inning >= self.rules.innings) & (runs > 0) & (now.lead > 0)
        half_over = (now.outs >= 3) | walked_off
        over = walked_off.copy()
        ended = np.flatnonzero(half_over & ~walked_off)
        if len(ended):
            over[ended] = self._ends(ended)
            self._next_half(ended[~over[ended]])
        return half_over, over

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
