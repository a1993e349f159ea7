"""Check whether a team can still become legal with its remaining picks."""

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
    """Return a card's facts for the roster check."""
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
    """Count the available eligible cards by kind of player."""
    left = _kinds(room.pool).copy()
    drafted_cards = [room.cards[card_id] for card_id in drafted]
    left.subtract(kind_of(prospect(card)) for card in drafted_cards if card.eligible)
    return left


def _drafted_cards(room: Room) -> list[int]:
    return [row.card_id for row in room.selections() if row.card_id is not None]


def roster_outlook(room: Room, team_draft: TeamDraft, left: Mapping[PlayerKind, int] | None = None) -> Outlook:
    """Return the outlook for a team's remaining picks.

    `left` is the result of undrafted_kinds(), if already counted.
    """
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
    """A team's roster check for a page. `tone` is bad, warn or "". `needs` comes from needs_in_words()."""

    tone: str
    title: str
    sentence: str
    needs: str
    rules: str
    aside: Ruling | None  # set if the game system waives T31.10


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
    """Return a team's needs in a few words, such as "C, SS, 2 SP", or the number of unrestricted players left."""
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
    """Return a need with its count, such as "SS", "2 SP" or "3 hitters".

    Two second basemen are "2B twice" because "2 2B" is hard to read.
    """
    if number == 1:
        return need
    if need[0].isdigit():
        return f"{need} {'twice' if number == 2 else f'{number} times'}"
    return f"{number} {need}s" if need.islower() else f"{number} {need}"


def guard_objection(outlook: Outlook | None, card: PoolCard) -> Ruling | None:
    """Return the roster check's objection to a card, if any. A team that can't become legal can pick any player."""
    if outlook is None or not outlook.can_complete or not card.eligible:
        return None
    ruling = outlook.allows(prospect(card))
    return None if ruling else ruling


def guard_ruling(room: Room, team_draft: TeamDraft, card: PoolCard | None, *, is_park: bool) -> Ruling:
    """Return a ruling on whether a selection leaves the team able to become legal.

    If the team can't become legal anyway, every selection is allowed.
    """
    return outlook_ruling(roster_outlook(room, team_draft), card, is_park=is_park)


def outlook_ruling(outlook: Outlook, card: PoolCard | None, *, is_park: bool) -> Ruling:
    """Return the same ruling as guard_ruling(), based on a precomputed outlook."""
    if not outlook.can_complete:
        return replace(outlook.verdict, allowed=True)
    if is_park or card is None:
        return outlook.allows_park()
    return outlook.allows(prospect(card))
