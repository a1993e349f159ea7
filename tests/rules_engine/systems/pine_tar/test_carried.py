"""What a team takes from game to game: relievers who sit out, men who are hurt, steals of the series."""

from rules_engine.baseball.events import Hurt
from rules_engine.systems.pine_tar import system
from rules_engine.systems.pine_tar.scorebook.carryover import Carryover, LastAppearance, read_carryover
from tests.rules_engine.systems.pine_tar.league import game, played


def test_a_hurt_man_misses_so_many_games_of_his_team_and_no_more() -> None:
    of = played(3)
    man = of.log.start.sides[0].order[0]
    of.log.events = [event for event in of.log.events if not isinstance(event, Hurt)]
    of.log.states = of.log.states[: len(of.log.events) + 1]
    of.append(Hurt(man, 3, "games", "PTIN1"))
    carried = Carryover().after(of.log, of.tracker, 0)
    for _ in range(3):
        assert man in carried.absent(of.setup.edition.options, [man])
        assert carried.injured(of.setup).position_players == 1
        carried = Carryover(carried.games + 1, carried.return_games, carried.last_appearances, carried.steals)
    assert man not in carried.absent(of.setup.edition.options, [man])
    assert carried.injured(of.setup) == (0, 0)


def test_a_reliever_of_two_innings_sits_out_the_next_game_only() -> None:
    of = game(1)
    man = of.state.sides[0].bench[-1]
    carried = Carryover(games=5, last_appearances={man: LastAppearance(5, 1, 6)})
    assert carried.absent(of.setup.edition.options, [man])[man].rule == "PTSU1"
    later = Carryover(games=6, last_appearances=carried.last_appearances)
    assert later.absent(of.setup.edition.options, [man]) == {}


def test_three_games_running_are_counted_over_the_games() -> None:
    of = played(5)
    relievers = [man for man, stint in of.tracker.appearances.items() if not stint.started and stint.batters_faced]
    side = of.log.state.sides[0]
    mine = [man for man in relievers if man in side.field or man in side.gone]
    carried = Carryover()
    for number in (1, 2, 3):
        carried = carried.after(of.log, of.tracker, 0)
        assert all(carried.last_appearances[man].games_in_a_row == number for man in mine)
    assert all(man in carried.absent(of.setup.edition.options, mine) for man in mine)


def test_it_is_written_and_read_as_json_values_and_brought_to_the_next_game() -> None:
    of = played(8)
    away, home = (system.carried(None, of, team) for team in (0, 1))
    assert read_carryover(away).as_json == away
    fresh = game(8)
    system.bring(fresh.setup, away, home)
    hurt = {event.man for event in of.log.events if isinstance(event, Hurt) and event.length}
    assert hurt <= set(fresh.setup.absent)
    assert fresh.setup.steals == of.tracker.steals
    assert system.next_series(away)["steals"] == {}


def test_who_is_absent_may_not_begin_a_game() -> None:
    of = game(8)
    man = of.state.sides[0].order[0]
    system.bring(of.setup, {"games": 1, "back": {man: 4}, "worked": {}, "steals": {}}, None)
    ruling = system.lineup_ruling(of.setup, of.state.sides[0])
    assert str(ruling) == f"PTIN1: {man} may not play in this game: He is injured and misses 2 more games."
