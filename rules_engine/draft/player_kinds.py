"""Players grouped by what their cards allow, as the roster check counts them (T0.02)."""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from rules_engine.draft.position_gaps import FielderKind
from rules_engine.eligibility.roster import ALL_POSITIONS, position_mask
from rules_engine.profile import Profile


class Prospect(NamedTuple):
    """A player for the roster check: a position player, a pitcher, or a two-way player (`also_hits`)."""

    positions: tuple[str, ...] = ()
    pitcher: bool = False
    can_start: bool = False
    can_be_injured: bool = True
    also_hits: bool = False  # for a pitcher


class PlayerKind(NamedTuple):
    """Players that the roster check treats alike. A pitcher has no positions (mask 0) unless he is a two-way player."""

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


class RosterRequirements(NamedTuple):
    """A roster's requirements besides its size: a lineup of nine and, in most games, backups and starters."""

    backups: bool  # T31.10; if False, any eight position players make a lineup
    starters: int  # T10.2; if 0, one pitcher of any kind completes the lineup

    @classmethod
    def from_profile(cls, profile: Profile, *, positions_bind: bool) -> "RosterRequirements":
        return cls(positions_bind, profile.cards.starters_on_team)

    @property
    def pitchers(self) -> int:
        return self.starters or 1

    def relevant_kind(self, kind: PlayerKind) -> PlayerKind:
        """Return the kind without distinctions that don't matter under these requirements."""
        if kind.mask and not self.backups:
            kind = PlayerKind(ALL_POSITIONS, kind.starter, two_way=kind.two_way)
        if not self.starters:
            kind = kind._replace(starter=kind.pitcher)
        return kind


def count_kinds(players: Iterable[Prospect]) -> Counter[PlayerKind]:
    """Count the undrafted players by kind. This runs once per pool. The counts are then updated after each pick."""
    return Counter(map(kind_of, players))
