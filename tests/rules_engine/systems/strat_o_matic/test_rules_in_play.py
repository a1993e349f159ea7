"""Rules over whole games played with dice: check the log, the box score and the rulings."""

import pytest

from rules_engine.baseball.bases import occupied
from rules_engine.baseball.box_score import box_score
from rules_engine.baseball.game import NotReadyError
from rules_engine.baseball.invariants import batting_order_faults, broken_invariants
from rules_engine.baseball.play_by_play import box_text, sentence
from rules_engine.baseball.retrosheet import GameInfo, event_file, event_text
from rules_engine.eligibility.pitching import RELIEF, START, Appearance, PitchingFinding, ReliefLeft
from rules_engine.profile import load_profile
from rules_engine.rulings import allow
from rules_engine.systems.strat_o_matic.cards.cards import BatterCard
from rules_engine.systems.strat_o_matic.cards.ratings import Endurance
from rules_engine.systems.strat_o_matic.computer_manager.computer_manager import ComputerManager
from rules_engine.systems.strat_o_matic.game_state.carryover import Carryover
from rules_engine.systems.strat_o_matic.play.game import StratGame
from rules_engine.systems.strat_o_matic.play.leaving import pitcher_injury, players_to_replace
from rules_engine.systems.strat_o_matic.substitutions.changes import change_ruling
from tests.rules_engine.systems.strat_o_matic.drill import (
    DOTTED,
    HOMERUN,
    HURT,
    SINGLE,
    STRIKEOUT,
    WALK,
    Hand,
    drill,
    last_play,
    out_of_the_half,
    throw,
    to_inning,
    walk,
)
from tests.rules_engine.systems.strat_o_matic.making_changes import substitute
from tests.rules_engine.systems.strat_o_matic.test_terminal import play as play_at_keyboard

STAR = load_profile("purestrat@1")
AWAY, HOME = 0, 1


def relievers(game: StratGame, team: int) -> list[str]:
    cards = game.setup.cards
    return [player for player in game.setup.pitchers(game.state.sides[team].bench) if cards[player].endurance.relief]


def bats(game: StratGame, team: int) -> list[str]:
    return game.setup.batters(game.state.sides[team].bench)


def may_hit(game: StratGame, team: int = AWAY):
    """Return whether a bench player may bat for a position player who started."""
    side = game.state.sides[team]
    assert side.batter in game.log.start.sides[team].order
    assert isinstance(game.setup.cards[side.batter], BatterCard)
    return change_ruling(game, STAR, team, bats(game, team)[0], side.batter, "pinch_hitter")


def may_take_the_field(game: StratGame, team: int):
    """Return whether a substitute may replace the left fielder."""
    left = game.state.sides[team].at("lf")
    left_fielders = [player for player in bats(game, team) if "lf" in game.setup.positions(player)]
    return change_ruling(game, STAR, team, left_fielders[0], left, "defence")


def hit_for_the_starter(by: str = "") -> StratGame:
    """Free Atlanta's starter with four runs, then pinch-hit for him in the bottom of the first."""
    game = drill()
    throw(game, HOMERUN, 4)
    out_of_the_half(game)
    walk(game, 8)
    enters = by or bats(game, HOME)[-1]
    substitute(game, STAR, HOME, enters, game.state.batting.batter, "pinch_hitter")
    return game


def test_t10_11_starters_stay_locked_in_until_a_new_pitcher_takes_the_mound() -> None:
    game = hit_for_the_starter()
    locked = may_take_the_field(game, AWAY)
    assert (locked.allowed, locked.rule) == (False, "T10.11")
    out_of_the_half(game)
    assert not may_hit(game)  # the pinch hitter has the pitcher's spot, and no new pitcher is on the mound yet
    with pytest.raises(NotReadyError, match="a new pitcher must come in"):
        throw(game, STRIKEOUT)
    pinch_hitter = game.state.fielding.pitcher
    substitute(game, STAR, HOME, relievers(game, HOME)[0], pinch_hitter, "pitcher")
    assert may_hit(game)
    substitute(game, STAR, AWAY, bats(game, AWAY)[0], game.state.batting.batter, "pinch_hitter")
    out_of_the_half(game)
    assert may_take_the_field(game, AWAY)  # this lasts for the rest of the game
    assert str(may_hit(game, HOME)).startswith("T10.11")  # New York has not changed its pitcher


def test_t10_11_pitcher_who_pinch_hit_unlocks_starters_after_taking_the_mound() -> None:
    game = hit_for_the_starter(by=relievers(drill(), HOME)[0])
    assert not may_take_the_field(game, AWAY)
    out_of_the_half(game)
    assert may_hit(game)


def test_t10_11_new_pitcher_who_pitched_unlocks_starters_even_if_hit_for() -> None:
    game = hit_for_the_starter()
    out_of_the_half(game)
    substitute(game, STAR, HOME, relievers(game, HOME)[0], game.state.fielding.pitcher, "pitcher")
    throw(game, STRIKEOUT)
    out_of_the_half(game)
    walk(game, (game.state.batting.order.index(game.state.batting.pitcher) - game.state.batting.up) % 9)
    substitute(game, STAR, HOME, bats(game, HOME)[-1], game.state.batting.batter, "pinch_hitter")
    assert may_take_the_field(game, AWAY)


def test_t10_11_terminal_rejects_a_pinch_hitter_only_until_the_new_pitcher_enters() -> None:
    game = hit_for_the_starter()
    out_of_the_half(game)
    assert game.state.inning == 2
    _, text = play_at_keyboard("ph raines", "rocker", "ph raines", game=game, profile=STAR)
    assert text.count("refused, T10.11: inning 2: starters stay in until inning 6") == 1
    assert text.index("refused, T10.11") < text.index("John Rocker comes in") < text.index("Tim Raines comes in")


def starter_removed_before_he_pitched(outs: int = 2) -> tuple[StratGame, str, str]:
    """Injure New York's starter at bat in the top of the first, then bring in a reliever with this many outs left."""
    game = drill()
    starter, reliever = game.state.sides[AWAY].pitcher, relievers(game, AWAY)[0]
    walk(game, 8)
    throw(game, HURT)
    game.relief = {reliever: ReliefLeft(allow(PitchingFinding.FULL_RELIEF_LEFT, "T10.2", left=outs), outs)}
    substitute(game, STAR, AWAY, reliever, starter, "pinch_runner")
    out_of_the_half(game)
    return game, starter, reliever


def test_t0_13_replacement_for_a_starter_before_the_first_batter_has_a_relief_limit() -> None:
    game, starter, reliever = starter_removed_before_he_pitched(outs=2)
    throw(game, STRIKEOUT, 2)
    with pytest.raises(NotReadyError, match=r"must leave the mound: T10\.2: 0\.2 of his 0\.2 innings pitched"):
        throw(game, STRIKEOUT)
    refused = change_ruling(game, STAR, AWAY, relievers(game, AWAY)[0], reliever, "pitcher")
    assert refused, refused  # the starter's five-inning minimum does not apply to him
    assert (game.tracker.appearances[starter].started, game.tracker.appearances[starter].outs) == (True, 0)
    assert (game.tracker.appearances[reliever].started, game.tracker.appearances[reliever].outs) == (False, 2)


def test_27_0_replacement_tires_as_a_reliever() -> None:
    game, _, reliever = starter_removed_before_he_pitched(outs=9)
    assert game.tracker.appearance(game.state).pow == game.setup.pitcher(reliever).endurance.relief


def test_t0_13_named_starter_is_credited_with_the_start() -> None:
    game, starter, reliever = starter_removed_before_he_pitched(outs=12)
    out_of_the_half(game)
    box = box_score(game.log.in_force())
    lines = list(box.teams[AWAY].pitching.values())
    assert [(line.player, line.outs, line.batters) for line in lines] == [(starter, 0, 0), (reliever, 3, 3)]
    names = {player: card.name for player, card in game.setup.cards.items()}
    printed = box_text(box, ("New York", "Atlanta"), names)
    assert f"{names[starter]:<24} 0.0 " in printed
    assert [line.player for line in box.teams[HOME].pitching.values()] == [game.state.sides[HOME].pitcher]
    file = event_file(game.log, GameInfo("NYA", "ATL", "1998/04/01"), names).splitlines()
    assert f'start,{starter},"{names[starter]}",0,9,1' in file
    assert f'sub,{reliever},"{names[reliever]}",0,9,1' in file
    assert f"data,er,{starter},0" in file
    rest = Carryover(game.setup, STAR)
    rest.after(game.log, AWAY, game.tracker)
    assert rest.cells == {starter: [Appearance(START, 0)], reliever: [Appearance(RELIEF, 3)]}
    assert broken_invariants(game.log) + batting_order_faults(game.log) == []


def test_starter_who_pitches_has_the_only_pitching_line() -> None:
    game = drill()
    throw(game, STRIKEOUT)
    teams = box_score(game.log.in_force()).teams
    assert (list(teams[AWAY].pitching), list(teams[HOME].pitching)) == ([], [game.state.fielding.pitcher])


def starter_injured_in_the_fifth() -> StratGame:
    """Injure Atlanta's starter as a batter after exactly five innings of pitching. He is on first base."""
    game = drill()
    to_inning(game, 5, bottom=True)
    walk(game, (8 - game.state.batting.up) % 9)
    assert game.tracker.appearances[game.state.batting.pitcher].outs == 15
    throw(game, HURT)
    assert game.state.bases[0].player == game.state.batting.pitcher
    return game


def test_t25_2_starter_injured_at_exactly_five_innings_may_finish_the_fifth() -> None:
    game = starter_injured_in_the_fifth()
    starter = game.state.batting.pitcher
    assert players_to_replace(game) == []
    throw(game, STRIKEOUT, 2)
    assert game.state.bases[0].player == starter  # he stays on the bases, since no pinch runner was required
    throw(game, STRIKEOUT)
    assert (game.state.inning, players_to_replace(game)) == (6, [(HOME, starter)])
    with pytest.raises(NotReadyError, match="is injured and must leave"):
        throw(game, STRIKEOUT)


def test_t25_2_injured_starter_can_leave_at_any_time_and_is_weak() -> None:
    game = starter_injured_in_the_fifth()
    starter = game.state.batting.pitcher
    assert change_ruling(game, STAR, HOME, relievers(game, HOME)[0], starter, "pinch_runner")
    injury = pitcher_injury(game, HOME)
    assert (injury.may_stay, injury.last_inning) == (True, 5)
    assert str(injury.ruling) == "T25.2: 5.0 innings: may stay, weak, through inning 5"


def test_t25_2_injured_starter_leaves_at_once_after_another_out() -> None:
    game = drill()
    to_inning(game, 6)
    throw(game, STRIKEOUT)
    out_of_the_half(game)
    walk(game, (8 - game.state.batting.up) % 9)
    throw(game, HURT)
    assert players_to_replace(game) == [(HOME, game.state.batting.pitcher)]


def test_t25_2_autopilot_lets_the_injured_starter_run_then_changes_pitchers() -> None:
    game = starter_injured_in_the_fifth()
    starter, pilot = game.state.batting.pitcher, ComputerManager(game, STAR)
    pilot.changes()
    assert starter in game.state.batting.order
    out_of_the_half(game)
    pilot.changes()
    assert starter in game.state.sides[HOME].removed
    assert game.state.fielding.pitcher in relievers(drill(), HOME)


def test_t25_2_terminal_announces_the_choice_and_requires_a_change_before_the_sixth() -> None:
    game = drill()
    to_inning(game, 5, bottom=True)
    walk(game, (8 - game.state.batting.up) % 9)
    swing = ("", "", "swing", "20")  # infield back, no announced holds
    out = (*swing, "1 1 1")
    _, text = play_at_keyboard(*swing, "3 1 1", *out * 3, game=game, profile=STAR)
    choice = "Atlanta: Greg Maddux is injured: 5.0 innings: may stay, weak, through inning 5 (T25.2)."
    before, _, after = text.partition(choice)
    assert "must leave" not in before
    assert "Top of the 6th" in after.partition("Atlanta: Greg Maddux is injured and must leave (T25.2).")[0]


def test_t27_52_start_after_relief_requires_relief_availability() -> None:
    star = Carryover(drill().setup, STAR)
    starter = drill().state.sides[HOME].pitcher
    star.cells[starter] = [Appearance(RELIEF, 12), None]
    assert str(star.may_start(starter)) == "T27.52: relieved in game 1: must rest games 2 and 3 before starting"
    star.cells[starter] = [Appearance(RELIEF, 12), None, None]
    assert str(star.may_start(starter)) == (
        "T27.52: may not start because he could not relieve: 4.0 in games 1-3 leaves none of 4.0"
    )
    star.cells[starter] = [Appearance(RELIEF, 11), None, None]
    assert star.may_start(starter)
    star.cells[starter] = [Appearance(RELIEF, 12), None, None, None]
    assert star.may_start(starter)
    star.cells[starter] = [
        Appearance(START, 12),
        None,
        None,
        None,
    ]  # a start is not relief, and prevents nothing after the rest period
    assert star.may_start(starter)


def put_out(game: StratGame) -> dict[str, tuple[int, int]]:
    """Return the putouts and assists of the last play, by position."""
    before, event = list(game.log.in_force())[-1]
    lines = box_score([(before, event)]).teams[1 - int(before.bottom)].fielding.values()
    return {line.position: (line.putouts, line.assists) for line in lines}


def on_second() -> StratGame:
    """Return a game in which Derek Jeter has walked and advanced to second on a wild pitch."""
    game = drill()
    walk(game)
    throw(game, STRIKEOUT, pitch=1, wild_pitch=1)
    assert game.state.occupied == occupied(2)
    return game


def test_9_10_second_baseman_gets_the_putout_on_a_batter_out_at_second() -> None:
    game = on_second()
    before = game.state
    throw(game, SINGLE, decisions={"send_lead": "send", "throw": "throw", "send_trail": "send", "cut": "cut_for_trail"})
    event = last_play(game)
    assert (event.play.kind, event.play.to) == ("single", (-1, -2, 4, -2))
    assert put_out(game) == {"cf": (0, 1), "2b": (1, 0)}
    assert event_text(event.play) == "S8.2-H;BX2(84)"
    assert "singles to center field; jeterde01 scores; knoblch01 out at second" in sentence(before, event)
    assert broken_invariants(game.log) == []


@pytest.mark.parametrize(
    ("runner", "to", "fielders", "text"),
    [
        (1, (1, -1, -2, -2), {"cf": (0, 1), "3b": (1, 0)}, "S8.1X3(85)"),
        (2, (1, -2, -1, -2), {"cf": (0, 1), "c": (1, 0)}, "S8.2XH(82)"),
    ],
)
def test_9_10_runner_out_advancing_two_bases_is_put_out_at_the_target_base(
    runner: int, to: tuple, fielders: dict, text: str
) -> None:
    game = on_second() if runner == 2 else drill()
    walk(game, 2 - runner)
    throw(game, SINGLE, decisions={"send_lead": "send", "throw": "throw", "send_trail": "hold"})
    assert last_play(game).play.to == to
    assert put_out(game) == fielders
    assert event_text(last_play(game).play) == text
    assert broken_invariants(game.log) == []


TIRES_AT_ONCE, TIRES_IN_THE_SECOND = Endurance(starter=1), Endurance(starter=2)


def is_tired(game: StratGame) -> bool:
    """27.1: return whether a dotted out is now a hit."""
    throw(game, DOTTED)
    hit = last_play(game).play.kind == "single"
    assert hit or last_play(game).play.kind == "popout"
    return hit


@pytest.mark.parametrize("edition", ["star", "som_super_advanced", "som_advanced"])
def test_27_3_third_walk_of_an_inning_tires_the_pitcher_from_the_next_batter(edition: str) -> None:
    game = drill(edition, TIRES_AT_ONCE)
    throw(game, WALK, 2)
    assert not is_tired(game)
    throw(game, WALK)
    assert is_tired(game)
    assert game.tracker.appearance(game.state).tired_by == "27.3A"


@pytest.mark.parametrize("edition", ["star", "som_super_advanced", "som_advanced"])
def test_27_3_intentional_walk_does_not_count_toward_fatigue(edition: str) -> None:
    game = drill(edition, TIRES_AT_ONCE)
    walk(game, 4)
    assert not is_tired(game)
    throw(game, WALK, 2)
    walk(game)
    assert not is_tired(game)
    assert game.tracker.appearance(game.state).counted == [1, 1]


def test_27_3_hits_and_walks_count_together_from_the_pow_inning() -> None:
    game = drill(endurance=TIRES_IN_THE_SECOND)
    throw(game, WALK, 3)
    assert not is_tired(game)
    to_inning(game, 2)
    throw(game, WALK)
    throw(game, SINGLE, decisions={"send_lead": "hold"})
    assert not is_tired(game)
    throw(game, HOMERUN)
    assert is_tired(game)


def test_27_3b_four_hits_and_unintentional_walks_in_two_innings_tire_the_pitcher() -> None:
    game = drill(endurance=TIRES_AT_ONCE)
    throw(game, WALK, 2)
    to_inning(game, 2)
    walk(game, 2)
    throw(game, WALK)
    assert not is_tired(game)
    throw(game, WALK)
    assert is_tired(game)
    assert game.tracker.appearance(game.state).tired_by == "27.3B"


RUNNING_PLAYS = ("sacrifice", "squeeze", "hit_and_run")


def runner_on_base(play: str, edition: str) -> StratGame:
    """Put a runner on first, or on third for a squeeze."""
    game = drill(edition)
    walk(game)
    if play == "squeeze":
        throw(game, STRIKEOUT, 2, pitch=1, wild_pitch=1)
    return game


@pytest.mark.parametrize("edition", ["star", "som_super_advanced"])
@pytest.mark.parametrize("play", RUNNING_PLAYS)
def test_29_11_pitch_can_get_away_before_a_bunt_or_hit_and_run(play: str, edition: str) -> None:
    game = runner_on_base(play, edition)
    batter, runner = game.state.batting.batter, next(filter(None, game.state.bases)).player
    game.play(Hand({"pitch": 1, "wild_pitch": 5}, {"play": play}))
    event = last_play(game)
    assert (event.play.kind, game.state.batting.batter) == ("wild_pitch", batter)
    assert runner not in [runner_now.player for runner_now in game.state.bases[:1] if runner_now]
    dice = [name for name, value in event.record if isinstance(value, int)]
    rolled_together = [] if edition == "star" else ["colored_1", "colored_2"]  # T29.11: only the d20 comes first
    assert dice == [*rolled_together, "pitch", "wild_pitch"]


@pytest.mark.parametrize("play", RUNNING_PLAYS)
def test_29_11_bunt_or_hit_and_run_continues_after_a_clean_d20(play: str) -> None:
    game = runner_on_base(play, "star")
    game.play(Hand({"pitch": 3}, {"play": play}))
    event = last_play(game)
    assert event.play.kind != "wild_pitch"
    assert [name for name, value in event.record if isinstance(value, int)][:3] == ["pitch", "colored_1", "colored_2"]


def test_29_11_no_pitch_check_for_intentional_walks_or_bases_empty() -> None:
    game = drill()
    throw(game, WALK, pitch=1, wild_pitch=1)
    assert last_play(game).play.kind == "walk"
    walk(game)
    assert last_play(game).record == (("pitch", "walk"),)
