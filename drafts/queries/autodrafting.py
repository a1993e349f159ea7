"""The program's choice for one turn: the draft room as the rules' drafter sees it."""

from collections import Counter
from collections.abc import Collection, Sequence
from functools import lru_cache

from drafts.models import Pick
from drafts.queries.guarding import prospect, undrafted_kinds
from drafts.queries.pool import PoolCard
from drafts.queries.room import Room
from rules_engine.draft.autodraft import DraftSituation, Suggestion, choices, worth_of
from rules_engine.draft.scouting import PoolPlayer, ScoutingBook, scout
from rules_engine.draft.values import BattingLine, PitchingLine

_BATTING = ("at_bats", "hits", "doubles", "triples", "homeruns", "walks", "hit_by_pitch", "sacrifice_flies")
_RUNNING = ("stolen_bases", "caught_stealing")
_PITCHING = ("outs_pitched", "hits_allowed", "homeruns_allowed", "walks_allowed", "hit_batters")


@lru_cache(maxsize=8)
def _book(pool: tuple[PoolCard, ...], teams: int) -> ScoutingBook:
    """The eligible pool as it is read before a draft; kept in memory."""
    return scout((_player(card) for card in pool if card.eligible), teams)


@lru_cache(maxsize=8)
def worth_by_card(pool: tuple[PoolCard, ...], teams: int) -> dict[int, float]:
    """Eligible card -> runs over a hundred games above whom anybody can have instead."""
    book = _book(pool, teams)
    return {key: worth_of(book, key) for key in book.players}


def _player(card: PoolCard) -> PoolPlayer:
    seen = prospect(card)
    pitching = PitchingLine(*(getattr(card, name) for name in _PITCHING)) if card.is_pitcher else None
    batting = BattingLine(*(getattr(card, name) for name in (*_BATTING, *_RUNNING))) if card.is_hitter else None
    return PoolPlayer(
        card.id,
        card.name,
        seen.positions,
        seen.pitcher,
        seen.can_start,
        card.may_relieve,
        seen.can_be_injured,
        batting,
        pitching,
        seen.also_hits,
    )


def program_choice(room: Room, turn: int, parks: Sequence[int], *, barred: Collection[int] = ()) -> Suggestion | None:
    """What the program drafts in a turn: `parks` are open, `barred` cards are not; None where nothing is left."""
    book, profile = _book(room.pool, len(room.teams)), room.profile
    # plain numbers: this is asked for every pick of a draft, and rows made of hundreds of picks cost more than the rest
    made = Pick.objects.filter(draft=room.draft).exclude(overall=turn).order_by("overall")
    made = made.exclude(card=None, park=None, designed_park__isnull=True)
    rosters: dict[int, list[int]] = {team.pk: [] for team in room.teams}
    held: Counter[bool] = Counter()  # of this team; True: its parks
    gone, mine = set(barred), room.team_at(turn).pk
    for team_id, card_id in made.values_list("team_id", "card_id"):
        held[card_id is None] += team_id == mine
        if card_id is not None:
            gone.add(card_id)
        if card_id in book.players:
            rosters.setdefault(team_id, []).append(card_id)
    for team in room.teams:
        if team.forfeits_turns and team.pk != mine:
            del rosters[team.pk]  # it wants nobody any more
    found = choices(
        DraftSituation(
            book,
            rosters.pop(mine),
            list(rosters.values()),
            book.players.keys() - gone,
            profile.draft.rounds - held.total(),
            profile.draft.ballparks - held[True],
            parks,
            profile,
            undrafted_kinds(room, gone),
            positions_bind=room.positions_bind,
        )
    )
    return found[0] if found else None
