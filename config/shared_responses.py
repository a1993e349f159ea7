"""Open pages of visitors ask for the same page after each act: it is made once, and handed on without a thread.

A page that reads itself anew says up to which act it has heard (X-Act). What is handed on shows that act or a later,
and is a page that is kept for all visitors anyway (core/page_cache.py). Whoever brings a cookie gets a page of his own.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any, Final, NamedTuple

from django.conf import settings

from core.compression import accepts_gzip
from core.page_cache import NEWEST_ACTION_HEADER

_MAX_RESPONSES: Final = 64
_NEWEST: Final = NEWEST_ACTION_HEADER.lower().encode()


class SharedResponse(NamedTuple):
    headers: list[tuple[bytes, bytes]]
    content: bytes


SharedRequest = tuple[str, bytes, bool, int]
ResponseMaker = Callable[[], Awaitable[SharedResponse | None]]


class SharedResponses:
    def __init__(self) -> None:
        self._made: OrderedDict[SharedRequest, asyncio.Future[SharedResponse | None]] = OrderedDict()

    async def get(self, asked: SharedRequest, make: ResponseMaker) -> SharedResponse | None:
        """What is asked for, made where nobody has made it; None where it is not for everybody."""
        known = self._made.get(asked)
        if known is not None:
            return await asyncio.shield(known)
        future = self._made[asked] = asyncio.get_running_loop().create_future()
        if len(self._made) > _MAX_RESPONSES:
            self._made.popitem(last=False)
        shared = None
        try:
            shared = await make()
        finally:  # whatever happens, nobody waits for ever
            future.set_result(shared)
            if shared is None:
                self._made.pop(asked, None)
        return shared


def shared_request(scope: Any) -> SharedRequest | None:
    """What a visitor's open page reads anew; None for all other requests."""
    if scope["method"] != "GET":
        return None
    headers = dict(scope["headers"])
    act = headers.get(b"x-act", b"")
    if not (act.isdigit() and len(act) < 19) or b"authorization" in headers or b"if-none-match" in headers:
        return None
    cookies = headers.get(b"cookie", b"").decode("latin1")
    if settings.SESSION_COOKIE_NAME in cookies or "messages" in cookies:
        return None
    return scope["path"], scope["query_string"], accepts_gzip(headers.get(b"accept-encoding", b"").decode()), int(act)


def shareable_response(
    asked: SharedRequest, status: int, headers: list[tuple[bytes, bytes]], content: bytes
) -> SharedResponse | None:
    """The answer, where it is the same for all visitors and shows the act that was asked for."""
    named = dict(headers)
    newest = named.get(_NEWEST, b"")
    if status != 200 or b"set-cookie" in named or not newest.isdigit() or int(newest) < asked[-1]:
        return None
    return SharedResponse(headers, content)
