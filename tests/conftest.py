"""What every test may use: clean caches and browsers signed in by role."""

from collections.abc import Callable, Iterator

import pytest
from django.core.cache import cache
from django.test import Client

from tests.factories import AccessFactory, ManagerAccessFactory
from tournaments.access import link_token
from tournaments.models import Access, Role, Team, Tournament


@pytest.fixture(autouse=True)
def _clean_cache() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


def signed_in(access: Access) -> Client:
    """A browser that has opened this invitation link."""
    client = Client()
    client.get(f"/join/{link_token(access)}/", follow=True)
    return client


@pytest.fixture
def director_of() -> Callable[[Tournament], Client]:
    return lambda tournament: signed_in(AccessFactory(tournament=tournament))


@pytest.fixture
def assistant_of() -> Callable[[Tournament], Client]:
    return lambda tournament: signed_in(AccessFactory(tournament=tournament, role=Role.ASSISTANT, label="Assistant"))


@pytest.fixture
def manager_of() -> Callable[[Team], Client]:
    return lambda team: signed_in(ManagerAccessFactory(team=team))


@pytest.fixture
def organiser() -> Client:
    return signed_in(AccessFactory(tournament=None, role=Role.ORGANISER, label="Organiser"))
