"""The round robin, its tables, and the director's changes to it."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

from rules_engine.competition.schedule import ScheduleError, round_robin
from rules_engine.competition.schedule_changes import move_series, swap_rounds

SIZES = [*range(2, 33), 50, 99, 100]


def meetings(schedule):
    return Counter(series.teams for series in schedule.series)


def is_legal(schedule):
    """Check that no team or table is used twice in a round and that all pairs meet as often as the format requires."""
    pairs = [frozenset(pair) for pair in combinations(schedule.teams, 2)]
    for made_round in schedule.rounds:
        playing = [team for series in made_round.series for team in (series.home, series.away)]
        tables = [series.table for series in made_round.series]
        if len(set(playing)) < len(playing) or len(set(tables)) < len(tables):
            return False
    return meetings(schedule) == dict.fromkeys(pairs, schedule.cycles)


@pytest.mark.parametrize("teams", SIZES)
def test_teams_meet_once_in_the_fewest_rounds(teams):
    schedule = round_robin(range(10, 10 + teams))
    assert meetings(schedule) == {frozenset(pair): 1 for pair in combinations(range(10, 10 + teams), 2)}
    assert len(schedule.rounds) == (teams if teams % 2 else teams - 1)


@pytest.mark.parametrize("teams", SIZES)
def test_no_team_or_table_appears_twice_in_a_round(teams):
    for made_round in round_robin(range(teams)).rounds:
        playing = [team for series in made_round.series for team in (series.home, series.away)]
        assert len(playing) == len(set(playing)) == teams - len(made_round.byes)
        assert sorted(series.table for series in made_round.series) == list(range(1, teams // 2 + 1))


@pytest.mark.parametrize("teams", [5, 9, 13, 99])
def test_every_team_in_an_odd_division_gets_a_single_bye(teams):
    byes = Counter(team for made_round in round_robin(range(teams)).rounds for team in made_round.byes)
    assert byes == dict.fromkeys(range(teams), 1)


@pytest.mark.parametrize("teams", SIZES)
def test_home_and_away_series_are_balanced(teams):
    schedule = round_robin(range(teams))
    for team in range(teams):
        home = sum(series.home == team for series in schedule.of_team(team))
        assert abs(2 * home - (teams - 1)) <= 1


def table_visits(schedule):
    counts = Counter((team, series.table) for series in schedule.series for team in (series.home, series.away))
    tables = {series.table for series in schedule.series}
    return [[counts[team, table] for table in tables] for team in schedule.teams]


@pytest.mark.parametrize("teams", [size for size in SIZES if size != 4 and (size % 6 != 4 or size == 10)])
def test_table_visits_are_balanced(teams):
    for visits in table_visits(round_robin(range(teams))):
        assert max(visits) - min(visits) <= 1


@pytest.mark.parametrize("teams", [4, 16, 22, 28, 100])
def test_uneven_sizes_limit_teams_to_three_visits_per_table(teams):
    assert max(max(visits) for visits in table_visits(round_robin(range(teams)))) <= 3


def test_second_cycle_swaps_home_and_balances_tables():
    schedule = round_robin(range(8), cycles=2)
    first, second = (series for series in sorted(schedule.series) if series.teams == {0, 5})
    assert (first.home, second.home) in {(0, 5), (5, 0)}
    assert all(max(visits) - min(visits) <= 1 for visits in table_visits(schedule))
    assert is_legal(schedule)


def test_uses_the_halls_table_numbers():
    schedule = round_robin(range(8), tables=[21, 22, 25, 30, 31])
    assert {series.table for series in schedule.series} == {21, 22, 25, 30}


def test_same_teams_get_the_same_schedule():
    assert round_robin(range(22)) == round_robin(range(22))


@pytest.mark.parametrize(
    ("teams", "options", "why"),
    [
        ([1], {}, "two are needed"),
        ([1, 1], {}, "listed twice"),
        (range(8), {"tables": [1, 2, 3]}, "8 teams need 4 tables, but there are 3"),
        (range(8), {"tables": [1, 2, 3, 3, 4]}, "table is listed twice"),
        (range(8), {"cycles": 0}, "at least once"),
    ],
)
def test_impossible_round_robin_raises_with_reason(teams, options, why):
    with pytest.raises(ScheduleError, match=why):
        round_robin(teams, **options)


def test_swapping_two_rounds_preserves_a_legal_schedule():
    schedule = round_robin(range(9))
    change = swap_rounds(schedule, 2, 7)
    assert change.ruling
    assert is_legal(change.schedule)
    assert {s.teams for s in change.schedule.series if s.round == 2} == {
        s.teams for s in schedule.series if s.round == 7
    }


def test_started_or_unknown_rounds_cannot_be_swapped():
    schedule = round_robin(range(8))
    assert "Round 1 has started" in swap_rounds(schedule, 1, 5, started={1}).ruling.reason
    assert "Round 8 doesn't exist" in swap_rounds(schedule, 5, 8).ruling.reason
    assert swap_rounds(schedule, 1, 5, started={1}).schedule == schedule


def test_series_cannot_move_where_a_team_already_plays():
    schedule = round_robin(range(8))
    series = schedule.series[0]
    ruling = move_series(schedule, series, to_round=3, to_table=99).ruling
    assert not ruling
    assert "already plays" in ruling.reason


def test_series_can_move_to_a_new_final_round():
    schedule = round_robin(range(8))
    series = schedule.series[0]
    change = move_series(schedule, series, to_round=8, to_table=1)
    assert change.ruling
    assert is_legal(change.schedule)
    assert change.schedule.rounds[-1].series == (replace(series, round=8, table=1),)
    assert not move_series(schedule, series, to_round=9, to_table=1).ruling


def test_series_can_move_if_both_teams_and_the_table_are_free():
    schedule = round_robin(range(8))
    series = schedule.series[0]
    emptied = move_series(schedule, series, to_round=8, to_table=1).schedule
    moved = emptied.rounds[-1].series[0]
    ruling = move_series(emptied, moved, to_round=1, to_table=2, name="Team {}".format).ruling
    assert "Table 2 is taken by Team" in ruling.reason
    assert move_series(emptied, moved, to_round=1, to_table=series.table).schedule == schedule


def test_started_series_cannot_move():
    schedule = round_robin(range(8))
    change = move_series(schedule, schedule.series[0], to_round=8, to_table=1, started={schedule.series[0]})
    assert "have started" in change.ruling.reason
