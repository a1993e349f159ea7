"""The guard of the draft room: can this team still become legal, and what must the pick be now (T0.02, T10.2, T31.10).

It never blocks by itself: it warns with the reason, and says of every player left whether taking him leaves the
team able to be completed from what is undrafted now. Later picks of other teams are not foreseen.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from rules_engine.draft.cover import Cover, FielderKind, Supply, fewest_more, planned_more
from rules_engine.eligibility.cards import POSITIONS
from rules_engine.eligibility.roster import position_mask
from rules_engine.profile import Profile
from rules_engine.rulings import Ruling, allow, refuse

STARTERS_RULE, COVER_RULE, DRAFT_RULE = "T10.2", "T31.10", "T0.02"


class Prospect(NamedTuple):
    """A player as the guard sees him: a pitcher, or a position player with the positions on his card."""

    positions: tuple[str, ...] = ()
    pitcher: bool = False
    can_start: bool = False
    can_be_injured: bool = True


class Kind(NamedTuple):
    """Players who are alike to the guard. A pitcher has no positions (mask 0); a fielder never starts on the mound."""

    mask: int
    starter: bool = False
    injurable: bool = False

    @property
    def fielder(self) -> FielderKind:
        return FielderKind(self.mask, self.injurable)


def kind_of(player: Prospect) -> Kind:
    if player.pitcher:
        return Kind(0, player.can_start)
    return Kind(position_mask(player.positions), injurable=player.can_be_injured)


def count_kinds(players: Iterable[Prospect]) -> Counter[Kind]:
    """What is left to draft, kind by kind: made once for a pool, then kept up pick by pick."""
    return Counter(map(kind_of, players))


@dataclass(frozen=True)
class Outlook:
    """What a team can still come to. Made by outlook(); ask allows(), allows_park(), sentence."""

    players_left: int  # selections that are left for players
    parks_due: int
    starters_needed: int
    fielders_needed: int | None  # fewest position players that complete T31.10; None: the pool cannot
    starters_in_pool: int
    cover: Cover
    supply: Supply

    @cached_property
    def needed(self) -> int | None:
        return None if self.fielders_needed is None else self.starters_needed + self.fielders_needed

    @cached_property
    def can_complete(self) -> bool:
        enough_men = self.starters_needed <= self.starters_in_pool
        return enough_men and self.needed is not None and self.needed <= self.players_left

    @cached_property
    def slack(self) -> int:
        """Picks that may go to anybody; below nothing when the team can no longer become legal."""
        return self.players_left - self.needed if self.needed is not None else -1

    @property
    def warning(self) -> bool:
        """Whether the drafter must be told something: no free pick left, or too late."""
        return not self.can_complete or (self.slack == 0 and self.players_left > 0) or self._park_only

    @property
    def _park_only(self) -> bool:
        return self.players_left == 0 and self.parks_due > 0

    def allows(self, player: Prospect) -> Ruling:
        """Whether taking this player leaves the team able to become legal."""
        return self.allows_kind(kind_of(player))

    def allows_park(self) -> Ruling:
        """T0.02: the ballpark is one selection, at any time, and the last one if it is still due."""
        if not self.parks_due:
            return refuse(DRAFT_RULE, "the team has its ballpark; all other selections are players")
        return allow(DRAFT_RULE, "the ballpark is still due and takes no player's place")

    def allows_kind(self, kind: Kind) -> Ruling:
        """allows(), asked once for all players of a kind."""
        if kind not in self._ruled:
            self._ruled[kind] = self._rule_on(kind)
        return self._ruled[kind]

    @cached_property
    def _ruled(self) -> dict[Kind, Ruling]:
        return {}

    def _rule_on(self, kind: Kind) -> Ruling:
        if self.players_left < 1:
            held = "the last selection must be the ballpark" if self.parks_due else "the team is complete"
            return refuse(DRAFT_RULE, held)
        if not self.can_complete:
            return refuse(self._rule, self.sentence)
        if self.slack > 0 or kind in self.wanted:
            return allow(self._rule, "the team can still be completed")
        return refuse(self._rule, self.sentence)

    @cached_property
    def wanted(self) -> frozenset[Kind]:
        """When no pick is free: the kinds of player that the pick may be of."""
        starters = {Kind(0, True)} if self.starters_needed and self.starters_in_pool else set()
        return frozenset(starters | self._wanted_fielders)

    @property
    def _wanted_fielders(self) -> set[Kind]:
        if not self.fielders_needed:
            return set()
        kinds = [kind for kind, count in self.supply.items() if count]
        return {Kind(kind.mask, injurable=kind.injurable) for kind in kinds if self._advances(kind)}

    def _advances(self, kind: FielderKind) -> bool:
        most = (self.fielders_needed or 0) - 1
        rest = {**self.supply, kind: self.supply[kind] - 1}
        return fewest_more(self.cover.with_man(kind), rest, most) is not None

    @property
    def _rule(self) -> str:
        return STARTERS_RULE if self.starters_needed and not self.fielders_needed else COVER_RULE

    @cached_property
    def sentence(self) -> str:
        """The reason in one sentence: what is needed, what is left, and so what the pick must be."""
        if self._park_only:
            return "The last selection must be the ballpark."
        if self.can_complete and self.slack > 0:
            return f"{_picks(self.slack)} free: {self._needs}."
        left = f"{_picks(self.players_left)} left for players"
        park = " besides the ballpark" if self.parks_due else ""
        if self.can_complete:
            return f"{left}{park} and all needed: {self._needs}; this pick must be one of them" + self._or_park
        return f"The team can no longer become legal: {self._why_not(left + park)}."

    @property
    def _or_park(self) -> str:
        return ", or the ballpark." if self.parks_due else "."

    def _why_not(self, left: str) -> str:
        if self.starters_needed > self.starters_in_pool:
            return (
                f"{_men(self.starters_needed, 'pitcher')} who can start are needed, {self.starters_in_pool} undrafted"
            )
        if self.fielders_needed is None:
            return f"nobody undrafted fills {self._open_positions}"
        return f"{left}, needed: {self._needs}"

    @property
    def _needs(self) -> str:
        parts = []
        if self.starters_needed:
            parts.append(f"{_men(self.starters_needed, 'pitcher')} who can start")
        if self.fielders_needed:
            parts.append(f"{_men(self.fielders_needed, 'position player')} for {self._open_positions}")
        return " and ".join(parts) or "nothing more is needed"

    @property
    def _open_positions(self) -> str:
        """The positions that want men, the single ones first; larger groups only where no single one says it."""
        groups = self.cover.open_groups()
        singles = [(group, missing) for group, missing in groups if group.bit_count() == 1]
        return ", ".join(_named(group, missing) for group, missing in (singles or groups[:2]))


def outlook(
    roster: Iterable[Prospect],
    undrafted: Mapping[Kind, int],
    *,
    selections_left: int,
    parks_due: int,
    profile: Profile,
) -> Outlook:
    """T0.02, T10.2, T31.10: what the team can still come to.

    `undrafted` are the eligible players left, as count_kinds() gives them; `selections_left` counts the one now due.
    """
    kinds = [kind_of(player) for player in roster]
    return outlook_of_kinds(kinds, undrafted, selections_left=selections_left, parks_due=parks_due, profile=profile)


def outlook_of_kinds(
    roster: Iterable[Kind],
    undrafted: Mapping[Kind, int],
    *,
    selections_left: int,
    parks_due: int,
    profile: Profile,
) -> Outlook:
    """outlook() for a caller that keeps kinds instead of players."""
    held = list(roster)
    players_left = max(0, selections_left - parks_due)
    starters_needed = max(0, profile.cards.starters_on_team - sum(kind.starter for kind in held))
    cover = Cover.of(kind.fielder for kind in held if kind.mask)
    supply = {kind.fielder: count for kind, count in undrafted.items() if kind.mask and count > 0}
    return Outlook(
        players_left,
        parks_due,
        starters_needed,
        _fielders_needed(cover, supply, players_left - starters_needed),
        sum(count for kind, count in undrafted.items() if kind.starter),
        cover,
        supply,
    )


def _fielders_needed(cover: Cover, supply: Supply, room: int) -> int | None:
    """Exact where it matters: when the plan leaves no pick free."""
    plan = planned_more(cover, supply)
    if plan is None or plan < room:
        return plan
    exact = fewest_more(cover, supply, room)
    return plan if exact is None else exact


def _named(group: int, missing: int) -> str:
    names = " or ".join(position for place, position in enumerate(POSITIONS) if group & 1 << place)
    return names if missing == 1 else f"{names} ({missing})"


def _picks(count: int) -> str:
    return "1 pick" if count == 1 else f"{count} picks"


def _men(count: int, what: str) -> str:
    return f"{count} {what}" + ("" if count == 1 else "s")
