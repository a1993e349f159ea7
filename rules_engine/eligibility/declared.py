"""Rotations that are declared ahead, as events over the internet have it: when, who may stand in one, who sees it.

The printed rules say nothing of them, so that they are a matter of the format (T0.09); who may start is T10.2.
"""

from collections.abc import Mapping
from typing import Final

from rules_engine.eligibility.board import Staff, StaffMember, member_ruling
from rules_engine.eligibility.carry_over import Basis
from rules_engine.eligibility.dropout_slot import DropoutSlot
from rules_engine.eligibility.pitching import START, Appearance, Cell
from rules_engine.profile import Profile
from rules_engine.rulings import Finding, Ruling, allow, refuse

FORMAT: Final = "T0.09"


class DeclarationFinding(Finding):
    """Whether a rotation may be declared now, and whether it was kept."""

    NOT_ASKED = "this edition has no declared rotations"
    OPEN = "starters of round {round} may be declared until the first game of the {until} begins"
    CLOSED = "the first game of the {until} has begun: what was declared for round {round} stands"
    NO_STARTER = "only a pitcher of the team whose card lets him start can be declared"
    ANOTHER_STARTED = "{declared} was declared to start game {game}, and {started} started it"


def are_rotations_declared(profile: Profile) -> bool:
    """T0.09: whether the edition asks for starters ahead at all."""
    return profile.pitching.rotation_declared != "never"


def may_declare(profile: Profile, round_number: int, *, series_begun: bool, season_begun: bool) -> Ruling:
    """T0.09: whether the starters of a round may be declared, or declared otherwise, now."""
    if not are_rotations_declared(profile):
        return refuse(DeclarationFinding.NOT_ASKED, FORMAT)
    of_season = profile.pitching.rotation_declared == "before_the_season"
    closed, until = (season_begun, "season") if of_season else (series_begun, "series")
    if closed:
        return refuse(DeclarationFinding.CLOSED, FORMAT, until=until, round=round_number)
    return allow(DeclarationFinding.OPEN, FORMAT, until=until, round=round_number)


def is_shown(profile: Profile, still_open: Ruling) -> bool:
    """T0.09: whether opponents see it: from the moment it is declared, or once it can no longer be changed."""
    return profile.pitching.rotation_shown_at_once or not still_open


def declared_starts(
    starts: Mapping[int, str],
    staff: Staff,
    profile: Profile,
    bases: Mapping[int, Basis],
    slot: DropoutSlot | None = None,
) -> dict[int, Ruling]:
    """T10.2, T27.52, T0.08: game of the team -> whether he may start it, by its games and the starts declared so far.

    `starts`: game -> pitcher; `bases`: game -> what counts for it, where a round begins anew (T0.08); `slot`: the slot
    of the final series, where a team met earlier dropped out.
    """
    cells: dict[str, list[Cell]] = {name: list(member.cells) for name, member in staff.items()}
    rulings: dict[int, Ruling] = {}
    for game, name in sorted(starts.items()):
        mine = cells[name]
        rulings[game] = member_ruling(StaffMember(staff[name].card, mine), game, profile, bases, slot).start
        mine += [None] * (game - 1 - len(mine))
        mine[game - 1 :] = [Appearance(START, profile.pitching.starter_stays_outs)]
    return rulings


def kept_to(declared: str, started: str, game: int) -> Ruling | None:
    """T0.09: another than the declared starter is named, and the game counts; None where he started."""
    if declared == started:
        return None
    return refuse(DeclarationFinding.ANOTHER_STARTED, FORMAT, declared=declared, started=started, game=game)
