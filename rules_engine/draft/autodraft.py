"""Drafts for a team without a manager at the table: a team of worth that can legally take the field.

Worth is runs over a hundred games. Regulars, the four starters and the first relievers carry most of them; the bench
is for pinch hitting and for cover. A position or sort of pitcher that is running out for all who still need it comes
first for those who do, and is left to them by those who do not. The guard has the last word on every pick.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Final, NamedTuple

from rules_engine.draft.guard import Outlook, PlayerKind, outlook_of_kinds
from rules_engine.draft.lineup_fit import LineupFit
from rules_engine.draft.scouting import ScoutingBook, Shelf
from rules_engine.eligibility.cards import POSITIONS
from rules_engine.profile import Profile

# plate appearances, or batters faced, over a hundred games
REGULAR: Final = 430
BENCH: Final = (110, 80, 60, 45, 35, 25)
STARTERS: Final = (725, 725, 725, 725, 120, 20)
RELIEVERS: Final = (350, 250, 160, 90, 60, 45, 30)
RARELY: Final = 10

_BACKUP: Final = 6.0  # runs that a second man at a position is worth besides his bat
_OPEN_POSITION: Final = 5.0  # somebody must play there, even one no better than what is left
_PLAYERS_A_POSITION: Final = 2
_ROTATION: Final = 5  # the four and one in reserve
_STARTER: Final = len(POSITIONS)  # the index of the starters beside the eight positions
_LITTLE: Final = 2  # so few men beyond what all teams want are left to those who want them
_URGENT: Final = 1000.0


class Suggestion(NamedTuple):
    """One selection the drafter would make: a player's or park's key, its worth in runs, and why."""

    key: int
    park: bool
    worth: float
    reason: str


@dataclass(frozen=True)
class DraftSituation:
    """What the drafter sees when a team is on the clock. Rosters are keys of players of the book."""

    book: ScoutingBook
    roster: Sequence[int]
    others: Sequence[Sequence[int]]
    undrafted: Collection[int]  # a set or dict: it is asked often
    selections_left: int
    parks_due: int
    parks: Sequence[int]  # open parks, the ones liked best first
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


def choices(situation: DraftSituation, count: int = 1) -> list[Suggestion]:
    """The best selections, best first, each leaving the team able to become legal wherever any can.

    The park is named when it is all that is left. Empty only when nothing can be selected at all.
    """
    if situation.parks_due >= situation.selections_left:
        return [Suggestion(key, True, 0.0, "the ballpark is the last selection") for key in situation.parks[:count]]
    book, view = situation.book, _View(situation)
    allowed = [shelf for shelf in book.shelves if situation.outlook.allows_kind(shelf.kind)]
    found = [
        (view.worth(shelf, key), key, shelf)
        for shelf in allowed or book.shelves
        for key in book.best_of(shelf, situation.undrafted, count)
    ]
    best = sorted(found, key=lambda one: (-one[0], one[1]))[:count]
    return [Suggestion(key, False, worth, view.reason(shelf, key)) for worth, key, shelf in best]


class _View:
    """One team's needs in one situation, worked out once and asked for every shelf."""

    def __init__(self, situation: DraftSituation) -> None:
        book = self.book = situation.book
        kinds = [book.kinds[key] for key in situation.roster]
        self.fit = LineupFit((book.kinds[key].mask, book.bats[key]) for key in situation.roster if book.kinds[key].mask)
        self.hitters = sum(1 for kind in kinds if kind.mask)
        self.starters = sum(1 for kind in kinds if kind.starter)
        spare_starters = max(0, self.starters - _ROTATION)  # they pitch in relief, if at all
        self.relievers = sum(1 for kind in kinds if kind.pitcher) - self.starters + spare_starters
        self.wanting = _wanting(kinds, situation.profile)
        self.spare, self.spare_of_first = self._spare_players(situation)
        self.hurried = sum(self.wanting) >= situation.outlook.players_left

    def _spare_players(self, situation: DraftSituation) -> tuple[list[int], list[int]]:
        """Men undrafted beyond what all teams together still want, and beyond those who have nobody there yet."""
        rosters = [[self.book.kinds[key] for key in roster] for roster in situation.others]
        wanted = zip(self.wanting, *(_wanting(kinds, situation.profile) for kinds in rosters), strict=True)
        by_sort = list(zip(_supply(situation.kinds_left), wanted, strict=True))
        spare = [players - sum(teams) for players, teams in by_sort]
        return spare, [players - sum(one >= _PLAYERS_A_POSITION for one in teams) for players, teams in by_sort]

    def worth(self, shelf: Shelf, key: int) -> float:
        """Runs over a hundred games, with what scarcity adds or forbids."""
        roles = [self._hitting(shelf.kind.mask, key)] if shelf.kind.mask else []
        roles += [self._pitching(shelf, key)] if shelf.kind.pitcher else []
        return _of_both(roles) + self._scarcity(shelf.kind)

    def _hitting(self, mask: int, key: int) -> float:
        rate = self.book.bats[key]
        backups = self._backing_up(mask)
        if self.fit.open_for(mask):
            gain = REGULAR * (rate - self.book.instead_of(self.fit.open_positions(mask)))
            return max(gain, _OPEN_POSITION + gain / 10) + backups
        upgrade = REGULAR * max(0.0, rate - self.fit.weakest_for(mask))
        return upgrade + _nth(BENCH, self.hitters - len(POSITIONS)) * (rate - self.book.instead_on_bench) + backups

    def _backing_up(self, mask: int) -> float:
        """Worth of the second man at a position; more when the picks left are no more than the men wanted."""
        places = _places(mask)
        if self.hurried:
            return _URGENT / 2 * sum(self.wanting[place] for place in places)
        return _BACKUP * sum(self.wanting[place] == 1 for place in places)

    def _pitching(self, shelf: Shelf, key: int) -> float:
        rate, values = self.book.arms[key], [-_URGENT / 2]
        if shelf.kind.starter:
            values.append(_nth(STARTERS, self.starters) * (rate - self.book.instead_starting))
        if shelf.relieves:
            values.append(_nth(RELIEVERS, self.relievers) * (rate - self.book.instead_relieving))
        return max(values)

    def _scarcity(self, kind: PlayerKind) -> float:
        sorts = [*_places(kind.mask), *([_STARTER] if kind.starter else [])]
        scarce = [sort for sort in sorts if self.spare[sort] <= _LITTLE]
        if not scarce:
            return 0.0
        own = [sort for sort in scarce if self.wanting[sort]]
        if not own or all(self._somebody_has_none(sort) for sort in own):
            return -_URGENT
        return sum(_URGENT * self.wanting[sort] / _PLAYERS_A_POSITION for sort in own if self.spare[sort] <= 0)

    def _somebody_has_none(self, sort: int) -> bool:
        """Whether a second man here would leave another team without its first."""
        return sort != _STARTER and self.wanting[sort] < _PLAYERS_A_POSITION and self.spare_of_first[sort] <= 0

    def reason(self, shelf: Shelf, key: int) -> str:
        """Why this player, in a few words."""
        reasons = [self._hitting_reason(shelf, self.book.bats[key])] if shelf.kind.mask else []
        reasons += [self._pitching_reason(shelf, self.book.arms[key])] if shelf.kind.pitcher else []
        return "; ".join(reasons)

    def _hitting_reason(self, shelf: Shelf, rate: float) -> str:
        bat = f"{600 * rate:+.0f} runs with the bat a season"
        if self.fit.open_for(shelf.kind.mask):
            return f"{_named(self.fit.open_positions(shelf.kind.mask) & shelf.kind.mask or shelf.kind.mask)}: {bat}"
        if rate > self.fit.weakest_for(shelf.kind.mask):
            return f"a better bat at {_named(shelf.kind.mask)}: {bat}"
        covered = [POSITIONS[place] for place in _places(shelf.kind.mask) if self.wanting[place]]
        return f"back-up at {', '.join(covered)}" if covered else f"bench: {bat}"

    def _pitching_reason(self, shelf: Shelf, rate: float) -> str:
        saved = f"{38 * rate:+.2f} runs saved a nine-inning game"
        needed = len(STARTERS) - 2
        if shelf.kind.starter and self.starters < needed:
            return f"starter {self.starters + 1} of {needed}: {saved}"
        return f"{'starter in reserve' if shelf.kind.starter else 'relief'}: {saved}"


def _wanting(kinds: Sequence[PlayerKind], profile: Profile) -> list[int]:
    """Men a roster still wants: at each position two, and the starters; the last entry is the starters."""
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
    """Men undrafted at each position; the last entry is the starters."""
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


def worth_of(book: ScoutingBook, key: int) -> float:
    """Runs over a hundred games in his best part, above the man whom anybody can have instead of him there.

    Not a rule: hitters as regulars at the positions of their cards, pitchers as first starter or first reliever.
    """
    kind = book.kinds[key]
    roles = [REGULAR * (book.bats[key] - book.instead_of(kind.mask))] if kind.mask else []
    roles += [_worth_on_the_mound(book, key)] if kind.pitcher else []
    return _of_both(roles)


def _worth_on_the_mound(book: ScoutingBook, key: int) -> float:
    rate = book.arms[key]
    parts = [STARTERS[0] * (rate - book.instead_starting)] if book.kinds[key].starter else []
    if book.players[key].can_relieve:
        parts.append(RELIEVERS[0] * (rate - book.instead_relieving))
    return max(parts, default=0.0)


def _of_both(roles: Sequence[float]) -> float:
    """Return the worth of a player in all his roles; a role in which he is worth nothing is not used."""
    return sum(worth for worth in roles if worth > 0) if max(roles) > 0 else max(roles)
