"""Carryover from game to game: relievers who must rest, injured players, and steals in the series."""

from rules_engine.baseball.events import PlayerInjured
from rules_engine.systems.pine_tar import system
from rules_engine.systems.pine_tar.scorebook.carryover import Carryover, LastAppearance, read_carryover
from tests.rules_engine.systems.pine_tar.league import game, played


def test_injured_player_misses_exactly_the_rolled_number_of_team_games() -> None:
    made = played(3)
    player = made.log.start.sides[0].order[0]
    made.log.events = [event for event in made.log.events if not isinstance(event, PlayerInjured)]
    made.log.states = made.log.states[: len(made.log.events) + 1]
    made.append(PlayerInjured(player, 3, "games", "PTIN1"))
    carried = Carryover().after(made.log, made.tracker, 0)
    for _ in range(3):
        assert player in carried.absent(made.setup.edition.options, [player])
        assert carried.injured(made.setup).position_players == 1
        carried = Carryover(carried.games + 1, carried.return_games, carried.last_appearances, carried.steals)
    assert player not in carried.absent(made.setup.edition.options, [player])
    assert carried.injured(made.setup) == (0, 0)


def test_reliever_with_two_innings_sits_out_only_the_next_game() -> None:
    made = game(1)
    player = made.state.sides[0].bench[-1]
    carried = Carryover(games=5, last_appearances={player: LastAppearance(5, 1, 6)})
    assert carried.absent(made.setup.edition.options, [player])[player].rule == "PTSU1"
    later = Carryover(games=6, last_appearances=carried.last_appearances)
    assert later.absent(made.setup.edition.options, [player]) == {}


def test_three_straight_appearances_are_counted_across_games() -> None:
    made = played(5)
    relievers = [
        player for player, stint in made.tracker.appearances.items() if not stint.started and stint.batters_faced
    ]
    side = made.log.state.sides[0]
    mine = [player for player in relievers if player in side.field or player in side.removed]
    carried = Carryover()
    for number in (1, 2, 3):
        carried = carried.after(made.log, made.tracker, 0)
        assert all(carried.last_appearances[player].games_in_a_row == number for player in mine)
    assert all(player in carried.absent(made.setup.edition.options, mine) for player in mine)


def test_carryover_survives_a_json_round_trip_into_the_next_game() -> None:
    made = played(8)
    away, home = (system.carried(None, made, team) for team in (0, 1))
    assert read_carryover(away).as_json == away
    fresh = game(8)
    system.bring(fresh.setup, away, home)
    injured = {event.player for event in made.log.events if isinstance(event, PlayerInjured) and event.length}
    assert injured <= set(fresh.setup.absent)
    assert fresh.setup.steals == made.tracker.steals
    assert system.next_series(away)["steals"] == {}


def test_absent_player_cannot_start_a_game() -> None:
    made = game(8)
    player = made.state.sides[0].order[0]
    system.bring(made.setup, {"games": 1, "back": {player: 4}, "worked": {}, "steals": {}}, None)
    ruling = system.lineup_ruling(made.setup, made.state.sides[0])
    assert str(ruling) == f"PTIN1: {player} may not play in this game: He is injured and misses 2 more games."
