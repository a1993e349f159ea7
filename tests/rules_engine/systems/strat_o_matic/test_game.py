"""Whole games with real cards, by the computer manager and by managers who decide at random."""

import json
import random

import pytest

from rules_engine.baseball.bases import occupied
from rules_engine.baseball.box_score import box_score
from rules_engine.baseball.decisions import decide
from rules_engine.baseball.events import PlayMade, Substituted, from_document, to_document
from rules_engine.baseball.game import NotReadyError, resolve_recorded
from rules_engine.baseball.game_input import DiceMissing, RandomInput, ScriptedInput
from rules_engine.baseball.invariants import batting_order_faults, broken_invariants
from rules_engine.baseball.log import GameLog, replay
from rules_engine.baseball.state import Runner
from rules_engine.game_rules import GameRules
from rules_engine.systems.strat_o_matic.cards.cards import PitcherCard
from rules_engine.systems.strat_o_matic.computer_manager.computer_manager import ComputerManager
from rules_engine.systems.strat_o_matic.game_state.play_situation import PlaySituation
from rules_engine.systems.strat_o_matic.play.game import StratGame
from rules_engine.systems.strat_o_matic.play.options import offence_options
from rules_engine.systems.strat_o_matic.rulesets.ruleset import load_ruleset
from tests.rules_engine.systems.strat_o_matic.real_league import new_game

EDITIONS = ["star", "som_super_advanced", "som_advanced", "som_basic"]


def play_out(game: StratGame, seed: int, choose=None) -> None:
    pilot = ComputerManager(game)
    game_input = RandomInput(seed, choose or pilot.choose)
    while not game.state.over:
        pilot.changes()
        game.play(game_input)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seed", range(6))
def test_autopilot_game_breaks_no_invariant(edition: str, seed: int) -> None:
    game = new_game(edition, starter=seed)
    play_out(game, seed)
    assert broken_invariants(game.log) + batting_order_faults(game.log) == []
    assert decide(game.log.in_force(), game.state.inning) is not None


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seed", range(12))
def test_random_legal_choices_reach_no_illegal_state(edition: str, seed: int) -> None:
    game = new_game(edition, "CLE", "SDN", rules=GameRules(innings=5, runner_on_second_from=6))
    decisions = random.Random(seed)
    seen = set()

    def choose(side: str, question: str, options: list) -> str:
        seen.add(question)
        if question == "pitch":
            return "pitch" if decisions.random() < 0.95 else "walk"
        return decisions.choice(options).key

    play_out(game, seed, choose)
    assert broken_invariants(game.log) + batting_order_faults(game.log) == []
    assert {"pitch", "play", "hold"} <= seen


@pytest.mark.parametrize("edition", EDITIONS)
def test_recorded_dice_and_decisions_reproduce_every_play(edition: str) -> None:
    game = new_game(edition, "SEA", "COL")
    play_out(game, 5)
    for number, event in enumerate(game.log.events, start=1):
        if isinstance(event, PlayMade):
            assert resolve_recorded(game, number).play == event.play


def test_stored_log_reproduces_the_game_byte_for_byte() -> None:
    game = new_game()
    play_out(game, 3)
    stored = "\n".join(json.dumps(to_document(event)) for event in game.log.events)
    events = [from_document(json.loads(line)) for line in stored.splitlines()]
    reloaded = GameLog(game.log.start, events)
    assert reloaded.states == game.log.states
    assert "\n".join(json.dumps(to_document(event)) for event in reloaded.events) == stored


def test_rewound_game_restores_its_state_and_continues() -> None:
    game = new_game()
    play_out(game, 1)
    length = game.log.number
    for number in range(0, length, 7):
        game.rewind(number)
        assert game.state == game.log.states[number]
        assert replay(game.log.start, game.log.events) == game.state
    play_out(game, 99)
    assert broken_invariants(game.log) == []


def test_undo_reverses_the_cause_of_fatigue() -> None:
    game = new_game()
    for _ in range(12):
        game.play(ScriptedInput([("pitch", "walk")] if game.state.occupied == 0 else [("pitch", "walk")]))
    pitcher = game.state.fielding.pitcher
    runs = dict(game.tracker.appearances[pitcher].runs)
    assert game.tracker.appearances[pitcher].tired_by == "27.55"
    game.undo()
    assert sum(game.tracker.appearances[pitcher].runs.values()) == sum(runs.values()) - 1


def test_missing_input_is_reported_without_changing_the_game() -> None:
    game = new_game()
    script: list = []
    questions = []
    for answer in ("pitch", 4, 3, 3):
        with pytest.raises(DiceMissing) as missing:
            game.play(ScriptedInput(script))
        questions.append((missing.value.name, missing.value.sides, [option.key for option in missing.value.options]))
        script.append((missing.value.name, answer))
    assert questions == [("pitch", 0, ["pitch", "walk"]), ("white", 6, []), ("colored_1", 6, []), ("colored_2", 6, [])]
    assert game.log.number == 0


def test_options_show_their_rules() -> None:
    game = new_game()
    game.play(ScriptedInput([("pitch", "walk")]))
    script = [("pitch", "pitch"), ("infield", "back"), ("hold", "none")]
    with pytest.raises(DiceMissing) as missing:
        game.play(ScriptedInput(script))
    options = {option.key: option.rule for option in missing.value.options}
    assert options == options | {"swing": "7.0", "sacrifice": "7.2", "hit_and_run": "19.1"}
    assert "squeeze" not in options


def test_intentional_walk_adds_no_fatigue_and_moves_only_forced_runners() -> None:
    game = new_game()
    for _ in range(2):
        game.play(ScriptedInput([("pitch", "walk")]))
    assert game.state.occupied == occupied(1, 2)
    assert game.tracker.appearance(game.state).counted == []


def test_no_play_starts_with_an_injured_player_in_the_game() -> None:
    game = new_game()
    batter = game.state.batting.batter
    game.tracker.injured.add(batter)
    with pytest.raises(NotReadyError, match="is injured and must leave"):
        game.play(ScriptedInput([("pitch", "walk")]))
    game.append(Substituted(0, game.state.sides[0].bench[0], batter, "25.1"))
    game.play(ScriptedInput([("pitch", "walk")]))
    assert game.state.bases[0] == Runner(game.state.sides[0].order[0], game.state.fielding.pitcher)


def test_pinch_hitter_for_the_pitcher_does_not_take_the_mound() -> None:
    game = new_game()
    pitcher = game.state.sides[1].pitcher
    game.append(Substituted(1, game.state.sides[1].bench[0], pitcher, "7.0"))
    with pytest.raises(NotReadyError, match="a new pitcher must come in"):
        game.play(ScriptedInput([("pitch", "walk")]))


def test_t25_3_position_player_pitches_only_if_no_pitcher_is_left() -> None:
    game = new_game()
    cards = game.setup.cards
    start = game.log.start
    bench = tuple(player for player in start.sides[1].bench if not isinstance(cards[player], PitcherCard))
    no_pitchers = start._replace(sides=(start.sides[0], start.sides[1]._replace(bench=bench)))
    game = StratGame(game.setup, GameLog(no_pitchers))
    game.append(Substituted(1, bench[0], start.sides[1].pitcher, "7.0"))
    play_out(game, 2)
    line = box_score(game.log.in_force()).teams[1].pitching[bench[0]]
    assert line.outs >= 24
    assert line.runs > 5
    assert game.setup.pitcher(bench[0]).fielding.e == 51


def test_t27_54_starter_cannot_continue_after_the_tenth() -> None:
    game = new_game("star", rules=GameRules(innings=20))
    game_input = RandomInput(1)
    while game.state.inning < 11:
        game.play(game_input)
    with pytest.raises(NotReadyError, match="T27.54"):
        game.play(game_input)


def test_23_91_super_advanced_offers_the_delayed_steal_with_first_and_third() -> None:
    def options(edition: str) -> list[str]:
        game = new_game(edition)
        side = game.state.sides[0]
        runners = (Runner(side.order[7], "x"), None, Runner(side.order[6], "x"))
        moment = PlaySituation(game.setup, game.state._replace(bases=runners), game.tracker)
        return [option.key for option in offence_options(game.setup.edition, moment, 0)]

    super_advanced = load_ruleset("som_super_advanced")
    assert "delayed_steal" not in options("star")
    assert ("delayed_steal" in options("som_super_advanced")) is super_advanced.stealing.delayed_steal_of_home


def test_designated_hitter_game_excludes_the_pitcher_from_the_order() -> None:
    game = new_game("som_advanced", "NYA", "BOS")
    sides = []
    for side in game.log.start.sides:
        hitter = next(player for player in side.bench if not isinstance(game.setup.cards[player], PitcherCard))
        bench = tuple(player for player in side.bench if player != hitter)
        sides.append(side._replace(order=(*side.order[:8], hitter), bench=bench))
    start = game.log.start._replace(sides=(sides[0], sides[1]))
    game = StratGame(game.setup, GameLog(start))
    play_out(game, 6)
    assert broken_invariants(game.log) + batting_order_faults(game.log) == []
    box = box_score(game.log.in_force())
    assert all(line.order == 0 or player not in box.teams[0].pitching for player, line in box.teams[0].batting.items())


@pytest.mark.parametrize("pitchers_left", [True, False])
def test_25_1_computer_manager_replaces_an_injured_pitcher_with_an_available_arm(pitchers_left: bool) -> None:
    game = new_game("som_super_advanced")
    cards, start = game.setup.cards, game.log.start
    home = start.sides[1]
    bench = tuple(player for player in home.bench if pitchers_left or not isinstance(cards[player], PitcherCard))
    game = StratGame(game.setup, GameLog(start._replace(sides=(start.sides[0], home._replace(bench=bench)))))
    game.tracker.injured.add(home.pitcher)
    ComputerManager(game).changes()
    assert home.pitcher in game.state.sides[1].removed
    assert isinstance(cards[game.state.sides[1].pitcher], PitcherCard) is pitchers_left


def test_failed_lead_is_remembered_while_the_runner_stays_on_base() -> None:
    game = new_game()
    game.play(ScriptedInput([("pitch", "walk")]))
    runner = game.state.bases[0]
    stealer = game.setup.stealer(runner.player).rating
    total = next(total for total in range(2, 13) if total not in (*stealer.good_lead, *stealer.automatic_out))
    first_die = max(1, total - 6)
    script = [
        ("pitch", "pitch"),
        ("infield", "back"),
        ("hold", "1"),
        ("play", "steal_1"),
        ("pickoff_or_balk", 20),
        ("lead_1", first_die),
        ("lead_2", total - first_die),
        ("go_without_lead", "stay"),
    ]
    game.play(ScriptedInput(script))
    assert game.tracker.failed_lead(runner.player, 1).was_on_hold
    game.play(ScriptedInput([("pitch", "walk")]))
    assert game.tracker.failed_lead(runner.player, 2) is None


def test_box_score_runs_add_up_to_the_score() -> None:
    game = new_game("star", "HOU", "CHN")
    play_out(game, 8)
    box = box_score(game.log.in_force())
    for team in (0, 1):
        assert box.teams[team].total("runs") == game.state.score[team]
        assert box.teams[team].total("runs_batted_in") <= game.state.score[team]
        assert sum(line.earned_runs for line in box.teams[1 - team].pitching.values()) <= game.state.score[team]
