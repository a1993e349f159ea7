"""The guard of the draft room: can this team still become legal, and what must the pick be now (T0.02, T10.2, T31.10).

It never blocks by itself: it warns with the reason, and says of every player left whether taking him leaves the
team able to be completed from what is undrafted now. Later picks of other teams are not foreseen.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from rules_engine.draft.cover import Cover, FielderKind, Supply, fewest_more, planned_more
from rules_engine.draft.two_way import fewest_players, most_useful, without_player
from rules_engine.eligibility.cards import POSITIONS
from rules_engine.eligibility.roster import ALL_POSITIONS, position_mask
from rules_engine.profile import Profile
from rules_engine.rulings import Finding, Ruling, allow, refuse

STARTERS_RULE, COVER_RULE, DRAFT_RULE = "T10.2", "T31.10", "T0.02"


class GuardFinding(Finding):
    """What a team can still come to, and what the pick must be."""

    ONLY_THE_PARK = "the last selection must be the ballpark"
    COMPLETE = "the team is complete"
    LAST_MUST_BE_THE_PARK = "The last selection must be the ballpark."
    PICKS_FREE = "{free:# pick} free: {needs}."
    ALL_NEEDED = "{left:# pick} left for players and all needed: {needs}; this pick must be one of them."
    ALL_NEEDED_BUT_THE_PARK = (
        "{left:# pick} left for players besides the ballpark and all needed: {needs}; "
        "this pick must be one of them, or the ballpark."
    )
    TOO_FEW_STARTERS = (
        "The team can no longer become legal: {starters:# pitcher} who can start are needed, {undrafted} undrafted."
    )
    NOBODY_FILLS = "The team can no longer become legal: nobody undrafted fills {positions:commas}."
    TOO_FEW_FIELDERS = (
        "The team can no longer become legal: {fielders:# position player} needed, {undrafted} undrafted."
    )
    TOO_FEW_PICKS = "The team can no longer become legal: {left:# pick} left for players, needed: {needs}."
    TOO_FEW_PICKS_BESIDES_THE_PARK = (
        "The team can no longer become legal: {left:# pick} left for players besides the ballpark, needed: {needs}."
    )
    NEEDS_NOTHING = "nothing more is needed"
    NEEDS_STARTERS = "{starters:# pitcher} who can start"
    NEEDS_FIELDERS = "{fielders:# position player} for {positions:commas}"
    NEEDS_BOTH = "{starters:# pitcher} who can start and {fielders:# position player} for {positions:commas}"
    NEEDS_ANY_FIELDERS = "{fielders:# position player} of any position"
    NEEDS_BOTH_ANYWHERE = "{starters:# pitcher} who can start and {fielders:# position player}"
    HAS_ITS_PARK = "the team has its ballpark; all other selections are players"
    PARK_STILL_DUE = "the ballpark is still due and takes no player's place"
    CAN_BE_COMPLETED = "the team can still be completed"


_NEEDS: Final = {  # pitchers, fielders, and whether these are named by positions
    (True, False, False): GuardFinding.NEEDS_STARTERS,
    (False, True, True): GuardFinding.NEEDS_FIELDERS,
    (True, True, True): GuardFinding.NEEDS_BOTH,
    (False, True, False): GuardFinding.NEEDS_ANY_FIELDERS,
    (True, True, False): GuardFinding.NEEDS_BOTH_ANYWHERE,
}


class Prospect(NamedTuple):
    """A player as the guard sees him: a position player, a pitcher, or a two-way player (`also_hits`)."""

    positions: tuple[str, ...] = ()
    pitcher: bool = False
    can_start: bool = False
    can_be_injured: bool = True
    also_hits: bool = False  # of a pitcher


class PlayerKind(NamedTuple):
    """Players who are alike to the guard. A pitcher has no positions (mask 0), except a two-way player."""

    mask: int
    starter: bool = False
    injurable: bool = False
    two_way: bool = False

    @property
    def pitcher(self) -> bool:
        return self.two_way or not self.mask

    @property
    def fielder(self) -> FielderKind:
        return FielderKind(self.mask, self.injurable)


def kind_of(player: Prospect) -> PlayerKind:
    if player.pitcher and not player.also_hits:
        return PlayerKind(0, player.can_start)
    mask, starter = position_mask(player.positions), player.pitcher and player.can_start
    return PlayerKind(mask, starter, player.can_be_injured, player.pitcher)


class Asked(NamedTuple):
    """What is asked of a roster beside its number of men: a line-up of nine in any game, cover and starters in most."""

    cover: bool  # T31.10; where positions on the cards bind nobody, any eight position players make a line-up
    starters: int  # T10.2; 0 where it is not asked: then one pitcher of any kind makes the line-up

    @classmethod
    def by(cls, profile: Profile, *, positions_bind: bool) -> "Asked":
        return cls(positions_bind, profile.cards.starters_on_team)

    @property
    def pitchers(self) -> int:
        return self.starters or 1

    def of(self, kind: PlayerKind) -> PlayerKind:
        """Return the kind as far as it matters here."""
        if kind.mask and not self.cover:
            kind = PlayerKind(ALL_POSITIONS, kind.starter, two_way=kind.two_way)
        if not self.starters:
            kind = kind._replace(starter=kind.pitcher)
        return kind


def count_kinds(players: Iterable[Prospect]) -> Counter[PlayerKind]:
    """What is left to draft, kind by kind: made once for a pool, then kept up pick by pick."""
    return Counter(map(kind_of, players))


@dataclass(frozen=True)
class Outlook:
    """What a team can still come to. Made by outlook(); ask allows(), allows_park(), verdict."""

    players_left: int  # selections that are left for players
    parks_due: int
    starters_needed: int
    fielders_needed: int | None  # fewest position players that complete T31.10; None: the pool cannot
    starters_in_pool: int
    cover: Cover
    supply: Supply
    asked: Asked
    two_way_starters: tuple[FielderKind, ...] = ()  # each undrafted fills a pitcher's and a fielder's place

    @cached_property
    def needed(self) -> int | None:
        """Return the fewest players that complete the team; a two-way player may count for both needs."""
        return fewest_players(
            self.starters_needed, self.fielders_needed, self.cover, self.supply, self.two_way_starters
        )

    @cached_property
    def can_complete(self) -> bool:
        enough_men = self.starters_needed <= self.starters_in_pool
        return enough_men and self.needed is not None and self.needed <= self.players_left

    @cached_property
    def slack(self) -> int:
        """Picks that may go to anybody; below nothing when the team can no longer become legal."""
        return self.players_left - self.needed if self.needed is not None else -1

    @property
    def wanted_at(self) -> dict[str, int]:
        """T31.10: how many more men each position wants at least; nothing where positions bind nobody."""
        if not self.asked.cover:
            return {}
        return {_named(single, 1): missing for single, missing in self.cover.open_singles()}

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
            return refuse(GuardFinding.HAS_ITS_PARK, DRAFT_RULE)
        return allow(GuardFinding.PARK_STILL_DUE, DRAFT_RULE)

    def allows_kind(self, kind: PlayerKind) -> Ruling:
        """allows(), asked once for all players of a kind."""
        kind = self.asked.of(kind)
        if kind not in self._ruled:
            self._ruled[kind] = self._rule_on(kind)
        return self._ruled[kind]

    @cached_property
    def _ruled(self) -> dict[PlayerKind, Ruling]:
        return {}

    def _rule_on(self, kind: PlayerKind) -> Ruling:
        if self.players_left < 1:
            return refuse(GuardFinding.ONLY_THE_PARK if self.parks_due else GuardFinding.COMPLETE, DRAFT_RULE)
        if not self.can_complete:
            return self.verdict
        if self.slack > 0 or self._is_wanted(kind):
            return allow(GuardFinding.CAN_BE_COMPLETED, self._rule)
        return self.verdict

    def _is_wanted(self, kind: PlayerKind) -> bool:
        """Return whether a pick of this kind is one of those needed, when no pick is free."""
        rest = self._without(kind)
        return rest.can_complete and rest.needed is not None and rest.needed <= self.players_left - 1

    def _without(self, kind: PlayerKind) -> "Outlook":
        """Return the outlook after a pick of this kind."""
        starters = max(0, self.starters_needed - kind.starter)
        pool = self.starters_in_pool - kind.starter
        cover, supply, pairs = self.cover, self.supply, self.two_way_starters
        if kind.mask:
            cover, supply = (
                cover.with_man(kind.fielder),
                {**supply, kind.fielder: max(0, supply.get(kind.fielder, 0) - 1)},
            )
        if kind.two_way and kind.starter:
            pairs = without_player(pairs, kind.fielder)
        left = self.players_left - 1
        fielders = _fielders_needed(cover, supply, left - starters + min(starters, len(pairs)))
        return Outlook(left, self.parks_due, starters, fielders, pool, cover, supply, self.asked, pairs)

    @property
    def _rule(self) -> str:
        if self.asked.starters and self.starters_needed and not self.fielders_needed:
            return STARTERS_RULE
        return COVER_RULE if self.asked.cover or self.needed != 0 else DRAFT_RULE

    @cached_property
    def verdict(self) -> Ruling:
        """What is needed, what is left, and so what the pick must be."""
        if self._park_only:
            return refuse(GuardFinding.LAST_MUST_BE_THE_PARK, DRAFT_RULE)
        if not self.can_complete:
            return self._too_late
        if self.slack > 0:
            return allow(GuardFinding.PICKS_FREE, self._rule, free=self.slack, needs=self._needs)
        left, park = self.players_left, self.parks_due
        needed = GuardFinding.ALL_NEEDED_BUT_THE_PARK if park else GuardFinding.ALL_NEEDED
        return refuse(needed, self._rule, left=left, needs=self._needs)

    @property
    def _too_late(self) -> Ruling:
        if self.starters_needed > self.starters_in_pool:
            needed, undrafted = self.starters_needed, self.starters_in_pool
            return refuse(GuardFinding.TOO_FEW_STARTERS, self._rule, starters=needed, undrafted=undrafted)
        if self.fielders_needed is None and not self.asked.cover:
            needed, undrafted = self.cover.worst, sum(self.supply.values())
            return refuse(GuardFinding.TOO_FEW_FIELDERS, self._rule, fielders=needed, undrafted=undrafted)
        if self.fielders_needed is None:
            return refuse(GuardFinding.NOBODY_FILLS, self._rule, positions=self._open_positions)
        few = GuardFinding.TOO_FEW_PICKS_BESIDES_THE_PARK if self.parks_due else GuardFinding.TOO_FEW_PICKS
        return refuse(few, self._rule, left=self.players_left, needs=self._needs)

    @property
    def _needs(self) -> Ruling:
        starters, fielders = self.starters_needed, self.fielders_needed
        if not starters and not fielders:
            return allow(GuardFinding.NEEDS_NOTHING, self._rule)
        where = {"positions": self._open_positions} if fielders and self.asked.cover else {}
        return refuse(_NEEDS[bool(starters), bool(fielders), bool(where)], self._rule, **self._counted, **where)

    @property
    def _counted(self) -> dict[str, int]:
        wanted = {"starters": self.starters_needed, "fielders": self.fielders_needed}
        return {name: count for name, count in wanted.items() if count}

    @property
    def _open_positions(self) -> list[str]:
        """The positions that want men, the single ones first; larger groups only where no single one says it."""
        groups = self.cover.open_singles() or self.cover.open_groups()[:2]
        return [_named(group, missing) for group, missing in groups]


def outlook(
    roster: Iterable[Prospect],
    undrafted: Mapping[PlayerKind, int],
    *,
    selections_left: int,
    parks_due: int,
    profile: Profile,
    positions_bind: bool = True,
) -> Outlook:
    """T0.02, T10.2, T31.10: what the team can still come to.

    `undrafted` are the eligible players left, as count_kinds() gives them; `selections_left` counts the one now due.
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
    """outlook() for a caller that keeps kinds instead of players.

    T31.10 applies only if `positions_bind`: the game system limits players to the positions on their cards. In
    other systems a lineup is any eight position players and a pitcher.
    """
    asked = Asked.by(profile, positions_bind=positions_bind)
    held = [asked.of(kind) for kind in roster]
    left = Counter[PlayerKind]()
    for kind, count in undrafted.items():
        left[asked.of(kind)] += max(0, count)
    players_left = max(0, selections_left - parks_due)
    starters_needed = max(0, asked.pitchers - sum(kind.starter for kind in held))
    backups = asked.cover and profile.cards.backup_at_each_position
    cover = Cover.of((kind.fielder for kind in held if kind.mask), backups=backups)
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
        _fielders_needed(cover, supply, players_left - starters_needed + min(starters_needed, len(pairs))),
        sum(count for kind, count in left.items() if kind.starter),
        cover,
        supply,
        asked,
        pairs,
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
