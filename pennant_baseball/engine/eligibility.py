"""Check whether a pitcher is eligible to relieve in a tournament game."""

from collections.abc import Mapping
from typing import NamedTuple

from rules_engine.eligibility.cards import PitchingRoles
from rules_engine.eligibility.pitching import Appearance
from rules_engine.eligibility.pitching import may_relieve as relief_ruling
from rules_engine.innings import format_innings, parse_innings
from rules_engine.profile import load_profile


class Relief(NamedTuple):
    """A ruling on a pitcher's relief: whether he is eligible, his innings left, and the rule with its arithmetic."""

    is_allowed: bool
    innings: str
    rule: str
    reason: str


def may_relieve(
    game: int,
    *,
    season_innings: str,
    starts: Mapping[int, str] | None = None,
    relief: Mapping[int, str] | None = None,
    is_reliever: bool = True,
    rules: str = "purestrat@1",
) -> Relief:
    """Check a pitcher's eligibility to relieve in a tournament game, based on his innings in earlier games.

    Args:
        game: The game's number, starting at 1.
        season_innings: The card's innings pitched, such as "150.0" or "62.2".
        starts: Innings in each start, by game number.
        relief: Innings in each relief appearance, by game number.
        is_reliever: Whether the card has a relief rating.
        rules: The tournament rules edition.

    Raises:
        ValueError: The innings can't be parsed, or an earlier game isn't before `game`.
        ProfileError: There is no such rules edition.
    """
    starts, relief = starts or {}, relief or {}
    if twice := sorted(starts.keys() & relief.keys()):
        raise ValueError(f"Game {twice[0]} is in both starts and relief. List each game once.")
    cells: list[Appearance | None] = [None] * max(0, game - 1)
    for number, innings in starts.items():
        cells[_cell_index(number, game)] = Appearance("start", parse_innings(innings))
    for number, innings in relief.items():
        cells[_cell_index(number, game)] = Appearance("relief", parse_innings(innings))
    card = PitchingRoles(starter=bool(starts), reliever=is_reliever, outs=parse_innings(season_innings))
    left = relief_ruling(card, cells, game, load_profile(rules))
    return Relief(bool(left.ruling), format_innings(left.outs), left.ruling.rule, left.ruling.reason)


def _cell_index(number: int, game: int) -> int:
    if not 1 <= number < game:
        raise ValueError(f"Game {number} is not before game {game}. Only earlier games count.")
    return number - 1
