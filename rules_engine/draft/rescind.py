"""Taking back a double-up: two men who each play one position only, the same one (T0.18)."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import count, groupby
from typing import NamedTuple

from rules_engine.draft.order import turn_at
from rules_engine.eligibility.cards import playable_positions
from rules_engine.profile_lines import DraftRules
from rules_engine.rulings import Finding, Ruling, allow, refuse

RULE = "T0.18"
_DRAFTERS_TO_WAIT_FOR = 2


class RescissionFinding(Finding):
    """Whether a double-up may be taken back, and who is free then."""

    NO_DOUBLE_UP = "No double-up: he does not hold two players with only the same one position."
    TOO_LATE_IN_THE_DRAFT = "Pick {overall} comes after {limit}, the first of round {round}."
    TIME_HAS_ENDED = "{made_since} selections were made since; pick {closing} ended the time to rescind."
    MAY_RESCIND = "A second player who plays only {position}; he may rescind until pick {closing} is made."
    JUST_RESCINDED = "{name} was just rescinded: name a different player"
    FREE_AGAIN = "{name} is free again and may be taken"


class PickedCard(NamedTuple):
    """What a selection brought: a pitcher, a position player with the positions on his card, or a park."""

    positions: tuple[str, ...] = ()
    pitcher: bool = False
    park: bool = False

    @property
    def only_position(self) -> str | None:
        """The one position he plays; a card without any is a first baseman's (T10.11)."""
        if self.pitcher or self.park:
            return None
        playable = playable_positions(self.positions)
        return playable[0] if len(playable) == 1 else None


@dataclass(frozen=True, slots=True)
class Reopened:
    """A selection to be made again after a rescission: by whom, and whether the old choice may stand."""

    overall: int
    position: int
    may_keep: bool


def double_up(earlier: Iterable[PickedCard], latest: PickedCard) -> str | None:
    """The position that the latest pick doubled, if it was a double-up."""
    position = latest.only_position
    return position if position and any(card.only_position == position for card in earlier) else None


def last_rescindable(teams: int, rules: DraftRules) -> int:
    """The last overall number that can be a rescinded double-up: the first selection of round 7 is 6N + 1."""
    return rules.rescind_through_round * teams + 1


def window_closes_with(teams: int, overall: int, *, serpentine: bool = True) -> int:
    """The selection whose completion ends the time to rescind.

    It is the last of the second other drafter (both of his, on the end), or the drafter's own next selection,
    after which the double-up is no longer his latest.
    """
    drafter = turn_at(teams, overall, serpentine=serpentine).position
    following = (turn_at(teams, number, serpentine=serpentine) for number in count(overall + 1))
    drafters = groupby(following, key=lambda turn: turn.position)
    for waited_for, (position, turns) in enumerate(drafters, start=1):
        if position == drafter:
            return next(turns).overall
        if waited_for == _DRAFTERS_TO_WAIT_FOR:
            return [turn.overall for turn in turns][-1]
    raise AssertionError("there is always a following selection")


def may_rescind(
    *,
    teams: int,
    overall: int,
    earlier: Iterable[PickedCard],
    latest: PickedCard,
    made_since: int,
    rules: DraftRules,
) -> Ruling:
    """T0.18: whether the drafter of `overall` may take it back. `made_since` counts all selections made after it."""
    position = double_up(earlier, latest)
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
    closing = window_closes_with(teams, overall, serpentine=rules.serpentine)
    if overall + made_since >= closing:
        return refuse(RescissionFinding.TIME_HAS_ENDED, RULE, made_since=made_since, closing=closing)
    return allow(RescissionFinding.MAY_RESCIND, RULE, position=position, closing=closing)


def choices_after_rescission(teams: int, overall: int, made_since: int, *, serpentine: bool = True) -> list[Reopened]:
    """T0.18: who chooses again and in what order: those who selected since, who may keep, then the double-up drafter.

    The rescinded player is free for the former; the latter names a different one.
    """
    own, *since = (turn_at(teams, overall + step, serpentine=serpentine) for step in range(made_since + 1))
    again = [Reopened(turn.overall, turn.position, may_keep=True) for turn in since]
    return [*again, Reopened(own.overall, own.position, may_keep=False)]


def new_choice(name: str, *, is_double_up_drafter: bool, names_rescinded: bool) -> Ruling:
    """T0.18: the double-up drafter names a different player; the others may take the rescinded one."""
    if is_double_up_drafter and names_rescinded:
        return refuse(RescissionFinding.JUST_RESCINDED, RULE, name=name)
    return allow(RescissionFinding.FREE_AGAIN, RULE, name=name)
