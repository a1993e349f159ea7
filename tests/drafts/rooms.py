"""Build draft rooms for tests: a division with a card set large enough for every team."""

from collections.abc import Sequence
from datetime import timedelta

from django.utils import timezone

from drafts.models import Ballpark, CardSet, Draft, Pick, PlayerCard
from drafts.services.clock import ClockSettings, open_draft, start_draft
from drafts.services.drafting import MadePick, make_pick
from drafts.services.selections import Selection
from tests.factories import (
    BallparkFactory,
    CardSetFactory,
    DivisionFactory,
    HitterFactory,
    PitcherFactory,
    RelieverFactory,
    TeamFactory,
)
from tournaments.action_log.writing import Actor
from tournaments.models import Division, Team

DIRECTOR = Actor("Director")
POSITIONS = ("C", "1B", "2B", "3B", "SS", "LF", "CF", "RF")


def card_set_for(teams: int = 8, *, per_position: int = 4) -> CardSet:
    """Create a card set with `per_position` players at each position per two teams, and eight starters per team."""
    card_set = CardSetFactory(system="")
    cards: list[PlayerCard] = []
    for position in POSITIONS:
        cards += HitterFactory.build_batch(per_position * teams // 2, card_set=card_set, positions={position: 140})
    for _ in range(6 * teams):
        cards += [PitcherFactory.build(card_set=card_set), RelieverFactory.build(card_set=card_set)]
    PlayerCard.objects.bulk_create(cards)
    Ballpark.objects.bulk_create(BallparkFactory.build_batch(teams + 4, card_set=card_set))
    return card_set


def division_of(teams: int = 8, **facts: object) -> Division:
    division = DivisionFactory(**facts)
    for slot in range(1, teams + 1):
        TeamFactory(division=division, slot=slot, name=f"Team {slot} of {division.pk}")
    return division


def opened(
    teams: int = 8, *, division: Division | None = None, card_set: CardSet | None = None, **settings: object
) -> Draft:
    """Return a draft that hasn't started. The settings are those of ClockSettings."""
    division = division or division_of(teams)
    return open_draft(
        division=division,
        card_set=card_set or card_set_for(teams),
        settings=ClockSettings(**settings),
        actor=DIRECTOR,
    )


def running(teams: int = 8, **facts: object) -> Draft:
    draft = opened(teams, **facts)
    start_draft(draft_id=draft.pk, actor=DIRECTOR, despite="" if 8 <= teams <= 14 else "a small one for practice")
    draft.refresh_from_db()
    return draft


def teams_of(draft: Draft) -> list[Team]:
    return list(Team.objects.filter(division=draft.division).order_by("slot"))


def free_cards(draft: Draft, position: str = "") -> list[PlayerCard]:
    """Return undrafted cards: hitters at one position, or pitchers for SP and RP."""
    drafted = Pick.objects.filter(draft=draft, card__isnull=False).values("card_id")
    cards = PlayerCard.objects.filter(card_set=draft.card_set).exclude(pk__in=drafted).order_by("pk")
    if position == "SP":
        return list(cards.filter(is_starter=True))
    if position == "RP":
        return list(cards.filter(is_reliever=True, is_starter=False))
    return [card for card in cards if not position or position in card.positions]


def pick(draft: Draft, team: Team, card: PlayerCard | None = None, **facts: object) -> MadePick:
    """Pick this card for the team, or any undrafted card."""
    card = card or free_cards(draft)[0]
    return make_pick(
        draft_id=draft.pk,
        team_id=team.pk,
        selection=Selection(card_id=card.pk),
        actor=Actor(team.name),
        made_by=Pick.MadeBy.MANAGER,
        **facts,
    )


def on_the_clock(draft: Draft) -> Team:
    draft.refresh_from_db()
    size = len(teams := teams_of(draft))
    index, place = divmod(draft.next_overall - 1, size)
    return teams[size - 1 - place if index % 2 else place]


def pick_rounds(draft: Draft, rounds: int, *, order: Sequence[str] = ()) -> None:
    """Let every team pick for this many rounds, with a position from `order` for each round."""
    for round_index in range(rounds):
        for _ in teams_of(draft):
            picked = order[round_index] if round_index < len(order) else ""
            pick(draft, on_the_clock(draft), free_cards(draft, picked)[0])


def expire(draft: Draft) -> None:
    """Set the clock to have expired a second ago."""
    Draft.objects.filter(pk=draft.pk).update(deadline=timezone.now() - timedelta(seconds=1))
