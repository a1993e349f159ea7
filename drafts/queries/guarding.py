"""The guard: whether a team can still become legal with the turns it has left."""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from drafts.queries.pool import PoolCard
from drafts.queries.room import Room
from drafts.queries.roster import TeamDraft, rated_positions_for_rules
from rules_engine.draft.player_kinds import PlayerKind, Prospect, count_kinds, kind_of
from rules_engine.draft.roster_check import Outlook
from rules_engine.draft.roster_check import outlook as find_outlook
from rules_engine.eligibility.roster import backup_not_required
from rules_engine.rulings import Ruling
from rules_engine.systems import load


@lru_cache(maxsize=20_000)
def prospect(card: PoolCard) -> Prospect:
    """Return a card's facts for the guard."""
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


def undrafted_kinds(room: Room, drafted: Collection[int]) -> Counter[PlayerKind]:
    """Count the eligible cards that are left, by kind of player."""
    left = _kinds(room.pool).copy()
    drafted_cards = [room.cards[card_id] for card_id in drafted]
    left.subtract(kind_of(prospect(card)) for card in drafted_cards if card.eligible)
    return left


def _drafted_cards(room: Room) -> list[int]:
    return [row.card_id for row in room.selections() if row.card_id is not None]


def roster_outlook(room: Room, team_draft: TeamDraft, left: Mapping[PlayerKind, int] | None = None) -> Outlook:
    """Return what a team can still become with its turns. `left` is undrafted_kinds(), if already counted."""
    return find_outlook(
        [prospect(card) for card in team_draft.cards],
        undrafted_kinds(room, _drafted_cards(room)) if left is None else left,
        selections_left=team_draft.turns_left,
        parks_due=max(0, room.profile.draft.ballparks - team_draft.parks),
        profile=room.profile,
        positions_bind=room.positions_bind,
    )


@dataclass(frozen=True, slots=True)
class GuardLine:
    """The guard's view of a team, for a page. `tone` is bad, warn or "". `needs` is what needs_in_words() returns."""

    tone: str
    title: str
    sentence: str
    needs: str
    rules: str
    aside: Ruling | None  # if the game system waives T31.10


def guard_line(room: Room, outlook: Outlook) -> GuardLine:
    if not outlook.can_complete:
        tone, title = "bad", "Can't become legal"
    elif outlook.warning:
        tone, title = "warn", "Roster warning"
    else:
        tone, title = "", "Roster check"
    aside = None
    if not outlook.requirements.backups:
        aside = backup_not_required(load(room.profile.game.system).title)
    rules = "T10.2, T31.10" if outlook.requirements.starters else "T31.10"
    return GuardLine(tone, title, outlook.verdict.reason, needs_in_words(outlook), rules, aside)


def needs_in_words(outlook: Outlook) -> str:
    """Return what a team needs in a few words, such as "C, SS, 2 SP", or how many of its players may be anyone."""
    needs = []
    if outlook.fielders_needed != 0:
        hitters = ("hitter", outlook.fielders_needed or outlook.gaps.worst)
        needs = outlook.short_positions if outlook.requirements.backups else [hitters]
    if outlook.starters_needed:
        needs = [*needs, ("SP" if outlook.requirements.starters else "P", outlook.starters_needed)]
    parts = [_counted(name, number) for name, number in needs]
    if not needs and outlook.players_left:
        parts.append("any " + _counted("player", outlook.players_left))
    if outlook.parks_due:
        parts.append(_counted("park", outlook.parks_due))
    return ", ".join(parts)


def _counted(need: str, number: int) -> str:
    """Return "SS", "2 SP" or "3 hitters". Two second basemen are "2B twice", because "2 2B" is hard to read."""
    if number == 1:
        return need
    if need[0].isdigit():
        return f"{need} {'twice' if number == 2 else f'{number} times'}"
    return f"{number} {need}s" if need.islower() else f"{number} {need}"


def guard_objection(outlook: Outlook | None, card: PoolCard) -> Ruling | None:
    """Return the guard's objection to a card, if any. A team that can't become legal may take anyone."""
    if outlook is None or not outlook.can_complete or not card.eligible:
        return None
    ruling = outlook.allows(prospect(card))
    return None if ruling else ruling


def guard_ruling(room: Room, team_draft: TeamDraft, card: PoolCard | None, *, is_park: bool) -> Ruling:
    """Rule whether a team can still become legal after a selection. A team that can't anyway may take anyone."""
    return outlook_ruling(roster_outlook(room, team_draft), card, is_park=is_park)


def outlook_ruling(outlook: Outlook, card: PoolCard | None, *, is_park: bool) -> Ruling:
    """Rule as guard_ruling() does, on an outlook that is known."""
    if not outlook.can_complete:
        return replace(outlook.verdict, allowed=True)
    if is_park or card is None:
        return outlook.allows_park()
    return outlook.allows(prospect(card))
