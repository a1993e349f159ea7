"""Injury checks after a game: the pitchers, then one player from each starting lineup."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from rules_engine.baseball.events import PlayerInjured, PlayMade
from rules_engine.baseball.game_input import GameInput, Recorder
from rules_engine.baseball.log import GameLog
from rules_engine.systems.pine_tar.ball.dice import INJURY, roll_single_die, roll_two_dice
from rules_engine.systems.pine_tar.cards.cards import Injury
from rules_engine.systems.pine_tar.scorebook.game_setup import GameSetup

MAX_INJURED_PER_KIND: Final = 1  # PTIN2: pitchers and position players, per team


def is_injured(rating: Injury | None, roll: int) -> bool:
    """PTIN1: Return whether the roll is at most the injury number."""
    return rating is not None and roll <= rating.top


def games_missed(lengths: Mapping[str, Sequence[int]], rating: Injury, die: int) -> int:
    """PTIN1: Return games missed by letter and die. Unknown letters use the last row."""
    return lengths[rating.letter if rating.letter in lengths else max(lengths)][die]


def should_check_kind(injured_count: int) -> bool:
    """PTIN2: Return whether to check this kind of player, because none of them is out already."""
    return injured_count < MAX_INJURED_PER_KIND


def lineup_slot_to_check(die: int, pitchers: Collection[int]) -> int | None:
    """PTIN3: Return the lineup spot to check, 1 to 9, or None for a 0 or a pitcher's spot."""
    return None if die == 0 or die in pitchers else die


def first_game_back(injury_game: int, length: int) -> int:
    """PTIN3: Return the player's first game back. The game of the injury doesn't count."""
    return injury_game + length + 1


def check_injuries_after_game(game_input: GameInput, setup: GameSetup, log: GameLog) -> list[PlayerInjured]:
    """PTIN2, PTIN3: Check each team's pitchers in order, then one starting player."""
    injuries: list[PlayerInjured] = []
    for team, injured in enumerate(setup.injured):
        injuries += check_pitchers(game_input, setup, pitchers_in_order(log, team), injured.pitchers)
        if should_check_kind(injured.position_players):
            injuries += _check_position_player(game_input, setup, log, team)
    return injuries


def check_pitchers(
    game_input: GameInput, setup: GameSetup, pitchers: Sequence[str], injured: int
) -> list[PlayerInjured]:
    """PTIN2, PTIN3: Check pitchers in order until one is injured."""
    for player in pitchers:
        if not should_check_kind(injured):
            break
        if event := check_injury(game_input, setup, player):
            return [event]
    return []


def pitchers_in_order(log: GameLog, team: int) -> list[str]:
    """PTIN3: Return the team's pitchers in order of appearance."""
    plays = (event.pitcher for before, event in log.in_force() if isinstance(event, PlayMade) and before.bottom != team)
    return list(dict.fromkeys(plays))


def _check_position_player(game_input: GameInput, setup: GameSetup, log: GameLog, team: int) -> list[PlayerInjured]:
    recorder = Recorder(game_input)
    order = log.start.sides[team].order
    pitchers = [slot for slot, player in enumerate(order, start=1) if not setup.is_hitter(player)]
    slot = lineup_slot_to_check(roll_single_die(recorder, "hurt_slot"), pitchers)
    event = check_injury(recorder, setup, order[slot - 1]) if slot else None
    return [PlayerInjured(event.player, event.length, event.unit, event.rule, tuple(recorder.record))] if event else []


def check_injury(game_input: GameInput, setup: GameSetup, player: str) -> PlayerInjured | None:
    """PTIN1: Roll against a player's injury rating, then roll the length."""
    rating, recorder = setup.cards[player].injury, Recorder(game_input)
    if rating is None or not is_injured(rating, roll_two_dice(recorder, setup.edition.options, INJURY)):
        return None
    length = games_missed(setup.charts.injury_length, rating, roll_single_die(recorder, "hurt_length"))
    return PlayerInjured(player, length, "games", "PTIN1", tuple(recorder.record))
