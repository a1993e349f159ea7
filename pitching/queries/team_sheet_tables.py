"""The tables of the team sheet (T0.03): position players, who has each position, and what every pitcher has left."""

import operator
from collections import Counter
from collections.abc import Callable
from itertools import zip_longest
from typing import Any

from core.tables import Align, Column, Place, TableDefinition
from drafts.queries.pool_cards import PoolCard
from drafts.queries.statistics import joined_positions, statistic, win_loss_record
from pitching.queries.printed_sheet import endurance_text, relief_text, start_text
from pitching.queries.team_sheet import HitterLine, PitcherLine, TeamSheet
from rules_engine.eligibility.cards import POSITIONS

_PAPER = Place.PAPER
_LEFT, _CENTER = Align.LEFT, Align.CENTER


def _text(
    name: str, title: str, value: Callable[[Any], str], width: float, align: Align = _LEFT, *, is_bold: bool = False
) -> Column[Any]:
    return Column(name, title, value, _PAPER, align, width, is_bold=is_bold)


def _rating(name: str, title: str, width: float, align: Align = _LEFT) -> Column[Any]:
    return _text(name, title, lambda line: str(line.card.ratings.get(name) or ""), width, align)


HITTERS: TableDefinition[HitterLine] = TableDefinition(
    "hitters",
    (
        _text("player", "Player", lambda line: line.name, 96, is_bold=True),
        _text("bats", "B", lambda line: line.card.bats, 10, _CENTER),
        _text("positions", "Positions (games)", lambda line: joined_positions(line.card.games_at), 86),
        _rating("fielding", "Fielding", 62),
        _rating("steal", "Steal", 34),
        _rating("running", "Run", 18, Align.RIGHT),
        statistic("games", "G", _PAPER, 19),
        statistic("at_bats", "AB", _PAPER, 19),
        statistic("runs", "R", _PAPER, 19),
        statistic("hits", "H", _PAPER, 19),
        statistic("doubles", "2B", _PAPER, 19),
        statistic("triples", "3B", _PAPER, 19),
        statistic("homeruns", "HR", _PAPER, 19),
        statistic("runs_batted_in", "RBI", _PAPER, 19),
        statistic("walks", "W", _PAPER, 19),
        statistic("strikeouts", "SO", _PAPER, 19),
        statistic("stolen_bases", "SB", _PAPER, 19),
        statistic("caught_stealing", "CS", _PAPER, 19),
        statistic("average", "AVG", _PAPER, 23),
        statistic("on_base", "OBP", _PAPER, 23),
        statistic("slugging", "SLG", _PAPER, 23),
    ),
)

PITCHERS: TableDefinition[PitcherLine] = TableDefinition(
    "pitchers",
    (
        _text("player", "Player", lambda line: line.able.name, 92, is_bold=True),
        _text("throws", "T", lambda line: line.card.throws, 10, _CENTER),
        _text("role", "Role", lambda line: line.able.role or "–", 20, _CENTER),
        _text("endurance", "POW", lambda line: endurance_text(dict(line.card.ratings)), 32),
        _text("hold", "Hold", lambda line: str(line.card.ratings.get("hold", "")), 18, Align.RIGHT),
        statistic("pitching_games", "G", _PAPER, 18),
        statistic("games_started", "GS", _PAPER, 18),
        statistic("outs_pitched", "IP", _PAPER, 28),
        _text("record", "W-L", lambda line: win_loss_record(line.card), 27, Align.RIGHT),
        statistic("saves", "Sv", _PAPER, 20),
        statistic("hits_allowed", "H", _PAPER, 20),
        statistic("homeruns_allowed", "HR", _PAPER, 20),
        statistic("walks_allowed", "W", _PAPER, 20),
        statistic("strikeouts_made", "SO", _PAPER, 20),
        statistic("earned_run_average", "ERA", _PAPER, 24),
        _text("lately", "Lately", lambda line: ", ".join(line.lately), 24, _CENTER),
        _text("start", "start", lambda line: start_text(line.able), 24, _CENTER, is_bold=True),
        _text("relief", "relief", lambda line: relief_text(line.able), 24, _CENTER, is_bold=True),
    ),
)

COVER: TableDefinition[dict[str, str]] = TableDefinition(
    "cover", tuple(_text(at, at, operator.itemgetter(at), 1) for at in POSITIONS)
)


def hitters_of(sheet: TeamSheet) -> TableDefinition[HitterLine]:
    """With their ratings where the cards have any, which name the positions too."""
    is_rated = any(line.card.ratings.get("fielding") for line in sheet.hitters)
    return HITTERS.without("positions") if is_rated else HITTERS.without("fielding", "steal", "running")


def pitchers_of(sheet: TeamSheet) -> TableDefinition[PitcherLine]:
    """With a column for each of the games shown, and with ratings where the cards have any."""
    is_rated = any(endurance_text(dict(line.card.ratings)) for line in sheet.pitchers)
    table = PITCHERS if is_rated else PITCHERS.without("endurance", "hold")
    return table.replace_column("lately", *(_game(place, number) for place, number in enumerate(sheet.games_shown)))


def _game(place: int, number: int) -> Column[PitcherLine]:
    return _text(f"game_{number}", f"g{number}", lambda line: line.lately[place], 24, _CENTER)


def cover_of(sheet: TeamSheet) -> list[dict[str, str]]:
    """Line by line, the next man for each position."""
    names = _short_names(sheet)
    men = ([names[card.id] for card in cards] for cards in sheet.by_position.values())
    return [dict(zip(POSITIONS, line, strict=True)) for line in zip_longest(*men, fillvalue="")]


def _surname(card: PoolCard) -> str:
    return card.sort_name.split(",")[0]


def _short_names(sheet: TeamSheet) -> dict[int, str]:
    """By card the surname; with the initial where the team has two of it, in full where that does not help."""
    ways = {
        line.card.id: (_surname(line.card), f"{line.card.name[:1]}. {_surname(line.card)}", line.name)
        for line in sheet.hitters
    }
    used = Counter(name for names in ways.values() for name in names[:2])
    return {card: next((name for name in names[:2] if used[name] == 1), names[2]) for card, names in ways.items()}
