"""Ask whether a pitcher may relieve in a tournament game."""

from collections.abc import Mapping
from typing import NamedTuple

from rules_engine.eligibility.cards import PitchingRoles
from rules_engine.eligibility.pitching import Appearance
from rules_engine.eligibility.pitching import may_relieve as relief_ruling
from rules_engine.innings import format_innings, parse_innings
from rules_engine.profile import load_profile


class Relief(NamedTuple):
    """Whether a pitcher may relieve, the innings he has left, and the rule with its arithmetic."""

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
    """Rule on relief in a game of a tournament, by the innings pitched in earlier games.

    Args:
        game: The number of the game, counted from 1.
        season_innings: Innings pitched on the card, such as "150.0" or "62.2".
        starts: Innings by game number of each start.
        relief: Innings by game number of each relief appearance.
        is_reliever: Whether the card has a relief rating.
        rules: The tournament rules edition.

    Raises:
        ValueError: Innings that can't be read, or a game that isn't before `game`.
        ProfileError: There is no such edition.
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
