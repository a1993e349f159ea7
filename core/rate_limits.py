"""Limit attempts within a period, such as wrong PINs in 15 minutes, and respond with 429 (RFC 6585)."""

import math
from datetime import timedelta
from http import HTTPStatus
from typing import Any, TypeVar

from django.db.models import QuerySet
from django.http import HttpResponseBase
from django.utils import timezone

from core.errors import Refused, Stale, TooManyAttempts

_Response = TypeVar("_Response", bound=HttpResponseBase)


def seconds_until_allowed(rows: QuerySet[Any], time_field: str, *, most: int, period: timedelta) -> int:
    """Return the whole seconds until fewer than `most` rows are within the period, or 0 if fewer are now.

    This uses a single query.
    """
    since = timezone.now() - period
    times = rows.filter(**{f"{time_field}__gt": since}).order_by(f"-{time_field}").values_list(time_field, flat=True)
    newest_times = list(times[:most])
    return math.ceil((newest_times[-1] - since).total_seconds()) if 0 < most == len(newest_times) else 0


def limit_response(response: _Response, seconds: int) -> _Response:
    """Change a response to 429, with the seconds until the next attempt."""
    response.status_code = HTTPStatus.TOO_MANY_REQUESTS
    response.headers["Retry-After"] = str(seconds)
    return response


def refused_page(page: _Response, refused: Refused) -> _Response:
    """Set the status of a page with an error: 429 after too many attempts, 409 if it was stale, otherwise 400."""
    if isinstance(refused, TooManyAttempts):
        return limit_response(page, refused.retry_after)
    page.status_code = HTTPStatus.CONFLICT if isinstance(refused, Stale) else HTTPStatus.BAD_REQUEST
    return page
