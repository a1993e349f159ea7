"""Rescind a double-up: two players with the same single position on their cards (T0.18)."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import count, groupby
from typing import NamedTuple

from rules_engine.draft.order import turn_at
from rules_engine.eligibility.cards import playable_positions
from rules_engine.profile_lines import DraftRules
from rules_engine.rulings import Finding, Ruling, allow, refuse

RULE = "T0.18"
_DRAFTERS_WITH_TIME = 2


class RescissionFinding(Finding):
    """Findings on whether a double-up may be rescinded, and which players are available then."""

    NO_DOUBLE_UP = "This is not a double-up: the team doesn't have two players who play only the same position."
    TOO_LATE_IN_THE_DRAFT = "Pick {overall} comes after {limit}, the first of round {round}."
    TOO_LATE_TO_RESCIND = "{made_since} selections have been made since then. Pick {closing} ended the time to rescind."
    MAY_RESCIND = "The second player who plays only {position}. The pick can be rescinded until pick {closing} is made."
    JUST_RESCINDED = "{name} was just rescinded: name a different player"
    FREE_AGAIN = "{name} is available again"


class PickedCard(NamedTuple):
    """A selection's result: a pitcher, a position player with the positions on his card, or a park."""

    positions: tuple[str, ...] = ()
    pitcher: bool = False
    park: bool = False

    @property
    def only_position(self) -> str | None:
        """Return the player's position if he has just one. A card without any means first base (T10.11)."""
        if self.pitcher or self.park:
            return None
        playable = playable_positions(self.positions)
        return playable[0] if len(playable) == 1 else None


@dataclass(frozen=True, slots=True)
class RepeatedTurn:
    """A selection to repeat after a rescission, and whether the old choice may be kept."""

    overall: int
    position: int
    may_keep: bool


def find_double_up(earlier: Iterable[PickedCard], latest: PickedCard) -> str | None:
    """Return the position that the latest pick doubled, if it was a double-up."""
    position = latest.only_position
    if position and any(card.only_position == position for card in earlier):
        return position
    return None


def last_rescindable(teams: int, rules: DraftRules) -> int:
    """Return the last overall number that can be rescinded. With round 6, the first selection of round 7 is 6N + 1."""
    return rules.rescind_through_round * teams + 1


def last_selection_to_rescind(teams: int, overall: int, *, serpentine: bool = True, late: int = 0) -> int:
    """Return the selection that ends the time to rescind.

    It is the last selection of the second other drafter (he has two in a row at the end of the order), or the
    drafter's own next selection, after which the double-up is no longer his latest.
    """
    drafter = turn_at(teams, overall, serpentine=serpentine, late=late).position
    following = (turn_at(teams, number, serpentine=serpentine, late=late) for number in count(overall + 1))
    drafters = groupby(following, key=lambda turn: turn.position)
    for place, (position, turns) in enumerate(drafters, start=1):
        if position == drafter:
            return next(turns).overall
        if place == _DRAFTERS_WITH_TIME:
            return [turn.overall for turn in turns][-1]
    raise AssertionError("there is always a later selection")


def may_rescind(
    *,
    teams: int,
    overall: int,
    earlier: Iterable[PickedCard],
    latest: PickedCard,
    made_since: int,
    rules: DraftRules,
    late: int = 0,
) -> Ruling:
    """T0.18: Rule on rescinding pick `overall`. `made_since` counts all later selections."""
    position = find_double_up(earlier, latest)
    if position is None:
        return refuse(RescissionFinding.NO_DOUBLE_UP, RULE)
    limit = last_rescindable(teams, rules)
    if overall > limit:
        return refuse(
            RescissionFinding.TOO_LATE_IN_THE_DRAFT,
            RULE,
            overall=overall,
            limit=limit,
            round=rules.rescind_through_round + 1,
        )
    closing = last_selection_to_rescind(teams, overall, serpentine=rules.serpentine, late=late)
    if overall + made_since >= closing:
        return refuse(RescissionFinding.TOO_LATE_TO_RESCIND, RULE, made_since=made_since, closing=closing)
    return allow(RescissionFinding.MAY_RESCIND, RULE, position=position, closing=closing)


def turns_after_rescission(
    teams: int, overall: int, made_since: int, *, serpentine: bool = True, late: int = 0
) -> list[RepeatedTurn]:
    """T0.18: Return the picks to repeat: first later drafters, who may keep theirs, then the double-up drafter.

    Later drafters may take the rescinded player. The double-up drafter must name a different one.
    """
    own, *since = (turn_at(teams, overall + step, serpentine=serpentine, late=late) for step in range(made_since + 1))
    later_turns = [RepeatedTurn(turn.overall, turn.position, may_keep=True) for turn in since]
    return [*later_turns, RepeatedTurn(own.overall, own.position, may_keep=False)]


def check_new_choice(name: str, *, is_double_up_drafter: bool, names_rescinded: bool) -> Ruling:
    """T0.18: Bar the double-up drafter from the rescinded player. Others may take him."""
    if is_double_up_drafter and names_rescinded:
        return refuse(RescissionFinding.JUST_RESCINDED, RULE, name=name)
    return allow(RescissionFinding.FREE_AGAIN, RULE, name=name)
