"""Compare the program's rulings on random pitching sheets under every edition with those of the slow checker.

Run by hand: python -m tests.checks.sheets 20000
"""

import random
import sys
from dataclasses import astuple, replace
from typing import Final

from rules_engine.eligibility.cards import PitchingRoles
from rules_engine.eligibility.dropout_slot import DropoutSlot, availability
from rules_engine.eligibility.pitching import RELIEF, START, Appearance, Cell, bullpen_counts_from
from rules_engine.eligibility.position_players import position_player_within
from rules_engine.eligibility.sheet import SheetHistory, check_sheet
from rules_engine.profile import Profile, load_profile
from tests.checks.slow_sheets import Card, Outing, Printed, Sheet, Slot, SlowChecker

SEASON: Final = Printed()
INTERNET: Final = Printed(fresh_for=4)
AFTER_2016: Final = Printed(rest_after_relief=3)
UNCOUNTED: Final = Printed(outs_to_start=0, outs_to_relieve=0)  # cards without innings
EDITIONS: Final = {
    "purestrat@1": SEASON,
    "purestrat_nationals@1": SEASON,
    "purestrat_internet@1": INTERNET,
    "purestrat_online@1": INTERNET,
    "stpc_2016@1": AFTER_2016,
    "stpc_2020@1": AFTER_2016,
    "stpc_2024@1": AFTER_2016,
    "pine_tar_league@1": UNCOUNTED,
    "inside_pitch_league@1": UNCOUNTED,
    "apba_one_day@1": None,  # the director sets every number
    "diamond_mind@1": None,
}
MOST_COLUMNS: Final = 14


def numbers_of(edition: str, dice: random.Random) -> tuple[Printed, Profile]:
    """Return the edition's numbers, both as printed and as a profile."""
    profile, printed = load_profile(edition), EDITIONS[edition]
    if printed is not None:
        return printed, profile
    printed = Printed(
        dice.choice((0, 300, 375)), dice.choice((0, 120)), dice.randint(2, 4), dice.randint(1, 3),
        dice.choice((9, 12, 15)), dice.randint(3, 5), dice.choice((9, 10)), dice.choice((0, 3, 4)),
    )  # fmt: skip
    pitching = replace(
        profile.pitching,
        games_rest_after_start=printed.rest_after_start,
        games_rest_before_start_after_relief=printed.rest_after_relief,
        relief_outs_in_window=printed.most_relief,
        window_games=printed.window,
        starter_leaves_after_inning=printed.last_inning,
        bullpen_resets_each_series=bool(printed.fresh_for),
        bullpen_reset_series_length=printed.fresh_for or 4,
    )
    cards = replace(profile.cards, starter_outs=printed.outs_to_start, reliever_outs=printed.outs_to_relieve)
    return printed, replace(profile, pitching=pitching, cards=cards)


def random_sheet(printed: Printed, dice: random.Random) -> Sheet:
    """Return a sheet of mostly legal appearances, right at the limits, with an occasional violation."""
    card = Card(dice.random() < 0.6, dice.random() < 0.8, dice.choice((119, 120, 299, 300, 374, 375, 500)))
    sheet, columns, first = Sheet(card), dice.randint(1, MOST_COLUMNS), 1
    while first <= columns:
        length = dice.choice((3, 4, 4, 5))
        sheet.series |= dict.fromkeys(range(first, min(first + length, columns + 1)), (first, length))
        first += length
    for column in range(1, columns + 1):
        if column == 1 and dice.random() < 0.4:
            sheet.slot = _slot(sheet, dice)
        if dice.random() < 0.6:
            sheet.outings[column] = _outing(SlowChecker(printed, sheet), column, columns, dice)
    return sheet


def _slot(sheet: Sheet, dice: random.Random) -> Slot | None:
    """Return a slot for a dropped team that he met before what becomes his last series. Another round may follow."""
    firsts = sorted({first for first, _ in sheet.series.values()})
    if len(firsts) < 2:
        return None
    last = dice.randint(1, len(firsts) - 1)
    met = firsts[dice.randint(0, last - 1)]
    return Slot(met, firsts[last], max(column for column, (first, _) in sheet.series.items() if first == firsts[last]))


def _outing(slow: SlowChecker, column: int, columns: int, dice: random.Random) -> Outing:
    may_start, left = slow.can_start(column), slow.can_relieve(column)
    starts = may_start and dice.random() < 0.5 or dice.random() < 0.1
    outs = dice.choice((0, 15, 27, 30, 31)) if starts else max(0, left + dice.choice((-3, -2, -1, -1, 0, 0, 1)))
    if dice.random() < 0.15:
        outs = dice.randint(0, 14)
    extra = 0 if starts or dice.random() < 0.7 else dice.randint(1, 2)
    outing = Outing(starts, outs, extra, accepted=dice.random() < 0.1)
    if dice.random() > 0.15:
        return outing
    slow.sheet.went_on[column] = dice.randint(column, columns)
    if not starts and dice.random() < 0.5:
        return replace(outing, entered=True)
    return replace(outing, before=dice.randint(0, outs))


def cell_of_outing(outing: Outing | None) -> Cell:
    if outing is None:
        return None
    later = outing.outs if outing.entered else None if outing.before is None else outing.outs - outing.before
    return Appearance(
        START if outing.starts else RELIEF, outing.outs, outing.extra,
        "accepted" if outing.accepted else "", later, outing.entered,
    )  # fmt: skip


def differences(edition: str, seed: int) -> list[str]:
    """Return disagreements about a sheet, and about his eligibility for the next game."""
    dice = random.Random(f"{edition} {seed}")
    printed, profile = numbers_of(edition, dice)
    sheet = random_sheet(printed, dice)
    slow, columns = SlowChecker(printed, sheet), len(sheet.series)
    card = PitchingRoles(sheet.card.starts, sheet.card.relieves, sheet.card.outs)
    cells = [cell_of_outing(sheet.outings.get(column)) for column in range(1, columns + 1)]
    fresh = {n: bullpen_counts_from(first, games, True, profile) for n, (first, games) in sheet.series.items()}
    slot = DropoutSlot("the dropped team", *astuple(sheet.slot)) if sheet.slot else None
    checked = check_sheet(card, cells, profile, SheetHistory(fresh, sheet.went_on, slot))
    pairs = [("faults", {fault.game: fault.accepted for fault in checked}, slow.faults())]
    if all(last < columns + 1 for last in sheet.went_on.values()):
        available = availability(card, cells, columns + 1, profile, slot=slot)
        pairs.append(("may start next", bool(available.start), slow.can_start(columns + 1)))
        pairs.append(("may relieve next", available.relief_outs, slow.can_relieve(columns + 1)))
        left = slow.relief_left(columns + 1)
        for outs, extra in ((0, 0), (left, 0), (left + 1, 0), (left + 1, 1)):
            within = position_player_within(cells, columns + 1, Appearance(RELIEF, outs, extra), profile)
            pairs.append((f"T25.3, {outs} outs, {extra} by a double play", bool(within), 0 < left >= outs - extra))
    return [
        f"{edition}, seed {seed}, {name}: the program says {ours}, the slow checker {theirs}"
        for name, ours, theirs in pairs
        if ours != theirs
    ]


def main(arguments: list[str]) -> int:
    sheets, wrong = int(arguments[0]) if arguments else 20_000, 0
    for edition in EDITIONS:
        of_edition = [line for seed in range(sheets) for line in differences(edition, seed)]
        sys.stdout.write("".join(f"{line}\n" for line in of_edition[:10]))
        sys.stdout.write(f"{edition}: {sheets} sheets, {len(of_edition)} differences\n")
        wrong += len(of_edition)
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
