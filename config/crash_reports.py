"""Send crashes to Sentry or a compatible server (SENTRY_DSN), without personal data.

A report contains only harmless data: the exception type, the traceback's lines of code, the version and the request ID.
Messages, variables, URLs, form data, cookies and host names aren't sent, because they can contain a name, an email
address or a sign-in link. The log has them under the same request ID.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, cast

from django.conf import settings

from core.faults import infrastructure_fault

if TYPE_CHECKING:
    from sentry_sdk.types import Event, Hint

_EVENT_PARTS: Final = ("event_id", "timestamp", "platform", "level", "logger", "release", "environment", "sdk")
_FRAME_PARTS: Final = (
    "filename",
    "function",
    "module",
    "lineno",
    "pre_context",
    "context_line",
    "post_context",
    "in_app",
)
_SECONDS_TO_SEND: Final = 2


def start_crash_reports() -> None:
    """Start sending logged crashes to Sentry. Do nothing without SENTRY_DSN."""
    if not settings.SENTRY_DSN:
        return
    import sentry_sdk  # noqa: PLC0415 - only installed where it is used
    from sentry_sdk.integrations.atexit import AtexitIntegration  # noqa: PLC0415
    from sentry_sdk.integrations.dedupe import DedupeIntegration  # noqa: PLC0415
    from sentry_sdk.integrations.excepthook import ExcepthookIntegration  # noqa: PLC0415
    from sentry_sdk.integrations.logging import LoggingIntegration  # noqa: PLC0415

    sentry_sdk.init(
        dsn=settings.SENTRY_DSN,
        release=f"pennant@{settings.VERSION}",
        # The other integrations read requests and add headers to outgoing calls.
        default_integrations=False,
        auto_enabling_integrations=False,
        integrations=[
            LoggingIntegration(level=None),
            ExcepthookIntegration(),
            DedupeIntegration(),
            AtexitIntegration(callback=lambda pending, timeout: None),
        ],
        before_send=_harmless_report,
        send_default_pii=False,
        include_local_variables=False,
        max_breadcrumbs=0,
        auto_session_tracking=False,
        send_client_reports=False,
        shutdown_timeout=_SECONDS_TO_SEND,
    )


def _harmless_report(event: "Event", hint: "Hint") -> "Event | None":
    """Return a new event with only the harmless data, or None if nothing crashed."""
    exceptions = event.get("exception", {}).get("values") or []
    if not exceptions or infrastructure_fault((hint.get("exc_info") or (None, None))[1]):
        return None
    report = _parts(event, _EVENT_PARTS)
    report["exception"] = {"values": [_harmless_exception(exception) for exception in exceptions]}
    request_id = getattr(hint.get("log_record"), "request_id", "")
    report["tags"] = {"request_id": request_id} if request_id else {}
    return cast("Event", report)


def _harmless_exception(exception: Mapping[str, Any]) -> dict[str, Any]:
    frames = (exception.get("stacktrace") or {}).get("frames") or []
    report = _parts(exception, ("type", "module"))
    report["stacktrace"] = {"frames": [_parts(frame, _FRAME_PARTS) for frame in frames]}
    return report


def _parts(mapping: Mapping[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    return {name: mapping[name] for name in names if name in mapping}
