"""The next play: the offense's announcement, the dice and the result."""

from collections.abc import Mapping, Sequence
from typing import Final

from rules_engine.baseball.bases import THIRD, is_on
from rules_engine.baseball.game_input import GameInput, Option
from rules_engine.baseball.plays import Play, Resolved, settled
from rules_engine.baseball.state import State, cut_at_walk_off
from rules_engine.systems.pine_tar.ball.bunts import SACRIFICE, SQUEEZE, bunt, bunt_ruling
from rules_engine.systems.pine_tar.ball.swing import swing
from rules_engine.systems.pine_tar.editions.edition import Edition
from rules_engine.systems.pine_tar.running.hit_and_run import (
    ALLOWED_BASES,
    hit_and_run_ruling,
    moving_bases,
    moving_permissions,
)
from rules_engine.systems.pine_tar.running.stealing import (
    attempt_steal,
    attempt_steal_after_strikeout,
    steal_from_ruling,
)
from rules_engine.systems.pine_tar.scorebook.game_setup import GameSetup
from rules_engine.systems.pine_tar.scorebook.play_situation import PlaySituation
from rules_engine.systems.pine_tar.scorebook.tracker import HIT_AND_RUN, PLAY, STEALS, Tracker

SWING: Final = "swing"
_OPTION_BY_KEY: Final = {
    option.key: option
    for option in (
        Option(SWING, "PTM1", "swing away"),
        Option("steal_1", "PTB3", "the runner on first steals second"),
        Option("steal_2", "PTB3", "the runner on second steals third"),
        Option(HIT_AND_RUN, "PTHR1", "hit and run"),
        Option(SACRIFICE, "PTS1", "sacrifice bunt"),
        Option(SQUEEZE, "PTS7", "suicide squeeze"),
    )
}


def announcements(edition: Edition) -> Mapping[str, Sequence[str]]:
    """PTM1, PTB1, PTHR1: Return the announcements by name. There are no intentional walks."""
    rules = edition.options
    words: dict[str, Sequence[str]] = {"bunt": (SACRIFICE, SQUEEZE)}
    if rules.base_stealing:
        words["steal"] = tuple(STEALS)
    if rules.hit_and_run:
        words["hit and run"] = (HIT_AND_RUN,)
    return words


def next_play(game_input: GameInput, setup: GameSetup, state: State, tracker: Tracker) -> Resolved:
    """PTM3: Resolve a pending hit-and-run steal, or prompt for an announcement and roll."""
    situation = PlaySituation(setup, state, tracker)
    play = (
        attempt_steal_after_strikeout(game_input, situation)
        if tracker.going
        else _resolve_announcement(game_input, situation)
    )
    rule = play.rule
    play = settled(play.kind, play.to, situation.outs, rule, play.fielder, play.code, play.errors, rule == "PTPP1")
    return Resolved(cut_at_walk_off(state, play))


def announced_play(game_input: GameInput, situation: PlaySituation) -> str:
    """PTM1: Return the offense's announcement. With the bases empty, it only swings."""
    return game_input.ask("offence", PLAY, offense_options(situation)) if situation.occupied else SWING


def _resolve_announcement(game_input: GameInput, situation: PlaySituation) -> Play:
    announcement = announced_play(game_input, situation)
    if (base := STEALS.get(announcement)) is not None:
        return attempt_steal(game_input, situation, base)
    if announcement in (SACRIFICE, SQUEEZE):
        return bunt(game_input, situation)
    if announcement == HIT_AND_RUN:
        situation.going = moving_bases(situation)
    return swing(game_input, situation)


def offense_options(situation: PlaySituation) -> tuple[Option, ...]:
    """Return the offense's options, which always include swinging away."""
    options, occupied, rules = [_OPTION_BY_KEY[SWING]], situation.occupied, situation.setup.edition.options
    if rules.base_stealing:
        options += [_OPTION_BY_KEY[key] for key, base in STEALS.items() if _can_steal(situation, base)]
    if situation.outs == 2:
        return tuple(options)
    if rules.hit_and_run and occupied in ALLOWED_BASES and _can_hit_and_run(situation):
        options.append(_OPTION_BY_KEY[HIT_AND_RUN])
    kind = SQUEEZE if is_on(occupied, THIRD) else SACRIFICE
    if bunt_ruling(kind, situation.batter.bunt, occupied, situation.outs):
        options.append(_OPTION_BY_KEY[kind])
    return tuple(options)


def _can_steal(situation: PlaySituation, base: int) -> bool:
    return (
        is_on(situation.occupied, base)
        and not is_on(situation.occupied, base + 1)
        and bool(steal_from_ruling(situation, base))
    )


def _can_hit_and_run(situation: PlaySituation) -> bool:
    used = situation.tracker.hit_and_runs[situation.state.bottom]
    return bool(hit_and_run_ruling(situation.occupied, situation.outs, used, moving_permissions(situation)))
