"""Cards from real seasons: exact totals, named minimums, reproducible, and playable."""

from collections import Counter as Counted

import pytest

from rules_engine.baseball.seasons import LeagueSeason
from rules_engine.systems.pine_tar import system
from rules_engine.systems.pine_tar.charts.reading import house_charts
from rules_engine.systems.pine_tar.making.counting import COUNTED, Counter, League, fitted, split
from rules_engine.systems.pine_tar.making.make import ON_THE_GROUND
from seasons.league_statistics import read_statistics

LIMIT = 0.02


def season(year: int, league: str) -> LeagueSeason:
    return read_statistics(year).of_league(league)


@pytest.mark.parametrize(("year", "league"), [(1908, "AL"), (1930, "NL"), (1968, "AL"), (1998, "NL")])
@pytest.mark.parametrize("edition", ["standard", "full"])
def test_every_season_total_is_within_two_percent(year: int, league: str, edition: str) -> None:
    made = system.make_cards(season(year, league), system.edition(edition))
    for line in made.report:
        assert line.cards == pytest.approx(line.played, rel=LIMIT), line


def test_every_made_card_survives_a_round_trip() -> None:
    made = system.make_cards(season(1968, "NL"), system.edition("full"))
    for card in made.cards.values():
        assert system.read_card(system.write_card(card)) == card


def test_same_season_produces_the_same_cards() -> None:
    league_season = season(1968, "AL")
    first, second = (system.make_cards(league_season, system.edition("standard")) for _ in range(2))
    assert first.cards == second.cards


def test_impossible_card_values_are_listed_by_player() -> None:
    made = system.make_cards(season(1908, "AL"), system.edition("standard"))
    assert made.short
    for lines in made.short.values():
        assert all(line.cards > line.played for line in lines)


def test_good_pitchers_get_good_grades_and_starters_innings() -> None:
    made = system.make_cards(season(1968, "NL"), system.edition("standard"))
    gibson = made.cards["gibsobo01"].pitching
    assert gibson is not None
    assert (gibson.home.first, gibson.starter, gibson.innings.starting) == ("A+", True, 8)


def test_column_fitted_to_anothers_results_reproduces_them() -> None:
    league = League(house_charts(), {"C": 0.6, "A": 0.4}, {"ROE": 2, "BK/WP": 1}, {})
    counter = Counter(league, slow=False)
    counts = {"HR": 3, "3B": 1, "2B": 5, "1B": 16, "BB": 9, "SO": 16, "GO": 24, "FO": 20, "LO": 3, "ROE": 2, "BK/WP": 1}
    made = fitted(counter, counter.line(counts), {kind: counts[kind] for kind in COUNTED})
    assert {kind: made[kind] for kind in COUNTED} == {kind: counts[kind] for kind in COUNTED}


def test_line_shares_of_plate_appearances_add_up_to_1() -> None:
    league = League(house_charts(), {"B": 0.5, "E": 0.5}, {"ROE": 2, "BK/WP": 2}, {77: {"SO": 0.2}}, 0.25, 0.25)
    for slow in (False, True):
        counts = {"HR": 3, "3B": 1, "2B": 5, "1B": 17, "BB": 9, "SO": 16, "GO": 23, "FO": 19, "LO": 3}
        line = Counter(league, slow=slow).line(counts | dict(league.below))
        assert sum(line.values()) == pytest.approx(1)


def test_split_parts_add_up_to_the_number() -> None:
    assert split(7, (0.5, 0.3, 0.2)) == [4, 2, 1]
    assert sum(split(48, (0.52, 0.41, 0.07))) == 48


@pytest.mark.parametrize(("year", "turned", "share"), [(1908, 628, 0.42), (1998, 1764, 0.58)])
def test_season_with_few_double_plays_has_few_ground_balls(year: int, turned: int, share: float) -> None:
    """Actual double plays are known since 1871. With a fixed share of 0.54, replays of 1908 had two-fifths too many."""
    league_season = season(year, "AL")
    assert league_season.grounded_into(ON_THE_GROUND) == pytest.approx(turned, abs=1)
    columns = [card.columns["R"] for card in system.make_cards(league_season, system.edition("full")).cards.values()]
    outs = Counted(cell.kind for column in columns for cell in column)
    assert outs["GO"] / (outs["GO"] + outs["FO"] + outs["LO"]) == pytest.approx(share, abs=0.02)
