"""What the lists of a pool show, column by column."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from core.templatetags.scorebook import average, innings
from drafts.queries.pool_cards import PoolCard


@dataclass(frozen=True, slots=True)
class ListColumn:
    """A column: its heading, its name in full, and the sort of drafts.queries.pool that belongs to it."""

    heading: str
    title: str
    show: Callable[[PoolCard], str | int]
    sort: str = ""
    numeric: bool = True
    rising: bool = False  # whether the sort begins with the smallest


def _stat(heading: str, title: str, field: str, *, rising: bool = False) -> ListColumn:
    return ListColumn(heading, title, lambda card: getattr(card, field), field, rising=rising)


def _average(heading: str, title: str, field: str) -> ListColumn:
    return ListColumn(heading, title, lambda card: average(getattr(card, field)), field)


def _text(heading: str, title: str, show: Callable[[PoolCard], str], sort: str = "") -> ListColumn:
    return ListColumn(heading, title, show, sort, numeric=False, rising=True)


def _earned_run_average(card: PoolCard) -> str:
    return "" if card.earned_run_average is None else f"{card.earned_run_average:.2f}"


def positions_with_games(card: PoolCard) -> str:
    """Such as "SS 140, 2B 12"."""
    return ", ".join(f"{position} {games}" if games else position for position, games in card.games_at.items())


_rising = partial(_stat, rising=True)
NAME: Final = _text("Name", "Name", lambda card: card.name, "name")
_CLUBS = _text("Clubs", "Clubs", lambda card: card.clubs)
HITTERS: Final = (
    _CLUBS,
    _text("B", "Bats", lambda card: card.bats),
    _text("T", "Throws", lambda card: card.throws),
    _text("Positions", "Positions on the card, with games", positions_with_games, "position"),
    _stat("G", "Games", "games"),
    _stat("AB", "At bats", "at_bats"),
    _stat("R", "Runs", "runs"),
    _stat("H", "Hits", "hits"),
    _stat("2B", "Doubles", "doubles"),
    _stat("3B", "Triples", "triples"),
    _stat("HR", "Homeruns", "homeruns"),
    _stat("RBI", "Runs batted in", "runs_batted_in"),
    _stat("W", "Walks", "walks"),
    _rising("SO", "Strikeouts", "strikeouts"),
    _stat("SB", "Stolen bases", "stolen_bases"),
    _average("AVG", "Batting average", "average"),
    _average("OBP", "On-base average", "on_base"),
    _average("SLG", "Slugging average", "slugging"),
)
PITCHERS: Final = (
    _CLUBS,
    _text("T", "Throws", lambda card: card.throws),
    _text("Roles", "Roles on the card", lambda card: card.label.split(" ")[0], "position"),
    _stat("G", "Games pitched", "pitching_games"),
    _stat("GS", "Games started", "games_started"),
    ListColumn("IP", "Innings pitched", lambda card: innings(card.outs_pitched), "outs_pitched"),
    _stat("W", "Wins", "wins"),
    _rising("L", "Losses", "losses"),
    _stat("SV", "Saves", "saves"),
    _rising("H", "Hits allowed", "hits_allowed"),
    _rising("HR", "Homeruns allowed", "homeruns_allowed"),
    _rising("BB", "Walks allowed", "walks_allowed"),
    _stat("SO", "Strikeouts made", "strikeouts_made"),
    ListColumn("ERA", "Earned run average", _earned_run_average, "earned_run_average", rising=True),
)
