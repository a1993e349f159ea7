"""Random requests to every endpoint of a table. `python -m tests.drills --api 100000` sends more."""

import random

import pytest

from tests.drills.table_requests import TableCount, TableRequests, table_operations
from tests.drills.table_worlds import world_of
from tests.play.tables import started_game

pytestmark = pytest.mark.django_db


def test_the_description_has_the_endpoints_of_a_table() -> None:
    assert {operation.path.rsplit("/", 2)[1] for operation in table_operations()} >= {"{public_id}", "ready", "moves"}


@pytest.mark.parametrize("dice", ["committed", "real"])
def test_no_request_breaks_a_table_or_moves_for_another_seat(dice: str) -> None:
    game, _, _ = started_game(dice=dice)
    count = TableCount()
    TableRequests(world_of(game), random.Random(dice), count).run(100)
    assert count.faults == []
    assert count.accepted
