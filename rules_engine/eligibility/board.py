"""A pitching staff's eligibility board for one game, and the planner for the games after it.

While a team has a suspended game, both show the relief innings that each appearance uses up before it resumes (T33.0).
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from rules_engine.eligibility.cards import PitchingRoles
from rules_engine.eligibility.carry_over import UsageWindow
from rules_engine.eligibility.dropout_slot import DropoutSlot, availability
from rules_engine.eligibility.pitching import (
    START,
    Appearance,
    Availability,
    Cells,
    ReliefLeft,
    Role,
    cell_of,
)
from rules_engine.eligibility.resumption import may_pitch_on_resumption
from rules_engine.eligibility.sheet import check_appearance
from rules_engine.profile import Profile
from rules_engine.rulings import Ruling

FULL_WINDOW: Final = UsageWindow(1, 1)
NO_USAGE_WINDOWS: Final[Mapping[int, UsageWindow]] = {}


def games_until_rested(profile: Profile) -> int:
    """Return how many games ahead to check when a resting pitcher may pitch again."""
    return profile.pitching.window_games + profile.pitching.games_rest_after_start


class StaffMember(NamedTuple):
    """A pitcher's card and his cells on the team's sheet."""

    card: PitchingRoles
    cells: Cells


Staff = Mapping[str, StaffMember]


class PlannedGame(NamedTuple):
    """One game in a plan: the board before it, and a ruling on each planned appearance."""

    game: int
    board: dict[str, Availability]
    appearances: dict[str, Ruling]


class StoppedGame(NamedTuple):
    """A suspended game on a team's sheet: its column, its last pitcher, and the names of players who had left."""

    column: int
    on_mound: str = ""
    left_game: frozenset[str] = frozenset()


class ReliefUsed(NamedTuple):
    """The relief innings that an appearance uses up in a suspended game: the amounts left before and after it."""

    before: ReliefLeft
    after: ReliefLeft

    @property
    def outs(self) -> int:
        return self.before.outs - self.after.outs


def eligibility_board(
    staff: Staff, game: int, profile: Profile, bullpen_from: int = 1, slot: DropoutSlot | None = None
) -> dict[str, Availability]:
    """Return every pitcher's availability for game `game`, in staff order."""
    return {
        name: availability(member.card, member.cells, game, profile, bullpen_from, slot)
        for name, member in staff.items()
    }


def member_ruling(
    member: StaffMember,
    game: int,
    profile: Profile,
    windows: Mapping[int, UsageWindow] = NO_USAGE_WINDOWS,
    slot: DropoutSlot | None = None,
) -> Availability:
    """Return a pitcher's availability for game `game`, based on the part of his sheet that counts.

    Args:
        windows: Usage window by game, for rounds and series that start over (carry_over.py).
    """
    window = windows.get(game, FULL_WINDOW)
    return availability(member.card, window.counted(member.cells), game, profile, window.relief_from, slot)


def earliest_game(
    member: StaffMember,
    role: Role,
    from_game: int,
    profile: Profile,
    slot: DropoutSlot | None = None,
    windows: Mapping[int, UsageWindow] = NO_USAGE_WINDOWS,
) -> int | None:
    """Return the first game in which he can take the role if he rests until then, or None if his card bars it.

    Each coming game gets its own ruling. `member` has his whole sheet, and `windows` is the same as in member_ruling.
    """
    for game in range(from_game, from_game + games_until_rested(profile)):
        available = member_ruling(member, game, profile, windows, slot)
        if available.start if role == START else available.relief:
            return game
    return None


def plan_games(
    staff: Staff,
    next_game: int,
    planned: Sequence[Mapping[str, Appearance]],
    profile: Profile,
    *,
    games: int,
    windows: Mapping[int, UsageWindow] = NO_USAGE_WINDOWS,
    slot: DropoutSlot | None = None,
) -> list[PlannedGame]:
    """Plan `games` games from `next_game` on ("If he pitches five outs tonight, then ...").

    An appearance that breaks a rule still counts in later games, as it does on the sheet.

    Args:
        planned: Planned appearances by name, for each of the first games.
        windows: Usage window by game, for rounds and series that start over (carry_over.py).
    """
    plan: list[PlannedGame] = []
    for game in range(next_game, next_game + games):
        place = game - next_game
        appearances = planned[place] if place < len(planned) else {}
        window = windows.get(game, FULL_WINDOW)
        counted_staff = _count_cells(staff, window)
        board = eligibility_board(counted_staff, game, profile, window.relief_from, slot)
        rulings: dict[str, Ruling] = {}
        for name, appearance in appearances.items():
            card, cells = counted_staff[name]
            ruling = check_appearance(card, cells, game, appearance, profile, window.relief_from, slot)
            rulings[name] = ruling
        plan.append(PlannedGame(game, board, rulings))
        staff = _staff_after_game(staff, game, appearances)
    return plan


def _count_cells(staff: Staff, window: UsageWindow) -> Staff:
    """Return the staff with only the cells that count in this usage window."""
    return {name: StaffMember(card, window.counted(cells)) for name, (card, cells) in staff.items()}


def _staff_after_game(staff: Staff, game: int, appearances: Mapping[str, Appearance]) -> Staff:
    return {
        name: StaffMember(card, cells_after_game(cells, game, appearances.get(name)))
        for name, (card, cells) in staff.items()
    }


def cells_after_game(cells: Cells, game: int, appearance: Appearance | None) -> Cells:
    """Return a pitcher's cells after game `game`, with this appearance or none."""
    before = list(cells[: game - 1])
    missing = game - 1 - len(before)
    return [*before, *[None] * missing, appearance]


def relief_left_in_suspended_game(name: str, member: StaffMember, stopped: StoppedGame, profile: Profile) -> ReliefLeft:
    """T33.0: Rule on whether, and for how many outs, he may pitch when a suspended game resumes.

    A pitcher who appeared before the suspension but wasn't pitching at that point had left the game. The ruling uses
    his current sheet.
    """
    on_mound = name == stopped.on_mound
    has_pitched = cell_of(member.cells, stopped.column) is not None
    removed = name in stopped.left_game or (has_pitched and not on_mound)
    return may_pitch_on_resumption(
        member.card, member.cells, stopped.column, profile, on_mound=on_mound, removed=removed
    )


def relief_used_by_appearance(
    name: str, member: StaffMember, stopped: StoppedGame, game: int, appearance: Appearance, profile: Profile
) -> ReliefUsed:
    """T33.0: Return the relief he uses up in a suspended game by pitching in a game before it resumes."""
    member_after = StaffMember(member.card, cells_after_game(member.cells, game, appearance))
    return ReliefUsed(
        relief_left_in_suspended_game(name, member, stopped, profile),
        relief_left_in_suspended_game(name, member_after, stopped, profile),
    )


def relief_used_by_plan(
    name: str,
    member: StaffMember,
    stopped: StoppedGame,
    next_game: int,
    planned: Sequence[Appearance | None],
    profile: Profile,
) -> list[ReliefUsed | None]:
    """Return the relief that each planned appearance uses up in a suspended game, or None if none is planned.

    Args:
        planned: His appearances in the team's next games, starting with game `next_game`.
    """
    relief_used: list[ReliefUsed | None] = []
    for game, appearance in enumerate(planned, start=next_game):
        used = None
        if appearance is not None:
            used = relief_used_by_appearance(name, member, stopped, game, appearance, profile)
        relief_used.append(used)
        member = StaffMember(member.card, cells_after_game(member.cells, game, appearance))
    return relief_used


def last_game_counted_against(stopped: StoppedGame, profile: Profile) -> int:
    """T33.0: Return the last game that can count against a suspended game, three games later."""
    return stopped.column + profile.pitching.window_games - 1
