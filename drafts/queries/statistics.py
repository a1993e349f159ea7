"""The statistics of a card as scorers write them, one by one, as columns and in a line of words."""

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any, Final

from core.tables import Column, Place
from drafts.queries.pool_cards import PoolCard
from rules_engine.innings import format_innings

LOW_IS_BEST: Final = (
    *("strikeouts", "losses", "hits_allowed", "homeruns_allowed", "walks_allowed", "runs_allowed"),
    "earned_run_average",
)


def figure(card: PoolCard, name: str) -> str:
    """One statistic; nothing where there is nothing to divide by."""
    value = getattr(card, name)
    if value is None:
        return ""
    if name == "outs_pitched":
        return format_innings(value)
    if name == "earned_run_average":
        return f"{value:.2f}"
    return f"{value:.3f}".removeprefix("0") if isinstance(value, float) else str(value)


def statistic(
    name: str,
    title: str,
    places: Place,
    width: float = 40,
    of: Callable[[Any], Any] = attrgetter("card"),
    **about: Any,
) -> Column[Any]:
    """The column of a statistic; `of` a row gives its card."""
    return Column(
        *(name, title, lambda row: getattr(of(row), name), places),
        width=width,
        text=lambda row: figure(of(row), name),
        rises=name in LOW_IS_BEST,
        **about,
    )


def win_loss_record(card: PoolCard) -> str:
    return f"{card.wins}-{card.losses}"


def joined_positions(games_at: Mapping[str, int]) -> str:
    """Such as "SS 140, 2B 12"."""
    return ", ".join(f"{position} {games}" if games else position for position, games in games_at.items())


def statistics_line(card: PoolCard) -> str:
    """Return the real season in words; both lines of a two-way player."""
    roles = ((card.is_hitter, _batting_line), (card.is_pitcher, _pitching_line))
    return "; ".join(line(card) for has_role, line in roles if has_role)


def _pitching_line(card: PoolCard) -> str:
    return (
        f"{win_loss_record(card)}, {figure(card, 'earned_run_average')} ERA, {figure(card, 'outs_pitched')} IP, "
        f"{card.games_started} GS, {card.saves} SV, {card.strikeouts_made} K, {card.walks_allowed} BB"
    )


def _batting_line(card: PoolCard) -> str:
    return (
        f"{figure(card, 'average')}/{figure(card, 'on_base')}/{figure(card, 'slugging')}, {card.at_bats} AB, "
        f"{card.homeruns} HR, {card.runs_batted_in} RBI, {card.walks} W, {card.stolen_bases} SB"
    )
