"""The computer manager's bench: legal pinch runners and defensive replacements late in close games."""

from collections import Counter
from dataclasses import replace

import pytest

from rules_engine.baseball.covering import positions_on_card
from rules_engine.baseball.events import Substituted
from rules_engine.baseball.game_input import RandomInput
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.state import Runner
from rules_engine.profile import load_profile
from rules_engine.systems.strat_o_matic.baserunning.leads import FailedLead
from rules_engine.systems.strat_o_matic.cards.cards import BatterCard
from rules_engine.systems.strat_o_matic.computer_manager.bench import better_glove, pinch_runner
from rules_engine.systems.strat_o_matic.computer_manager.computer_manager import ComputerManager
from rules_engine.systems.strat_o_matic.play.game import StratGame
from rules_engine.systems.strat_o_matic.substitutions.changes import change_ruling
from tests.rules_engine.systems.strat_o_matic.real_league import new_game

PROFILE = load_profile("purestrat@1")


def on_second(inning: int = 8, score: tuple[int, int] = (2, 2)) -> tuple[StratGame, str, str]:
    """Put the visitors' slow leadoff batter on second, with a fast player at his position on the bench."""
    game = new_game()
    side = game.state.batting
    slow = side.order[0]
    fast = next(player for player in side.bench if isinstance(game.setup.cards[player], BatterCard))
    cards, position = game.setup.cards, side.position_of(slow)
    rated = next(rating for rating in cards[slow].fielding if rating.position == position)
    backups = {
        slow: replace(cards[slow], running=9),
        fast: replace(cards[fast], running=20, fielding=(rated, *cards[fast].fielding)),
    }
    game.setup.cards = {**cards, **backups}
    on = (None, Runner(slow, game.state.fielding.pitcher), None)
    away = side._replace(up=1)
    state = game.state._replace(inning=inning, score=score, bases=on, sides=(away, game.state.sides[1]))
    return StratGame(game.setup, GameLog(state)), slow, fast


def test_fast_player_pinch_runs_for_a_slow_winning_run_late() -> None:
    game, slow, fast = on_second()
    ComputerManager(game, PROFILE).changes()
    assert game.state.bases[1].player == fast
    assert slow in game.state.sides[0].removed


@pytest.mark.parametrize(("inning", "score"), [(7, (2, 2)), (8, (5, 2)), (8, (0, 3))])
def test_no_pinch_runner_enters_early_or_for_a_meaningless_run(inning: int, score: tuple[int, int]) -> None:
    assert pinch_runner(on_second(inning, score)[0]) is None


def test_t23_02_computer_manager_does_not_replace_a_runner_after_a_failed_lead() -> None:
    game, slow, _ = on_second()
    game.tracker.failed_leads[slow] = (2, FailedLead(False, 0, 0))
    assert pinch_runner(game) is None


def test_s10_1_computer_manager_does_not_remove_the_last_player_at_a_position() -> None:
    game, slow, fast = on_second()
    side = game.state.sides[0]
    only = positions_on_card(game.setup, [slow])[slow]
    cards = dict(game.setup.cards)
    position = side.position_of(slow)
    for player in (*side.field, *side.bench):
        if player != slow and isinstance(cards[player], BatterCard):
            left = tuple(rating for rating in cards[player].fielding if rating.position != position)
            cards[player] = replace(cards[player], fielding=left)
    game.setup.cards = cards
    assert position in only
    assert pinch_runner(game) is None
    assert fast in side.bench


def leading(inning: int, lead: int) -> tuple[StratGame, str, str]:
    """Put the home team in the field with a lead, a poor shortstop, and a good one on its bench."""
    game = new_game()
    side = game.state.fielding
    bad = side.at("ss")
    good = next(player for player in side.bench if isinstance(game.setup.cards[player], BatterCard))
    cards = game.setup.cards
    rated = next(rating for rating in cards[bad].fielding if rating.position == "ss")
    game.setup.cards = {
        **cards,
        bad: replace(cards[bad], fielding=(replace(rated, range=5),)),
        good: replace(cards[good], fielding=(replace(rated, range=1),)),
    }
    return StratGame(game.setup, GameLog(game.state._replace(inning=inning, score=(0, lead)))), bad, good


def test_better_glove_enters_before_a_half_inning_to_protect_a_small_lead() -> None:
    game, bad, good = leading(8, 2)
    assert better_glove(game) == (1, good, bad)
    ComputerManager(game, PROFILE).changes()
    assert game.state.sides[1].at("ss") == good
    assert [better_glove(leading(*late)[0]) for late in ((7, 2), (8, 0), (8, 6))] == [None, None, None]


def test_autopilot_changes_always_follow_tournament_rules() -> None:
    reasons: Counter[str] = Counter()

    class Watched(ComputerManager):
        def _change(self, team: int, enters: str, leaves: str, reason: str) -> None:  # type: ignore[override]
            allowed = bool(change_ruling(self.game, PROFILE, team, enters, leaves, reason))
            number = self.game.log.number
            super()._change(team, enters, leaves, reason)
            made = self.game.log.number > number
            assert made is allowed
            reasons[reason] += made

    for seed in range(12):
        game = new_game("star", "CLE", "SDN", starter=seed)
        pilot = Watched(game, PROFILE)
        game_input = RandomInput(seed, pilot.choose)
        while not game.state.over:
            pilot.changes()
            game.play(game_input)
            for side in game.state.sides:
                assert len({*side.field}) == 9
        entered = {event.enters for event in game.log.events if isinstance(event, Substituted)}
        assert entered
    assert {"pitcher", "defence", "pinch_runner"} <= set(reasons)
