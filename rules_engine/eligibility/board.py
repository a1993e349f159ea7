"""The eligibility board of a pitching staff for one game, and the planner that looks past games not yet played.

While a game of the team is suspended, both say what an outing in a game before it goes on takes from it (T33.0).
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from rules_engine.eligibility.cards import PitchingRoles
from rules_engine.eligibility.carry_over import Basis
from rules_engine.eligibility.dropout_slot import DropoutSlot, availability
from rules_engine.eligibility.pitching import (
    START,
    Allowance,
    Appearance,
    Availability,
    Cells,
    Role,
    cell_of,
)
from rules_engine.eligibility.sheet import check_outing
from rules_engine.eligibility.suspension import may_pitch_on_resumption
from rules_engine.profile import Profile
from rules_engine.rulings import Ruling

EVERYTHING: Final = Basis(1, 1)
NO_BASES: Final[Mapping[int, Basis]] = {}


def games_until_rested(profile: Profile) -> int:
    """How many games ahead decide when a resting pitcher may pitch again."""
    return profile.pitching.window_games + profile.pitching.games_rest_after_start


class StaffMember(NamedTuple):
    """A pitcher's card and his cells of the team's sheet."""

    card: PitchingRoles
    cells: Cells


Staff = Mapping[str, StaffMember]


class PlannedGame(NamedTuple):
    """One game of a plan: the board before it, and a ruling on each outing planned in it."""

    game: int
    board: dict[str, Availability]
    outings: dict[str, Ruling]


class StoppedGame(NamedTuple):
    """A suspended game as one team's sheet has it: its column, who was on the mound, who has left it, by name."""

    column: int
    on_mound: str = ""
    gone: frozenset[str] = frozenset()


class ReliefUsed(NamedTuple):
    """What an outing takes away from the rest of a suspended game: his allowance there before it and after it."""

    before: Allowance
    after: Allowance

    @property
    def outs(self) -> int:
        return self.before.outs - self.after.outs


def eligibility_board(
    staff: Staff, game: int, profile: Profile, bullpen_from: int = 1, slot: DropoutSlot | None = None
) -> dict[str, Availability]:
    """Every pitcher's availability for the game of column `game`, in the staff's order."""
    return {
        name: availability(member.card, member.cells, game, profile, bullpen_from, slot)
        for name, member in staff.items()
    }


def member_ruling(
    member: StaffMember,
    game: int,
    profile: Profile,
    bases: Mapping[int, Basis] = NO_BASES,
    slot: DropoutSlot | None = None,
) -> Availability:
    """What a pitcher may do in the game of column `game`, by everything on his sheet that counts for that game.

    `bases`: game -> what counts for it, where a round or a series begins anew (carry_over.py).
    """
    basis = bases.get(game, EVERYTHING)
    return availability(member.card, basis.counted(member.cells), game, profile, basis.relief_from, slot)


def earliest_game(
    member: StaffMember,
    role: Role,
    from_game: int,
    profile: Profile,
    slot: DropoutSlot | None = None,
    bases: Mapping[int, Basis] = NO_BASES,
) -> int | None:
    """The first game in which he may take the role if he rests until then; None when his card bars it.

    Each coming game gets its own ruling, by what counts for it. `member`: his whole sheet; `bases`: as member_ruling.
    """
    for game in range(from_game, from_game + games_until_rested(profile)):
        able = member_ruling(member, game, profile, bases, slot)
        if able.start if role == START else able.relief:
            return game
    return None


def plan_games(
    staff: Staff,
    next_game: int,
    planned: Sequence[Mapping[str, Appearance]],
    profile: Profile,
    *,
    games: int,
    bases: Mapping[int, Basis] = NO_BASES,
    slot: DropoutSlot | None = None,
) -> list[PlannedGame]:
    """ "If he pitches five outs tonight, then ...": `games` games from `next_game` on, the first of them as planned.

    An outing that breaks a rule is ruled on and still counted in the games after it, as the sheet would count it.
    `bases` maps a game to what counts for it, where a round or a series begins anew (carry_over.py).
    """
    plan: list[PlannedGame] = []
    for game in range(next_game, next_game + games):
        outings = planned[game - next_game] if game - next_game < len(planned) else {}
        basis = bases.get(game, EVERYTHING)
        then = {name: StaffMember(member.card, basis.counted(member.cells)) for name, member in staff.items()}
        rulings = {
            name: check_outing(then[name].card, then[name].cells, game, outing, profile, basis.relief_from, slot)
            for name, outing in outings.items()
        }
        plan.append(PlannedGame(game, eligibility_board(then, game, profile, basis.relief_from, slot), rulings))
        staff = {
            name: StaffMember(member.card, after_game(member.cells, game, outings.get(name)))
            for name, member in staff.items()
        }
    return plan


def after_game(cells: Cells, game: int, outing: Appearance | None) -> Cells:
    """His sheet once he has pitched so in the game of this column, or not at all."""
    before = [*cells[: game - 1]]
    return [*before, *[None] * (game - 1 - len(before)), outing]


def allowance_on_resumption(name: str, member: StaffMember, stopped: StoppedGame, profile: Profile) -> Allowance:
    """T33.0: whether he may pitch in the rest of a suspended game as his sheet stands, and for how many outs.

    Who pitched in it and was not on the mound when it stopped had left it.
    """
    on_mound = name == stopped.on_mound
    left = name in stopped.gone or (cell_of(member.cells, stopped.column) is not None and not on_mound)
    return may_pitch_on_resumption(member.card, member.cells, stopped.column, profile, on_mound=on_mound, removed=left)


def relief_used_by_appearance(
    name: str, member: StaffMember, stopped: StoppedGame, game: int, outing: Appearance, profile: Profile
) -> ReliefUsed:
    """T33.0: what he loses in the rest of a suspended game by this outing in a game played before it goes on."""
    then = StaffMember(member.card, after_game(member.cells, game, outing))
    return ReliefUsed(
        allowance_on_resumption(name, member, stopped, profile), allowance_on_resumption(name, then, stopped, profile)
    )


def relief_used_by_plan(
    name: str,
    member: StaffMember,
    stopped: StoppedGame,
    next_game: int,
    planned: Sequence[Appearance | None],
    profile: Profile,
) -> list[ReliefUsed | None]:
    """What each planned outing takes from a suspended game, the ones before it counted; None where none is planned.

    planned: his outings in the team's next games, the first of them in the game of column `next_game`.
    """
    taken: list[ReliefUsed | None] = []
    for game, outing in enumerate(planned, start=next_game):
        taken.append(
            None if outing is None else relief_used_by_appearance(name, member, stopped, game, outing, profile)
        )
        member = StaffMember(member.card, after_game(member.cells, game, outing))
    return taken


def last_game_counted_against(stopped: StoppedGame, profile: Profile) -> int:
    """T33.0: the last column of which an outing can count against the rest of a suspended game: three games on."""
    return stopped.column + profile.pitching.window_games - 1
