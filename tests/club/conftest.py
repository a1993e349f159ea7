"""Provide fixtures for the club's tests."""

import pytest
from django.test import Client

from tests.conftest import signed_in
from tests.factories import AccessFactory
from tournaments.models import Role


@pytest.fixture
def organizer() -> Client:
    return signed_in(AccessFactory(tournament=None, role=Role.ORGANISER))
