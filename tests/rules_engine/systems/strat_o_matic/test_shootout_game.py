"""Complete shootouts: pitchers, pinch hitters, injuries and innings, based on T32.0."""

import pytest

from rules_engine.baseball.events import PlayMade
from rules_engine.baseball.invariants import batting_order_faults, broken_invariants
from rules_engine.baseball.plays import OUT, Play
from rules_engine.profile import load_profile
from rules_engine.systems.strat_o_matic.batting.parks import BySide, Park
from rules_engine.systems.strat_o_matic.cards.cards import BatterCard, PitcherCard
from rules_engine.systems.strat_o_matic.computer_manager.shootout_manager import ShootoutManager
from rules_engine.systems.strat_o_matic.game_state.game_setup import GameSetup
from rules_engine.systems.strat_o_matic.game_state.play_situation import PlaySituation
from rules_engine.systems.strat_o_matic.play.game import StratGame
from rules_engine.systems.strat_o_matic.play.shootout_game import (
    ShootoutError,
    ShootoutGame,
    average_park,
    shootout_ruleset,
    shootout_team,
)
from rules_engine.systems.strat_o_matic.rulesets.ruleset import load_ruleset
from tests.rules_engine.systems.strat_o_matic.real_league import real_league, side

PURESTRAT = load_profile("purestrat@1")
STAR = shootout_ruleset(load_ruleset("star"))


def new_shootout(away: str = "NYA", home: str = "ATL") -> ShootoutGame:
    setup = GameSetup(STAR, real_league().season.cards)
    club_rosters = real_league().season.teams
    teams = (shootout_team(side(away), setup, club_rosters[away]), shootout_team(side(home), setup, club_rosters[home]))
    return ShootoutGame(setup, PURESTRAT, teams)


def made(game: StratGame, kind: str, to: tuple[int, int, int, int], injured: str = "") -> None:
    state = game.state
    game.append(PlayMade(Play(kind, to, "1.0"), state.batting.batter, state.fielding.pitcher, (), injured))


def half(shootout: ShootoutGame, runs: int = 0) -> StratGame:
    """Play a half-inning of home runs and strikeouts with the first eligible pitcher."""
    game = shootout.begin_half(shootout.pitchers()[0])
    for _ in range(runs):
        if not shootout.result().winner:
            made(game, "homerun", (4, -2, -2, -2))
    while not game.state.over and not shootout.result().winner:
        made(game, "strikeout", (OUT, -2, -2, -2))
    shootout.end_half()
    return game


@pytest.mark.parametrize("seed", range(12))
def test_t32_0_shootout_ends_with_a_winner_within_its_rules(seed: int) -> None:
    shootout = new_shootout(*(("NYA", "ATL"), ("CLE", "SDN"), ("HOU", "SFN"))[seed % 3])
    result = ShootoutManager(shootout).play(seed)
    visitors, home = shootout.runs
    assert result.winner == ("visitor" if visitors > home else "home")
    assert result.after_inning >= 3
    for number, game in enumerate(shootout.halves):
        starter = game.log.start.fielding.pitcher
        assert {event.pitcher for event in game.log.events if isinstance(event, PlayMade)} == {starter}
        card = shootout.setup.pitcher(starter)
        assert card.endurance.starter or number >= 4
        decided_in_it = number == len(shootout.halves) - 1 and not game.state.over
        assert batting_order_faults_of(game) == []
        assert decided_in_it or broken_invariants(game.log) == []
    for team in shootout.teams:
        for innings in team.pitched.values():
            assert len({(inning - 1) // 8 for inning in innings}) == len(innings)
    assert orders_go_on(shootout)


def batting_order_faults_of(game: StratGame) -> list[str]:
    """Return the batting order faults of a half that starts with the leadoff batter. Other halves are not checked."""
    up = game.log.start.batting.up
    return [fault for fault in batting_order_faults(game.log) if up == 0]


def orders_go_on(shootout: ShootoutGame) -> bool:
    """Check that every half starts where the team's previous half ended."""
    for team in (0, 1):
        halves = shootout.halves[team::2]
        for before, after in zip(halves, halves[1:], strict=False):
            if before.state.batting.up != after.log.start.batting.up:
                return False
    return True


def test_t32_0_starters_pitch_the_first_two_innings_and_no_pitcher_repeats() -> None:
    shootout = new_shootout()
    reliever = next(player for player in shootout.teams[1].pitchers if not is_starter(shootout, player))
    with pytest.raises(ShootoutError, match=r"T32.0\(4\): Only a starter can pitch inning 1"):
        shootout.begin_half(reliever)
    first = half(shootout).log.start.fielding.pitcher
    half(shootout)
    with pytest.raises(ShootoutError, match="He pitched inning 1"):
        shootout.begin_half(first)


def is_starter(shootout: ShootoutGame, player: str) -> bool:
    return bool(shootout.setup.pitcher(player).endurance.starter)


def test_t32_0_first_lead_after_three_or_more_innings_wins() -> None:
    shootout = new_shootout()
    for runs in (3, 0, 0, 3, 0):
        half(shootout, runs)
        assert shootout.result().winner is None
    half(shootout, 1)
    assert (shootout.result().winner, shootout.result().after_inning) == ("home", 3)
    with pytest.raises(ShootoutError, match="has won in inning 3"):
        shootout.begin_half(shootout.pitchers()[0])


def test_t32_0_home_team_ahead_in_the_third_or_later_stops_batting() -> None:
    shootout = new_shootout()
    for runs in (0, 2, 0, 0, 1):
        half(shootout, runs)
    assert (shootout.result().winner, len(shootout.halves)) == ("home", 5)
    level = new_shootout()
    for runs in (0, 0, 0, 0, 0):
        half(level, runs)
    last = half(level, 4)
    assert (level.result().winner, last.state.score, last.state.over) == ("home", (0, 1), False)


def test_t32_0_only_injured_position_players_leave_and_pitchers_finish_the_inning() -> None:
    shootout = new_shootout()
    game = shootout.begin_half(shootout.pitchers()[0])
    batter, mound = game.state.batting.batter, game.state.fielding.pitcher
    bench = [player for player in game.state.batting.bench if isinstance(shootout.setup.cards[player], BatterCard)]
    assert shootout.change_ruling(shootout.batting, bench[0], batter).rule == "T32.0(6)"
    assert shootout.change_ruling(1 - shootout.batting, game.state.fielding.bench[0], mound).rule == "T32.0(4)"
    made(game, "single", (1, -2, -2, -2), batter)
    shootout.change(shootout.batting, bench[0], batter)
    assert game.state.bases[0].player == bench[0]


def up_to_the_pitcher(shootout: ShootoutGame) -> StratGame:
    game = shootout.begin_half(shootout.pitchers()[0])
    while game.state.batting.batter != game.state.batting.pitcher:
        made(game, "homerun", (4, -2, -2, -2))
    return game


def test_t32_0_visitors_starter_pitches_the_first_even_if_hit_for() -> None:
    shootout = new_shootout()
    game = up_to_the_pitcher(shootout)
    starter = game.state.batting.pitcher
    hitter = next(player for player in game.state.batting.bench if isinstance(shootout.setup.cards[player], BatterCard))
    shootout.change(shootout.batting, hitter, starter)
    refused = shootout.change_ruling(shootout.batting, game.state.batting.bench[0], hitter)
    assert (refused.allowed, refused.rule) == (False, "T32.0(6)")
    while not game.state.over:
        made(game, "strikeout", (OUT, -2, -2, -2))
    shootout.end_half()
    assert starter in shootout.pitchers()
    assert hitter not in shootout.teams[0].bench
    assert shootout.begin_half(starter).state.fielding.pitcher == starter


def test_t32_0_pinch_hitting_pitcher_is_unavailable_until_the_ninth() -> None:
    shootout = new_shootout()
    game = up_to_the_pitcher(shootout)
    pitcher = next(
        player for player in game.state.batting.bench if isinstance(shootout.setup.cards[player], PitcherCard)
    )
    shootout.change(shootout.batting, pitcher, game.state.batting.pitcher)
    while not game.state.over:
        made(game, "strikeout", (OUT, -2, -2, -2))
    shootout.end_half()
    assert pitcher not in shootout.pitchers()
    half(shootout, 8)
    while shootout.inning < 9:
        half(shootout)
    half(shootout)
    assert pitcher in shootout.pitchers()
    assert set(shootout.pitchers()) == {
        player for player in shootout.teams[0].pitchers if shootout.pitcher_ruling(player)
    }


def test_t32_0_injured_players_are_replaced_before_the_next_half_inning() -> None:
    shootout = new_shootout()
    game = shootout.begin_half(shootout.pitchers()[0])
    batter = game.state.batting.batter
    made(game, "flyout", (OUT, -2, -2, -2), batter)
    while not game.state.over:
        made(game, "strikeout", (OUT, -2, -2, -2))
    shootout.end_half()
    with pytest.raises(ShootoutError, match="is injured and must be replaced"):
        shootout.begin_half(shootout.pitchers()[0])
    ShootoutManager(shootout).between_halves()
    assert batter not in shootout.begin_half(shootout.pitchers()[0]).state.fielding.field


def test_t32_0_no_pitcher_tires_and_no_closer_rule_applies() -> None:
    shootout = new_shootout()
    game = shootout.begin_half(shootout.pitchers()[0])
    for _ in range(9):
        made(game, "homerun", (4, -2, -2, -2))
    assert not game.tracker.tired(game.state)


def test_t32_0_shootout_park_averages_both_parks() -> None:
    first_park, second_park = Park("A", BySide(9, 11), BySide(1, 20)), Park("B", BySide(10, 12), BySide(2, 19))
    between = average_park(first_park, second_park)
    assert (between.homerun, between.single) == (BySide(10, 11), BySide(2, 19))


def deciding(shootout: ShootoutGame, top: int) -> StratGame:
    """Return the bottom of the third with a runner on third, nobody out and `top` runs by the visitors."""
    for runs in (0, 0, 0, 0, top):
        half(shootout, runs)
    game = shootout.begin_half(shootout.pitchers()[0])
    made(game, "triple", (3, -2, -2, -2))
    return game


def test_21_1_outfield_can_come_in_with_the_winning_run_on_third_in_a_deciding_half() -> None:
    def offered(game: StratGame) -> bool:
        return PlaySituation(game.setup, game.state, game.tracker).fly_may_end_it()

    assert offered(deciding(new_shootout(), 0))
    assert not offered(deciding(new_shootout(), 1))
    first = new_shootout()
    half(first)
    game = first.begin_half(first.pitchers()[0])
    made(game, "triple", (3, -2, -2, -2))
    assert not offered(game)


def test_t32_0_managers_see_the_shootout_score() -> None:
    shootout = new_shootout()
    for runs in (3, 1, 0):
        half(shootout, runs)
    game = shootout.begin_half(shootout.pitchers()[0])
    assert (game.state.inning, game.state.bottom, game.state.score, game.state.lead) == (2, True, (3, 1), -2)
    assert shootout.runs == (3, 1)
    assert broken_invariants(game.log) == []
