"""The cache in Redis, which pages can do without: a fault is a miss, and for a moment nobody asks Redis again."""

import logging
import time
from collections.abc import Callable
from typing import Any, TypeVar

import redis
from django.core.cache.backends.redis import RedisCache, RedisCacheClient

logger = logging.getLogger(__name__)
_PAUSE_SECONDS = 2.0
Answer = TypeVar("Answer")


class _Line:
    """Whether a Redis answers, known to every thread of this process: Django gives each a cache object of its own."""

    def __init__(self) -> None:
        self.silent_until = 0.0  # 0: it answered when it was last asked

    def ask(self, question: Callable[[], Answer], without: Answer) -> Answer:
        """The answer of Redis, or `without` where it gives none or is left alone."""
        now = time.monotonic()
        if now < self.silent_until:
            return without
        was_silent = bool(self.silent_until)
        if was_silent:
            self.silent_until = now + _PAUSE_SECONDS  # one asks, the others go on without
        try:
            answer = question()
        except redis.RedisError as fault:
            self.silent_until = time.monotonic() + _PAUSE_SECONDS
            if not was_silent:
                logger.warning("Redis does not answer, pages are made without the cache: %s", fault)
            return without
        self.silent_until = 0.0
        return answer


_lines: dict[str, _Line] = {}


class _Client(RedisCacheClient):
    def __init__(self, servers: list[str], **options: Any) -> None:
        super().__init__(servers, **options)
        self._line = _lines.setdefault(servers[0], _Line())

    def add(self, key: Any, value: Any, timeout: Any) -> bool:
        return self._line.ask(lambda: super(_Client, self).add(key, value, timeout), False)

    def get(self, key: Any, default: Any) -> Any:
        return self._line.ask(lambda: super(_Client, self).get(key, default), default)

    def set(self, key: Any, value: Any, timeout: Any) -> None:
        self._line.ask(lambda: super(_Client, self).set(key, value, timeout), None)

    def touch(self, key: Any, timeout: Any) -> bool:
        return self._line.ask(lambda: super(_Client, self).touch(key, timeout), False)

    def delete(self, key: Any) -> bool:
        return self._line.ask(lambda: super(_Client, self).delete(key), False)

    def get_many(self, keys: Any) -> dict[Any, Any]:
        return self._line.ask(lambda: super(_Client, self).get_many(keys), {})

    def has_key(self, key: Any) -> bool:
        return self._line.ask(lambda: super(_Client, self).has_key(key), False)

    def set_many(self, data: Any, timeout: Any) -> None:
        self._line.ask(lambda: super(_Client, self).set_many(data, timeout), None)

    def delete_many(self, keys: Any) -> None:
        self._line.ask(lambda: super(_Client, self).delete_many(keys), None)

    def clear(self) -> bool:
        return self._line.ask(lambda: super(_Client, self).clear(), False)


class RedisCacheToDoWithout(RedisCache):
    """Django's cache in Redis for what can be made again, such as finished pages. `incr` still raises: it counts."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = _Client
