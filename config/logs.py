"""Log lines: links and tokens are kept out of every one, whoever writes it; `LOG_FORMAT=json` writes them as JSON."""

import contextlib
import json
import logging
import logging.config
import re
from datetime import UTC, datetime
from typing import Any

from core.faults import fault_of

# what stops somebody's mail, and the end of an invitation link: number.nonce~signature, as it is or as an address
# spells it; and whatever stands in its place, such as a link with a letter missing
_SECRETS = re.compile(
    r"(?P<kept>/(?:join|stop-mail)(?:/|%2F))[^/\s?#\"']+|\b\d+(?:\.|%2E)[\w-]+(?:~|:|%7E|%3A)[\w-]{40,}", re.IGNORECASE
)


def blotted(text: str) -> str:
    """The text with the secret part of every link and token struck out."""
    return _SECRETS.sub(lambda found: f"{found['kept'] or ''}***", text)


def _record(*given: Any, **more: Any) -> logging.LogRecord:
    record = logging.LogRecord(*given, **more)
    _without_a_needless_traceback(record)
    if isinstance(record.args, tuple):
        # by place, as the web server's access log reads them
        record.args = tuple(blotted(one) if isinstance(one, str) else one for one in record.args)
    with contextlib.suppress(TypeError, ValueError):  # arguments that do not fit: logging itself complains of them
        text = record.getMessage()
        if (clean := blotted(text)) != text:
            record.msg, record.args = clean, ()
    return record


def _without_a_needless_traceback(record: logging.LogRecord) -> None:
    """One line where the program did right: it refused what a visitor sent, such as another host's name, or it met a
    disk, folder or database that failed, and has a sentence for that."""
    if record.name.startswith("django.security."):
        record.exc_info = None
    elif record.name == "django.request" and record.exc_info and (fault := fault_of(record.exc_info[1])):
        first_line = str(record.exc_info[1]).partition("\n")[0]
        record.msg, record.args = f"{record.getMessage()}: {fault.title} ({first_line})", ()
        record.exc_info = None


def configure_logging(settings: dict[str, Any]) -> None:
    """As Django does it. Records are cleaned where they are made, as the web server has handlers of its own."""
    logging.config.dictConfig(settings)
    logging.setLogRecordFactory(_record)


class JsonLines(logging.Formatter):
    """When, how grave, who says it, what; and the traceback where there is one."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)
