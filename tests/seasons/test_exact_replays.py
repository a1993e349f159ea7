"""Test replayed seasons whose cards are made by counting: games reproduce the usual statistics, as do calculations."""

from statistics import correlation

import pytest

from rules_engine.systems import load
from seasons.exact_replay import ExactReplay
from seasons.league_statistics import read_statistics
from seasons.made_cards import make_season
from seasons.report import report_lines

GAMES = 250
NEAR = {
    "R": 0.1,
    "H": 0.06,
    "2B": 0.1,
    "HR": 0.12,
    "BB": 0.08,
    "SO": 0.06,
    "SB": 0.16,
    "CS": 0.24,
    "GIDP": 0.14,
    "E": 0.14,
}


@pytest.mark.parametrize(("key", "edition"), [("pine_tar", "full"), ("inside_pitch", "roll")])
def test_replayed_season_matches_real_double_plays_errors_and_steals(key: str, edition: str) -> None:
    """`NEAR` is the random error left after so few games, plus a few percent."""
    system = load(key)
    season, league = make_season(system, 1998, edition), read_statistics(1998).of_league("NL")
    teams = {team: [player for player in season.teams[team] if player in season.cards] for team in league.teams}
    setup = system.setup(system.edition(edition), season.cards)
    replayed = ExactReplay(system, setup, league, teams).play(GAMES, 3, lambda games: None)
    lines = {line.name: line for line in report_lines(replayed)}
    errors = {name: round(lines[name].relative_error or 0, 3) for name in NEAR}
    assert not {name: share for name, share in errors.items() if abs(share) > NEAR[name]}
    assert (lines["HBP"].real is None) == (key == "pine_tar")  # its cards count them as walks


@pytest.mark.parametrize(("key", "edition"), [("pine_tar", "full"), ("inside_pitch", "roll")])
def test_lineups_consider_contact_and_power(key: str, edition: str) -> None:
    """A player's setup rating, which decides batting orders and pinch hitters, follows his season."""
    system = load(key)
    season, league = make_season(system, 1998, edition), read_statistics(1998).of_league("NL")
    setup = system.setup(system.edition(edition), season.cards)
    regulars = {player: line for player, line in league.batting.items() if line.plate_appearances > 400}
    bats = {player: setup.bat(player, "R") for player in regulars}
    bases = [line.hits + line.doubles + 2 * line.triples + 3 * line.homeruns for line in regulars.values()]
    slugging = [total / line.at_bats for total, line in zip(bases, regulars.values(), strict=True)]
    reached = [line.hits + line.walks + line.hit_by_pitch for line in regulars.values()]
    on_base = [times / line.plate_appearances for times, line in zip(reached, regulars.values(), strict=True)]
    assert correlation([bat.slugging for bat in bats.values()], slugging) > 0.9
    assert correlation([bat.on_base for bat in bats.values()], on_base) > 0.9
