"""Test that every tournament page shows times in the venue's time zone."""

from datetime import UTC, datetime

import pytest
from django.test import Client
from django.utils import timezone

from tests.factories import TournamentFactory
from tournaments.action_log.writing import PROGRAM, record_action
from tournaments.models import Action

pytestmark = pytest.mark.django_db

EVENING = datetime(2026, 7, 11, 1, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("zone", "shown"), [("America/Chicago", "Jul 10, 8:30:00 PM"), ("Asia/Tokyo", "Jul 11, 10:30:00 AM")]
)
def test_pages_use_the_tournaments_time_zone(zone, shown):
    tournament = TournamentFactory(time_zone=zone)
    action = record_action(tournament=tournament, actor=PROGRAM, verb="test", sentence="A pick is made.")
    Action.objects.filter(pk=action.pk).update(at=EVENING)
    page = Client().get(f"/t/{tournament.slug}/log/").content.decode()
    assert "A pick is made." in page
    assert shown in page


def test_dashboard_uses_the_tournaments_time_zone(director_of):
    tournament = TournamentFactory(time_zone="America/Chicago")
    action = record_action(tournament=tournament, actor=PROGRAM, verb="test", sentence="A pick is made.")
    Action.objects.filter(pk=action.pk).update(at=EVENING)
    assert "8:30 PM" in director_of(tournament).get(f"/t/{tournament.slug}/dashboard/").content.decode()


def test_time_zone_is_reset_after_the_request():
    before = timezone.get_current_timezone_name()
    tournament = TournamentFactory(time_zone="Asia/Tokyo")
    assert Client().get(f"/t/{tournament.slug}/").status_code == 200
    assert timezone.get_current_timezone_name() == before
