"""Test that My team and a page's notifications use different rows in the same cache."""

import pytest
from django.urls import reverse

from tests.factories import SeriesFactory
from tournaments.action_log.writing import PROGRAM
from tournaments.models import Tournament
from tournaments.services.announcements import announce

pytestmark = pytest.mark.django_db


def test_my_team_loads_after_its_notices(manager_of) -> None:
    series = SeriesFactory(table=1)
    Tournament.objects.filter(pk=series.tournament.pk).update(stage=Tournament.Stage.ROUND_ROBIN)
    announce(tournament=series.tournament, sentence="Round 1 starts now.", actor=PROGRAM)
    phone = manager_of(series.home)
    notices = phone.get(reverse("notices_now", args=[series.tournament.slug])).json()["notices"]
    assert notices
    assert phone.get(reverse("my_team", args=[series.tournament.slug])).status_code == 200
