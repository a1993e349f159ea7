"""Test the short form of the roster check, and a player's splits."""

import pytest
from django.urls import reverse

from drafts.models import PlayerCard
from drafts.queries.guarding import needs_in_words
from drafts.queries.pool import load_pool
from drafts.queries.splits import Split, find_splits
from rules_engine.draft.player_kinds import Prospect, count_kinds
from rules_engine.draft.roster_check import outlook
from rules_engine.profile import default_profile, load_profile
from tests.drafts.rooms import free_cards, running
from tests.factories import HitterFactory

POSITIONS = ("C", "1B", "2B", "3B", "SS", "LF", "CF", "RF")
STARTER = Prospect(pitcher=True, can_start=True)
POOL = count_kinds([*(Prospect((position,)) for position in POSITIONS * 20), *[STARTER] * 40])


@pytest.mark.parametrize(
    ("missing", "starters", "turns", "parks", "binds", "words"),
    [
        (("C", "SS"), 2, 10, 0, True, "C, SS, 2 SP"),
        ((), 3, 10, 1, True, "SP, park"),
        ((), 4, 5, 0, True, "any 5 players"),
        ((), 4, 1, 0, True, "any player"),
        ((), 4, 1, 1, True, "park"),
        (POSITIONS * 2, 4, 20, 0, False, "8 hitters"),
    ],
)
def test_describes_team_needs_in_a_few_words(missing, starters, turns, parks, binds, words):
    fielders = list(POSITIONS * 2)
    for position in missing:
        fielders.remove(position)
    roster = [*(Prospect((position,)) for position in fielders), *[STARTER] * starters]
    profile = load_profile(default_profile())
    look = outlook(roster, POOL, selections_left=turns, parks_due=parks, profile=profile, positions_bind=binds)
    assert needs_in_words(look) == words


@pytest.mark.django_db
def test_player_page_shows_ratings_and_splits_without_javascript(director_of):
    draft = running()
    ratings = {"ob_left": "41.5", "ob_right": "38", "park_left": "w", "running": "1-15"}
    made = {"hr_right": "2.5", "ob_left": "40", "stealing": "AA"}
    card = HitterFactory(card_set=draft.card_set, ratings=ratings, made_ratings=made)
    draft.card_set.version += 1
    draft.card_set.save()
    pool = {card.id: card for card in load_pool(draft.card_set, load_profile(default_profile()))}
    assert find_splits(pool[card.pk]) == [
        Split("On base", "41.5", "38", is_made=False),
        Split("Home runs", "", "2.5", is_made=True),
        Split("Ballpark effect", "w", "", is_made=False),
    ]
    assert find_splits(pool[free_cards(draft)[0].pk]) == []
    director = director_of(draft.division.tournament)
    path = (draft.division.tournament.slug, draft.division_id)
    page = director.get(reverse("draft_player", args=[*path, card.pk])).content.decode()
    shown = page.split("data-loaded")[1]
    for text in ("41.5", "2.5", "computed", "running 1-15", "stealing AA", "On-base percentage"):
        assert text in shown
    listed = director.get(reverse("draft_pick", args=path), {"q": card.name}).content.decode()
    assert reverse("draft_player", args=[*path, card.pk]) in listed
    stranger = HitterFactory()
    assert PlayerCard.objects.filter(pk=stranger.pk).exists()
    assert director.get(reverse("draft_player", args=[*path, stranger.pk])).status_code == 404
