"""Both managers' announcements before a play: the defense first, then the offense (7)."""

from typing import Final, NamedTuple

from rules_engine.baseball.game_input import GameInput, Option
from rules_engine.systems.strat_o_matic.baserunning.holding import ASK_HOLDS, UNSAID, resolve_holds
from rules_engine.systems.strat_o_matic.game_state.play_situation import PlaySituation
from rules_engine.systems.strat_o_matic.play.options import (
    PITCH,
    cached_options,
    hold_options,
    infield_options,
    infield_with_holds,
    offence_options,
    outfield_options,
    unchanged_holds,
)
from rules_engine.systems.strat_o_matic.rulesets.ruleset import Ruleset
from rules_engine.systems.strat_o_matic.situation import Infield


class Announced(NamedTuple):
    """Both sides' announcements. `play` is the offense's choice, or "walk". `holds` is a bases int."""

    play: str
    holds: int = 0
    infield: Infield = "back"
    outfield_in: bool = False
    unsaid: bool = False  # T23.01: the defense has announced nothing about holds


_SWING_AWAY: Final = Announced("swing")  # the only choice with the bases empty


def announce(game_input: GameInput, ruleset: Ruleset, situation: PlaySituation) -> Announced:
    """7.1: request the announcements, first from the defense and then from the offense."""
    if game_input.ask("defence", "pitch", PITCH) == "walk":
        return Announced("walk")
    if not situation.state and ruleset.grounders.in_allowed != "always":
        return _SWING_AWAY
    return offence_announces(game_input, ruleset, situation, _defense(game_input, ruleset, situation))


def _defense(game_input: GameInput, ruleset: Ruleset, situation: PlaySituation) -> Announced:
    """Request the defense's infield, holds and outfield.

    Holds that can't change have only one option (8.22).
    """
    standing = situation.standing_holds if ruleset.stealing.holds_change_with_new_player_only else None
    infield: Infield = game_input.ask("defence", "infield", _infields(ruleset, situation, standing))  # type: ignore[assignment]
    announced = game_input.ask("defence", "hold", _holds(ruleset, situation, infield, standing))
    outfield = game_input.ask("defence", "outfield", outfield_options(may_come_in=situation.fly_may_end_it()))
    return Announced(
        "", _bases_on_hold(ruleset, situation, announced), infield, outfield == "in", announced == UNSAID.key
    )


def _infields(ruleset: Ruleset, situation: PlaySituation, standing: int | None) -> tuple[Option, ...]:
    state, outs, holds = situation.state, situation.outs, standing or 0
    return cached_options(
        situation,
        ("infield", state, outs, holds),
        lambda: infield_with_holds(ruleset, infield_options(ruleset, state, outs), holds),
    )


def _holds(ruleset: Ruleset, situation: PlaySituation, infield: Infield, standing: int | None) -> tuple[Option, ...]:
    def find() -> tuple[Option, ...]:
        if standing is None:
            return hold_options(ruleset, situation.state, infield)
        return unchanged_holds(ruleset, standing, infield)

    return cached_options(situation, ("hold", situation.state, infield, standing), find)


def offence_announces(
    game_input: GameInput, ruleset: Ruleset, situation: PlaySituation, announced: Announced
) -> Announced:
    """7.1, T23.01: request the offense's play; the offense may ask about holds first."""
    options = offence_options(ruleset, situation, announced.holds)
    play = game_input.ask("offence", "play", (*options, ASK_HOLDS) if announced.unsaid else options)
    if play == ASK_HOLDS.key:
        return offence_announces(
            game_input, ruleset, situation, announce_holds(game_input, ruleset, situation, announced)
        )
    _, holds, infield, outfield_in, unsaid = announced
    return Announced(play, holds, infield, outfield_in, unsaid)


def announce_holds(
    game_input: GameInput, ruleset: Ruleset, situation: PlaySituation, announced: Announced
) -> Announced:
    """T23.01: request the held runners from the defense, because the offense asked or should have asked."""
    options = hold_options(ruleset, situation.state, announced.infield, is_question=True)
    hold_key = game_input.ask("defence", "hold", options)
    return announced._replace(holds=_bases_on_hold(ruleset, situation, hold_key), unsaid=False)


def _bases_on_hold(ruleset: Ruleset, situation: PlaySituation, announced: str) -> int:
    return resolve_holds(ruleset.stealing, announced, situation.state, lambda: situation.asterisk_on_first)
