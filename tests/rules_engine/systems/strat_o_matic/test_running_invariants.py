"""All results of steals, pitches, bunts and the hit and run leave the bases in a legal state."""

import pytest

from rules_engine.baseball.bases import BATTER, HOME, is_on, occupied, runners
from rules_engine.baseball.enumeration import exact_chances
from rules_engine.baseball.game_input import first_option
from rules_engine.baseball.plays import ABSENT, OUT, Play
from rules_engine.systems.strat_o_matic.baserunning.delayed_steal import (
    delayed_chance_at_home,
    delayed_chance_at_second,
    resolve_delayed_steal,
)
from rules_engine.systems.strat_o_matic.baserunning.leads import (
    FailedLead,
    StealAttempt,
    attempt_steal,
    forced_steal,
    steal_options,
)
from rules_engine.systems.strat_o_matic.baserunning.stealing import BaseStealer, load_steal_chart
from rules_engine.systems.strat_o_matic.batting.bunting import bunt_ruling, resolve_bunt
from rules_engine.systems.strat_o_matic.batting.hit_and_run import hit_and_run_ruling, resolve_hit_and_run
from rules_engine.systems.strat_o_matic.cards.ratings import parse_steal_rating
from rules_engine.systems.strat_o_matic.charts.strategy_charts import load_strategy_chart
from rules_engine.systems.strat_o_matic.pitching.wild_pitches import resolve_catcher_popup, roll_for_batter
from rules_engine.systems.strat_o_matic.rulesets.ruleset import load_ruleset
from rules_engine.systems.strat_o_matic.situation import Battery, Situation
from tests.rules_engine.systems.strat_o_matic.sets_of_runners import legal_steals

EDITIONS = [load_ruleset(key) for key in ("som_basic", "som_advanced", "som_super_advanced", "star")]
SAMPLE = parse_steal_rating("*8-10/11,12 (19-14)")
BATTERY = Battery(hold=-1, arm=1, throws_away=9, balk=4, wild_pitch=9, passed_ball=7)
OCCUPIED = range(1, 8)


def last_option(side, question, options):
    return options[-1].key


def boldest(side, question, options):
    keys = [option.key for option in options]
    return next((bold for bold in ("go", "throw", "through") if bold in keys), keys[-1])


CHOOSERS = [first_option, last_option, boldest]
MOMENTS = [(0, True, None), (2, False, FailedLead(False, -1, 1)), (2, False, None)]


class BoundaryFaces:
    """Roll only the faces at the limits of the rules, so the test covers every branch quickly."""

    faces = {
        "pickoff_or_balk": (1, 2, 3),
        "lead_1": (1, 4, 6),
        "lead_2": (1, 4, 6),
        "steal": (1, 4, 20),
    }

    def __init__(self, table):
        self.table = table
        self.ask = table.ask

    def roll(self, name, sides, lowest=1):
        faces = self.faces.get(name, (1, sides))
        return faces[self.table.roll(name, len(faces)) - 1]


def check_lawful(play: Play, state: int, outs: int) -> None:
    """Check that no runner appears, disappears, moves back, passes a teammate or shares a base.

    The third out ends the half-inning.
    """
    for base in (1, 2, 3):
        assert (play.to[base] == ABSENT) is not is_on(state, base)
    standing = [to for to in play.to if 1 <= to <= 3]
    assert len(standing) == len(set(standing))
    assert all(play.to[base] == OUT or play.to[base] >= base for base in runners(state))
    still_in = [play.to[start] for start in (BATTER, 1, 2, 3) if play.to[start] > 0]
    assert still_in == sorted(still_in)
    assert outs + play.to.count(OUT) <= 3
    if outs + play.to.count(OUT) == 3:
        assert HOME not in play.to


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.key)
@pytest.mark.parametrize("choose", CHOOSERS)
@pytest.mark.parametrize("rating", [SAMPLE, None])
def test_23_every_steal_outcome_is_lawful(edition, choose, rating):
    chart = load_steal_chart()
    for state in OCCUPIED:
        for stealing in legal_steals(state):
            for outs, hold, earlier in MOMENTS:
                attempt = StealAttempt(state, outs, stealing, BaseStealer("B", rating), hold, BATTERY, earlier)
                may_steal = not edition.stealing.ratings or bool(steal_options(attempt))
                for steal in (forced_steal, attempt_steal) if may_steal else (forced_steal,):
                    ends = {
                        done.play
                        for done, _ in exact_chances(
                            lambda table, steal=steal, tried=attempt: steal(
                                BoundaryFaces(table), edition, chart, tried
                            ),
                            choose,
                        ).items()
                    }
                    for play in ends:
                        check_lawful(play, state, outs)


@pytest.mark.parametrize("choose", CHOOSERS)
@pytest.mark.parametrize("outs", [0, 2])
def test_23_9_every_delayed_steal_outcome_is_lawful(choose, outs):
    second, home = delayed_chance_at_second(SAMPLE, BATTERY), delayed_chance_at_home(SAMPLE)
    for play, _ in exact_chances(lambda table: resolve_delayed_steal(table, outs, second, home), choose).items():
        check_lawful(play, occupied(1, 3), outs)


@pytest.mark.parametrize("edition", EDITIONS[2:], ids=lambda edition: edition.key)
def test_29_every_pitch_that_gets_away_is_lawful(edition):
    for state in OCCUPIED:
        for steal_play, _ in exact_chances(
            lambda table, on=state: roll_for_batter(table, edition.pitches, BATTERY, on, dice=())
        ).items():
            if steal_play.play is not None:
                check_lawful(steal_play.play, state, 0)
        for play, _ in exact_chances(
            lambda table, on=state: resolve_catcher_popup(table, edition, BATTERY, on, 2)
        ).items():
            check_lawful(play, state, 2)


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.key)
@pytest.mark.parametrize("outs", [0, 1])
def test_18_every_legal_bunt_outcome_is_lawful(edition, outs):
    chart = load_strategy_chart(edition.strategy.chart)
    for state in OCCUPIED:
        moment = Situation(state, outs)
        for bunt in ("sacrifice", "squeeze"):
            if not bunt_ruling(edition.strategy, bunt, state, outs):
                continue
            for rating in "ABCDE":
                for total in range(2, 13):
                    for play, _ in exact_chances(
                        lambda table, b=bunt, s=moment, r=rating, t=total: resolve_bunt(table, chart, s, b, r, t)
                    ).items():
                        check_lawful(play, state, outs)


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.key)
@pytest.mark.parametrize("outs", [0, 1, 2])
def test_19_every_legal_hit_and_run_outcome_is_lawful(edition, outs):
    chart = load_strategy_chart(edition.strategy.chart)
    for state in OCCUPIED:
        if not hit_and_run_ruling(edition.strategy, state, outs):
            continue
        moment = Situation(state, outs)
        for rating in "ABCD":
            for total in range(2, 13):
                for play, _ in exact_chances(
                    lambda table, s=moment, r=rating, t=total: resolve_hit_and_run(table, edition, chart, s, r, t)
                ).items():
                    check_lawful(play, state, outs)
