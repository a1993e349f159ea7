"""The columns of a card file: heading, what belongs there, and how a cell becomes a field and a field a cell."""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from functools import partial
from typing import Any, Final

from drafts.card_files import cells
from drafts.models import Ballpark, PlayerCard
from drafts.queries.pool_cards import positions_in_order
from rules_engine.innings import format_innings
from rules_engine.systems.strat_o_matic.cards.ratings import (
    format_catcher_throw,
    format_fielding,
    parse_catcher_throw,
    parse_chance_rating,
    parse_endurance,
    parse_fielding,
    parse_hitting_code,
    parse_steal_rating,
)

Cell = str | int | Decimal | None


@dataclass(frozen=True, slots=True)
class Column:
    """One column. `read` raises ValueError; `key` is where the value goes, "ratings.hold" into the ratings."""

    heading: str
    key: str
    read: cells.Reader
    help: str
    write: Callable[[Any], Cell]
    required: bool = False
    width: int = 7


def _column(heading: str, key: str, read: cells.Reader, help: str, **options: Any) -> Column:
    options.setdefault("write", lambda row: getattr(row, key))
    return Column(heading, key, read, help, **options)


def _count(heading: str, key: str, help: str) -> Column:
    return _column(heading, key, cells.whole(), help)


def _rating(heading: str, key: str, parse: Callable[[str], object], help: str) -> Column:
    return _column(
        heading,
        f"ratings.{key}",
        cells.printed(parse),
        help,
        write=lambda card: card.ratings.get(key),
        width=12,
    )


def _positions_cell(card: PlayerCard) -> str:
    listed = positions_in_order(card.positions)
    return ", ".join(f"{position} {games}" if games else position for position, games in listed.items())


def _roles_cell(card: PlayerCard) -> str:
    return " ".join(role for role, on_card in (("S", card.is_starter), ("R", card.is_reliever)) if on_card)


def _hold(text: str) -> str:
    return f"{cells.whole(-6, 9)(text):+d}"


PLAYERS: Final = (
    _column("Code", "code", cells.words(20), "Your own short mark for the card; no two alike", required=True, width=12),
    _column("Name", "name", cells.words(80), "As it is to be shown", required=True, width=24),
    _column("Clubs", "clubs", cells.words(60), "Such as SEA or SEA-HOU", width=10),
    _column("Bats", "bats", cells.hand, "L, R or S (both sides)"),
    _column("Throws", "throws", cells.hand, "L, R or S"),
    _column("Born", "birth_year", cells.whole_or_none(1800, 2100), "Year of birth"),
    _count("G", "games", "Games"),
    _count("AB", "at_bats", "At bats; with W they decide whether a hitter is eligible"),
    _count("R", "runs", "Runs"),
    _count("H", "hits", "Hits"),
    _count("2B", "doubles", "Doubles"),
    _count("3B", "triples", "Triples"),
    _count("HR", "homeruns", "Homeruns"),
    _count("RBI", "runs_batted_in", "Runs batted in"),
    _count("W", "walks", "Walks"),
    _count("SO", "strikeouts", "Strikeouts"),
    _count("HBP", "hit_by_pitch", "Hit by pitch"),
    _count("SH", "sacrifice_hits", "Sacrifice hits"),
    _count("SF", "sacrifice_flies", "Sacrifice flies"),
    _count("GDP", "double_plays", "Grounded into double plays"),
    _count("SB", "stolen_bases", "Stolen bases"),
    _count("CS", "caught_stealing", "Caught stealing"),
    _column(
        *("Positions", "positions", cells.positions),
        "Positions on the card, with games if you like: SS 140, 2B. Outfielders: LF, CF, RF, not OF",
        write=_positions_cell,
        width=20,
    ),
    _column(
        *("Injury", "can_be_injured", cells.yes_unless_no),
        "no if his card has no injury; empty is yes",
        write=lambda card: "yes" if card.can_be_injured else "no",
    ),
    _column(
        *("Roles", "roles", cells.roles),
        "Pitchers: S for a starter, R for relief, S R for both; empty for everybody else",
        write=_roles_cell,
    ),
    _count("P G", "pitching_games", "Games pitched"),
    _count("GS", "games_started", "Games started as pitcher"),
    _column(
        *("IP", "outs_pitched", cells.innings),
        "Innings pitched as 118.2; they decide what a pitcher may do",
        write=lambda card: Decimal(format_innings(card.outs_pitched)),
    ),
    _count("Wins", "wins", "Wins"),
    _count("Losses", "losses", "Losses"),
    _count("Saves", "saves", "Saves"),
    _count("BF", "batters_faced", "Batters faced"),
    _count("P H", "hits_allowed", "Hits allowed"),
    _count("P HR", "homeruns_allowed", "Homeruns allowed"),
    _count("P W", "walks_allowed", "Walks allowed"),
    _count("P SO", "strikeouts_made", "Strikeouts made"),
    _count("P HBP", "hit_batters", "Batters hit"),
    _count("P R", "runs_allowed", "Runs allowed"),
    _count("ER", "earned_runs", "Earned runs"),
    _rating("Fielding", "fielding", lambda text: format_fielding(parse_fielding(text)), "As printed: ss-2e20, 2b-3e14"),
    _rating("Throw", "throw", lambda text: format_catcher_throw(parse_catcher_throw(text)), "Catchers: T 1-9"),
    _rating("PB", "passed_ball", partial(parse_chance_rating, "pb"), "Catchers: passed balls, 0 to 20"),
    _rating("Stealing", "stealing", cells.steal_grade, "Letter grade: AAA to E"),
    _rating("Steal lead", "steal", parse_steal_rating, "As printed: *8-10/11,12 (19-14)"),
    _rating("Running", "running", cells.one_to_twenty, "As printed: 1-15"),
    _rating("Hold", "hold", _hold, "Pitchers: -6 to +9"),
    _rating("Endurance", "endurance", parse_endurance, "Pitchers: starter(7) relief(2)/3"),
    _rating("Hitting card", "hitting", parse_hitting_code, "Pitchers: #1WR"),
    _rating("BK", "balk", partial(parse_chance_rating, "bk"), "Pitchers: balks, 0 to 20"),
    _rating("WP", "wild_pitch", partial(parse_chance_rating, "wp"), "Pitchers: wild pitches, 0 to 20"),
    _column("Sort name", "sort_name", cells.words(80), "Griffey, Ken; empty: made from the last word", width=24),
)

_CHANCE = cells.whole_or_none(1, 20)
PARKS: Final = (
    _column("Code", "code", cells.words(20), "Your own short mark; no two alike", required=True, width=12),
    _column("Name", "name", cells.words(80), "As it is to be shown", required=True, width=32),
    _column("Club", "club", cells.words(60), "Whose park it is", width=32),
    _column(
        "Singles L", "singles_left", _CHANCE, "Ballpark singles of left-handed batters: 1-n, n from 1 to 20", width=12
    ),
    _column("Singles R", "singles_right", _CHANCE, "The same of right-handed batters", width=12),
    _column("HR L", "homeruns_left", _CHANCE, "Ballpark homeruns of left-handed batters", width=12),
    _column("HR R", "homeruns_right", _CHANCE, "The same of right-handed batters", width=12),
)

SHEETS: Final[dict[str, tuple[Column, ...]]] = {"Players": PLAYERS, "Ballparks": PARKS}


def player_of(values: dict[str, Any]) -> PlayerCard:
    """An unsaved card from a row's values by key."""
    ratings = {
        key.removeprefix("ratings."): text for key, text in values.items() if key.startswith("ratings.") and text
    }
    fields = {key: value for key, value in values.items() if not key.startswith("ratings.") and key != "roles"}
    fields["sort_name"] = fields["sort_name"] or _sort_name(fields["name"])
    fields["positions"] = fields["positions"] or _rated_positions(ratings.get("fielding", ""))
    pitching_roles = values["roles"]
    return PlayerCard(
        **fields,
        ratings=ratings,
        has_catcher_rating="C" in fields["positions"],
        is_pitcher=bool(pitching_roles),
        is_starter="S" in pitching_roles,
        is_reliever="R" in pitching_roles,
    )


def _rated_positions(fielding: str) -> dict[str, int]:
    rated = [rating.position.upper() for rating in parse_fielding(fielding)]
    return {position: 0 for position in rated if position != "P"}


def park_of(values: dict[str, Any]) -> Ballpark:
    return Ballpark(**values)


def _sort_name(name: str) -> str:
    first, _, last = name.rpartition(" ")
    return f"{last}, {first}"[:80] if first else name
