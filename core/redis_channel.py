"""Announce log entries to other processes through Redis. Only hosted installations need the Redis package."""

import asyncio
import contextlib
from collections.abc import Callable, Collection
from functools import cache

import redis
import redis.asyncio
from django.conf import settings

_CHANNEL = "pennant.actions"


def publish(topics: Collection[int]) -> None:
    with contextlib.suppress(redis.RedisError):  # pages catch up from the log
        _client().publish(_CHANNEL, ",".join(map(str, topics)))


async def listen(
    wake: Callable[..., None], wake_all: Callable[[], None], is_watched: Callable[[], bool], pause: float
) -> None:
    """Wake the topics in each message, and all topics after a lost connection."""
    while is_watched():
        try:
            async with redis.asyncio.Redis.from_url(settings.REDIS_URL) as client, client.pubsub() as channel:
                await channel.subscribe(_CHANNEL)
                wake_all()
                while is_watched():
                    message = await channel.get_message(ignore_subscribe_messages=True, timeout=pause)
                    if message:
                        wake(*map(int, message["data"].decode().split(",")))
        except redis.RedisError:
            await asyncio.sleep(pause)
            wake_all()


@cache
def _client() -> redis.Redis:
    # an unresponsive Redis server must not delay writes
    return redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=0.5, socket_timeout=0.5)
