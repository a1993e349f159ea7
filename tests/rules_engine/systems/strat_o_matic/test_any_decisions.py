"""Managers who make random legal decisions and substitutions never reach an illegal state."""

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules_engine.baseball.events import FieldersMoved, GameHalted, PlayMade
from rules_engine.baseball.game_input import RandomInput, ScriptedInput
from rules_engine.baseball.invariants import batting_order_faults, broken_invariants
from rules_engine.baseball.log import GameLog, replay
from rules_engine.baseball.state import POSITIONS, start_game
from rules_engine.game_rules import GameRules
from rules_engine.profile import load_profile
from rules_engine.systems.strat_o_matic.cards.cards import BatterCard
from rules_engine.systems.strat_o_matic.computer_manager.computer_manager import ComputerManager
from rules_engine.systems.strat_o_matic.play.game import StratGame
from rules_engine.systems.strat_o_matic.substitutions.changes import Reason
from rules_engine.systems.strat_o_matic.substitutions.moves import hitter_ruling
from tests.rules_engine.systems.strat_o_matic.making_changes import RefusedChange, end_hitter, legal_changes, substitute
from tests.rules_engine.systems.strat_o_matic.real_league import EDITIONS, new_game

REASONS: tuple[Reason, ...] = ("pinch_hitter", "pinch_runner", "pitcher", "defence")
RULES = st.builds(
    GameRules,
    innings=st.integers(1, 9),
    runner_on_second_from=st.sampled_from((0, 0, 10, 2)),
    mercy_lead=st.sampled_from((0, 0, 10)),
    mercy_from=st.just(3),
    only_half_inning=st.sampled_from((False, False, False, True)),
)


def legal_change(game: StratGame, chance: random.Random) -> None:
    team, reason = chance.randrange(2), chance.choice(REASONS)
    if pairs := legal_changes(game, load_profile("purestrat@1"), team, reason):
        substitute(game, load_profile("purestrat@1"), team, *chance.choice(pairs), reason)


def any_change_at_all(game: StratGame, chance: random.Random) -> None:
    """Substitute any player for any other. An illegal substitution is rejected and changes nothing."""
    team, reason, before = chance.randrange(2), chance.choice(REASONS), game.state
    side = before.sides[team]
    players = [*side.order, *side.bench, *side.removed, "nobody"]
    enters, leaves = chance.choice(players), chance.choice(players)
    allowed = (enters, leaves) in legal_changes(game, load_profile("purestrat@1"), team, reason)
    try:
        substitute(game, load_profile("purestrat@1"), team, enters, leaves, reason)
    except RefusedChange as refusal:
        assert not allowed, refusal  # noqa: PT017 - either outcome is right
        assert game.state == before
    else:
        assert allowed
        assert enters in game.state.sides[team].order or enters in game.state.sides[team].field


def the_hitter_takes_the_field(game: StratGame, chance: random.Random) -> None:
    """5.11: move the designated hitter to any position, or let the pitcher bat for him.

    An illegal move changes nothing.
    """
    team, position, before = chance.randrange(2), chance.choice((*POSITIONS, "")), game.state
    allowed = hitter_ruling(game, team, position)
    try:
        end_hitter(game, team, position)
    except RefusedChange as refusal:
        assert not allowed, refusal  # noqa: PT017 - either outcome is right
        assert game.state == before
    else:
        side = game.state.sides[team]
        assert {*side.field} == {*side.order}


def with_hitters(game: StratGame) -> StratGame:
    """Return the game with a designated hitter for both teams."""
    sides = []
    for side in game.state.sides:
        hitter = next(player for player in side.bench if isinstance(game.setup.cards[player], BatterCard))
        order = tuple(hitter if player == side.pitcher else player for player in side.order)
        sides.append(side._replace(order=order, bench=tuple(player for player in side.bench if player != hitter)))
    return StratGame(game.setup, GameLog(start_game(sides[0], sides[1], game.state.rules)))


def anything_between_plays(game: StratGame, chance: random.Random) -> None:
    """Make a substitution, swap two fielders, halt and resume the game, or undo a play."""
    drawn = chance.random()
    if drawn < 0.01:
        the_hitter_takes_the_field(game, chance)
    elif drawn < 0.03:
        any_change_at_all(game, chance)
    elif drawn < 0.06:
        legal_change(game, chance)
    elif drawn < 0.08:
        side = game.state.fielding
        first_slot, second_slot = chance.sample(range(1, 9), 2)
        moved = ((POSITIONS[first_slot], side.field[second_slot]), (POSITIONS[second_slot], side.field[first_slot]))
        game.append(FieldersMoved(int(not game.state.bottom), moved))
    elif drawn < 0.09:
        game.append(GameHalted("suspended", "rain"))
        game.append(GameHalted("", "taken up again"))
    elif drawn < 0.11 and game.log.numbers_in_force():
        game.rewind(chance.choice(game.log.numbers_in_force()[-6:]))
        if game.state.ending == "suspended":
            game.append(GameHalted("", "taken up again"))


@pytest.mark.parametrize("edition", EDITIONS)
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 10**9), rules=RULES)
def test_random_legal_decisions_reach_legal_states_and_replay_from_the_log(
    edition: str, seed: int, rules: GameRules
) -> None:
    game, chance = new_game(edition, "CLE", "SDN", rules=rules), random.Random(seed)
    if game.setup.edition.cards.designated_hitter and seed % 2:
        game = with_hitters(game)
    pilot = ComputerManager(game)

    def choose(side: str, question: str, options: list) -> str:
        walks = question == "pitch" and chance.random() < 0.95
        return options[0].key if walks else chance.choice(options).key

    game_input = RandomInput(seed, choose)
    while not game.state.over and game.state.inning < 30:
        anything_between_plays(game, chance)
        pilot.changes()
        if not game.state.over:
            game.play(game_input)
    assert broken_invariants(game.log) + batting_order_faults(game.log) == []
    assert replay(game.log.start, game.log.events) == game.state
    replayed = StratGame(game.setup, GameLog(game.log.start))
    for event in [game.log.events[number - 1] for number in game.log.numbers_in_force()]:
        if isinstance(event, PlayMade):
            replayed.play(ScriptedInput(event.record))
            assert replayed.log.events[-1] == event
        else:
            replayed.append(event)
    assert replayed.state == game.state
