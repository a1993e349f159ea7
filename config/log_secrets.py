"""Keeps invitation links and tokens out of every log line, whoever writes it: whoever holds one is signed in."""

import contextlib
import logging
import logging.config
import re
from typing import Any

# the end of an invitation link: number.nonce~signature, as it is or as an address spells it; and whatever
# stands in its place, such as a link with a letter missing
_SECRETS = re.compile(
    r"(?P<kept>/join(?:/|%2F))[^/\s?#\"']+|\b\d+(?:\.|%2E)[\w-]+(?:~|:|%7E|%3A)[\w-]{40,}", re.IGNORECASE
)


def blotted(text: str) -> str:
    """The text with the secret part of every link and token struck out."""
    return _SECRETS.sub(lambda found: f"{found['kept'] or ''}***", text)


def _record(*given: Any, **more: Any) -> logging.LogRecord:
    record = logging.LogRecord(*given, **more)
    if isinstance(record.args, tuple):
        # by place, as the web server's access log reads them
        record.args = tuple(blotted(one) if isinstance(one, str) else one for one in record.args)
    with contextlib.suppress(TypeError, ValueError):  # arguments that do not fit: logging itself complains of them
        text = record.getMessage()
        if (clean := blotted(text)) != text:
            record.msg, record.args = clean, ()
    return record


def configure_logging(settings: dict[str, Any]) -> None:
    """As Django does it. Records are cleaned where they are made, as the web server has handlers of its own."""
    logging.config.dictConfig(settings)
    logging.setLogRecordFactory(_record)
