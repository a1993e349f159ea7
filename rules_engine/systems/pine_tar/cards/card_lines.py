"""A card as text: its heading, ratings and columns side by side."""

from collections.abc import Sequence
from itertools import zip_longest

from rules_engine.systems.pine_tar.cards.cards import Card, Hand, PitcherRatings, column_name
from rules_engine.systems.pine_tar.cards.columns import format_column

_WIDTH = 26


def card_lines(card: Card) -> Sequence[str]:
    """Return the lines of a card."""
    return [f"{card.name}   bats {card.bats}   throws {card.throws}", *rating_lines(card), *_column_lines(card)]


def rating_lines(card: Card) -> list[str]:
    """Return the lines of ratings."""
    bunt = "N" if card.bunt is None else card.bunt
    lines = [f"BR {card.speed}   SBC {card.steal}   SBO {card.steal_opportunity}   SHC {bunt}"]
    lines.append(f"INJ {card.injury or '--'}   RG {card.fielding_range}   EC {card.error}{_arm_text(card)}")
    if card.positions:
        lines.append(" ".join(position.upper() for position in card.positions))
    if card.pitching:
        lines += _pitching_lines(card.pitching)
    return lines


def _arm_text(card: Card) -> str:
    arm = f"   Arm {card.arm}" if card.arm else ""
    return f"{arm}   AR {card.throwing:+d}" if "c" in card.positions else arm


def _pitching_lines(pitching: PitcherRatings) -> list[str]:
    starts = "" if pitching.starts is None else f" {pitching.starts}"
    role = f"Pitcher ({pitching.role}){starts}"
    rating = f"SO/BB {pitching.so_bb_rating.written if pitching.so_bb_rating else 'NC'}"
    return [
        f"{role}   MIP {pitching.innings}   home {pitching.home}   away {pitching.away}",
        f"BK/WP {pitching.wildness}   {rating}",
    ]


def _column_lines(card: Card) -> list[str]:
    hands: tuple[Hand, ...] = ("L", "R") if card.split else ("R",)
    headings = [column_name(card, hand) for hand in hands]
    columns = [
        [f"{outcome:<7}{cells}" for outcome, cells in format_column(card.columns[hand]).items()] for hand in hands
    ]
    rows = [headings, *zip_longest(*columns, fillvalue="")]
    return ["".join(f"{cell:<{_WIDTH}}" for cell in row).rstrip() for row in rows]
