"""Who may start, who may relieve and for how many innings: T10.2, T27.52, T27.64.

A pitcher's sheet is a sequence of cells over the columns of the team sheet: cells[0] is game 1, None means that
he did not pitch. One column is one game begun; byes, unplayed games and erased series have none.
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
MOST_EXTRA_THIRDS: Final = 2  # a triple play by a reliever who had a third left


class PitchingFinding(Finding):
    """What the columns before a game say of a pitcher."""

    NO_START_BEFORE = "no start in the previous {rest} games"
    STARTED_TOO_LATELY = "started game {started}: must rest {rest:games}"
    NO_RELIEF_BEFORE = "no relief in the previous {rest} games"
    RELIEVED_TOO_LATELY = "relieved in game {relieved}: must rest {rest:games} before starting"
    COULD_NOT_RELIEVE = "may not start when he could not relieve: {relief}"
    FOUR_IN_A_ROW = "pitched in {pitched:games}: not {window} games in a row"
    ALL_RELIEF_LEFT = "no relief in the games that count: {left:innings} innings"
    RELIEF_LEFT = "{relieved:sum of innings} in {window:games} leaves {left:innings} of {limit:innings}"
    TOO_MUCH_RELIEF = "{relieved:sum of innings} in {window:games} leaves nothing of {limit:innings}"
    TO_ENTER = "{left:innings} innings left: needs 0.1 to enter"
    ON_A_DOUBLE_PLAY = "{beyond:innings} on a double play from his last third"
    TO_REMAIN = "{pitched:innings} of his {limit:innings} innings pitched"


class Appearance(NamedTuple):
    """One cell of the sheet that is not blank; `outs` 0 is a game pitched all the same.

    extra_thirds: outs beyond his limit that came with one double or triple play (T31.1).
    footnote: why the opponent accepted an outing that breaks a rule (T0.06, T31.2).
    outs_after_resumption: those of `outs` got after a suspended game went on (T33); None when he did not pitch then.
    entered_on_resumption: he had not pitched in that game when it was suspended.
    """

    role: Role
    outs: int
    extra_thirds: int = 0
    footnote: str = ""
    outs_after_resumption: int | None = None
    entered_on_resumption: bool = False


Cell = Appearance | None
Cells = Sequence[Cell]


def beyond_his_last_third(extra_thirds: int) -> Ruling:
    """T31.1: outs beyond the allowance that came with a double or triple play, as the sheet notes them."""
    return allow(PitchingFinding.ON_A_DOUBLE_PLAY, LAST_THIRD, beyond=extra_thirds)


class Allowance(NamedTuple):
    """Whether he may relieve, and the outs he may get: 0 when he may not."""

    ruling: Ruling
    outs: int


class Availability(NamedTuple):
    """What a pitcher may do in one game; `relief_outs` is 0 when he may not relieve."""

    start: Ruling
    relief: Ruling
    relief_outs: int


def may_start(card: PitchingRoles, cells: Cells, game: int, profile: Profile, bullpen_from: int = 1) -> Ruling:
    """T10.2, T27.52, T27.53: whether he may start a game."""
    by_card = may_start_by_card(card, profile)
    return first_refusal(by_card, rested_to_start(cells, game, profile, bullpen_from), by_card)


def rested_to_start(cells: Cells, game: int, profile: Profile, bullpen_from: int = 1) -> Ruling:
    """T10.2, T27.52: rest after a start; after relief two games' rest, and he could relieve in this game too."""
    rested = first_refusal(rested_since_start(cells, game, profile), rested_since_relief(cells, game, profile))
    if rested and last_role(cells, game) == RELIEF:
        # whether his card lets him relieve is no matter here: T27.52 speaks of pitchers who may do both
        allowance = relief_allowance(cells, game, profile, bullpen_from)
        if not allowance.ruling:
            return refuse(PitchingFinding.COULD_NOT_RELIEVE, "T27.52", relief=allowance.ruling)
    return rested


def may_relieve(card: PitchingRoles, cells: Cells, game: int, profile: Profile, bullpen_from: int = 1) -> Allowance:
    """T10.2, T27.62, T27.64: whether he may enter a game in relief, and for how many outs."""
    barred = first_refusal(may_relieve_by_card(card, profile), rested_since_start(cells, game, profile))
    return relief_allowance(cells, game, profile, bullpen_from) if barred else Allowance(barred, 0)


def rested_since_start(cells: Cells, game: int, profile: Profile) -> Ruling:
    """T10.2: a start is followed by three games' rest before he pitches in any role."""
    rest = profile.pitching.games_rest_after_start
    for earlier in reversed(previous_games(game, rest)):
        cell = cell_of(cells, earlier)
        if cell is not None and cell.role == START:
            resting = (earlier + 1, earlier + rest)
            return refuse(PitchingFinding.STARTED_TOO_LATELY, "T10.2", started=earlier, rest=resting)
    return allow(PitchingFinding.NO_START_BEFORE, "T10.2", rest=rest)


def rested_since_relief(cells: Cells, game: int, profile: Profile) -> Ruling:
    """T27.52: two games' rest before a start when his last outing was in relief."""
    rest = profile.pitching.games_rest_before_start_after_relief
    last = last_outing(cells, game)
    if last_role(cells, game) == RELIEF and game - last <= rest:
        return refuse(PitchingFinding.RELIEVED_TOO_LATELY, "T27.52", relieved=last, rest=(last + 1, last + rest))
    return allow(PitchingFinding.NO_RELIEF_BEFORE, "T27.52", rest=rest)


def relief_allowance(cells: Cells, game: int, profile: Profile, bullpen_from: int = 1) -> Allowance:
    """T10.2, T27.64: what is left of four innings in four games; never four games in a row."""
    rules = profile.pitching
    window = previous_games(game, rules.window_games - 1, bullpen_from)
    used = [cell_of(cells, earlier) for earlier in window]
    if len(used) == rules.window_games - 1 and None not in used:
        span = (window[0], window[-1])
        return Allowance(refuse(PitchingFinding.FOUR_IN_A_ROW, "T27.64", pitched=span, window=rules.window_games), 0)
    relieved = [cell.outs for cell in used if cell is not None and cell.role == RELIEF]
    limit = rules.relief_outs_in_window
    left = max(0, limit - sum(relieved))
    if not relieved:
        return Allowance(allow(PitchingFinding.ALL_RELIEF_LEFT, "T10.2", left=limit), limit)
    span = (window[0], window[-1])
    if not left:
        spent = refuse(PitchingFinding.TOO_MUCH_RELIEF, "T10.2", relieved=relieved, window=span, limit=limit)
        return Allowance(spent, 0)
    some = allow(PitchingFinding.RELIEF_LEFT, "T10.2", relieved=relieved, window=span, left=left, limit=limit)
    return Allowance(some, left)


def bullpen_counts_from(series_first_game: int, games_in_series: int, round_robin: bool, profile: Profile) -> int:
    """T10.2: the first column that counts for relief; 1 unless this series resets the bull pen (internet only)."""
    rules = profile.pitching
    resets = rules.bullpen_resets_each_series and round_robin and games_in_series == rules.bullpen_reset_series_length
    return series_first_game if resets else 1


def may_enter(relief_outs: int) -> Ruling:
    """T10.2: nobody enters to pitch who may not retire a batter. `relief_outs`: his allowance before the game."""
    return (allow if relief_outs > 0 else refuse)(PitchingFinding.TO_ENTER, "T10.2", left=relief_outs)


def may_enter_on_sheet(allowance: Allowance) -> Ruling:
    """T10.2: what his pitching sheet says of this game; nobody enters who may not retire a batter."""
    return allowance.ruling if not allowance.ruling or allowance.outs > 0 else may_enter(allowance.outs)


def may_remain(relief_outs: int, outs_this_game: int) -> Ruling:
    """T10.2: a reliever stays while he may retire one more batter; at his limit he leaves at once."""
    stays = allow if outs_this_game < relief_outs else refuse
    return stays(PitchingFinding.TO_REMAIN, "T10.2", pitched=outs_this_game, limit=relief_outs)


def starter_outs_limit(profile: Profile) -> int:
    """T10.2, T27.54: a starter leaves after the tenth; the four-in-four limit is not on him [R-102a]."""
    return profile.pitching.starter_leaves_after_inning * OUTS_PER_INNING


def previous_games(game: int, count: int, first: int = 1) -> range:
    """The numbers of the up to `count` columns before a game, none before column `first`."""
    return range(max(first, game - count), game)


def cell_of(cells: Cells, game: int) -> Cell:
    """The cell of a game; blank where the sheet has not come that far."""
    return cells[game - 1] if 0 < game <= len(cells) else None


def relieved_outs(cell: Cell) -> int:
    """Outs that count as relief; those of a start never do."""
    return cell.outs if cell is not None and cell.role == RELIEF else 0


def last_outing(cells: Cells, game: int) -> int:
    """The last game before `game` in which he pitched, 0 for none."""
    return next((n for n in range(min(game - 1, len(cells)), 0, -1) if cells[n - 1] is not None), 0)


def last_role(cells: Cells, game: int) -> Role | None:
    cell = cell_of(cells, last_outing(cells, game))
    return None if cell is None else cell.role
