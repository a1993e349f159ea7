"""A card's statistics in scoring notation: single values, table columns, and a summary line."""

import re
from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any, Final

from core.tables import Column, Place
from drafts.queries.pool_cards import PoolCard
from rules_engine.innings import format_innings

LOW_IS_BEST: Final = (
    "strikeouts",
    "losses",
    "hits_allowed",
    "homeruns_allowed",
    "walks_allowed",
    "runs_allowed",
    "earned_run_average",
)


def format_statistic(card: PoolCard, name: str) -> str:
    """Format a statistic, or return "" if the card lacks that average."""
    value = getattr(card, name)
    if value is None:
        return ""
    if name == "outs_pitched":
        return format_innings(value)
    if name == "earned_run_average":
        return f"{value:.2f}"
    if isinstance(value, float):
        return f"{value:.3f}".removeprefix("0")
    return str(value)


def statistic(
    name: str,
    title: str,
    places: Place,
    width: float = 40,
    card_of: Callable[[Any], Any] = attrgetter("card"),
    **options: Any,
) -> Column[Any]:
    """Return the table column of a statistic. `card_of` returns a row's card."""
    return Column(
        name,
        title,
        lambda row: getattr(card_of(row), name),
        places,
        width=width,
        text=lambda row: format_statistic(card_of(row), name),
        rises=name in LOW_IS_BEST,
        **{"is_restricted": True, **options},
    )


def win_loss_record(card: PoolCard) -> str:
    return f"{card.wins}-{card.losses}"


def format_positions(games_at: Mapping[str, int]) -> str:
    """Format games by position, such as "SS 140, 2B 12"."""
    parts = [f"{position} {games}" if games else position for position, games in games_at.items()]
    return ", ".join(parts)


def statistics_line(card: PoolCard) -> str:
    """Return a card's batting line, pitching line or both."""
    lines = []
    if card.is_hitter:
        lines.append(_batting_line(card))
    if card.is_pitcher:
        lines.append(_pitching_line(card))
    return "; ".join(lines)


def _pitching_line(card: PoolCard) -> str:
    parts = (
        win_loss_record(card),
        f"{format_statistic(card, 'earned_run_average')} ERA",
        f"{format_statistic(card, 'outs_pitched')} IP",
        f"{card.games_started} GS",
        f"{card.saves} SV",
        f"{card.strikeouts_made} K",
        f"{card.walks_allowed} BB",
    )
    return ", ".join(parts)


def _batting_line(card: PoolCard) -> str:
    averages = [format_statistic(card, name) for name in ("average", "on_base", "slugging")]
    parts = (
        "/".join(averages),
        f"{card.at_bats} AB",
        f"{card.homeruns} HR",
        f"{card.runs_batted_in} RBI",
        f"{card.walks} BB",
        f"{card.stolen_bases} SB",
    )
    return ", ".join(parts)


_RATING_TITLES: Final = {
    "fielding": "",
    "throw": "",
    "passed_ball": "pb",
    "stealing": "stealing",
    "steal": "lead",
    "running": "running",
    "bunting": "bunting",
    "hit_and_run": "hit and run",
    "endurance": "",
    "hold": "hold",
    "hitting": "",
    "balk": "bk",
    "wild_pitch": "wp",
    "pitcher_error": "",
    "clutch": "clutch",
}


def split_search(text: str) -> tuple[str, list[str]]:
    """Split a search into the name text and the rating words, which contain a digit, such as ss-1."""
    words = text.split()
    ratings = [word.casefold() for word in words if any(sign.isdecimal() for sign in word)]
    return " ".join(word for word in words if word.casefold() not in ratings), ratings


def ratings_line(ratings: Mapping[str, Any]) -> str:
    """Return printed ratings in a single line, such as "cf-2(-3)e4 · running 1-15"."""
    shown = {**ratings, "endurance": _endurance(ratings)}
    named = [(title, shown.get(name)) for name, title in _RATING_TITLES.items()]
    return " · ".join(f"{title} {value}".strip() for title, value in named if value)


def _endurance(ratings: Mapping[str, Any]) -> str:
    """Return endurance as printed, such as "starter(8)*". The star marks starters who can start on short rest."""
    endurance = str(ratings.get("endurance", ""))
    return re.sub(r"(?<=starter)(\(\d+\))", r"\1*", endurance) if ratings.get("starter_star") else endurance
