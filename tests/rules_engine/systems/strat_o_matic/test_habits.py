"""The computer manager's rates of bunts, walks, steals and pitching changes match the league's."""

from collections import Counter

import pytest

from rules_engine.baseball.events import PlayMade, Substituted
from rules_engine.baseball.log import GameLog
from rules_engine.systems.strat_o_matic.cards.habits import ManagerHabits, parse_habits
from rules_engine.systems.strat_o_matic.computer_manager.bench import best_bat
from rules_engine.systems.strat_o_matic.computer_manager.computer_manager import ComputerManager
from rules_engine.systems.strat_o_matic.computer_manager.decisions import LATE
from rules_engine.systems.strat_o_matic.pitching.fatigue import StratAppearance
from rules_engine.systems.strat_o_matic.play.game import StratGame
from tests.rules_engine.systems.strat_o_matic.real_league import new_game


def played(habits: ManagerHabits, games: int = 3) -> list[StratGame]:
    choices = []
    for seed in range(games):
        game = new_game("star", starter=seed)
        game.setup.habits = habits
        pilot = ComputerManager(game)
        table = pilot.table(seed)
        while not game.state.over:
            pilot.changes()
            game.play(table)
        choices.append(game)
    return choices


def announced(games: list[StratGame]) -> Counter[str]:
    events = [event for game in games for event in game.log.events if isinstance(event, PlayMade)]
    return Counter(str(value) for event in events for name, value in event.record if name in ("play", "pitch"))


def starters_outs(games: list[StratGame]) -> int:
    return sum(game.tracker.appearances[side.pitcher].outs for game in games for side in game.log.start.sides)


def test_habits_of_never_bunting_walking_or_running_are_followed() -> None:
    counted = announced(played(ManagerHabits(bunts=0, walks=0, steal_from=30)))
    assert counted["sacrifice"] == counted["walk"] == counted["steal_1"] == 0
    assert counted["swing"] > 50


def test_higher_habits_produce_more_bunts_walks_and_steals() -> None:
    usual, bold = announced(played(ManagerHabits())), announced(played(ManagerHabits(bunts=2, walks=4, steal_from=5)))
    for play in ("sacrifice", "walk", "steal_1"):
        assert bold[play] > usual[play], play


def test_above_average_sluggers_do_not_bunt_early() -> None:
    bunts = [
        (game.setup, event.batter, game.setup.pitcher(event.pitcher).throws)
        for game in played(ManagerHabits(bunts=12), games=4)
        for before, event in game.log.in_force()
        if isinstance(event, PlayMade) and ("play", "sacrifice") in event.record and before.inning < LATE
        if not game.setup.is_pitcher(event.batter)
    ]
    assert bunts
    assert all(setup.bat(batter, throws).slugging < setup.average_slugging(throws) for setup, batter, throws in bunts)


def test_best_available_bat_pinch_hits_and_the_last_catcher_stays() -> None:
    game = new_game()
    bats = game.setup.batters(game.state.sides[1].bench)
    pitcher = game.state.fielding.pitcher
    best = best_bat(game, bats)
    catchers = [player for player in bats if "c" in game.setup.positions(player)]
    starters = [player for player in bats if player not in catchers or len(catchers) > 1]
    assert best in starters
    assert all(game.setup.runs(best, pitcher) >= game.setup.runs(player, pitcher) for player in starters)
    assert best_bat(game, catchers[:1]) == catchers[0]


def test_cautious_managers_send_runners_less_often() -> None:
    def sent(caution: float) -> Counter[str]:
        games = played(ManagerHabits(caution=caution), games=6)
        events = [event for game in games for event in game.log.events if isinstance(event, PlayMade)]
        return Counter(str(value) for event in events for name, value in event.record if name == "send_lead")

    bold, usual, cautious = sent(-20), sent(0), sent(20)
    assert cautious["send"] == 0 < bold["send"]
    assert bold["hold"] < usual["hold"] < cautious["hold"]


def test_starter_length_follows_the_league_habit() -> None:
    short, long = (starters_outs(played(ManagerHabits(starters_stay=stay))) for stay in (-9.0, 27.0))
    assert short < long


def test_pinch_hitting_for_pitchers_follows_the_league_habit() -> None:
    def hits(share: float) -> int:
        games = played(ManagerHabits(pinch_hits=share))
        return sum(isinstance(event, Substituted) and event.why == "7.0" for game in games for event in game.log.events)

    assert hits(0.0) < hits(3.0)


@pytest.mark.parametrize(
    ("pinch_hits", "started", "outs", "tired", "hit_for"),
    [
        (10.0, False, 3, "", True),
        (10.0, True, 18, "", True),
        (10.0, True, 12, "27.3A", True),
        (10.0, True, 12, "", False),
        (1.0, False, 3, "", False),
    ],
)
def test_finished_pitcher_with_a_lead_is_pinch_hit_for_in_leagues_that_do_so(
    pinch_hits: float, started: bool, outs: int, tired: str, hit_for: bool
) -> None:
    """The home team leads in the sixth with nobody on, and its pitcher is due up."""
    game = new_game()
    setup, home = game.setup, game.state.sides[1]
    setup.habits = ManagerHabits(pinch_hits=pinch_hits, starters_stay=0.0)
    at_bat = home._replace(up=home.order.index(home.pitcher))
    sides = (game.state.sides[0], at_bat)
    game = StratGame(setup, GameLog(game.state._replace(inning=6, bottom=True, score=(2, 5), sides=sides)))
    game.tracker.appearances[home.pitcher] = StratAppearance(started, 6, outs=outs, tired_by=tired)
    ComputerManager(game).changes()
    assert (home.pitcher in game.state.sides[1].removed) is hit_for


def test_same_game_always_gets_the_same_decisions() -> None:
    first_game, two = (played(ManagerHabits(bunts=0.5), games=1)[0] for _ in range(2))
    assert first_game.log.events == two.log.events


@pytest.mark.parametrize("document", [[], {"luck": 1}, {"bunts": "often"}, {"walks": True}, {"bunts": 99}])
def test_rejects_invalid_habits(document: object) -> None:
    with pytest.raises(ValueError, match="habits"):
        parse_habits(document)


def test_habits_survive_a_round_trip() -> None:
    habits = ManagerHabits(bunts=0.5, steal_from=9)
    assert parse_habits(habits.document()) == habits
