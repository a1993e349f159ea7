"""Remove sign-in links, tokens and email addresses from every log line. `LOG_FORMAT=json` writes lines as JSON."""

import contextlib
import json
import logging
import logging.config
import re
from datetime import UTC, datetime
from typing import Any

from core.faults import infrastructure_fault
from core.request_facts import current_request_id

# Matches unsubscribe links, confirmation links and sign-in tokens (number.nonce~signature), plain or percent-encoded,
# and any text after their path, such as in a mistyped link.
_SECRETS = re.compile(
    r"(?P<kept>/(?:join|stop-mail|confirm-mail|calendar|my-data|sign-up/mine)(?:/|%2F))[^/\s?#\"']+"
    r"|\bpennant_[\w-]{40,}"
    r"|\b\d+(?:\.|%2E)[\w-]+(?:~|:|%7E|%3A)[\w-]{40,}",
    re.IGNORECASE,
)
_MAIL_ADDRESS = re.compile(r"[\w.+-]+(?:@|%40)[\w-]+(?:\.[\w-]+)+", re.IGNORECASE)


def redact_secrets(text: str) -> str:
    """Replace tokens, secrets in links, and email addresses with asterisks."""
    text = _SECRETS.sub(lambda match: f"{match['kept'] or ''}***", text)
    return _MAIL_ADDRESS.sub("***@***", text)


def _record(*args: Any, **kwargs: Any) -> logging.LogRecord:
    record = logging.LogRecord(*args, **kwargs)
    _drop_needless_traceback(record)
    record.__dict__["request_id"] = current_request_id()
    if isinstance(record.args, tuple):
        # The web server's access log reads arguments by position.
        record.args = tuple(redact_secrets(value) if isinstance(value, str) else value for value in record.args)
    with contextlib.suppress(TypeError, ValueError):  # The logging module reports mismatched arguments itself.
        text = record.getMessage()
        redacted = redact_secrets(text)
        if redacted != text:
            record.msg, record.args = redacted, ()
    return record


def _drop_needless_traceback(record: logging.LogRecord) -> None:
    """Drop the traceback of an expected error, such as a rejected request or a disk or database failure."""
    if record.name.startswith("django.security."):
        record.exc_info = None
    elif record.name == "django.request" and record.exc_info and (fault := infrastructure_fault(record.exc_info[1])):
        first_line = str(record.exc_info[1]).partition("\n")[0]
        record.msg, record.args = f"{record.getMessage()}: {fault.title} ({first_line})", ()
        record.exc_info = None


def configure_logging(settings: dict[str, Any]) -> None:
    """Configure logging as Django does, and redact each record when it is created, before any handler sees it."""
    logging.config.dictConfig(settings)
    logging.setLogRecordFactory(_record)


class PlainLines(logging.Formatter):
    """Formatter that appends the request ID in brackets to the message."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - a method of logging
        request_id = _request_id(record)
        return f"{record.message} [{request_id}]" if request_id else record.message

    def format(self, record: logging.LogRecord) -> str:
        # Redact again, because the record factory doesn't see the traceback.
        return redact_secrets(super().format(record))


class JsonLines(logging.Formatter):
    """Formatter that writes one JSON object: time, level, logger, message, request ID, fields and traceback."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if request_id := _request_id(record):
            line["request_id"] = request_id
        line |= getattr(record, "fields", {})
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        redacted = {name: redact_secrets(value) if isinstance(value, str) else value for name, value in line.items()}
        return json.dumps(redacted, ensure_ascii=False)


def _request_id(record: logging.LogRecord) -> str:
    # Records created before logging was configured have no request ID.
    return str(getattr(record, "request_id", ""))
