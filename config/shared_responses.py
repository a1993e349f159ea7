"""Build a page once when many visitors reload it after the same action, and share the response without a thread.

A page that reloads sends the number of the action that triggered the reload (X-Act). A shared response shows that
action or a later one, and comes from the visitors' page cache (core/page_cache.py). Requests with a session cookie
aren't shared.
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
        self._futures: OrderedDict[SharedRequest, asyncio.Future[SharedResponse | None]] = OrderedDict()

    async def get(self, request: SharedRequest, make: ResponseMaker) -> SharedResponse | None:
        """Return the shared response, building it if necessary, or None if it can't be shared."""
        pending = self._futures.get(request)
        if pending is not None:
            return await asyncio.shield(pending)
        future = self._futures[request] = asyncio.get_running_loop().create_future()
        if len(self._futures) > _MAX_RESPONSES:
            self._futures.popitem(last=False)
        shared = None
        try:
            shared = await make()
        finally:  # Do this even after an error, so that no request waits forever.
            future.set_result(shared)
            if shared is None:
                self._futures.pop(request, None)
        return shared


def shared_request(scope: Any) -> SharedRequest | None:
    """Return the cache key for a visitor's page reload, or None for any other request."""
    if scope["method"] != "GET":
        return None
    headers = dict(scope["headers"])
    action_number = headers.get(b"x-act", b"")
    if (
        not (action_number.isdigit() and len(action_number) < 19)
        or b"authorization" in headers
        or b"if-none-match" in headers
    ):
        return None
    cookies = headers.get(b"cookie", b"").decode("latin1")
    if settings.SESSION_COOKIE_NAME in cookies or "messages" in cookies:
        return None
    has_gzip = accepts_gzip(headers.get(b"accept-encoding", b"").decode())
    return scope["path"], scope["query_string"], has_gzip, int(action_number)


def shareable_response(
    request: SharedRequest, status: int, headers: list[tuple[bytes, bytes]], content: bytes
) -> SharedResponse | None:
    """Return the response if it is the same for all visitors and shows the requested action. Otherwise, return None."""
    header_by_name = dict(headers)
    newest = header_by_name.get(_NEWEST, b"")
    if status != 200 or b"set-cookie" in header_by_name or not newest.isdigit() or int(newest) < request[-1]:
        return None
    return SharedResponse(headers, content)
