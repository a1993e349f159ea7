"""Test that a director's announcement appears on every page until it is removed."""

import pytest
from django.urls import reverse

from core.errors import Refused
from tests.access_table import ACCESS, make_world
from tests.conftest import signed_in
from tests.factories import AccessFactory, ManagerAccessFactory, TournamentFactory
from tests.refusing import refuses
from tests.tournaments.test_roles import address_in, named_addresses
from tournaments.action_log.writing import PROGRAM
from tournaments.models import Action
from tournaments.refusals import AnnouncementRefusal
from tournaments.services.announcements import MAX_LENGTH, announce
from tournaments.services.undo import undo_action

pytestmark = pytest.mark.django_db
LUNCH = "Lunch until 13:30 <in the foyer>."


@pytest.fixture
def tournament():
    return TournamentFactory()


def pages(tournament):
    names = ("tournament", "schedule", "standings", "rules", "log", "round_big_screen", "standings_big_screen")
    return [reverse(name, args=[tournament.slug]) for name in names]


def test_announcement_appears_on_every_page_and_big_screen(client, tournament, director_of):
    director_of(tournament).post(reverse("announcement", args=[tournament.slug]), {"sentence": f"  {LUNCH} "})
    for page in pages(tournament):
        shown = client.get(page).content.decode()
        assert "Lunch until 13:30 &lt;in the foyer&gt;." in shown, page
    director_of(tournament).post(reverse("announcement", args=[tournament.slug]), {"sentence": ""})
    for page in pages(tournament)[:4]:
        assert "Lunch until" not in client.get(page).content.decode(), page


def test_announcement_appears_on_entry_draft_and_error_pages():
    """The test requests every page URL in the access table, for a manager and for the director."""
    world = make_world()
    announce(tournament=world["tournament"], sentence=LUNCH, actor=PROGRAM)
    browsers = [
        signed_in(ManagerAccessFactory(team=world["own"])),
        signed_in(AccessFactory(tournament=world["tournament"])),
    ]
    without, seen = [], 0
    for pattern in named_addresses():
        row = ACCESS[str(pattern.name)]
        if row.get is None or "slug" not in pattern.pattern.regex.groupindex:
            continue
        if str(pattern.name).startswith(("embed_", "overlay_")):  # a frame on another site, or an overlay for a stream
            continue
        for browser in browsers:
            answer = browser.get(address_in(world, str(pattern.name)))
            if not answer["Content-Type"].startswith("text/html") or not answer.content:
                continue
            seen += 1
            if "Lunch until 13:30" not in answer.content.decode():
                without.append(pattern.name)
    assert without == []
    assert seen > 100


def test_announcement_can_be_undone(client, tournament):
    announce(tournament=tournament, sentence="The first round begins.", actor=PROGRAM)
    announce(tournament=tournament, sentence=LUNCH, actor=PROGRAM)
    action = Action.objects.filter(verb="announce").first()
    assert action.sentence == f"Announced: {LUNCH}"
    undo_action(action=action, actor=PROGRAM)
    tournament.refresh_from_db()
    assert tournament.announcement == "The first round begins."


def test_rejects_an_invalid_announcement(tournament):
    with pytest.raises(Refused, match=f"at most {MAX_LENGTH} characters, but this one has 201"):
        announce(tournament=tournament, sentence="x" * 201, actor=PROGRAM)
    with refuses(AnnouncementRefusal.NOTHING_TO_REMOVE):
        announce(tournament=tournament, sentence="  ", actor=PROGRAM)
    assert not Action.objects.filter(verb="announce").exists()


def test_api_posts_an_announcement(tournament, assistant_of):
    answer = assistant_of(tournament).post(
        reverse("api_announcement", args=[tournament.slug]), {"sentence": LUNCH}, content_type="application/json"
    )
    assert answer.json()["announcement"] == LUNCH


def test_api_lists_announcements_newest_first(client, tournament):
    for sentence in (LUNCH, "", "The final begins."):
        announce(tournament=tournament, sentence=sentence, actor=PROGRAM)
    announcements = client.get(reverse("api_announcement", args=[tournament.slug])).json()["results"]
    assert [announcement["sentence"] for announcement in announcements] == ["The final begins.", "", LUNCH]
    assert {announcement["actor"] for announcement in announcements} == {PROGRAM.name}
    assert all(announcement["at"] for announcement in announcements)
