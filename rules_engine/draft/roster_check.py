"""The draft room's roster check: check whether a team can still become legal, and rule on its next pick.

The rules are T0.02, T10.2 and T31.10. The check never blocks a pick. It warns with the reason. For each undrafted
player, it also rules on whether the team can still be completed with him. It doesn't predict other teams' picks.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from rules_engine.draft.player_kinds import PlayerKind, Prospect, RosterRequirements, kind_of
from rules_engine.draft.position_gaps import FielderKind, PositionGaps, Supply, fewest_fielders, plan_fielders
from rules_engine.draft.two_way import fewest_players, most_useful, without_player
from rules_engine.eligibility.cards import POSITIONS
from rules_engine.profile import Profile
from rules_engine.rulings import Finding, Ruling, allow, refuse

STARTERS_RULE, COVER_RULE, DRAFT_RULE = "T10.2", "T31.10", "T0.02"


class RosterCheckFinding(Finding):
    """Findings on whether a team can still become legal, and on its next pick."""

    ONLY_THE_PARK = "the last selection must be the ballpark"
    COMPLETE = "the team is complete"
    LAST_MUST_BE_THE_PARK = "The last selection must be the ballpark."
    PICKS_FREE = "{free:# pick} free: {needs}."
    ALL_NEEDED = "{left:# pick} left for players, and all are needed: {needs}. This pick must be one of them."
    ALL_NEEDED_BUT_THE_PARK = (
        "{left:# pick} left for players besides the ballpark, and all are needed: {needs}. "
        "This pick must be one of them, or the ballpark."
    )
    TOO_FEW_STARTERS = (
        "The team can no longer become legal: it still needs {starters:# pitcher} who can start "
        "({undrafted} undrafted)."
    )
    NOBODY_FILLS = "The team can no longer become legal: no undrafted player can play {positions:commas}."
    TOO_FEW_FIELDERS = (
        "The team can no longer become legal: it still needs {fielders:# position player} ({undrafted} undrafted)."
    )
    TOO_FEW_PICKS = "The team can no longer become legal: it has {left:# pick} left for players but needs {needs}."
    TOO_FEW_PICKS_BESIDES_THE_PARK = (
        "The team can no longer become legal: it has {left:# pick} left for players besides the "
        "ballpark but needs {needs}."
    )
    NEEDS_NOTHING = "nothing more is needed"
    NEEDS_STARTERS = "{starters:# pitcher} who can start"
    NEEDS_FIELDERS = "{fielders:# position player} for {positions:commas}"
    NEEDS_BOTH = "{starters:# pitcher} who can start and {fielders:# position player} for {positions:commas}"
    NEEDS_ANY_FIELDERS = "{fielders:# position player} at any position"
    NEEDS_BOTH_ANY_FIELDERS = "{starters:# pitcher} who can start and {fielders:# position player}"
    HAS_ITS_PARK = "the team has its ballpark, so all other selections are players"
    PARK_STILL_DUE = "the ballpark is still needed and doesn't take a player's spot"
    CAN_BE_COMPLETED = "the team can still be completed"


_NEEDS: Final = {  # by starters needed, fielders needed, and whether to name positions
    (True, False, False): RosterCheckFinding.NEEDS_STARTERS,
    (False, True, True): RosterCheckFinding.NEEDS_FIELDERS,
    (True, True, True): RosterCheckFinding.NEEDS_BOTH,
    (False, True, False): RosterCheckFinding.NEEDS_ANY_FIELDERS,
    (True, True, False): RosterCheckFinding.NEEDS_BOTH_ANY_FIELDERS,
}


@dataclass(frozen=True)
class Outlook:
    """A team's chances of becoming legal, created by outlook(). Use allows(), allows_park() and verdict."""

    players_left: int  # selections left for players
    parks_due: int
    starters_needed: int
    fielders_needed: int | None  # fewest position players that satisfy T31.10, or None if the pool can't
    starters_in_pool: int
    gaps: PositionGaps
    supply: Supply
    requirements: RosterRequirements
    two_way_starters: tuple[FielderKind, ...] = ()  # each undrafted one fills a pitcher's and a fielder's place

    @cached_property
    def needed(self) -> int | None:
        """Return the fewest players that complete the team. A two-way player can count for both needs."""
        return fewest_players(self.starters_needed, self.fielders_needed, self.gaps, self.supply, self.two_way_starters)

    @cached_property
    def can_complete(self) -> bool:
        has_enough_starters = self.starters_needed <= self.starters_in_pool
        return has_enough_starters and self.needed is not None and self.needed <= self.players_left

    @cached_property
    def slack(self) -> int:
        """Return the number of picks free for any player. It is negative if the team can no longer become legal."""
        if self.needed is None:
            return -1
        return self.players_left - self.needed

    @property
    def missing_by_position(self) -> dict[str, int]:
        """T31.10: Return how many more players each position needs, or nothing if backups aren't required."""
        if not self.requirements.backups:
            return {}
        return {_named(single): missing for single, missing in self.gaps.open_singles()}

    @property
    def warning(self) -> bool:
        """Return whether to warn the drafter because no free pick is left or it's too late."""
        return not self.can_complete or (self.slack == 0 and self.players_left > 0) or self._park_only

    @property
    def _park_only(self) -> bool:
        return self.players_left == 0 and self.parks_due > 0

    def allows(self, player: Prospect) -> Ruling:
        """Rule on whether the team can still become legal after drafting this player."""
        return self.allows_kind(kind_of(player))

    def allows_park(self) -> Ruling:
        """T0.02: Allow the ballpark as a selection at any time, and require it as the last if it's still missing."""
        if not self.parks_due:
            return refuse(RosterCheckFinding.HAS_ITS_PARK, DRAFT_RULE)
        return allow(RosterCheckFinding.PARK_STILL_DUE, DRAFT_RULE)

    def allows_kind(self, kind: PlayerKind) -> Ruling:
        """Return the allows() ruling, cached for all players of a kind."""
        kind = self.requirements.relevant_kind(kind)
        if kind not in self._ruled:
            self._ruled[kind] = self._rule_on(kind)
        return self._ruled[kind]

    @cached_property
    def _ruled(self) -> dict[PlayerKind, Ruling]:
        return {}

    def _rule_on(self, kind: PlayerKind) -> Ruling:
        if self.players_left < 1:
            return refuse(
                RosterCheckFinding.ONLY_THE_PARK if self.parks_due else RosterCheckFinding.COMPLETE, DRAFT_RULE
            )
        if not self.can_complete:
            return self.verdict
        if self.slack > 0 or self._is_needed(kind):
            return allow(RosterCheckFinding.CAN_BE_COMPLETED, self._rule)
        return self.verdict

    def _is_needed(self, kind: PlayerKind) -> bool:
        """Return whether a pick of this kind is needed when no pick is free."""
        rest = self._without(kind)
        return rest.can_complete and rest.needed is not None and rest.needed <= self.players_left - 1

    def fills_need(self, player: Prospect) -> bool:
        """Return whether the team needs fewer additional players after drafting this one."""
        kind = self.requirements.relevant_kind(kind_of(player))
        if kind not in self._filling:
            rest = self._without(kind)
            self._filling[kind] = rest.needed is not None and self.needed is not None and rest.needed < self.needed
        return self._filling[kind]

    @cached_property
    def _filling(self) -> dict[PlayerKind, bool]:
        return {}

    def _without(self, kind: PlayerKind) -> "Outlook":
        """Return the outlook after a pick of this kind."""
        starters = max(0, self.starters_needed - kind.starter)
        pool = self.starters_in_pool - kind.starter
        gaps = self.gaps
        supply = self.supply
        pairs = self.two_way_starters
        if kind.mask:
            remaining = max(0, supply.get(kind.fielder, 0) - 1)
            gaps = gaps.with_fielder(kind.fielder)
            supply = {**supply, kind.fielder: remaining}
        if kind.two_way and kind.starter:
            pairs = without_player(pairs, kind.fielder)
        left = self.players_left - 1
        fielders = _fielders_needed(gaps, supply, left - starters + min(starters, len(pairs)))
        return Outlook(left, self.parks_due, starters, fielders, pool, gaps, supply, self.requirements, pairs)

    @property
    def _rule(self) -> str:
        if self.requirements.starters and self.starters_needed and not self.fielders_needed:
            return STARTERS_RULE
        return COVER_RULE if self.requirements.backups or self.needed != 0 else DRAFT_RULE

    @cached_property
    def verdict(self) -> Ruling:
        """Return the team's needs, its remaining picks and the required next pick."""
        if self._park_only:
            return refuse(RosterCheckFinding.LAST_MUST_BE_THE_PARK, DRAFT_RULE)
        if not self.can_complete:
            return self._too_late
        if self.slack > 0:
            return allow(RosterCheckFinding.PICKS_FREE, self._rule, free=self.slack, needs=self._needs)
        finding = RosterCheckFinding.ALL_NEEDED
        if self.parks_due:
            finding = RosterCheckFinding.ALL_NEEDED_BUT_THE_PARK
        return refuse(finding, self._rule, left=self.players_left, needs=self._needs)

    @property
    def _too_late(self) -> Ruling:
        if self.starters_needed > self.starters_in_pool:
            needed, undrafted = self.starters_needed, self.starters_in_pool
            return refuse(RosterCheckFinding.TOO_FEW_STARTERS, self._rule, starters=needed, undrafted=undrafted)
        if self.fielders_needed is None and not self.requirements.backups:
            needed, undrafted = self.gaps.worst, sum(self.supply.values())
            return refuse(RosterCheckFinding.TOO_FEW_FIELDERS, self._rule, fielders=needed, undrafted=undrafted)
        if self.fielders_needed is None:
            return refuse(RosterCheckFinding.NOBODY_FILLS, self._rule, positions=self._open_positions)
        finding = RosterCheckFinding.TOO_FEW_PICKS
        if self.parks_due:
            finding = RosterCheckFinding.TOO_FEW_PICKS_BESIDES_THE_PARK
        return refuse(finding, self._rule, left=self.players_left, needs=self._needs)

    @property
    def _needs(self) -> Ruling:
        needs_starters = bool(self.starters_needed)
        needs_fielders = bool(self.fielders_needed)
        if not needs_starters and not needs_fielders:
            return allow(RosterCheckFinding.NEEDS_NOTHING, self._rule)
        facts: dict[str, object] = {}
        if needs_starters:
            facts["starters"] = self.starters_needed
        if needs_fielders:
            facts["fielders"] = self.fielders_needed
        names_positions = needs_fielders and self.requirements.backups
        if names_positions:
            facts["positions"] = self._open_positions
        finding = _NEEDS[needs_starters, needs_fielders, names_positions]
        return refuse(finding, self._rule, **facts)

    @property
    def short_positions(self) -> list[tuple[str, int]]:
        """Return positions and the players they need.

        Groups such as "LF or RF" appear only if no single position is short.
        """
        groups = self.gaps.open_singles() or self.gaps.open_groups()[:2]
        return [(_named(group), missing) for group, missing in groups]

    @property
    def _open_positions(self) -> list[str]:
        return [name if missing == 1 else f"{name} ({missing})" for name, missing in self.short_positions]


def outlook(
    roster: Iterable[Prospect],
    undrafted: Mapping[PlayerKind, int],
    *,
    selections_left: int,
    parks_due: int,
    profile: Profile,
    positions_bind: bool = True,
) -> Outlook:
    """T0.02, T10.2, T31.10: Return the team's outlook for becoming legal.

    Args:
        undrafted: Eligible players left, as counted by count_kinds().
        selections_left: The team's remaining selections, including the current one.
    """
    kinds = [kind_of(player) for player in roster]
    return outlook_of_kinds(
        kinds,
        undrafted,
        selections_left=selections_left,
        parks_due=parks_due,
        profile=profile,
        positions_bind=positions_bind,
    )


def outlook_of_kinds(
    roster: Iterable[PlayerKind],
    undrafted: Mapping[PlayerKind, int],
    *,
    selections_left: int,
    parks_due: int,
    profile: Profile,
    positions_bind: bool = True,
) -> Outlook:
    """Return the outlook() result for kinds of players.

    T31.10 applies only if `positions_bind`, that is, if the game system restricts players to positions on their cards.
    In other systems, any eight position players and a pitcher make a lineup.
    """
    requirements = RosterRequirements.from_profile(profile, positions_bind=positions_bind)
    drafted = [requirements.relevant_kind(kind) for kind in roster]
    left = Counter[PlayerKind]()
    for kind, count in undrafted.items():
        left[requirements.relevant_kind(kind)] += max(0, count)
    players_left = max(0, selections_left - parks_due)
    starters_needed = max(0, requirements.pitchers - sum(kind.starter for kind in drafted))
    backups = requirements.backups and profile.cards.backup_at_each_position
    gaps = PositionGaps.of_fielders((kind.fielder for kind in drafted if kind.mask), backups=backups)
    supply = Counter[FielderKind]()
    for kind, count in left.items():
        if kind.mask and count:
            supply[kind.fielder] += count
    two_way = {kind.fielder: count for kind, count in left.items() if kind.two_way and kind.starter and count}
    pairs = most_useful(two_way, starters_needed)
    return Outlook(
        players_left,
        parks_due,
        starters_needed,
        _fielders_needed(gaps, supply, players_left - starters_needed + min(starters_needed, len(pairs))),
        sum(count for kind, count in left.items() if kind.starter),
        gaps,
        supply,
        requirements,
        pairs,
    )


def _fielders_needed(gaps: PositionGaps, supply: Supply, room: int) -> int | None:
    """Return the number of fielders needed. The count is exact if a quick plan would leave no pick free."""
    plan = plan_fielders(gaps, supply)
    if plan is None or plan < room:
        return plan
    exact = fewest_fielders(gaps, supply, room)
    return plan if exact is None else exact


def _named(group: int) -> str:
    return " or ".join(position for place, position in enumerate(POSITIONS) if group & 1 << place)
