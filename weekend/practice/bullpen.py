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
USUAL_RELIEF = 5


@dataclass(slots=True)
class Arm:
    """A pitcher with his card, his usage and his earned run average."""

    card_id: int
    card: PitchingRoles
    earned_run_average: float
    cells: list[Cell]
    slot: DropoutSlot | None = None  # T0.08: of the final series, where a team he had met dropped out


class NobodyMayStart(ValueError):
    """No pitcher of the team may start, so the weekend can't continue."""


def choose_outings(
    dice: random.Random,
    team_id: int,
    staff: list[Arm],
    outs: int,
    runs_against: int,
    profile: Profile,
    bullpen_from: int,
) -> list[OutingEntry]:
    """Return appearances with `outs` outs, in order, and add them to the sheets in `staff`."""
    game = len(staff[0].cells) + 1
    able = {arm.card_id: availability(arm.card, arm.cells, game, profile, bullpen_from, arm.slot) for arm in staff}
    starter = _starter(staff, able)
    pen, swingmen = _bullpen(dice, [arm for arm in staff if arm is not starter], able, profile)
    started = _length_of_start(dice, outs, runs_against, _relief(pen, able), profile)
    pitched = {starter.card_id: Appearance(START, started)}
    left = outs - started
    if _relief(pen, able) < left:
        pen = [*pen, *swingmen]
    still = _relief(pen, able)
    for arm in pen:
        if left == 0:
            break
        still -= able[arm.card_id].relief_outs
        got = min(left, able[arm.card_id].relief_outs, max(1 + dice.randrange(USUAL_RELIEF), left - still))
        pitched[arm.card_id] = Appearance(RELIEF, got)
        left -= got
    if left:  # nobody else is left to pitch; the starter stays, most_outs() says how long that can go
        pitched[starter.card_id] = Appearance(START, started + left)
    for arm in staff:
        arm.cells.append(pitched.get(arm.card_id))
    return [
        OutingEntry(team_id, card_id, one.outs, starts=one.role == START, runs=_runs_of(one, outs, profile))
        for card_id, one in pitched.items()
    ]


def _runs_of(outing: Appearance, outs: int, profile: Profile) -> int | None:
    """Return the runs that let a starter leave early (T10.2). Other runs are not recorded."""
    early = outing.role == START and outing.outs < min(outs, profile.pitching.starter_stays_outs)
    return profile.pitching.starter_stays_runs if early else None


def most_outs(staff: list[Arm], profile: Profile, bullpen_from: int) -> int:
    """Return the outs this staff can record in its next game: ten innings of the starter and all relief."""
    game = len(staff[0].cells) + 1
    able = {arm.card_id: availability(arm.card, arm.cells, game, profile, bullpen_from, arm.slot) for arm in staff}
    starter = _starter(staff, able)
    return starter_outs_limit(profile) + sum(able[arm.card_id].relief_outs for arm in staff if arm is not starter)


def _starter(staff: list[Arm], able: dict[int, Availability]) -> Arm:
    """Return the best of the pitchers with the fewest starts, so that a rotation forms."""
    ready = [arm for arm in staff if able[arm.card_id].start]
    if not ready:
        raise NobodyMayStart
    return min(ready, key=lambda arm: (_starts(arm), arm.earned_run_average, arm.card_id))


def _starts(arm: Arm) -> int:
    return sum(cell is not None and cell.role == START for cell in arm.cells)


def _bullpen(
    dice: random.Random, staff: list[Arm], able: dict[int, Availability], profile: Profile
) -> tuple[list[Arm], list[Arm]]:
    """Return available relievers in random order, then those who also start, because relief costs them a start."""
    ready = [arm for arm in staff if able[arm.card_id].relief]
    dice.shuffle(ready)
    swingmen = [arm for arm in ready if may_start_by_card(arm.card, profile)]
    return [arm for arm in ready if arm not in swingmen], swingmen


def _relief(pen: list[Arm], able: dict[int, Availability]) -> int:
    return sum(able[arm.card_id].relief_outs for arm in pen)


def _length_of_start(dice: random.Random, outs: int, runs_against: int, relief: int, profile: Profile) -> int:
    """Return the starter's outs: five innings unless four runs score, or more if the bullpen needs it (T10.2)."""
    stays = profile.pitching.starter_stays_outs if runs_against < profile.pitching.starter_stays_runs else 0
    wished = dice.randrange(max(stays, SHORTEST_START), LONGEST_START + 1)
    return min(outs, starter_outs_limit(profile), max(wished, outs - relief))
