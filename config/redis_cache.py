"""Redis cache that treats errors as misses, then pauses briefly before it tries Redis again."""

import logging
import time
from collections.abc import Callable
from typing import Any, TypeVar

import redis
from django.core.cache.backends.redis import RedisCache, RedisCacheClient

logger = logging.getLogger(__name__)
_PAUSE_SECONDS = 2.0
Answer = TypeVar("Answer")


class _RedisConnection:
    """State of a Redis server, shared by all threads. Django gives each thread its own cache object."""

    def __init__(self) -> None:
        self.paused_until = 0.0  # 0 if the last call succeeded

    def call(self, command: Callable[[], Answer], default: Answer) -> Answer:
        """Run a Redis command. Return `default` if it fails, and during the pause after a failure."""
        now = time.monotonic()
        if now < self.paused_until:
            return default
        had_failed = bool(self.paused_until)
        if had_failed:
            self.paused_until = now + _PAUSE_SECONDS  # One thread tries Redis while the others use the default.
        try:
            answer = command()
        except redis.RedisError as error:
            self.paused_until = time.monotonic() + _PAUSE_SECONDS
            if not had_failed:
                logger.warning("Redis isn't responding, so pages are built without the cache: %s", error)
            return default
        self.paused_until = 0.0
        return answer


_connections: dict[str, _RedisConnection] = {}


class _FailOpenClient(RedisCacheClient):
    def __init__(self, servers: list[str], **options: Any) -> None:
        super().__init__(servers, **options)
        self._connection = _connections.setdefault(servers[0], _RedisConnection())

    def add(self, key: Any, value: Any, timeout: Any) -> bool:
        return self._connection.call(lambda: super(_FailOpenClient, self).add(key, value, timeout), False)

    def get(self, key: Any, default: Any) -> Any:
        return self._connection.call(lambda: super(_FailOpenClient, self).get(key, default), default)

    def set(self, key: Any, value: Any, timeout: Any) -> None:
        self._connection.call(lambda: super(_FailOpenClient, self).set(key, value, timeout), None)

    def touch(self, key: Any, timeout: Any) -> bool:
        return self._connection.call(lambda: super(_FailOpenClient, self).touch(key, timeout), False)

    def delete(self, key: Any) -> bool:
        return self._connection.call(lambda: super(_FailOpenClient, self).delete(key), False)

    def get_many(self, keys: Any) -> dict[Any, Any]:
        return self._connection.call(lambda: super(_FailOpenClient, self).get_many(keys), {})

    def has_key(self, key: Any) -> bool:
        return self._connection.call(lambda: super(_FailOpenClient, self).has_key(key), False)

    def set_many(self, data: Any, timeout: Any) -> None:
        self._connection.call(lambda: super(_FailOpenClient, self).set_many(data, timeout), None)

    def delete_many(self, keys: Any) -> None:
        self._connection.call(lambda: super(_FailOpenClient, self).delete_many(keys), None)

    def clear(self) -> bool:
        return self._connection.call(lambda: super(_FailOpenClient, self).clear(), False)


class FailOpenRedisCache(RedisCache):
    """Redis cache that treats errors as misses. Use it only for values that can be rebuilt; `incr` still raises."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = _FailOpenClient
