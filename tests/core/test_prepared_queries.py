"""Test that precompiled queries return the same rows as Django's own queries."""

import pytest

from core.prepared_queries import EXAMPLE_ID, EXAMPLE_OTHER_ID, PreparedQuery, PreparedValues
from tests.factories import AccessFactory, ManagerAccessFactory, SeriesFactory
from tournaments.models import Access, Device, Series

pytestmark = pytest.mark.django_db

WITH_TEAM = PreparedQuery(lambda: Device.objects.filter(access=EXAMPLE_ID).select_related("access__team"))
OF_PAIR = PreparedValues(
    lambda: Series.objects.filter(home=EXAMPLE_ID, away=EXAMPLE_OTHER_ID, status=Series.Status.SCHEDULED).values_list(
        "pk", "home_rolls"
    )
)


def test_relations_of_relations_are_read_with_the_object(django_assert_num_queries):
    access = ManagerAccessFactory()
    Device.objects.create(key="k", access=access)
    with django_assert_num_queries(1):
        (device,) = WITH_TEAM.rows_of(access.pk)
        assert (device.access, device.access.team) == (access, access.team)


def test_an_empty_relation_is_none_without_a_query(django_assert_num_queries):
    access = AccessFactory()
    Device.objects.create(key="k", access=access)
    with django_assert_num_queries(1):
        (device,) = WITH_TEAM.rows_of(access.pk)
        assert device.access.team is None
    assert Access.objects.get() == device.access


def test_values_are_converted_and_each_call_has_its_own_ids():
    first, second = SeriesFactory(home_rolls=[[4, 9]]), SeriesFactory()
    assert OF_PAIR.rows_of(first.home_id, first.away_id) == [(first.pk, [[4, 9]])]
    assert OF_PAIR.rows_of(second.home_id, second.away_id) == [(second.pk, [])]
    assert OF_PAIR.rows_of(first.home_id, second.away_id) == []
    Series.objects.filter(pk=first.pk).update(status=Series.Status.VOID)
    assert OF_PAIR.rows_of(first.home_id, first.away_id) == [], "the status of the example counts"


def test_no_row_has_an_id_beyond_64_bits():
    assert WITH_TEAM.rows_of(2**63) == []
    assert OF_PAIR.rows_of(1, 10**40) == []
