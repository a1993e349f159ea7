"""Change a manager's own list of players. The list is private, so changes aren't in the activity log."""

from collections.abc import Collection, Sequence
from typing import Final

from core.errors import Refused
from core.names import folded
from drafts.models import CardSet, PlayerCard, Ranking, ScoutedPlayer
from drafts.queries.my_list import load_my_list
from drafts.queries.ranking_plan import RankingPlan
from drafts.queries.ranking_rows import LONGEST_NOTE
from drafts.refusals import RankingRefusal
from drafts.services.queueing import LONGEST_QUEUE, extend_queue
from drafts.services.selections import Selection
from tournaments.action_log.writing import Actor, writing
from tournaments.models import Team, Tournament

MOST_RANKED: Final = 2000
MOST_SCOUTED: Final = 5000

RankedTier = tuple[int, int | None]  # card ID and tier
_PlayerKey = tuple[str, int | None]  # folded name and birth year


def save_ranking(*, team: Team, plan: RankingPlan) -> int:
    """Replace a team's ranking. Favorites and notes stay. Return the number of ranked players.

    Raises:
        Refused: A question is unanswered, or the list is empty or too long.
    """
    if plan.questions:
        raise Refused(RankingRefusal.UNANSWERED, rows=len(plan.questions))
    if not plan.ranked:
        raise Refused(RankingRefusal.NOBODY, field="text")
    if len(plan.ranked) > MOST_RANKED:
        raise Refused(RankingRefusal.TOO_LONG, field="text", rows=len(plan.ranked), most=MOST_RANKED)
    with writing(team.tournament_id):
        ranking, _ = Ranking.objects.get_or_create(team=team)
        ranking.previous = [{"card": card_id, "tier": tier} for card_id, tier in _ranked_now(team)]
        ranking.save()
        _store(team, [(ranked.card.id, ranked.tier) for ranked in plan.ranked])
        notes = {ranked.card.id: ranked.note for ranked in plan.ranked if ranked.note}
        for row in ScoutedPlayer.objects.filter(team=team, card_id__in=notes):
            row.note = notes[row.card_id]
            row.save(update_fields=["note"])
    return len(plan.ranked)


def restore_previous_ranking(*, team: Team) -> int:
    """Restore the ranking from before the last import. The current ranking becomes the previous one.

    Raises:
        Refused: There is no previous ranking.
    """
    with writing(team.tournament_id):
        ranking = Ranking.objects.filter(team=team).first()
        if ranking is None or not ranking.previous:
            raise Refused(RankingRefusal.NO_PREVIOUS)
        my_list = load_my_list(team.tournament, team)
        cards = set() if my_list.card_set is None else set(my_list.card_set.cards.values_list("pk", flat=True))
        entries = [entry for entry in ranking.previous if isinstance(entry, dict) and entry.get("card") in cards]
        previous = list({entry["card"]: (entry["card"], _tier(entry)) for entry in entries}.values())
        ranking.previous = [{"card": card_id, "tier": tier} for card_id, tier in _ranked_now(team)]
        ranking.save()
        _store(team, previous[:MOST_RANKED])
        return len(previous)


def _tier(entry: dict[str, object]) -> int | None:
    tier = entry.get("tier")
    return tier if isinstance(tier, int) and 0 < tier < 100 else None


def clear_ranking(*, team: Team) -> None:
    """Remove all ranks. The ranking can be restored."""
    with writing(team.tournament_id):
        ranking, _ = Ranking.objects.get_or_create(team=team)
        ranking.previous = [{"card": card_id, "tier": tier} for card_id, tier in _ranked_now(team)]
        ranking.save()
        _store(team, [])


def follow_ranking(*, team: Team, on: bool) -> None:
    """Set whether autopick uses the ranking after the queue."""
    with writing(team.tournament_id):
        Ranking.objects.update_or_create(team=team, defaults={"is_followed": on})


def save_scouting(*, team: Team, card_id: int, is_favorite: bool, note: str) -> None:
    """Save a player's favorite mark and note.

    Raises:
        Refused: The card isn't in the team's card set, or the note is too long.
    """
    note = " ".join(note.replace("\0", "").split())
    if len(note) > LONGEST_NOTE:
        raise Refused(RankingRefusal.LONG_NOTE, field="note", longest=LONGEST_NOTE)
    with writing(team.tournament_id) as tournament:
        card_set = load_my_list(tournament, team).card_set
        if card_set is None or not card_set.cards.filter(pk=card_id).exists():
            raise Refused(RankingRefusal.UNKNOWN_PLAYER, field="card")
        rows = ScoutedPlayer.objects.filter(team=team)
        if not rows.filter(card_id=card_id).exists() and rows.count() >= MOST_SCOUTED:
            raise Refused(RankingRefusal.TOO_MANY_NOTES, most=MOST_SCOUTED)
        facts = {"is_favorite": is_favorite, "note": note}
        ScoutedPlayer.objects.update_or_create(team=team, card_id=card_id, defaults=facts)
        _delete_empty(team)


def queue_ranking(*, tournament: Tournament, team: Team, actor: Actor, replace: bool) -> int:
    """Add the best available ranked players to the pick queue. Return the number added."""
    free = [player.card.id for player in load_my_list(tournament, team).ranked if not player.pick_label]
    if not free:
        raise Refused(RankingRefusal.NOBODY_TO_QUEUE)
    selections = [Selection(card_id=card_id) for card_id in free[:LONGEST_QUEUE]]
    return extend_queue(tournament=tournament, team=team, selections=selections, replace=replace, actor=actor)


def carry_lists_over(*, teams: Collection[Team], card_set: CardSet) -> int:
    """Move these teams' lists to the same players in a new card set. Return the number of players moved.

    Players match by name and birth year, if exactly one card has both. All other players stay in the list for the
    earlier card set.
    """
    rows = ScoutedPlayer.objects.filter(team__in=teams).exclude(card__card_set=card_set).select_related("card")
    stored = list(rows.order_by("team", "rank", "pk"))
    if not stored:
        return 0
    cards = _cards_by_player(card_set)
    own_cards = set(ScoutedPlayer.objects.filter(team__in=teams, card__card_set=card_set).values_list("team", "card"))
    carried = []
    for row in stored:
        card = cards.get(_player_key(row.card))
        if card is not None and (row.team_id, card.pk) not in own_cards:
            own_cards.add((row.team_id, card.pk))
            row.card = card
            carried.append(row)
    ScoutedPlayer.objects.bulk_update(carried, ["card"])
    return len(carried)


def _cards_by_player(card_set: CardSet) -> dict[_PlayerKey, PlayerCard]:
    """Return cards by player, without players who have several cards."""
    cards: dict[_PlayerKey, list[PlayerCard]] = {}
    for card in card_set.cards.only("name", "birth_year", "card_set"):
        cards.setdefault(_player_key(card), []).append(card)
    return {key: same[0] for key, same in cards.items() if len(same) == 1}


def _player_key(card: PlayerCard) -> _PlayerKey:
    return folded(card.name), card.birth_year


def _ranked_now(team: Team) -> list[RankedTier]:
    rows = ScoutedPlayer.objects.filter(team=team, rank__isnull=False).order_by("rank", "pk")
    return list(rows.values_list("card_id", "tier"))


def _store(team: Team, ranked: Sequence[RankedTier]) -> None:
    """Store ranks and tiers in this order, and delete rows without any content."""
    rows = ScoutedPlayer.objects.filter(team=team)
    rows.update(rank=None, tier=None)
    ScoutedPlayer.objects.bulk_create(
        [
            ScoutedPlayer(team=team, card_id=card_id, rank=rank, tier=tier)
            for rank, (card_id, tier) in enumerate(ranked, 1)
        ],
        update_conflicts=True,
        unique_fields=["team", "card"],
        update_fields=["rank", "tier"],
    )
    _delete_empty(team)


def _delete_empty(team: Team) -> None:
    ScoutedPlayer.objects.filter(team=team, rank=None, is_favorite=False, note="").delete()
