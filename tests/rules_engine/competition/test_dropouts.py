"""Dropouts in the schedule."""

from rules_engine.competition.dropouts import cover_duties, covered_in_full
from rules_engine.competition.schedule import round_robin


def test_t0_08_bye_team_covers_remaining_series_in_an_odd_division():
    schedule = round_robin(range(9))
    duties = cover_duties(schedule, 4, last_round_played=3)
    byes = {round_made.number: round_made.byes[0] for round_made in schedule.rounds}
    assert len(duties) == sum(series.round > 3 for series in schedule.of_team(4))
    assert all(duty.covered_by == byes[duty.series.round] for duty in duties)
    assert all(duty.covered_by not in (4, duty.opponent) for duty in duties)
    assert covered_in_full(duties)


def test_t0_08_even_division_needs_outside_cover_for_every_series():
    duties = cover_duties(round_robin(range(8)), 2, last_round_played=4)
    assert [duty.covered_by for duty in duties] == [None] * 3
    assert not covered_in_full(duties)
    assert not covered_in_full(duties, {duties[0].series: "Pat"})
    assert covered_in_full(duties, {duty.series: "Pat" for duty in duties})


def test_t0_08_idle_team_covers_a_second_dropout_in_an_even_division():
    schedule = round_robin(range(8))
    duties = cover_duties(schedule, 2, last_round_played=0, departed=[5])
    assert len(duties) == 6  # the series against the first dropped team is a bye
    for duty in duties:
        idle = next(series for series in schedule.series if series.round == duty.series.round and 5 in series.teams)
        assert {duty.covered_by} == idle.teams - {5}
