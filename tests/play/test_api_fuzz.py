"""Send random requests to every endpoint of a table. `python -m tests.drills --api 100000` sends more."""

import random

import pytest

from tests.drills.table_requests import TableCount, TableRequests, table_operations
from tests.drills.table_worlds import world_of
from tests.play.tables import started_game

pytestmark = pytest.mark.django_db


def test_schema_includes_the_table_endpoints() -> None:
    assert {operation.path.rsplit("/", 2)[1] for operation in table_operations()} >= {"{public_id}", "ready", "moves"}


@pytest.mark.parametrize("dice", ["committed", "real"])
def test_random_requests_never_break_a_table_or_move_another_seat(dice: str) -> None:
    game, _, _ = started_game(dice=dice)
    count = TableCount()
    TableRequests(world_of(game), random.Random(dice), count).run(100)
    assert count.faults == []
    assert count.accepted
