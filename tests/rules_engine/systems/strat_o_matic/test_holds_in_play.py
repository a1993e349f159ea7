"""Holding runners in a game: changes by the defense, unannounced holds, and the question before a steal."""

from dataclasses import replace

import pytest

from rules_engine.baseball.events import Substituted
from rules_engine.baseball.game import resolve_recorded
from rules_engine.baseball.game_input import DiceMissing, ScriptedInput
from rules_engine.baseball.plays import OUT
from rules_engine.systems.strat_o_matic.batting.hit_and_run import PITCHERS_CARD
from rules_engine.systems.strat_o_matic.cards.cards import BatterCard, PitcherCard
from rules_engine.systems.strat_o_matic.cards.ratings import StealRating
from rules_engine.systems.strat_o_matic.cards.reading import Kind
from rules_engine.systems.strat_o_matic.charts.strategy_charts import read_column
from rules_engine.systems.strat_o_matic.play.game import StratGame
from tests.rules_engine.systems.strat_o_matic.real_league import new_game

WALK = [("pitch", "walk")]
READY = [("pitch", "pitch"), ("infield", "back")]
WILD_PITCH = [("play", "swing"), ("pitch", 1), ("wild_pitch", 1)]


def next_question(game: StratGame, *script: tuple[str, int | str]) -> tuple[str, dict[str, str]]:
    """Return the next question after this partial play, and the rule for each option."""
    with pytest.raises(DiceMissing) as missing:
        game.play(ScriptedInput(script))
    return missing.value.name, {option.key: option.rule for option in missing.value.options}


def with_runner_on_first(edition: str, *, asterisk: bool) -> StratGame:
    """Walk a runner with a card for this test: lead on 7, out on 12, safe chances 15 and 8."""
    game = new_game(edition)
    runner = game.state.batting.batter
    card = game.setup.cards[runner]
    rating = StealRating(asterisk, (7,), (12,), 15, 8)
    game.setup.cards = {**game.setup.cards, runner: replace(card, steal=rating)}
    game.play(ScriptedInput(WALK))
    return game


def a_wild_pitch(game: StratGame, hold: str) -> None:
    """Play a wild pitch. In Super Advanced the three dice come before the d20."""
    dice = [("white", 1), ("colored_1", 1), ("colored_2", 1)]
    game.play(ScriptedInput([*READY, ("hold", hold), ("play", "swing"), *dice, ("pitch", 1), ("wild_pitch", 1)]))


def on_first_with_a_wild_pitcher(edition: str = "som_super_advanced") -> StratGame:
    game = with_runner_on_first(edition, asterisk=False)
    pitcher = game.state.fielding.pitcher
    game.setup.cards = {**game.setup.cards, pitcher: replace(game.setup.cards[pitcher], wild_pitch=20)}
    return game


def test_8_22_hold_lasts_while_batter_pitcher_and_catcher_stay_the_same() -> None:
    game = on_first_with_a_wild_pitcher()
    runner = game.state.bases[0].player
    a_wild_pitch(game, "1")
    assert game.state.bases[1].player == runner
    question, _ = next_question(game, *READY)
    assert question == "play"  # no question about holding: the runner on second is held because he was held on first
    assert game.tracker.standing_holds(game.state) == 2


def test_8_22_released_runner_gets_no_new_hold_against_the_same_batter() -> None:
    game = on_first_with_a_wild_pitcher()
    a_wild_pitch(game, "none")
    assert next_question(game, *READY)[0] == "play"
    assert game.tracker.standing_holds(game.state) == 0


def test_8_22_new_batter_pitcher_or_catcher_reopens_the_hold_question() -> None:
    game = on_first_with_a_wild_pitcher()
    a_wild_pitch(game, "1")
    fielding, cards = game.state.sides[1], game.setup.cards
    reliever = next(player for player in fielding.bench if isinstance(cards[player], PitcherCard))
    hitter = next(player for player in game.state.batting.bench if isinstance(cards[player], BatterCard))
    substitute = next(player for player in fielding.bench if isinstance(cards[player], BatterCard))
    changes = [
        Substituted(1, reliever, fielding.pitcher),
        Substituted(1, substitute, fielding.at("c")),
        Substituted(0, hitter, game.state.batting.batter),
    ]
    for change in changes:
        game.append(change)
        assert next_question(game, *READY)[0] == "hold"
        game.undo()
        assert next_question(game, *READY)[0] == "play"


def test_8_22_hold_passes_to_the_pinch_runner() -> None:
    game = on_first_with_a_wild_pitcher()
    a_wild_pitch(game, "1")
    runs = next(player for player in game.state.batting.bench if isinstance(game.setup.cards[player], BatterCard))
    game.append(Substituted(0, runs, game.state.bases[1].player))
    assert game.tracker.standing_holds(game.state) == 2


def test_8_22_hold_instructions_survive_a_rewind() -> None:
    game = on_first_with_a_wild_pitcher()
    a_wild_pitch(game, "1")
    number = game.log.number
    game.play(ScriptedInput(WALK))
    assert game.tracker.standing_holds(game.state) is None
    game.rewind(number)
    assert game.tracker.standing_holds(game.state) == 2


def test_9_14_infield_cannot_play_in_during_a_hold_that_cannot_be_released() -> None:
    game = on_first_with_a_wild_pitcher("som_super_advanced")
    a_wild_pitch(game, "1")
    dice = [("white", 1), ("colored_1", 1), ("colored_2", 1)]
    game.play(ScriptedInput([*READY, ("play", "swing"), *dice, ("pitch", 1), ("wild_pitch", 1)]))
    assert game.state.bases[2] is not None
    question, options = next_question(game, ("pitch", "pitch"))
    assert (question, "in" in options) == ("infield", False)


def test_star_can_change_holds_before_any_roll() -> None:
    game = on_first_with_a_wild_pitcher("star")
    game.play(ScriptedInput([*READY, ("hold", "1"), *WILD_PITCH]))
    assert next_question(game, *READY)[0] == "hold"


@pytest.mark.parametrize(("asterisk", "holds"), [(True, 1), (False, 0)])
def test_t23_01_silence_holds_only_an_asterisk_runner_on_first(asterisk: bool, holds: int) -> None:
    game = with_runner_on_first("star", asterisk=asterisk)
    _, options = next_question(game, *READY)
    assert options["unsaid"] == "T23.01"
    assert game.tracker.hold_bases(game.state, "unsaid") == holds
    assert game.tracker.hold_bases(game.state, "none") == 0


def test_t23_01_silence_holds_no_runner_with_second_occupied() -> None:
    game = with_runner_on_first("star", asterisk=True)
    second = game.state._replace(bases=(game.state.bases[0], game.state.bases[0], None))
    assert game.tracker.hold_bases(second, "unsaid") == 0


def test_silence_is_not_offered_without_the_rule() -> None:
    game = with_runner_on_first("som_super_advanced", asterisk=True)
    assert "unsaid" not in next_question(game, *READY)[1]


def test_t23_01_offense_can_ask_and_the_defense_then_announces_holds() -> None:
    game = with_runner_on_first("star", asterisk=False)
    _, options = next_question(game, *READY, ("hold", "unsaid"))
    assert options["ask_holds"] == "T23.01"
    question, options = next_question(game, *READY, ("hold", "unsaid"), ("play", "ask_holds"))
    assert (question, set(options)) == ("hold", {"none", "1"})
    question, options = next_question(game, *READY, ("hold", "unsaid"), ("play", "ask_holds"), ("hold", "1"))
    assert (question, "ask_holds" in options) == ("play", False)


LEAD = [("pickoff_or_balk", 20), ("lead_1", 3), ("lead_2", 4)]  # 7, a good lead
UNASKED = [*READY, ("hold", "unsaid"), ("play", "steal_1"), *LEAD]


def test_t23_01_unasked_steal_counts_as_no_hold_if_the_defense_accepts() -> None:
    game = with_runner_on_first("star", asterisk=False)
    question, options = next_question(game, *UNASKED)
    assert (question, options) == ("not_asked", {"accept": "T23.01", "restart": "T23.01"})
    battery = game.setup.battery(game.state.fielding)
    number = 15 + max(-5, min(5, battery.hold + battery.arm))
    game.play(ScriptedInput([*UNASKED, ("not_asked", "accept"), ("steal_throw", "throw"), ("steal", number)]))
    assert game.state.bases[1] is not None


def test_t23_01_unasked_steal_restarts_with_a_hold() -> None:
    game = with_runner_on_first("star", asterisk=False)
    repeated = [*UNASKED, ("not_asked", "restart")]
    assert next_question(game, *repeated)[0] == "hold"
    question, options = next_question(game, *repeated, ("hold", "1"))
    assert (question, "swing" in options, "ask_holds" in options) == ("play", True, False)
    battery = game.setup.battery(game.state.fielding)
    number = 15 + max(-5, min(5, battery.hold + battery.arm)) - 2
    script = [*repeated, ("hold", "1"), ("play", "steal_1"), *LEAD, ("steal_throw", "throw"), ("steal", number + 1)]
    game.play(ScriptedInput(script))
    assert game.log.events[-1].play.to[1] == OUT
    assert resolve_recorded(game, game.log.number).play == game.log.events[-1].play


def test_t23_01_asterisk_steal_of_second_and_announced_holds_need_no_inquiry() -> None:
    game = with_runner_on_first("star", asterisk=True)
    assert next_question(game, *UNASKED)[0] == "steal_throw"
    game = with_runner_on_first("star", asterisk=False)
    spoken = [*READY, ("hold", "none"), ("play", "steal_1"), *LEAD]
    assert next_question(game, *spoken)[0] == "steal_throw"


def test_t23_01_lead_that_failed_against_silence_is_recorded_as_held() -> None:
    game = with_runner_on_first("star", asterisk=True)
    failed = [("pickoff_or_balk", 20), ("lead_1", 3), ("lead_2", 3), ("go_without_lead", "stay")]
    game.play(ScriptedInput([*READY, ("hold", "unsaid"), ("play", "steal_1"), *failed]))
    assert game.tracker.failed_lead(game.state.bases[0].player, 1).was_on_hold


def test_s19_9_hit_and_run_lineout_on_the_pitchers_card_is_a_double_play_only_in_star() -> None:
    for edition, outs in (("star", 2), ("som_super_advanced", 1)):
        game = with_runner_on_first(edition, asterisk=False)
        state = game.state
        at_bat = game.setup.at_bat(state.batting.batter, state.fielding.pitcher)
        totals = {t: read_column(game.setup.strategy_chart.hit_and_run, at_bat.hit_and_run, t) for t in range(2, 13)}
        sent = next(total for total, result in totals.items() if result == PITCHERS_CARD)
        card = game.setup.pitcher(state.fielding.pitcher)
        side = "left" if at_bat.batting_side == "L" else "right"
        column, row = next(
            (column, row)
            for column in (4, 5, 6)
            for row in range(2, 13)
            if (line := card.line(side, column, row)) and not line.is_split and line.sole_reading.kind is Kind.LINEOUT
        )
        check = [("pitch", 20)]
        bunt_dice = [("colored_1", max(1, sent - 6)), ("colored_2", sent - max(1, sent - 6))]
        rolls = [*check, *bunt_dice] if edition == "star" else [*bunt_dice, *check]
        reading = [("white", column), ("colored_1", max(1, row - 6)), ("colored_2", row - max(1, row - 6))]
        game.play(ScriptedInput([*READY, ("hold", "none"), ("play", "hit_and_run"), *rolls, *reading]))
        assert game.state.outs == outs, edition


@pytest.mark.parametrize(
    ("edition", "offered"), [("som_advanced", {"back": "9.1", "in": "20.12"}), ("som_basic", None)]
)
def test_20_12_infield_can_come_in_for_a_sacrifice_in_advanced(edition: str, offered: dict | None) -> None:
    game = new_game(edition)
    game.play(ScriptedInput(WALK))
    question, options = next_question(game, ("pitch", "pitch"))
    assert (question, options) == ("infield", offered) if offered else question == "hold"
