"""What the autopilot does in many games at once: it is asked once for each kind of moment, and its answer is kept."""

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from rules_engine.baseball.changes import rearranged
from rules_engine.systems.strat_o_matic.autopilot import bench
from rules_engine.systems.strat_o_matic.autopilot.autopilot import CLOSE, LATE, PINCH_HITS_FROM, Autopilot
from rules_engine.systems.strat_o_matic.autopilot.decisions import (
    FIRST_OPEN,
    POWER,
    WALKS_FROM,
    bunt_share,
    bunts,
    decide,
    steals,
    walk_share,
)
from rules_engine.systems.strat_o_matic.ball.situation import INFIELDS
from rules_engine.systems.strat_o_matic.bulk.asked import Bools, Ints, KeyedAnswers, NumberedAnswers, packed, where
from rules_engine.systems.strat_o_matic.bulk.moments import NOBODY, SHARES, Moments
from rules_engine.systems.strat_o_matic.bulk.players import Numbered
from rules_engine.systems.strat_o_matic.pitchers.closer import FIRST_INNING
from rules_engine.systems.strat_o_matic.play.managers import hold_options, infield_options, offence_options
from rules_engine.systems.strat_o_matic.scorebook.moment import Moment

ACTS: Final = ("swing", "walk", "sacrifice", "squeeze", "steal_1", "hit_and_run")
_ACT_BITS, _ACT = 3, 7
_SURE: Final = (1 << 2 * _ACT_BITS) - 1  # the largest answer of two acts and no share of the first
_LAST = 15  # the latest inning that is told apart from others by the rules of starters
_MARGINS = 5  # beyond which leads are alike to managers
_TURNS: Final = np.array(
    sorted({WALKS_FROM, PINCH_HITS_FROM, LATE, LATE + 1, bench.RUN_FROM, bench.GLOVE_FROM, FIRST_INNING})
)
_SECOND = 2
_STAGES: Final = np.searchsorted(_TURNS, np.arange(_TURNS[-1] + 1), "right")


def stage(inning: Ints) -> Ints:
    """How late it is to managers: innings between two of their turns are alike."""
    return _STAGES.take(inning, mode="clip")


def by_lead(lead: Ints) -> Ints:
    """The lead as far as managers tell leads apart, from 0 on."""
    return np.minimum(np.maximum(lead, -_MARGINS), _MARGINS) + _MARGINS


def margin(lead: Ints) -> Ints:
    """The same for either team ahead."""
    return np.minimum(np.abs(lead), _MARGINS)


class Bench:
    """Men sent in and out before a play."""

    def __init__(self, now: Moments) -> None:
        self.now, self.players = now, now.players
        self._relievers, self._anybody, self._often = KeyedAnswers(), KeyedAnswers(), KeyedAnswers()
        self._stay = NumberedAnswers(1 << 11)
        self._bats, self._runners, self._gloves, self._moved = (
            KeyedAnswers(),
            KeyedAnswers(),
            KeyedAnswers(),
            KeyedAnswers(),
        )
        self._slow = np.append(self.players.running <= bench.SLOW, False)  # by man, nobody last

    def changes(self) -> None:
        """As the pilot's: runners and gloves late in close games, then the mound, then who bats for a pitcher."""
        now = self.now
        lead = now.lead
        late = where((now.inning > LATE) & (np.abs(lead) <= CLOSE))
        if len(late):
            self._late_changes(late, lead.take(late))
        self._change_pitchers(lead)
        self._bat_for_pitchers(lead)

    # Runners and gloves.

    def _late_changes(self, late: Ints, lead: Ints) -> None:
        now, occupied = self.now, self.now.occupied.take(late)
        running = where((lead <= 0) & (lead >= -1) & (occupied > 0) & (occupied < 4))
        self._run_for(late.take(running))
        fresh = where((now.outs.take(late) == 0) & (occupied == 0) & (lead < 0))
        if len(fresh):
            self._take_gloves(late.take(fresh), lead.take(fresh))

    def _run_for(self, games: Ints) -> None:
        now = self.now
        first, second = now.bases[0].take(games), now.bases[1].take(games)
        some = where(self._slow.take(first) | self._slow.take(second))
        if not len(some):
            return
        games, first, second = games.take(some), 1 + first.take(some), 1 + second.take(some)
        teams = now.batting.take(games)
        keys = packed(
            *((now.field[teams], 12), (now.line_up[teams], 8), (now.bats[teams], 10)),
            *((first, 10), (second, 10), (now.failed[games].astype(np.int64), 1)),
        )
        answers = self._runners.of(keys, lambda at: self._answer(int(games[at]), bench.pinch_runner))
        going = where(answers >= 0)
        if not len(going):
            return
        games, teams = games.take(going), teams.take(going)
        leaves, enters = np.divmod(answers.take(going), len(self.players.names))
        for base in (0, 1):
            gone = now.bases[base, games] == leaves
            now.bases[base, games[gone]] = enters[gone]
        self._replace(teams, leaves, enters)

    def _take_gloves(self, games: Ints, lead: Ints) -> None:
        now = self.now
        teams = now.fielding[games]
        keys = packed((now.field[teams], 12), (now.line_up[teams], 8), (now.bats[teams], 10), (-lead, 3))
        answers = self._gloves.of(keys, lambda at: self._answer(int(games[at]), bench.better_glove))
        coming = where(answers >= 0)
        if len(coming):
            leaves, enters = np.divmod(answers.take(coming), len(self.players.names))
            self._replace(teams.take(coming), leaves, enters)

    def _answer(self, game: int, who: Callable[[Any], bench.Replacement | None]) -> int:
        """Who leaves and who enters, in one number; NOBODY for no change."""
        change, number = who(self.now.played_by_hand(game)), self.players.by_name.of
        return NOBODY if change is None else number(change.leaves) * len(self.players.names) + number(change.enters)

    def _replace(self, teams: Ints, leaves: Ints, enters: Ints) -> None:
        """They bat in their places, and the men in the field stand as they will when it is their turn."""
        self._into_order(teams, leaves, enters)
        self._from_bench(teams, enters)
        keys = packed((self.now.field[teams], 12), (leaves, 10), (enters, 10))
        self.now.field[teams] = self._moved.of(
            keys, lambda at: self._field_with(int(teams[at]), int(leaves[at]), int(enters[at]))
        )

    def _field_with(self, team: int, leaves: int, enters: int) -> int:
        players, number = self.players, self.players.by_name.of
        stood = tuple(enters if man == leaves else int(man) for man in players.stood[self.now.field[team]])
        field, side = players.field_of(stood), team % 2
        self.now.field[team] = field  # the caller sets it anew
        game = self.now.played_by_hand(team // 2)
        moved = rearranged(game, side)
        if moved is None:
            return field
        game.append(moved)
        return players.field_of(tuple(number(man) for man in game.state.sides[side].field[1:]))

    def _into_order(self, teams: Ints, leaves: Ints, enters: Ints) -> None:
        order = self.now.order
        at, place = np.nonzero(order[teams] == leaves[:, None])
        order[teams[at], place] = enters[at]

    def _from_bench(self, teams: Ints, enters: Ints) -> None:
        now = self.now
        line_up = now.line_up[teams]
        now.bats[teams] &= ~now.bats_bit[line_up, enters]
        now.pitchers[teams] &= ~now.pitchers_bit[line_up, enters]

    # The mound.

    def _change_pitchers(self, lead: Ints) -> None:
        now, mound = self.now, self.now.mound
        teams = now.fielding
        hit_for = mound.hit_for.take(teams)
        leave = hit_for | mound.tired.take(teams)
        if len(late := now.for_closers):
            leave[late] |= mound.tires_now(teams.take(late), -lead.take(late), now.occupied.take(late))
        fresh = where((now.outs == 0) & (now.inning > 1) & ~leave)
        fresh = fresh.take(where(mound.started.take(teams.take(fresh))))
        if len(fresh):
            leave[fresh] = self._have_done_their_share(fresh, teams.take(fresh))
        if len(games := where(leave)):
            self._bring_in(games, teams.take(games), lead.take(games), hit_for.take(games))

    def _have_done_their_share(self, games: Ints, teams: Ints) -> Bools:
        now = self.now
        beyond: Ints = np.clip(now.mound.outs_beyond_pow(teams) + 32, 0, 63)
        empty: Ints = np.equal(now.occupied.take(games), 0).astype(np.int64)
        inning: Ints = np.minimum(now.inning.take(games), _LAST)
        keys = packed((inning, 4), (beyond, 6), (empty, 1))

        def ask(at: int) -> int:
            game = now.played_by_hand(int(games[at]))
            return int(SHARES * Autopilot(game).stays_share(game.state))

        return ~now.comes_now(games, self._stay.of(keys, ask))

    def _bring_in(self, games: Ints, teams: Ints, lead: Ints, hit_for: Bools) -> None:
        now, mound = self.now, self.now.mound
        enters = self._reliever(games, teams, lead)
        without = where(hit_for & (enters < 0))
        if len(without):
            of_team, of_game = teams[without], games[without]
            keys = packed((now.line_up[of_team], 8), (now.pitchers[of_team], 14))
            enters[without] = self._anybody.of(keys, lambda at: self._anyone(int(of_game[at]), int(of_team[at]) % 2))
        coming = where(enters >= 0)
        if not len(coming):
            return
        teams, enters = teams.take(coming), enters.take(coming)
        self._into_order(teams, mound.man[teams], enters)
        self._from_bench(teams, enters)
        mound.enter(teams, enters, started=False)

    def _reliever(self, games: Ints, teams: Ints, lead: Ints) -> Ints:
        """Who would come in now, or NOBODY."""
        now = self.now
        late = stage(now.inning[games])
        keys = packed((now.line_up[teams], 8), (now.pitchers[teams], 14), (late, 3), (margin(lead), 3))

        def ask(at: int) -> int:
            game = now.played_by_hand(int(games[at]))
            man = Autopilot(game).reliever(game.state.sides[int(teams[at]) % 2])
            return NOBODY if man is None else self.players.by_name.of(man)

        return self._relievers.of(keys, ask)

    def _anyone(self, game: int, side: int) -> int:
        played = self.now.played_by_hand(game)
        others = bench.who_may_pitch(played, played.state.sides[side])
        return self.players.by_name.of(others[0]) if others else NOBODY

    def _bat_for_pitchers(self, lead: Ints) -> None:
        now, players = self.now, self.players
        teams = now.batting
        pitchers = players.is_pitcher.take(now.batter) == 1
        games = where(pitchers & (now.inning >= PINCH_HITS_FROM) & ~now.fouled)
        if not len(games):
            return
        teams, lead = teams.take(games), lead.take(games)
        mound = now.mound
        keys = packed((stage(now.inning.take(games)), 3), (by_lead(lead), 4), (now.occupied.take(games), 3))
        if players.book.habits.pinch_hits > 1:  # only then it counts what work the pitcher has done
            beyond = np.clip(mound.outs_beyond_pow(teams) + 32, 0, 63)
            work = (mound.started[teams].astype(np.int64), 1), (mound.tired[teams].astype(np.int64), 1), (beyond, 6)
            keys = packed((keys, 10), *work)

        def ask(at: int) -> int:
            return int(SHARES * self._bats_for(int(games[at]), int(teams[at])))

        wanted = now.comes_now(games, self._often.of(keys, ask))
        wanted &= np.bitwise_count(now.bats.take(teams)) > _SECOND
        some = where(wanted)
        if not len(some):
            return
        games, teams, lead = games.take(some), teams.take(some), lead.take(some)
        some = where(self._reliever(games, teams, lead) >= 0)
        if len(some):
            self._send_up(games.take(some), teams.take(some))

    def _bats_for(self, game: int, team: int) -> float:
        """The pitcher at bat is at work in the other half."""
        now, mound = self.now, self.now.mound
        played = now.played_by_hand(game)
        state = played.state
        played.tracker.outings[state.batting.batter] = mound.outing(team)
        return Autopilot(played).bats_for_share(state, state.batting.batter)

    def _send_up(self, games: Ints, teams: Ints) -> None:
        now, players = self.now, self.players
        throws = players.throws_right[now.mound.man[now.fielding[games]]]
        keys = packed((now.line_up[teams], 8), (now.bats[teams], 10), (throws, 1))

        def ask(at: int) -> int:
            game = now.played_by_hand(int(games[at]))
            return players.by_name.of(bench.best_bat(game, game.book.batters(game.state.batting.bench)))

        enters = self._bats.of(keys, ask)
        now.order[teams, now.up[teams]] = now.batter[games] = enters
        self._from_bench(teams, enters)
        now.mound.hit_for_by(teams, enters)


class Announcing:
    """What both managers say before the dice."""

    def __init__(self, now: Moments) -> None:
        self.now, self.players = now, now.players
        self._kinds: Numbered[tuple[Any, ...]] = Numbered()
        thieves: Numbered[Any] = Numbered()
        book = self.players.book
        self.thief = np.array([thieves.of(book.thief(man)) for man in self.players.names], dtype=np.int64)
        self._kind, self._walks = NumberedAnswers(2 * len(self.players.names)), KeyedAnswers()
        self._infields, self._holds = NumberedAnswers(1 << 14), NumberedAnswers(3 * len(self.players.names))
        self._outfields, self._steals, self._plays = NumberedAnswers(1 << 14), KeyedAnswers(), KeyedAnswers()

    def kind(self, batter: Ints, pitcher: Ints) -> Ints:
        """Batters of a kind are alike to managers."""

        def ask(at: int) -> int:
            names, book = self.players.names, self.players.book
            faced = book.at_bat(names[batter[at]], names[pitcher[at]])
            power = book.bat(names[batter[at]], faced.mound.throws).slugging >= POWER
            code = faced.code and (faced.code.card, faced.code.power)
            return self._kinds.of((faced.power, faced.bunt, faced.hit_and_run, code, power))

        return self._kind.of(2 * batter + self.players.throws_right.take(pitcher), ask)

    def walk(self, games: Ints, batter: Ints, on_deck: Ints, pitcher: Ints, lead: Ints) -> Bools:
        """Which of these batters, with first base open and somebody out, are walked."""
        now = self.now
        kinds = self.kind(batter, pitcher), self.kind(on_deck, pitcher)
        keys = packed(*((kind, 8) for kind in kinds), (stage(now.inning.take(games)), 3), (by_lead(lead), 4))
        shares = self._walks.of(keys, lambda at: int(SHARES * walk_share(now.moment(int(games[at])))))
        return now.comes_now(games, shares)

    def infield(self, games: Ints, pitcher_bats: Ints, lead: Ints) -> Ints:
        """Where it stands, by INFIELDS, with men on base."""
        now = self.now
        late = stage(now.inning.take(games))
        where = (now.occupied.take(games), 3), (now.outs.take(games), 2)
        keys = packed((pitcher_bats, 1), *where, (late, 3), (margin(lead), 3))

        def ask(at: int) -> int:
            moment = now.moment(int(games[at]))
            options = infield_options(moment.book.edition, moment.state, moment.outs)
            return INFIELDS.index(decide("infield", options, moment))

        return self._infields.of(keys, ask)

    def hold(self, games: Ints, infield: Ints) -> Ints:
        """Whether the man on first, with second open, is held."""
        now = self.now

        def ask(at: int) -> int:
            moment = now.moment(int(games[at]))
            options = hold_options(moment.book.edition, moment.state, INFIELDS[infield[at]])
            return int(len(options) > 1 and decide("hold", options, moment) == "1")

        return self._holds.of(3 * now.bases[0].take(games) + infield, ask)

    def outfield_in(self, games: Ints, lead: Ints) -> Ints:
        now = self.now
        keys = packed((now.occupied[games], 3), (now.outs[games], 2), (by_lead(lead), 4))
        return self._outfields.of(keys, lambda at: int(now.moment(int(games[at])).fly_may_end_it()))

    def play(self, games: Ints, kind: Ints, lead: Ints, held: Ints, strong: Ints) -> Ints:
        """What the offence does with men on base, by ACTS; `strong` is what the battery has against thieves, from 0."""
        now = self.now
        occupied, failed = now.occupied.take(games), now.failed.take(games)
        close = margin(lead)
        may_run = where((occupied & 3) == 1)
        runs = np.zeros(len(games), dtype=np.int64)
        if len(may_run):
            those = games.take(may_run)
            keys = packed(
                *((self.thief.take(now.bases[0].take(those)), 10), (strong.take(may_run), 6)),
                *((failed.take(may_run), 1), (close.take(may_run), 3)),
            )
            runs[may_run] = self._steals.of(keys, lambda at: int(steals(now.moment(int(those[at])))))
        outs = now.outs.take(games)
        may_bunt = outs < _SECOND  # with two out nothing but a steal is announced
        late = stage(now.inning.take(games))
        keys = packed(
            *((kind * may_bunt, 8), (occupied, 3), (outs, 2), (late * may_bunt, 3)),
            *((close * may_bunt, 3), (runs, 1), (failed, 1), (held, 1), (now.fouled.take(games), 1)),
        )
        answers = self._plays.of(keys, lambda at: self._announced(int(games[at]), int(held[at]), bool(runs[at])))
        acts = answers & _ACT
        maybe = where(answers > _SURE)
        if len(maybe):
            answers = answers.take(maybe)
            comes = where(now.comes_now(games.take(maybe), answers >> 2 * _ACT_BITS))
            acts[maybe.take(comes)] = answers.take(comes) >> _ACT_BITS & _ACT
        return acts

    def _announced(self, game: int, held: int, runs: bool) -> int:
        """How often the league bunts here, what is announced then, and what otherwise."""
        moment = self.now.moment(game)
        options = offence_options(moment.book.edition, moment, held)
        share = int(SHARES * min(1.0, bunt_share(moment))) if moment.outs < _SECOND else 0
        acts = [
            ACTS.index(decide("play", options, _Supposed(moment, {bunts: bunting, steals: runs})))
            for bunting in (True, False)
        ]
        return (share << _ACT_BITS | acts[0]) << _ACT_BITS | acts[1]


class _Supposed(Moment):
    """A moment of which some facts are given."""

    __slots__ = ("given",)

    def __init__(self, moment: Moment, given: dict[Any, bool]) -> None:
        super().__init__(moment.book, moment.now, moment.tracker)
        self.given = given

    def fact(self, of: Any) -> Any:
        return self.given[of] if of in self.given else of(self)


FIRST_OPEN_STATES: Final = np.isin(np.arange(8), FIRST_OPEN)
