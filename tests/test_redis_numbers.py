"""Test that parallel test runs on one Redis don't clear each other's databases."""

from tests.redis_numbers import EACH, moved, of_worker


def test_workers_use_distinct_redis_databases():
    firsts = [of_worker("redis://127.0.0.1:6379/9", worker) for worker in ("gw0", "gw1")]
    used = [moved(first, place) for first in firsts for place in range(EACH)]
    assert used == [f"redis://127.0.0.1:6379/{number}" for number in range(9, 15)]
