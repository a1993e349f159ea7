"""Test that links opened automatically by messaging and mail programs don't sign in or check in anyone (F28)."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.conftest import signed_in
from tests.factories import AccessFactory, ManagerAccessFactory
from tournaments.access.links import link_token
from tournaments.models import Device

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def test_opening_a_link_does_not_sign_in(director_of):
    access = ManagerAccessFactory()
    link = f"/join/{link_token(access)}/"
    messenger = Client()
    assert [messenger.head(link).status_code, messenger.get(link).status_code] == [200, 200]
    access.refresh_from_db()
    assert access.last_used_at is None
    assert not Device.objects.exists()
    check_in = director_of(access.tournament).get(reverse("people", args=[access.tournament.slug]))
    assert "1 not here yet" in check_in.content.decode()


def test_confirming_a_link_signs_in_and_checks_in(director_of):
    access = ManagerAccessFactory()
    phone = Client()
    link = f"/join/{link_token(access)}/"
    assert f"Sign in as {access.team.name}" in phone.get(link).content.decode()
    assert phone.post(link).headers["Location"] == reverse("my_team", args=[access.tournament.slug])
    assert phone.get(link).headers["Location"] == reverse("my_team", args=[access.tournament.slug])
    check_in = director_of(access.tournament).get(reverse("people", args=[access.tournament.slug]))
    assert "1 of 1 here" in check_in.content.decode()


def test_heartbeat_records_when_a_link_was_last_used():
    access = ManagerAccessFactory()
    phone = signed_in(access)
    type(access).objects.filter(pk=access.pk).update(last_used_at=None)
    phone.get(reverse("my_team", args=[access.tournament.slug]))
    access.refresh_from_db()
    assert access.last_used_at is None
    assert phone.post(reverse("here")).status_code == 204
    access.refresh_from_db()
    first = access.last_used_at
    assert first is not None
    phone.post(reverse("here"))  # once a minute is enough
    access.refresh_from_db()
    assert access.last_used_at == first


def test_link_preview_shows_the_tournament_name():
    access = AccessFactory()
    page = Client().get(f"/join/{link_token(access)}/").content.decode()
    assert f'property="og:title" content="{access.tournament}"' in page
