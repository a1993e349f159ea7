"""Test the suggested lineup for a real club."""

from rules_engine.systems.strat_o_matic import system
from seasons.strat_o_matic.lineups import club_lineup, with_designated_hitter
from seasons.strat_o_matic.season_cards import make_season


def test_boston_1975_bats_its_sluggers_third_to_fifth() -> None:
    season = make_season(1975)[0]
    side = club_lineup(season, "BOS")
    names = [season.cards[player].name for player in side.order[:8]]
    assert set(names[2:5]) == {"Carlton Fisk", "Fred Lynn", "Jim Rice"}
    assert names[3] == "Fred Lynn"
    assert {"Carl Yastrzemski", "Rick Burleson"} <= set(names)
    assert side.at("1b") == "yastrca01"
    hitting = with_designated_hitter(season, side)
    assert side.pitcher not in hitting.order
    assert hitting.order.index("lynnfr01") == 3
    setup = system.setup(system.edition("som_advanced"), season.cards)
    assert system.lineup_ruling(setup, hitting)
