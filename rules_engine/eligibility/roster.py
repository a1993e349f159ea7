"""Rules for legal rosters of 25: backups by Hall's theorem (T31.10), four starters (T10.2) and roster size (T0.02).

A group of positions is *short* if fewer players than positions can play in it, and *tight* if just as many can. A
lineup exists if and only if no group is short (Hall). The possible lineups are the bases of a matroid, so it doesn't
matter which one starts: a player's injury can be covered if and only if none of his positions is in a tight group.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final, NamedTuple

from rules_engine.eligibility.cards import POSITIONS, playable_positions
from rules_engine.profile import Profile
from rules_engine.rulings import Finding, Ruling, allow, first_refusal, refuse

ALL_POSITIONS: Final = (1 << len(POSITIONS)) - 1
_GROUPS: Final = tuple(sorted(range(1, ALL_POSITIONS + 1), key=lambda group: (group.bit_count(), group)))


class RosterFinding(Finding):
    """Findings on whether a team of 25 is complete and has backups."""

    EVERY_INJURY_COVERED = "every position is covered after any one injury"
    TOO_FEW_FOR_A_LINE_UP = "no legal lineup: only {players:list} can play {positions:list}"
    NOBODY_FOR_A_LINE_UP = "no legal lineup: no one can play {positions:list}"
    INJURY_NOT_COVERED = "an injury to {uncovered:or} can't be covered: only {players:list} can play {positions:list}"
    STARTERS_COUNTED = "{starters} pitchers can start, but {needed} are needed"
    PLAYERS_COUNTED = "{count} players, but {needed} are needed"
    BALLPARKS_COUNTED = "{count} ballpark, but {needed} needed"
    NO_BACKUP = "only {able} can play {position}: each position needs a backup"
    NOBODY_PITCHES = "no legal lineup: the team has no pitcher"
    TOO_FEW_POSITION_PLAYERS = "no legal lineup: {fielders:# position player}, {needed} are needed besides a pitcher"
    BACKUP_NOT_REQUIRED = (
        "in {game}, any {needed} position players and a pitcher make a lineup: no backups are required"
    )
    ENOUGH_BACKUPS = "every position has the players that this edition requires"


class PositionPlayer(NamedTuple):
    """A position player for T31.10."""

    name: str
    positions: tuple[str, ...]
    can_be_injured: bool = True


class WeakSpot(NamedTuple):
    """Positions with too few players.

    `spare` is 0 if an injury can't be covered, and negative if a player is missing.
    """

    positions: tuple[str, ...]
    players: tuple[str, ...]
    spare: int


@cache
def position_mask(positions: tuple[str, ...]) -> int:
    """Return positions as bits in the order of POSITIONS. A card without a position means first base."""
    return sum(1 << POSITIONS.index(position) for position in playable_positions(positions))


def spare_players(masks: Iterable[int]) -> list[int]:
    """Return, for each group of positions (a bit mask, 0 to 255), its eligible players minus its positions."""
    within = [0] * (ALL_POSITIONS + 1)  # within[group]: players who can play only in this group
    total = 0
    for mask in masks:
        within[mask] += 1
        total += 1
    for bit in (1 << place for place in range(len(POSITIONS))):
        for group in range(ALL_POSITIONS + 1):
            if group & bit:
                within[group] += within[group ^ bit]
    return [total - within[ALL_POSITIONS ^ group] - group.bit_count() for group in range(ALL_POSITIONS + 1)]


def can_field_lineup(masks: Iterable[int]) -> bool:
    """Return whether players with the position on their cards can fill the eight positions."""
    return min(spare_players(masks)) >= 0


def uncovered_injuries(fielders: Sequence[PositionPlayer]) -> tuple[str, ...]:
    """T31.10: Return the players whose injury would leave a position uncovered, in roster order."""
    masks = [position_mask(fielder.positions) for fielder in fielders]
    spare = spare_players(masks)
    if min(spare) < 0:  # no lineup even with all players healthy
        return tuple(fielder.name for fielder in fielders if fielder.can_be_injured)
    tight = 0  # all positions in any tight group
    for group, players in enumerate(spare):
        tight |= group if players == 0 else 0
    return tuple(
        fielder.name for fielder, mask in zip(fielders, masks, strict=True) if fielder.can_be_injured and mask & tight
    )


def weak_spots(fielders: Sequence[PositionPlayer]) -> list[WeakSpot]:
    """Return the smallest groups of positions that are short, or tight with a player who can be injured."""
    masks = [position_mask(fielder.positions) for fielder in fielders]
    spare = spare_players(masks)
    groups: list[int] = []
    for group in _GROUPS:
        is_injurable = any(
            mask & group and fielder.can_be_injured for fielder, mask in zip(fielders, masks, strict=True)
        )
        if (spare[group] < 0 or (spare[group] == 0 and is_injurable)) and not any(
            smaller & group == smaller for smaller in groups
        ):
            groups.append(group)
    return [_weak_spot(group, spare[group], fielders) for group in groups]


def _weak_spot(group: int, spare: int, fielders: Sequence[PositionPlayer]) -> WeakSpot:
    return WeakSpot(
        tuple(position for place, position in enumerate(POSITIONS) if group & 1 << place),
        tuple(fielder.name for fielder in fielders if position_mask(fielder.positions) & group),
        spare,
    )


def all_positions_backed_up(fielders: Sequence[PositionPlayer]) -> Ruling:
    """T31.10: Require a lineup at positions on cards, and a replacement for any injury, with shifts if needed."""
    uncovered = uncovered_injuries(fielders)
    if not uncovered and can_field_lineup(position_mask(fielder.positions) for fielder in fielders):
        return allow(RosterFinding.EVERY_INJURY_COVERED, "T31.10", uncovered=())
    spots = weak_spots(fielders)
    short = next((spot for spot in spots if spot.spare < 0), None)
    if short is None:
        finding, short = RosterFinding.INJURY_NOT_COVERED, spots[0]
    else:
        finding = RosterFinding.TOO_FEW_FOR_A_LINE_UP if short.players else RosterFinding.NOBODY_FOR_A_LINE_UP
    return refuse(finding, "T31.10", players=short.players, positions=short.positions, uncovered=uncovered)


def has_backup_at_each_position(fielders: Sequence[PositionPlayer], profile: Profile) -> Ruling:
    """T31.10 as of 2019: Require two players at each position, even if the only one can't be injured."""
    for position in POSITIONS if profile.cards.backup_at_each_position else ():
        eligible = [fielder.name for fielder in fielders if position in playable_positions(fielder.positions)]
        if len(eligible) < 2:
            return refuse(
                RosterFinding.NO_BACKUP, "T31.10", able=eligible[0] if eligible else "nobody", position=position
            )
    return allow(RosterFinding.ENOUGH_BACKUPS, "T31.10")


def backup_not_required(game: str) -> Ruling:
    """T31.10: Require no backups in a game whose players can play any position."""
    return allow(RosterFinding.BACKUP_NOT_REQUIRED, "T31.10", game=game, needed=len(POSITIONS))


def has_enough_fielders(fielders: int, game: str) -> Ruling:
    """T31.10: Require a player for each place in the field in a game whose players can play any position."""
    if fielders < len(POSITIONS):
        return refuse(RosterFinding.TOO_FEW_POSITION_PLAYERS, "T31.10", fielders=fielders, needed=len(POSITIONS))
    return backup_not_required(game)


def has_pitcher(pitchers: int) -> Ruling:
    """T31.10: Require a pitcher, in every game system."""
    if not pitchers:
        return refuse(RosterFinding.NOBODY_PITCHES, "T31.10")
    return allow(RosterFinding.EVERY_INJURY_COVERED, "T31.10")


def enough_starters(starters: int, profile: Profile) -> Ruling:
    """T10.2: Require at least four pitchers who can start."""
    needed = profile.cards.starters_on_team
    rule = allow if starters >= needed else refuse
    return rule(RosterFinding.STARTERS_COUNTED, "T10.2", starters=starters, needed=needed)


def team_counts(players: int, ballparks: int, starters: int, profile: Profile) -> Ruling:
    """T0.02, T10.2: Require 25 players, one ballpark, and four pitchers who can start."""
    return first_refusal(
        _players_counted(players, profile.draft.players),
        _ballparks_counted(ballparks, profile.draft.ballparks),
        enough_starters(starters, profile),
    )


def _players_counted(count: int, needed: int) -> Ruling:
    rule = allow if count == needed else refuse
    return rule(RosterFinding.PLAYERS_COUNTED, "T0.02", count=count, needed=needed)


def _ballparks_counted(count: int, needed: int) -> Ruling:
    rule = allow if count == needed else refuse
    return rule(RosterFinding.BALLPARKS_COUNTED, "T0.02", count=count, needed=needed)
