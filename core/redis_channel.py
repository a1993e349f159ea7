"""What other processes wrote, heard by way of Redis. Only a hosted installation has the package that this needs."""

import asyncio
import contextlib
from collections.abc import Callable
from functools import cache

import redis
import redis.asyncio
from django.conf import settings

_CHANNEL = "pennant.actions"


def publish(topic: int) -> None:
    with contextlib.suppress(redis.RedisError):  # the log is the truth; pages catch up from it
        _client().publish(_CHANNEL, topic)


async def listen(
    wake: Callable[[int], None], wake_all: Callable[[], None], wanted: Callable[[], bool], pause: float
) -> None:
    """Wakes a topic for every act that another process announces, and all of them when the line has been down."""
    while wanted():
        try:
            async with redis.asyncio.Redis.from_url(settings.REDIS_URL) as client, client.pubsub() as channel:
                await channel.subscribe(_CHANNEL)
                wake_all()
                while wanted():
                    message = await channel.get_message(ignore_subscribe_messages=True, timeout=pause)
                    if message:
                        wake(int(message["data"]))
        except redis.RedisError:
            await asyncio.sleep(pause)
            wake_all()


@cache
def _client() -> redis.Redis:
    # a Redis that hangs must not hold up whoever writes
    return redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=0.5, socket_timeout=0.5)
