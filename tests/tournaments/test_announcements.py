"""What the director says to the room stands on every page, until it is taken down."""

import pytest
from django.urls import reverse

from core.errors import Refused
from tests.factories import TournamentFactory
from tournaments.action_log.writing import PROGRAM
from tournaments.models import Action
from tournaments.services.announcements import LONGEST, announce
from tournaments.services.undo import undo_action

pytestmark = pytest.mark.django_db
LUNCH = "Lunch until 13:30 <in the foyer>."


@pytest.fixture
def tournament():
    return TournamentFactory()


def pages(tournament):
    names = ("tournament", "schedule", "standings", "rules", "log", "round_projector", "standings_projector")
    return [reverse(name, args=[tournament.slug]) for name in names]


def test_everybody_reads_it_on_every_page_and_wall(client, tournament, director_of):
    director_of(tournament).post(reverse("announcement", args=[tournament.slug]), {"sentence": f"  {LUNCH} "})
    for page in pages(tournament):
        shown = client.get(page).content.decode()
        assert "Lunch until 13:30 &lt;in the foyer&gt;." in shown, page
    director_of(tournament).post(reverse("announcement", args=[tournament.slug]), {"sentence": ""})
    for page in pages(tournament)[:4]:
        assert "Lunch until" not in client.get(page).content.decode(), page


def test_the_log_takes_it_back(client, tournament):
    announce(tournament=tournament, sentence="The first round begins.", actor=PROGRAM)
    announce(tournament=tournament, sentence=LUNCH, actor=PROGRAM)
    act = Action.objects.filter(verb="announce").first()
    assert act.sentence == f"Announced: {LUNCH}"
    undo_action(action=act, actor=PROGRAM)
    tournament.refresh_from_db()
    assert tournament.announcement == "The first round begins."


def test_one_that_is_too_long_or_takes_down_nothing_is_refused_and_changes_nothing(tournament):
    with pytest.raises(Refused, match=f"at most {LONGEST} characters, this one 201"):
        announce(tournament=tournament, sentence="x" * 201, actor=PROGRAM)
    with pytest.raises(Refused, match="Nothing is announced"):
        announce(tournament=tournament, sentence="  ", actor=PROGRAM)
    assert not Action.objects.filter(verb="announce").exists()


def test_by_the_api(tournament, assistant_of):
    answer = assistant_of(tournament).post(
        reverse("api_announcement", args=[tournament.slug]), {"sentence": LUNCH}, content_type="application/json"
    )
    assert answer.json()["announcement"] == LUNCH


def test_the_api_lists_what_was_said_the_newest_first(client, tournament):
    for sentence in (LUNCH, "", "The final begins."):
        announce(tournament=tournament, sentence=sentence, actor=PROGRAM)
    said = client.get(reverse("api_announcement", args=[tournament.slug])).json()["results"]
    assert [one["sentence"] for one in said] == ["The final begins.", "", LUNCH]
    assert {one["actor"] for one in said} == {PROGRAM.name}
    assert all(one["at"] for one in said)
