"""Autopick: draft a valuable and legal team for an absent manager.

A player's worth is runs over a hundred games. Regulars, the four starters and the first relievers provide most of it.
The bench is for pinch hitting and backup. If a position or kind of pitcher is running out, teams that need it draft it
first and the others leave it to them. The roster check rules on every pick.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Final, NamedTuple

from rules_engine.draft.lineup_fit import LineupFit
from rules_engine.draft.player_kinds import PlayerKind
from rules_engine.draft.roster_check import Outlook, outlook_of_kinds
from rules_engine.draft.scouting import PlayerGroup, ScoutingBook
from rules_engine.eligibility.cards import POSITIONS
from rules_engine.profile import Profile

# plate appearances, or batters faced, over a hundred games
REGULAR: Final = 430
BENCH: Final = (110, 80, 60, 45, 35, 25)
STARTERS: Final = (725, 725, 725, 725, 120, 20)
RELIEVERS: Final = (350, 250, 160, 90, 60, 45, 30)
RARELY: Final = 10

_BACKUP: Final = 6.0  # runs that a second player at a position is worth in addition to his bat
_OPEN_POSITION: Final = 5.0  # the position must be filled, even by a player no better than the rest
_PLAYERS_A_POSITION: Final = 2
_ROTATION: Final = 5  # four starters and one in reserve
_STARTER: Final = len(POSITIONS)  # the index of the starters, after the eight positions
_FEW: Final = 2  # with this few to spare, players are left to the teams that need them
_URGENT: Final = 1000.0


class Suggestion(NamedTuple):
    """A suggested selection: the key of a player or park, its worth in runs, and the reason."""

    key: int
    park: bool
    worth: float
    reason: str


@dataclass(frozen=True)
class DraftSituation:
    """The draft when a team is on the clock. Rosters contain keys of players in the scouting book."""

    book: ScoutingBook
    roster: Sequence[int]
    other_rosters: Sequence[Sequence[int]]
    undrafted: Collection[int]  # a set or dict, for fast lookup
    selections_left: int
    parks_due: int
    parks: Sequence[int]  # open parks, best first
    profile: Profile
    undrafted_kinds: Mapping[PlayerKind, int] | None = None
    positions_bind: bool = True  # as in guard.outlook_of_kinds

    @cached_property
    def kinds_left(self) -> Mapping[PlayerKind, int]:
        if self.undrafted_kinds is not None:
            return self.undrafted_kinds
        return Counter(self.book.kinds[key] for key in self.undrafted)

    @cached_property
    def outlook(self) -> Outlook:
        return outlook_of_kinds(
            [self.book.kinds[key] for key in self.roster],
            self.kinds_left,
            selections_left=self.selections_left,
            parks_due=self.parks_due,
            profile=self.profile,
            positions_bind=self.positions_bind,
        )


def suggest_picks(situation: DraftSituation, count: int = 1) -> list[Suggestion]:
    """Return the best selections, best first, that let the team become legal if any do.

    The park is suggested if it is the only selection left. The list is empty only if nothing can be selected.
    """
    if situation.parks_due >= situation.selections_left:
        reason = "the ballpark is the last selection"
        return [Suggestion(key, True, 0.0, reason) for key in situation.parks[:count]]
    book = situation.book
    needs = _TeamNeeds(situation)
    allowed = [group for group in book.player_groups if situation.outlook.allows_kind(group.kind)]
    candidates: list[tuple[float, int, PlayerGroup]] = []
    for group in allowed or book.player_groups:
        for key in book.best_of(group, situation.undrafted, count):
            candidates.append((needs.worth(group, key), key, group))
    candidates.sort(key=lambda candidate: (-candidate[0], candidate[1]))
    return [Suggestion(key, False, worth, needs.reason(group, key)) for worth, key, group in candidates[:count]]


class _TeamNeeds:
    """One team's needs in one situation, computed once for all groups of players."""

    def __init__(self, situation: DraftSituation) -> None:
        book = self.book = situation.book
        kinds = [book.kinds[key] for key in situation.roster]
        self.fit = LineupFit((book.kinds[key].mask, book.bats[key]) for key in situation.roster if book.kinds[key].mask)
        self.hitters = sum(1 for kind in kinds if kind.mask)
        self.starters = sum(1 for kind in kinds if kind.starter)
        spare_starters = max(0, self.starters - _ROTATION)  # the others can pitch only in relief
        self.relievers = sum(1 for kind in kinds if kind.pitcher) - self.starters + spare_starters
        self.missing = _missing_players(kinds, situation.profile)
        self.spare, self.spare_of_first = self._spare_players(situation)
        self.is_short_of_picks = sum(self.missing) >= situation.outlook.players_left

    def _spare_players(self, situation: DraftSituation) -> tuple[list[int], list[int]]:
        """Return the undrafted players beyond the needs of all teams, and of teams without any player there."""
        missing_by_team = [self.missing]
        for roster in situation.other_rosters:
            kinds = [self.book.kinds[key] for key in roster]
            missing_by_team.append(_missing_players(kinds, situation.profile))
        spare: list[int] = []
        spare_of_first: list[int] = []
        for place, available in enumerate(_supply(situation.kinds_left)):
            missing = [team_missing[place] for team_missing in missing_by_team]
            teams_without_any = sum(count >= _PLAYERS_A_POSITION for count in missing)
            spare.append(available - sum(missing))
            spare_of_first.append(available - teams_without_any)
        return spare, spare_of_first

    def worth(self, group: PlayerGroup, key: int) -> float:
        """Return runs over a hundred games, adjusted for scarcity."""
        roles = [self._hitting(group.kind.mask, key)] if group.kind.mask else []
        roles += [self._pitching(group, key)] if group.kind.pitcher else []
        return _of_both(roles) + self._scarcity(group.kind)

    def _hitting(self, mask: int, key: int) -> float:
        rate = self.book.bats[key]
        backups = self._backing_up(mask)
        if self.fit.open_for(mask):
            gain = REGULAR * (rate - self.book.replacement_rate(self.fit.open_positions(mask)))
            return max(gain, _OPEN_POSITION + gain / 10) + backups
        upgrade = REGULAR * max(0.0, rate - self.fit.weakest_for(mask))
        return upgrade + _nth(BENCH, self.hitters - len(POSITIONS)) * (rate - self.book.replacement_on_bench) + backups

    def _backing_up(self, mask: int) -> float:
        """Return a player's worth as the second player at his positions, or more if every remaining pick is needed."""
        places = _places(mask)
        if self.is_short_of_picks:
            return _URGENT / 2 * sum(self.missing[place] for place in places)
        return _BACKUP * sum(self.missing[place] == 1 for place in places)

    def _pitching(self, group: PlayerGroup, key: int) -> float:
        rate, values = self.book.arms[key], [-_URGENT / 2]
        if group.kind.starter:
            values.append(_nth(STARTERS, self.starters) * (rate - self.book.replacement_starter))
        if group.relieves:
            values.append(_nth(RELIEVERS, self.relievers) * (rate - self.book.replacement_reliever))
        return max(values)

    def _scarcity(self, kind: PlayerKind) -> float:
        sorts = [*_places(kind.mask), *([_STARTER] if kind.starter else [])]
        scarce = [sort for sort in sorts if self.spare[sort] <= _FEW]
        if not scarce:
            return 0.0
        own = [sort for sort in scarce if self.missing[sort]]
        if not own or all(self._would_leave_none(sort) for sort in own):
            return -_URGENT
        return sum(_URGENT * self.missing[sort] / _PLAYERS_A_POSITION for sort in own if self.spare[sort] <= 0)

    def _would_leave_none(self, sort: int) -> bool:
        """Return whether a second player here would leave another team without its first."""
        return sort != _STARTER and self.missing[sort] < _PLAYERS_A_POSITION and self.spare_of_first[sort] <= 0

    def reason(self, group: PlayerGroup, key: int) -> str:
        """Return a short reason for this player."""
        reasons = [self._hitting_reason(group, self.book.bats[key])] if group.kind.mask else []
        reasons += [self._pitching_reason(group, self.book.arms[key])] if group.kind.pitcher else []
        return "; ".join(reasons)

    def _hitting_reason(self, group: PlayerGroup, rate: float) -> str:
        bat = f"{600 * rate:+.0f} runs per season with the bat"
        if self.fit.open_for(group.kind.mask):
            return f"{_named(self.fit.open_positions(group.kind.mask) & group.kind.mask or group.kind.mask)}: {bat}"
        if rate > self.fit.weakest_for(group.kind.mask):
            return f"a better bat at {_named(group.kind.mask)}: {bat}"
        covered = [POSITIONS[place] for place in _places(group.kind.mask) if self.missing[place]]
        return f"backup at {', '.join(covered)}" if covered else f"bench: {bat}"

    def _pitching_reason(self, group: PlayerGroup, rate: float) -> str:
        saved = f"{38 * rate:+.2f} runs saved per nine innings"
        needed = len(STARTERS) - 2
        if group.kind.starter and self.starters < needed:
            return f"starter {self.starters + 1} of {needed}: {saved}"
        return f"{'starter in reserve' if group.kind.starter else 'relief'}: {saved}"


def _missing_players(kinds: Sequence[PlayerKind], profile: Profile) -> list[int]:
    """Return the players a roster still needs at each position (two each) and, as the last entry, starters."""
    players = [0] * len(POSITIONS)
    for kind in kinds:
        for place in _places(kind.mask):
            players[place] += 1
    starters = sum(kind.starter for kind in kinds)
    return [
        *(max(0, _PLAYERS_A_POSITION - count) for count in players),
        max(0, profile.cards.starters_on_team - starters),
    ]


def _supply(kinds_left: Mapping[PlayerKind, int]) -> list[int]:
    """Return the undrafted players at each position and, as the last entry, the starters."""
    supply = [0] * (_STARTER + 1)
    for kind, count in kinds_left.items():
        for place in _places(kind.mask):
            supply[place] += count
        supply[_STARTER] += count * kind.starter
    return supply


@cache
def _places(mask: int) -> tuple[int, ...]:
    return tuple(place for place in range(len(POSITIONS)) if mask >> place & 1)


def _named(mask: int) -> str:
    return "/".join(POSITIONS[place] for place in _places(mask))


def _nth(weights: Sequence[int], place: int) -> int:
    return weights[max(0, place)] if place < len(weights) else RARELY


def player_worth(book: ScoutingBook, key: int) -> float:
    """Return a player's runs over a hundred games above a replacement, in his best role.

    Hitters count as regulars at the positions on their cards, pitchers as first starter or first reliever.
    """
    kind = book.kinds[key]
    roles = [REGULAR * (book.bats[key] - book.replacement_rate(kind.mask))] if kind.mask else []
    roles += [_worth_on_the_mound(book, key)] if kind.pitcher else []
    return _of_both(roles)


def _worth_on_the_mound(book: ScoutingBook, key: int) -> float:
    rate = book.arms[key]
    parts = [STARTERS[0] * (rate - book.replacement_starter)] if book.kinds[key].starter else []
    if book.players[key].can_relieve:
        parts.append(RELIEVERS[0] * (rate - book.replacement_reliever))
    return max(parts, default=0.0)


def _of_both(roles: Sequence[float]) -> float:
    """Return a player's worth in all his roles. Roles with a negative worth aren't used."""
    if max(roles) <= 0:
        return max(roles)
    return sum(worth for worth in roles if worth > 0)
