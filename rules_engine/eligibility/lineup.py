"""A legal starting line-up: eight men at positions on their cards and a pitcher who may start, nine batters."""

from collections.abc import Mapping
from typing import Final

from rules_engine.eligibility.cards import POSITIONS, HitterCard, hitter_eligible, may_play
from rules_engine.profile import Profile
from rules_engine.rulings import Ruling, allow, first_refusal, refuse

BATTERS: Final = 9


def starting_lineup(
    fielders: Mapping[str, HitterCard],
    starting_pitcher: Ruling,
    profile: Profile,
    *,
    batters: int = BATTERS,
    designated_hitter: bool = False,
) -> Ruling:
    """T0.01, T10.11, T31.4: position -> card of the man there; `starting_pitcher` is the ruling on his start."""
    return first_refusal(
        no_designated_hitter(designated_hitter),
        (allow if batters == BATTERS else refuse)("T0.01", f"{batters} batters, {BATTERS} wanted"),
        _all_positions_filled(fielders),
        *(_fits(position, card, profile) for position, card in fielders.items()),
        starting_pitcher,
        allow("T31.4", "a legal line-up"),
    )


def no_designated_hitter(designated_hitter: bool) -> Ruling:
    """T0.01: pitchers bat."""
    if designated_hitter:
        return refuse("T0.01", "no designated hitter: the pitcher bats")
    return allow("T0.01", "the pitcher bats")


def names_starter_first() -> str:
    """T0.13: the visiting team names its starting pitcher first."""
    return "visiting team"


def _all_positions_filled(fielders: Mapping[str, HitterCard]) -> Ruling:
    if empty := [position for position in POSITIONS if position not in fielders]:
        return refuse("T31.4", f"nobody at {', '.join(empty)}")
    if unknown := [position for position in fielders if position not in POSITIONS]:
        return refuse("T31.4", f"{', '.join(unknown)} is no fielding position of a line-up")
    return allow("T31.4", "every position has its man")


def _fits(position: str, card: HitterCard, profile: Profile) -> Ruling:
    ruling = first_refusal(may_play(position, card.positions), hitter_eligible(card, profile))
    return ruling if ruling else refuse(ruling.rule, f"{position}: {ruling.reason}")
