"""Legal starting lineups: nine different players at positions on their cards, and a pitcher who may start."""

from collections.abc import Iterator, Mapping
from typing import Final

from rules_engine.baseball.covering import FIELDING_POSITIONS, by_card, positions_on_card
from rules_engine.baseball.state import POSITIONS, Side
from rules_engine.baseball.substitutions import RuleNumbers, lineup_ruling
from rules_engine.rulings import Finding, Ruling, allow, first_refusal, refuse
from rules_engine.systems.strat_o_matic.game_state.game_setup import GameSetup

# 5.10, 5.10b, 5.11, 7.0, T25.2: this rulebook's numbers for the rules on lineups and changes.
NUMBERS: Final = RuleNumbers("5.10", "5.11", "5.10b", "7.0", "T25.2")


class StartingFinding(Finding):
    """Reasons why a game may or can't start with a lineup."""

    LEGAL = "The lineup is legal."
    SOMEBODY_BATS_FOR_HIM = "A designated hitter bats for the pitcher."
    PITCHER_BATS = "The pitcher bats."
    NO_DESIGNATED_HITTER = "There is no designated hitter: the pitcher bats."
    TWICE = "{name} is in the lineup and on the bench."
    NOBODY_TWICE = "No player is listed twice."
    NOT_ON_HIS_CARD = "{name} does not have {position} on his card."
    BY_CARD = "Every player has his position on his card, or the team can't cover every position."
    PRESENT = "The player is available."


_PRESENT: Final = allow(StartingFinding.PRESENT, "25.1")


def starting_lineup_ruling(setup: GameSetup, side: Side) -> Ruling:
    """5.10, 10.1, 10.2, T0.01, T27.53: check a starting lineup, and return the first problem if there is any."""
    cached = setup.lineups.get(side)
    if cached is None or cached[0] is not setup.cards:  # A simulation starts many games with the same lineup.
        ruling = first_refusal(*_rulings(setup, side), allow(StartingFinding.LEGAL, "10.1"))
        cached = setup.lineups[side] = setup.cards, ruling
    return cached[1]


def _rulings(setup: GameSetup, side: Side) -> Iterator[Ruling]:
    field = dict(zip(POSITIONS, side.field, strict=True))
    hitter = side.pitcher not in side.order
    yield hitter_ruling(setup, used=hitter)
    yield lineup_ruling(side.order, field, NUMBERS, designated_hitter=hitter)
    yield _check_duplicates(side)
    for player in (*side.order, *side.field):
        yield availability_ruling(setup, player)
    yield _positions_ruling(setup, side, field)
    yield setup.may_pitch(side.pitcher, start=True)


def hitter_ruling(setup: GameSetup, *, used: bool) -> Ruling:
    """T0.01: check the use of a designated hitter; STAR has none."""
    if used and not setup.edition.cards.designated_hitter:
        return refuse(StartingFinding.NO_DESIGNATED_HITTER, "T0.01")
    return allow(StartingFinding.SOMEBODY_BATS_FOR_HIM if used else StartingFinding.PITCHER_BATS, "5.11")


def availability_ruling(setup: GameSetup, player: str) -> Ruling:
    """25.1: check whether a player may play today or is still injured."""
    return setup.absent.get(player, _PRESENT)


def _check_duplicates(side: Side) -> Ruling:
    playing = {*side.order, *side.field}
    if twice := [player for player in side.bench if player in playing]:
        return refuse(StartingFinding.TWICE, "5.10", name=twice[0])
    return allow(StartingFinding.NOBODY_TWICE, "5.10")


def _positions_ruling(setup: GameSetup, side: Side, field: Mapping[str, str]) -> Ruling:
    """10.1, T10.11: check that every player is at a position on his card.

    If the team can't cover every position by card, any position is allowed.
    """
    rule = "T10.11" if setup.edition.injuries.unlisted_is_first_baseman else "10.1"
    rated = positions_on_card(
        setup, (player for player in (*side.field, *side.order, *side.bench) if player != side.pitcher)
    )
    misplaced = [
        (position, player)
        for position, player in field.items()
        if position != "p" and position not in rated.get(player, ())
    ]
    if misplaced and by_card(rated, FIELDING_POSITIONS):
        position, player = misplaced[0]
        return refuse(StartingFinding.NOT_ON_HIS_CARD, rule, name=player, position=position)
    return allow(StartingFinding.BY_CARD, rule)
