"""Choose pitchers for invented games, within the rules and their limits."""

import random
from dataclasses import dataclass

from games.scoresheet.entries import OutingEntry
from rules_engine.eligibility.cards import PitchingRoles, may_start_by_card
from rules_engine.eligibility.dropout_slot import DropoutSlot, availability
from rules_engine.eligibility.pitching import (
    RELIEF,
    START,
    Appearance,
    Availability,
    Cell,
    starter_outs_limit,
)
from rules_engine.profile import Profile

LONGEST_START = 27
SHORTEST_START = 6
LONGEST_USUAL_RELIEF = 5


@dataclass(slots=True)
class Arm:
    """A pitcher with his card, his usage and his earned run average."""

    card_id: int
    card: PitchingRoles
    earned_run_average: float
    cells: list[Cell]
    slot: DropoutSlot | None = None  # T0.08: for the final series, after an earlier opponent dropped out


class NoStarterError(ValueError):
    """None of the team's pitchers can start, so the weekend can't continue."""


def choose_outings(
    dice: random.Random,
    team_id: int,
    staff: list[Arm],
    outs: int,
    runs_against: int,
    profile: Profile,
    bullpen_from: int,
) -> list[OutingEntry]:
    """Return appearances that add up to `outs`, in order, and add them to the sheets in `staff`."""
    available = _availability_by_card(staff, profile, bullpen_from)
    starter = _choose_starter(staff, available)
    bullpen = [arm for arm in staff if arm is not starter]
    relievers, swingmen = _bullpen(dice, bullpen, available, profile)
    start_outs = _length_of_start(dice, outs, runs_against, _relief_outs(relievers, available), profile)
    outs_left = outs - start_outs
    if _relief_outs(relievers, available) < outs_left:
        relievers = [*relievers, *swingmen]
    relief = _relief_appearances(dice, relievers, available, outs_left)
    # if the bullpen is used up, the starter stays in; most_outs() limits how long
    start_outs = outs - sum(appearance.outs for appearance in relief.values())
    appearances = {starter.card_id: Appearance(START, start_outs), **relief}
    for arm in staff:
        arm.cells.append(appearances.get(arm.card_id))
    return [_entry(team_id, card_id, appearance, outs, profile) for card_id, appearance in appearances.items()]


def _relief_appearances(
    dice: random.Random, relievers: list[Arm], available: dict[int, Availability], outs_left: int
) -> dict[int, Appearance]:
    """Divide the remaining outs among the relievers. Return outs by card id, in order of appearance."""
    appearances: dict[int, Appearance] = {}
    bullpen_outs = _relief_outs(relievers, available)
    for arm in relievers:
        if outs_left == 0:
            break
        most = available[arm.card_id].relief_outs
        bullpen_outs -= most
        needed = outs_left - bullpen_outs  # outs that the remaining relievers can't cover
        outs = min(outs_left, most, max(1 + dice.randrange(LONGEST_USUAL_RELIEF), needed))
        appearances[arm.card_id] = Appearance(RELIEF, outs)
        outs_left -= outs
    return appearances


def _entry(team_id: int, card_id: int, appearance: Appearance, outs: int, profile: Profile) -> OutingEntry:
    """Return an appearance as an entry. Runs are recorded only if they allow a starter to leave early (T10.2)."""
    is_start = appearance.role == START
    is_short = is_start and appearance.outs < min(outs, profile.pitching.starter_stays_outs)
    runs = profile.pitching.starter_stays_runs if is_short else None
    return OutingEntry(team_id, card_id, appearance.outs, starts=is_start, runs=runs)


def _availability_by_card(staff: list[Arm], profile: Profile, bullpen_from: int) -> dict[int, Availability]:
    game = len(staff[0].cells) + 1
    return {arm.card_id: availability(arm.card, arm.cells, game, profile, bullpen_from, arm.slot) for arm in staff}


def most_outs(staff: list[Arm], profile: Profile, bullpen_from: int) -> int:
    """Return the most outs that this staff can record in its next game: ten innings by the starter plus all relief."""
    available = _availability_by_card(staff, profile, bullpen_from)
    starter = _choose_starter(staff, available)
    bullpen = [arm for arm in staff if arm is not starter]
    return starter_outs_limit(profile) + _relief_outs(bullpen, available)


def _choose_starter(staff: list[Arm], available: dict[int, Availability]) -> Arm:
    """Return the best pitcher among those with the fewest starts, so that a rotation develops."""
    candidates = [arm for arm in staff if available[arm.card_id].start]
    if not candidates:
        raise NoStarterError
    return min(candidates, key=lambda arm: (_starts(arm), arm.earned_run_average, arm.card_id))


def _starts(arm: Arm) -> int:
    return sum(cell is not None and cell.role == START for cell in arm.cells)


def _bullpen(
    dice: random.Random, staff: list[Arm], available: dict[int, Availability], profile: Profile
) -> tuple[list[Arm], list[Arm]]:
    """Return relievers in random order, and separately the pitchers who can also start.

    They are listed separately because a relief appearance costs them a start.
    """
    relievers = [arm for arm in staff if available[arm.card_id].relief]
    dice.shuffle(relievers)
    swingmen = [arm for arm in relievers if may_start_by_card(arm.card, profile)]
    return [arm for arm in relievers if arm not in swingmen], swingmen


def _relief_outs(arms: list[Arm], available: dict[int, Availability]) -> int:
    return sum(available[arm.card_id].relief_outs for arm in arms)


def _length_of_start(dice: random.Random, outs: int, runs_against: int, relief: int, profile: Profile) -> int:
    """Return the starter's outs: five innings unless four runs score, or more if the bullpen needs it (T10.2)."""
    stays = profile.pitching.starter_stays_outs if runs_against < profile.pitching.starter_stays_runs else 0
    drawn_outs = dice.randrange(max(stays, SHORTEST_START), LONGEST_START + 1)
    return min(outs, starter_outs_limit(profile), max(drawn_outs, outs - relief))
