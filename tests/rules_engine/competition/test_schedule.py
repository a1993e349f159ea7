"""The round robin, its tables and the director's changes to it."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

from rules_engine.competition.schedule import ScheduleError, meetings, round_robin, round_robin_numbers
from rules_engine.competition.schedule_changes import check_schedule, move_series, swap_rounds, trade_tables

SIZES = [*range(2, 33), 50, 99, 100]


@pytest.mark.parametrize("teams", SIZES)
def test_everybody_meets_everybody_once_in_the_fewest_rounds(teams):
    schedule = round_robin(range(10, 10 + teams))
    assert {pair: len(found) for pair, found in meetings(schedule.series).items()} == {
        frozenset(pair): 1 for pair in combinations(range(10, 10 + teams), 2)
    }
    assert len(schedule.rounds) == (teams if teams % 2 else teams - 1)


@pytest.mark.parametrize("teams", SIZES)
def test_no_team_and_no_table_twice_in_a_round(teams):
    for found in round_robin(range(teams)).rounds:
        playing = [team for series in found.series for team in (series.home, series.away)]
        assert len(playing) == len(set(playing)) == teams - len(found.byes)
        assert sorted(series.table for series in found.series) == list(range(1, teams // 2 + 1))


@pytest.mark.parametrize("teams", [5, 9, 13, 99])
def test_odd_division_gives_every_team_one_bye(teams):
    byes = Counter(team for found in round_robin(range(teams)).rounds for team in found.byes)
    assert byes == dict.fromkeys(range(teams), 1)


@pytest.mark.parametrize("teams", SIZES)
def test_home_and_away_differ_by_one_at_most(teams):
    schedule = round_robin(range(teams))
    for team in range(teams):
        home = sum(series.home == team for series in schedule.of_team(team))
        assert abs(2 * home - (teams - 1)) <= 1


def table_visits(schedule):
    counts = Counter((team, series.table) for series in schedule.series for team in (series.home, series.away))
    tables = {series.table for series in schedule.series}
    return [[counts[team, table] for table in tables] for team in schedule.teams]


@pytest.mark.parametrize("teams", [size for size in SIZES if size != 4 and (size % 6 != 4 or size == 10)])
def test_every_team_visits_every_table_as_evenly_as_possible(teams):
    for visits in table_visits(round_robin(range(teams))):
        assert max(visits) - min(visits) <= 1


@pytest.mark.parametrize("teams", [4, 16, 22, 28, 100])
def test_sizes_that_were_not_evened_out_still_keep_everybody_from_a_fourth_visit(teams):
    assert max(max(visits) for visits in table_visits(round_robin(range(teams)))) <= 3


def test_second_cycle_turns_home_round_and_keeps_tables_even():
    schedule = round_robin(range(8), cycles=2)
    first, second = meetings(schedule.series)[frozenset((0, 5))]
    assert (first.home, second.home) in {(0, 5), (5, 0)}
    assert all(max(visits) - min(visits) <= 1 for visits in table_visits(schedule))
    assert check_schedule(schedule) == []


def test_halls_own_table_numbers_are_used():
    schedule = round_robin(range(8), tables=[21, 22, 25, 30, 31])
    assert {series.table for series in schedule.series} == {21, 22, 25, 30}


def test_same_teams_always_get_the_same_schedule():
    assert round_robin(range(22)) == round_robin(range(22))


@pytest.mark.parametrize(
    ("teams", "options", "why"),
    [
        ([1], {}, "two are needed"),
        ([1, 1], {}, "named twice"),
        (range(8), {"tables": [1, 2, 3]}, "8 teams need 4 tables, there are 3"),
        (range(8), {"tables": [1, 2, 3, 3, 4]}, "table is named twice"),
        (range(8), {"cycles": 0}, "at least once"),
    ],
)
def test_impossible_round_robin_says_why(teams, options, why):
    with pytest.raises(ScheduleError, match=why):
        round_robin(teams, **options)


@pytest.mark.parametrize("teams", range(2, 30))
def test_numbers_of_a_round_robin_are_those_of_the_schedule(teams):
    numbers, schedule = round_robin_numbers(teams), round_robin(range(teams))
    assert numbers.fewest_rounds == len(schedule.rounds)
    assert numbers.total_series == len(schedule.series)
    assert {(len(found.series), len(found.byes)) for found in schedule.rounds} == {
        (numbers.series_per_round, numbers.teams_on_bye_each_round)
    }


def test_swapping_two_rounds_keeps_the_schedule_legal():
    schedule = round_robin(range(9))
    change = swap_rounds(schedule, 2, 7)
    assert change.ruling
    assert check_schedule(change.schedule) == []
    assert {s.teams for s in change.schedule.series if s.round == 2} == {
        s.teams for s in schedule.series if s.round == 7
    }


def test_begun_round_and_unknown_round_cannot_be_swapped():
    schedule = round_robin(range(8))
    assert "Round 1 has begun" in swap_rounds(schedule, 1, 5, begun={1}).ruling.reason
    assert "no round 8" in swap_rounds(schedule, 5, 8).ruling.reason
    assert swap_rounds(schedule, 1, 5, begun={1}).schedule == schedule


def test_series_cannot_move_where_a_team_already_plays():
    schedule = round_robin(range(8))
    series = schedule.series[0]
    ruling = move_series(schedule, series, to_round=3, to_table=99).ruling
    assert not ruling
    assert "already plays" in ruling.reason


def test_series_may_move_to_a_round_of_its_own_at_the_end():
    schedule = round_robin(range(8))
    series = schedule.series[0]
    change = move_series(schedule, series, to_round=8, to_table=1)
    assert change.ruling
    assert check_schedule(change.schedule) == []
    assert change.schedule.rounds[-1].series == (replace(series, round=8, table=1),)
    assert not move_series(schedule, series, to_round=9, to_table=1).ruling


def test_series_may_move_where_both_teams_are_free_unless_the_table_is_taken():
    schedule = round_robin(range(8))
    series = schedule.series[0]
    emptied = move_series(schedule, series, to_round=8, to_table=1).schedule
    moved = emptied.rounds[-1].series[0]
    taken = move_series(emptied, moved, to_round=1, to_table=2, name="Team {}".format).ruling
    assert "Table 2 is taken by Team" in taken.reason
    assert move_series(emptied, moved, to_round=1, to_table=series.table).schedule == schedule


def test_begun_series_stays():
    schedule = round_robin(range(8))
    change = move_series(schedule, schedule.series[0], to_round=8, to_table=1, begun={schedule.series[0]})
    assert "have begun" in change.ruling.reason


def test_two_series_of_one_round_trade_tables():
    schedule = round_robin(range(8))
    one, other = schedule.rounds[2].series[:2]
    change = trade_tables(schedule, one, other)
    assert check_schedule(change.schedule) == []
    assert replace(one, table=other.table) in change.schedule.series
    assert not trade_tables(schedule, one, schedule.rounds[3].series[0]).ruling


def test_all_faults_of_a_hand_made_schedule_are_named():
    schedule = round_robin(range(6))
    first, second = schedule.rounds[0].series[:2]
    broken = replace(schedule, series=(*schedule.series[1:], replace(second, home=first.home, table=second.table)))
    reasons = " ".join(ruling.reason for ruling in check_schedule(broken))
    assert "series in round 1" in reasons
    assert "Table 2 is given to" in reasons
    assert "meet 0 times; the format says once" in reasons
