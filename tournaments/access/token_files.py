"""Let programs download files with an API key or a sign-in link's token."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase

from core.api.errors import error_body, problem_answer, refusal_body
from core.errors import Forbidden, TooManyAttempts
from core.rate_limits import limit_response
from tournaments.access.api_keys import WRONG_TOKEN, bearer_token, holder_of_token
from tournaments.access.attempts import LINK, count_wrong_entry
from tournaments.access.viewers import Viewers
from tournaments.refusals import ApiKeyRefusal

FileView = Callable[..., HttpResponseBase]


def accepts_token(*, with_secrets: bool = False) -> Callable[[FileView], FileView]:
    """Accept `Authorization: Bearer <token>` for a file download. Make this the outermost decorator.

    Args:
        with_secrets: The file lets its reader act for other people, so read-only keys are rejected.
    """

    def accept(view: FileView) -> FileView:
        @wraps(view)
        def view_with_token(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            token = bearer_token(request)
            if not token or request.method not in ("GET", "HEAD"):
                return view(request, *args, **kwargs)
            holder = holder_of_token(token)
            if holder is None:
                return _refuse(request)
            if holder.is_read_only and with_secrets:
                return problem_answer(refusal_body(Forbidden(ApiKeyRefusal.READ_ONLY)), 403)
            request.viewers = Viewers([holder.access])  # type: ignore[attr-defined]
            request.used_key = holder.key  # type: ignore[attr-defined]
            response = view(request, *args, **kwargs)
            response.headers["Cache-Control"] = "no-store"
            return response

        view_with_token.accepts_token = True  # type: ignore[attr-defined]
        return view_with_token

    return accept


def _refuse(request: HttpRequest) -> HttpResponse:
    wait = count_wrong_entry(request, LINK)
    answer = _limit_answer(wait) if wait else problem_answer(error_body(WRONG_TOKEN), 401)
    answer.headers["WWW-Authenticate"] = "Bearer"
    return answer


def _limit_answer(wait: int) -> HttpResponse:
    refused = TooManyAttempts(ApiKeyRefusal.TOO_MANY_TOKENS, retry_after=wait)
    return limit_response(problem_answer(refusal_body(refused), 429), wait)
