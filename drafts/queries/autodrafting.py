"""Autopick's selection for a single pick."""

from collections.abc import Collection, Sequence
from functools import lru_cache

from drafts.queries.guarding import prospect, undrafted_kinds
from drafts.queries.pool import PoolCard
from drafts.queries.room import Room
from rules_engine.draft.autodraft import DraftSituation, Suggestion, player_worth, suggest_picks
from rules_engine.draft.scouting import PoolPlayer, ScoutingBook, scout
from rules_engine.draft.values import BattingLine, PitchingLine

_BATTING = ("at_bats", "hits", "doubles", "triples", "homeruns", "walks", "hit_by_pitch", "sacrifice_flies")
_RUNNING = ("stolen_bases", "caught_stealing")
_PITCHING = ("outs_pitched", "hits_allowed", "homeruns_allowed", "walks_allowed", "hit_batters")


@lru_cache(maxsize=8)
def _scouting_book(pool: tuple[PoolCard, ...], teams: int) -> ScoutingBook:
    """Evaluate the eligible pool before a draft. The result is cached."""
    return scout((_player(card) for card in pool if card.eligible), teams)


@lru_cache(maxsize=8)
def worth_by_card(pool: tuple[PoolCard, ...], teams: int) -> dict[int, float]:
    """Return each eligible card's runs above replacement per 100 games."""
    book = _scouting_book(pool, teams)
    return {key: player_worth(book, key) for key in book.players}


def _player(card: PoolCard) -> PoolPlayer:
    facts = prospect(card)
    batting = pitching = None
    if card.is_hitter:
        batting = BattingLine(*(getattr(card, name) for name in (*_BATTING, *_RUNNING)))
    if card.is_pitcher:
        pitching = PitchingLine(*(getattr(card, name) for name in _PITCHING))
    return PoolPlayer(
        card.id,
        card.name,
        facts.positions,
        facts.pitcher,
        facts.can_start,
        card.may_relieve,
        facts.can_be_injured,
        batting,
        pitching,
        facts.also_hits,
    )


def program_choice(room: Room, turn: int, parks: Sequence[int], *, barred: Collection[int] = ()) -> Suggestion | None:
    """Return autopick's selection for a pick, or None if nothing is left.

    Args:
        parks: Available ballparks.
        barred: Cards that can't be selected.
    """
    book = _scouting_book(room.pool, len(room.teams))
    profile = room.profile
    own_id = room.team_at(turn).pk
    rosters: dict[int, list[int]] = {team.pk: [] for team in room.teams}
    excluded = set(barred)
    own_picks = own_parks = 0
    for selection in room.selections():
        if selection.overall == turn:
            continue
        card_id = selection.card_id
        if selection.team_id == own_id:
            own_picks += 1
            own_parks += card_id is None
        if card_id is not None:
            excluded.add(card_id)
        if card_id in book.players:
            rosters.setdefault(selection.team_id, []).append(card_id)
    for team in room.teams:
        if team.forfeits_turns and team.pk != own_id:
            del rosters[team.pk]  # this team drafts no more players
    own_roster = rosters.pop(own_id)
    suggestions = suggest_picks(
        DraftSituation(
            book,
            own_roster,
            list(rosters.values()),
            book.players.keys() - excluded,
            profile.draft.rounds - own_picks,
            profile.draft.ballparks - own_parks,
            parks,
            profile,
            undrafted_kinds(room, excluded),
            positions_bind=room.positions_bind,
        )
    )
    return suggestions[0] if suggestions else None
