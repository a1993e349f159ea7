"""Rotations declared in advance, as in online events: deadlines, eligible starters and visibility.

The printed rules don't cover them, so they belong to the format (T0.09). T10.2 determines who may start.
"""

from collections.abc import Mapping
from typing import Final

from rules_engine.eligibility.board import Staff, StaffMember, member_ruling
from rules_engine.eligibility.carry_over import UsageWindow
from rules_engine.eligibility.dropout_slot import DropoutSlot
from rules_engine.eligibility.pitching import START, Appearance, Cell
from rules_engine.profile import Profile
from rules_engine.rulings import Finding, Ruling, allow, refuse

FORMAT: Final = "T0.09"


class DeclarationFinding(Finding):
    """Findings on whether a rotation may be declared now, and whether the declared pitcher started."""

    NOT_ASKED = "this edition has no declared rotations"
    OPEN = "starters for round {round} may be declared until the first game of the {until} starts"
    CLOSED = "the first game of the {until} has started: the starters declared for round {round} can't change"
    NO_STARTER = "only pitchers on the team who are rated as starters can be declared"
    ANOTHER_STARTED = "{declared} was declared to start game {game}, but {started} started it"


def are_rotations_declared(profile: Profile) -> bool:
    """T0.09: Return whether this edition requires teams to declare their starters."""
    return profile.pitching.rotation_declared != "never"


def may_declare(profile: Profile, round_number: int, *, series_started: bool, season_started: bool) -> Ruling:
    """T0.09: Rule on whether a round's starters may be declared, or changed, now."""
    if not are_rotations_declared(profile):
        return refuse(DeclarationFinding.NOT_ASKED, FORMAT)
    if profile.pitching.rotation_declared == "before_the_season":
        is_closed, until = season_started, "season"
    else:
        is_closed, until = series_started, "series"
    if is_closed:
        return refuse(DeclarationFinding.CLOSED, FORMAT, until=until, round=round_number)
    return allow(DeclarationFinding.OPEN, FORMAT, until=until, round=round_number)


def is_rotation_visible(profile: Profile, still_open: Ruling) -> bool:
    """T0.09: Return whether opponents can see the rotation: immediately, or once it can no longer change."""
    return profile.pitching.rotation_shown_at_once or not still_open


def check_declared_starts(
    starts: Mapping[int, str],
    staff: Staff,
    profile: Profile,
    windows: Mapping[int, UsageWindow],
    slot: DropoutSlot | None = None,
) -> dict[int, Ruling]:
    """T10.2, T27.52, T0.08: Rule on each declared start by game, based on earlier games and earlier declared starts.

    Args:
        starts: Starting pitcher by game.
        windows: Usage window by game, for rounds that start over (T0.08).
        slot: The slot for the final series if an earlier opponent dropped out.
    """
    cells: dict[str, list[Cell]] = {name: list(member.cells) for name, member in staff.items()}
    rulings: dict[int, Ruling] = {}
    for game, name in sorted(starts.items()):
        own_cells = cells[name]
        member = StaffMember(staff[name].card, own_cells)
        rulings[game] = member_ruling(member, game, profile, windows, slot).start
        own_cells += [None] * (game - 1 - len(own_cells))
        own_cells[game - 1 :] = [Appearance(START, profile.pitching.starter_stays_outs)]
    return rulings


def check_declared_starter(declared: str, started: str, game: int) -> Ruling | None:
    """T0.09: Return a note that a different pitcher started, or None. The game still counts."""
    if declared == started:
        return None
    return refuse(DeclarationFinding.ANOTHER_STARTED, FORMAT, declared=declared, started=started, game=game)
