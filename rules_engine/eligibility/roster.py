"""Whether 25 players make a legal team: T31.10 by Hall's theorem, T10.2's four starters, T0.02's counts.

A group of positions is *short* when fewer players than positions can play in it, and *tight* when just as many
can. A line-up exists iff no group is short (Hall). The possible line-ups are the bases of a matroid, so it does not
matter which of them starts: the injury of a player can be covered iff the others still make a line-up, that is iff
none of his positions is in a tight group.
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
    """Whether a team of 25 is whole and covered."""

    EVERY_INJURY_COVERED = "every position is covered after any one injury"
    TOO_FEW_FOR_A_LINE_UP = "no legal line-up: only {players:list} can play {positions:list}"
    NOBODY_FOR_A_LINE_UP = "no legal line-up: nobody can play {positions:list}"
    INJURY_NOT_COVERED = "an injury of {uncovered:or} cannot be covered: only {players:list} can play {positions:list}"
    STARTERS_COUNTED = "{starters} pitchers can start, {needed} are needed"
    PLAYERS_COUNTED = "{held} players, {wanted} wanted"
    BALLPARKS_COUNTED = "{held} ballpark, {wanted} wanted"
    NO_BACKUP = "{able} alone can play {position}: a backup is wanted at each position"
    NOBODY_PITCHES = "no legal line-up: the team has no pitcher"
    TOO_FEW_POSITION_PLAYERS = "no legal line-up: {fielders:# position player}, {needed} are needed beside a pitcher"
    BACKUP_NOT_REQUIRED = "in {game} any {needed} position players and a pitcher make a line-up: cover is not asked"
    ENOUGH_BACKUPS = "every position has the players that this edition wants"


class PositionPlayer(NamedTuple):
    """A position player as T31.10 sees him."""

    name: str
    positions: tuple[str, ...]
    can_be_injured: bool = True


class WeakSpot(NamedTuple):
    """Positions for which there are too few men: `spare` 0 (an injury there cannot be covered) or less."""

    positions: tuple[str, ...]
    players: tuple[str, ...]
    spare: int


@cache
def position_mask(positions: tuple[str, ...]) -> int:
    """Positions as bits in the order of POSITIONS; a card without a position plays first base."""
    return sum(1 << POSITIONS.index(position) for position in playable_positions(positions))


def spare_players(masks: Iterable[int]) -> list[int]:
    """For every group of positions (a bit mask, 0..255): players who can play in it less its positions."""
    within = [0] * (ALL_POSITIONS + 1)  # within[g]: players all of whose positions are in g
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
    """Whether the eight positions can be covered, each by a man who has it on his card."""
    return min(spare_players(masks)) >= 0


def uncovered_injuries(fielders: Sequence[PositionPlayer]) -> tuple[str, ...]:
    """T31.10: the players whose injury would leave a position without cover, in roster order."""
    masks = [position_mask(fielder.positions) for fielder in fielders]
    spare = spare_players(masks)
    if min(spare) < 0:  # no line-up even with all men fit
        return tuple(fielder.name for fielder in fielders if fielder.can_be_injured)
    tight = 0  # all positions that are in some tight group
    for group, men in enumerate(spare):
        tight |= group if men == 0 else 0
    return tuple(
        fielder.name for fielder, mask in zip(fielders, masks, strict=True) if fielder.can_be_injured and mask & tight
    )


def weak_spots(fielders: Sequence[PositionPlayer]) -> list[WeakSpot]:
    """The smallest groups of positions that are short, or tight round a man who can be injured."""
    masks = [position_mask(fielder.positions) for fielder in fielders]
    spare = spare_players(masks)
    found: list[int] = []
    for group in _GROUPS:
        hurt = any(mask & group and fielder.can_be_injured for fielder, mask in zip(fielders, masks, strict=True))
        if (spare[group] < 0 or (spare[group] == 0 and hurt)) and not any(known & group == known for known in found):
            found.append(group)
    return [_weak_spot(group, spare[group], fielders) for group in found]


def _weak_spot(group: int, spare: int, fielders: Sequence[PositionPlayer]) -> WeakSpot:
    return WeakSpot(
        tuple(position for place, position in enumerate(POSITIONS) if group & 1 << place),
        tuple(fielder.name for fielder in fielders if position_mask(fielder.positions) & group),
        spare,
    )


def all_positions_backed_up(fielders: Sequence[PositionPlayer]) -> Ruling:
    """T31.10: a line-up in position, and each starter who can be injured replaceable, after shifts if need be."""
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
    """T31.10 as of 2019: two men for every position, even where the only one cannot be injured."""
    for position in POSITIONS if profile.cards.backup_at_each_position else ():
        able = [fielder.name for fielder in fielders if position in playable_positions(fielder.positions)]
        if len(able) < 2:
            return refuse(RosterFinding.NO_BACKUP, "T31.10", able=able[0] if able else "nobody", position=position)
    return allow(RosterFinding.ENOUGH_BACKUPS, "T31.10")


def backup_not_required(game: str) -> Ruling:
    """T31.10 set aside: positions on the cards of this game bind nobody, so that everybody covers every injury."""
    return allow(RosterFinding.BACKUP_NOT_REQUIRED, "T31.10", game=game, needed=len(POSITIONS))


def has_enough_fielders(fielders: int, game: str) -> Ruling:
    """T31.10 where positions on the cards bind nobody: what is left of it is a man for each place in the field."""
    if fielders < len(POSITIONS):
        return refuse(RosterFinding.TOO_FEW_POSITION_PLAYERS, "T31.10", fielders=fielders, needed=len(POSITIONS))
    return backup_not_required(game)


def has_pitcher(pitchers: int) -> Ruling:
    """T31.10: a line-up is nine men, one of them on the mound; asked in every game, however many starters it wants."""
    return (
        allow(RosterFinding.EVERY_INJURY_COVERED, "T31.10")
        if pitchers
        else refuse(RosterFinding.NOBODY_PITCHES, "T31.10")
    )


def enough_starters(pitchers_who_can_start: int, profile: Profile) -> Ruling:
    """T10.2: each team has at least four pitchers who can start."""
    needed = profile.cards.starters_on_team
    counted = allow if pitchers_who_can_start >= needed else refuse
    return counted(RosterFinding.STARTERS_COUNTED, "T10.2", starters=pitchers_who_can_start, needed=needed)


def team_counts(players: int, ballparks: int, pitchers_who_can_start: int, profile: Profile) -> Ruling:
    """T0.02, T10.2: 25 players, one ballpark, four pitchers who can start."""
    return first_refusal(
        _players_counted(players, profile.draft.players),
        _ballparks_counted(ballparks, profile.draft.ballparks),
        enough_starters(pitchers_who_can_start, profile),
    )


def _players_counted(held: int, wanted: int) -> Ruling:
    return (allow if held == wanted else refuse)(RosterFinding.PLAYERS_COUNTED, "T0.02", held=held, wanted=wanted)


def _ballparks_counted(held: int, wanted: int) -> Ruling:
    return (allow if held == wanted else refuse)(RosterFinding.BALLPARKS_COUNTED, "T0.02", held=held, wanted=wanted)
