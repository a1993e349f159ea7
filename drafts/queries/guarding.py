"""The guard, asked for one team of a draft room."""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from drafts.queries.pool import PoolCard
from drafts.queries.room import Room, taken_cards
from drafts.queries.roster import TeamDraft, rated_positions_for_rules
from rules_engine.draft.guard import Outlook, PlayerKind, Prospect, count_kinds, kind_of, outlook
from rules_engine.eligibility.roster import backup_not_required
from rules_engine.rulings import Ruling
from rules_engine.systems import load


@lru_cache(maxsize=20_000)
def prospect(card: PoolCard) -> Prospect:
    """A card as the guard sees it."""
    return Prospect(
        rated_positions_for_rules(card),
        pitcher=card.is_pitcher,
        can_start=card.may_start,
        can_be_injured=card.can_be_injured,
        also_hits=card.is_pitcher and card.is_hitter,
    )


@lru_cache(maxsize=8)
def _kinds(pool: tuple[PoolCard, ...]) -> Counter[PlayerKind]:
    return count_kinds(prospect(card) for card in pool if card.eligible)


def undrafted_kinds(room: Room, gone: Collection[int]) -> Counter[PlayerKind]:
    """What is left to draft, kind by kind."""
    left, cards = _kinds(room.pool).copy(), room.cards
    left.subtract(kind_of(prospect(cards[number])) for number in gone if cards[number].eligible)
    return left


def roster_outlook(room: Room, team_draft: TeamDraft, left: Mapping[PlayerKind, int] | None = None) -> Outlook:
    """What a team can still come to with the turns it has left; `left`: undrafted_kinds(), where they are at hand."""
    return outlook(
        [prospect(card) for card in team_draft.cards],
        undrafted_kinds(room, taken_cards(room.draft.pk)) if left is None else left,
        selections_left=team_draft.turns_left,
        parks_due=max(0, room.profile.draft.ballparks - team_draft.parks),
        profile=room.profile,
        positions_bind=room.positions_bind,
    )


@dataclass(frozen=True, slots=True)
class GuardLine:
    """What the guard says of a team, as a page shows it. `tone`: bad, warn, or "" where nothing presses."""

    tone: str
    title: str
    sentence: str
    slack: int
    rules: str
    aside: Ruling | None  # T31.10, where the game system sets it aside


def guard_line(room: Room, look: Outlook) -> GuardLine:
    if not look.can_complete:
        tone, title = "bad", "Cannot become legal"
    else:
        tone, title = ("warn", "Take care") if look.warning else ("", "Guard")
    aside = None if look.asked.cover else backup_not_required(load(room.profile.game.system).title)
    rules = "T10.2, T31.10" if look.asked.starters else "T31.10"
    return GuardLine(tone, title, look.verdict.reason, look.slack, rules, aside)


def refusal_of(look: Outlook | None, card: PoolCard) -> Ruling | None:
    """Why the guard will not let a team take him, where it will not. It refuses nobody once nothing can be repaired."""
    if look is None or not look.can_complete or not card.eligible:
        return None
    ruling = look.allows(prospect(card))
    return None if ruling else ruling


def guard_ruling(room: Room, team_draft: TeamDraft, card: PoolCard | None, *, is_park: bool) -> Ruling:
    """Whether a selection leaves the team able to become legal. Nothing is refused once nothing can be repaired."""
    look = roster_outlook(room, team_draft)
    if not look.can_complete:
        return replace(look.verdict, allowed=True)
    return look.allows_park() if is_park or card is None else look.allows(prospect(card))
