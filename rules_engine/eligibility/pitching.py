"""Rules on starting and relieving, and on the number of innings: T10.2, T27.52, T27.64.

A pitcher's sheet is a sequence of cells, one for each column of the team sheet. cells[0] is game 1. None means that
he didn't pitch. Each game that has started has a column. Byes, unplayed games and erased series have none.
"""

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from rules_engine.eligibility.cards import PitchingRoles, may_relieve_by_card, may_start_by_card
from rules_engine.innings import OUTS_PER_INNING
from rules_engine.profile import Profile
from rules_engine.rulings import Finding, Ruling, allow, first_refusal, refuse

Role = Literal["start", "relief"]
START: Final = "start"
RELIEF: Final = "relief"
LAST_THIRD: Final = "T31.1"
MAX_EXTRA_THIRDS: Final = 2  # a triple play when the reliever had a third of an inning left


class PitchingFinding(Finding):
    """Findings based on the columns before a game."""

    NO_RECENT_START = "no start in the previous {rest} games"
    STARTED_TOO_RECENTLY = "started game {started}: must rest {rest:games}"
    NO_RECENT_RELIEF = "no relief in the previous {rest} games"
    RELIEVED_TOO_RECENTLY = "relieved in game {relieved}: must rest {rest:games} before starting"
    COULD_NOT_RELIEVE = "may not start because he could not relieve: {relief}"
    FOUR_IN_A_ROW = "pitched in {pitched:games}: can't pitch {window} games in a row"
    FULL_RELIEF_LEFT = "no relief in the games that count: {left:innings} innings left"
    RELIEF_LEFT = "{relieved:sum of innings} in {window:games} leaves {left:innings} of {limit:innings}"
    NO_RELIEF_LEFT = "{relieved:sum of innings} in {window:games} leaves none of {limit:innings}"
    TO_ENTER = "{left:innings} innings left, but he needs 0.1 to enter"
    EXTRA_OUTS_ON_DOUBLE_PLAY = "{beyond:innings} extra on a double play in his last third"
    RELIEF_LIMIT = "{pitched:innings} of his {limit:innings} innings pitched"


class Appearance(NamedTuple):
    """A cell of the sheet that isn't blank. A pitcher with 0 `outs` still pitched in the game.

    Attributes:
        extra_thirds: Outs beyond his limit on one double or triple play (T31.1).
        footnote: The opponent's reason for accepting an appearance that breaks a rule (T0.06, T31.2).
        outs_after_resumption: The part of `outs` after a suspended game resumed (T33), or None if he didn't pitch then.
        entered_on_resumption: Whether he hadn't pitched in that game before it was suspended.
    """

    role: Role
    outs: int
    extra_thirds: int = 0
    footnote: str = ""
    outs_after_resumption: int | None = None
    entered_on_resumption: bool = False


Cell = Appearance | None
Cells = Sequence[Cell]


def allow_extra_thirds(extra_thirds: int) -> Ruling:
    """T31.1: Allow the outs beyond his limit on a double or triple play, as recorded on the sheet."""
    return allow(PitchingFinding.EXTRA_OUTS_ON_DOUBLE_PLAY, LAST_THIRD, beyond=extra_thirds)


class ReliefLeft(NamedTuple):
    """The ruling on relief, and the outs he may still pitch, which are 0 if he can't relieve."""

    ruling: Ruling
    outs: int


class Availability(NamedTuple):
    """The rulings on a pitcher for one game. `relief_outs` is 0 if he can't relieve."""

    start: Ruling
    relief: Ruling
    relief_outs: int


def may_start(card: PitchingRoles, cells: Cells, game: int, profile: Profile, bullpen_from: int = 1) -> Ruling:
    """T10.2, T27.52, T27.53: Rule on whether he may start a game."""
    card_ruling = may_start_by_card(card, profile)
    rest = rested_to_start(cells, game, profile, bullpen_from)
    return first_refusal(card_ruling, rest, card_ruling)


def rested_to_start(cells: Cells, game: int, profile: Profile, bullpen_from: int = 1) -> Ruling:
    """T10.2, T27.52: Require rest since his last start and, after relief, two games of rest and relief innings left."""
    rested = first_refusal(
        rested_since_start(cells, game, profile),
        rested_since_relief(cells, game, profile),
    )
    if rested and last_role(cells, game) == RELIEF:
        # T27.52 covers pitchers who can do both, so the relief rating on his card doesn't matter here.
        relief = find_relief_left(cells, game, profile, bullpen_from)
        if not relief.ruling:
            return refuse(PitchingFinding.COULD_NOT_RELIEVE, "T27.52", relief=relief.ruling)
    return rested


def may_relieve(card: PitchingRoles, cells: Cells, game: int, profile: Profile, bullpen_from: int = 1) -> ReliefLeft:
    """T10.2, T27.62, T27.64: Rule on whether he may enter a game in relief, and for how many outs."""
    ruling = first_refusal(
        may_relieve_by_card(card, profile),
        rested_since_start(cells, game, profile),
    )
    if not ruling:
        return ReliefLeft(ruling, 0)
    return find_relief_left(cells, game, profile, bullpen_from)


def rested_since_start(cells: Cells, game: int, profile: Profile) -> Ruling:
    """T10.2: After a start, require three games of rest before he pitches in any role."""
    rest = profile.pitching.games_rest_after_start
    for earlier in reversed(previous_games(game, rest)):
        cell = cell_of(cells, earlier)
        if cell is not None and cell.role == START:
            resting = (earlier + 1, earlier + rest)
            return refuse(PitchingFinding.STARTED_TOO_RECENTLY, "T10.2", started=earlier, rest=resting)
    return allow(PitchingFinding.NO_RECENT_START, "T10.2", rest=rest)


def rested_since_relief(cells: Cells, game: int, profile: Profile) -> Ruling:
    """T27.52: After relief, require two games of rest before a start."""
    rest = profile.pitching.games_rest_before_start_after_relief
    last = last_appearance(cells, game)
    if last_role(cells, game) == RELIEF and game - last <= rest:
        return refuse(PitchingFinding.RELIEVED_TOO_RECENTLY, "T27.52", relieved=last, rest=(last + 1, last + rest))
    return allow(PitchingFinding.NO_RECENT_RELIEF, "T27.52", rest=rest)


def find_relief_left(cells: Cells, game: int, profile: Profile, bullpen_from: int = 1) -> ReliefLeft:
    """T10.2, T27.64: Return how much of four innings in four games is left. He can't pitch four games in a row."""
    rules = profile.pitching
    earlier_games = previous_games(game, rules.window_games - 1, bullpen_from)
    earlier_cells = [cell_of(cells, earlier) for earlier in earlier_games]
    if len(earlier_cells) == rules.window_games - 1 and None not in earlier_cells:
        span = (earlier_games[0], earlier_games[-1])
        ruling = refuse(PitchingFinding.FOUR_IN_A_ROW, "T27.64", pitched=span, window=rules.window_games)
        return ReliefLeft(ruling, 0)
    relieved = [cell.outs for cell in earlier_cells if cell is not None and cell.role == RELIEF]
    limit = rules.relief_outs_in_window
    if not relieved:
        return ReliefLeft(allow(PitchingFinding.FULL_RELIEF_LEFT, "T10.2", left=limit), limit)
    left = max(0, limit - sum(relieved))
    span = (earlier_games[0], earlier_games[-1])
    if not left:
        ruling = refuse(PitchingFinding.NO_RELIEF_LEFT, "T10.2", relieved=relieved, window=span, limit=limit)
        return ReliefLeft(ruling, 0)
    ruling = allow(PitchingFinding.RELIEF_LEFT, "T10.2", relieved=relieved, window=span, left=left, limit=limit)
    return ReliefLeft(ruling, left)


def bullpen_counts_from(series_first_game: int, games_in_series: int, round_robin: bool, profile: Profile) -> int:
    """T10.2: Return the first column that counts for relief: 1 unless this series resets the bullpen (internet)."""
    rules = profile.pitching
    has_reset_length = games_in_series == rules.bullpen_reset_series_length
    resets = rules.bullpen_resets_each_series and round_robin and has_reset_length
    return series_first_game if resets else 1


def may_enter(relief_outs: int) -> Ruling:
    """T10.2: Require at least one relief out left before the game."""
    rule = allow if relief_outs > 0 else refuse
    return rule(PitchingFinding.TO_ENTER, "T10.2", left=relief_outs)


def may_enter_by_sheet(relief: ReliefLeft) -> Ruling:
    """T10.2: Rule on entering based on his pitching sheet, with at least one relief out left."""
    if relief.ruling and relief.outs <= 0:
        return may_enter(relief.outs)
    return relief.ruling


def may_remain(relief_outs: int, outs_this_game: int) -> Ruling:
    """T10.2: Let a reliever stay until he reaches his limit. Then he must leave at once."""
    rule = allow if outs_this_game < relief_outs else refuse
    return rule(PitchingFinding.RELIEF_LIMIT, "T10.2", pitched=outs_this_game, limit=relief_outs)


def starter_outs_limit(profile: Profile) -> int:
    """T10.2, T27.54: Return the outs after which a starter must leave: ten innings, not four in four games [R-102a]."""
    return profile.pitching.starter_leaves_after_inning * OUTS_PER_INNING


def previous_games(game: int, count: int, first: int = 1) -> range:
    """Return up to `count` columns before a game, starting no earlier than column `first`."""
    return range(max(first, game - count), game)


def cell_of(cells: Cells, game: int) -> Cell:
    """Return a game's cell, or None if the sheet doesn't reach that far."""
    return cells[game - 1] if 0 < game <= len(cells) else None


def relieved_outs(cell: Cell) -> int:
    if cell is None or cell.role != RELIEF:
        return 0
    return cell.outs


def last_appearance(cells: Cells, game: int) -> int:
    """Return the last game before `game` in which he pitched, or 0."""
    last_column = min(game - 1, len(cells))
    for column in range(last_column, 0, -1):
        if cells[column - 1] is not None:
            return column
    return 0


def last_role(cells: Cells, game: int) -> Role | None:
    cell = cell_of(cells, last_appearance(cells, game))
    return None if cell is None else cell.role
