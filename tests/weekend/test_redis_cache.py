"""Test that errors during a Redis outage are cache misses, and that no request waits twice."""

import socket
import time

import pytest

from config.redis_cache import FailOpenRedisCache
from tests.hosted import OwnRedis, wait_until
from tests.machine import free_port

OPTIONS = {"OPTIONS": {"socket_connect_timeout": 0.5, "socket_timeout": 0.5}}


def cache_at(url):
    return FailOpenRedisCache(url, OPTIONS)


@pytest.fixture
def own_redis(tmp_path):
    server = OwnRedis(tmp_path)
    server.start()
    yield server
    server.kill()


def test_cache_returns_defaults_while_redis_is_down():
    cache = cache_at(f"redis://127.0.0.1:{free_port()}/0")
    assert cache.get("page", "made") == "made"
    assert cache.get_many(["page"]) == {}
    assert cache.get_or_set("page", lambda: "made") == "made"
    assert cache.has_key("page") is False
    assert [cache.add("page", 1), cache.touch("page"), cache.delete("page"), cache.clear()] == [False] * 4
    assert cache.set("page", 1) is None
    assert cache.set_many({"page": 1}) == []
    assert cache.delete_many(["page"]) is None


def test_cache_recovers_when_redis_is_back(own_redis, caplog):
    cache = cache_at(own_redis.url)
    cache.set("page", "kept")
    assert cache.get("page") == "kept"
    own_redis.kill()
    assert [cache.get("page") for _ in range(50)] == [None] * 50
    assert [record.levelname for record in caplog.records] == ["WARNING"], "told once, not with every page"
    own_redis.start()
    wait_until(lambda: cache.set("page", "kept") or cache.get("page") == "kept", 20)


def test_hanging_redis_delays_the_process_only_once():
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"redis://127.0.0.1:{silent.getsockname()[1]}/0"
        started_at = time.monotonic()
        answers = [cache_at(url).get("page", "made") for _ in range(200)]  # each Django thread has a cache object
        assert answers == ["made"] * 200
        assert time.monotonic() - started_at < 5
