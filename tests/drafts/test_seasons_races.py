"""Test two people creating the same card set at the same moment."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from core.errors import Refused
from drafts.models import CardSet
from drafts.services.card_sets import card_rows, import_card_set, park_rows
from seasons.players_and_parks import read_season

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


def test_second_of_two_simultaneous_sets_with_equal_names_is_refused() -> None:
    barrier = Barrier(2)

    def store() -> str:
        season = read_season(1871)
        barrier.wait()
        try:
            import_card_set(name="Twice", system="", cards=card_rows(season), parks=park_rows(season))
        except Refused as refused:
            return str(refused)
        finally:
            connection.close()
        return "stored"

    with ThreadPoolExecutor(2) as people:
        results = sorted(task.result() for task in [people.submit(store), people.submit(store)])
    assert results[1] == "stored"
    assert "“Twice”" in results[0]
    assert CardSet.objects.get().cards.count() == 115
