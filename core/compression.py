"""Compress text responses with gzip, unless that could reveal a secret.

If a page contains both a secret and text from its query string, its compressed size can leak the secret letter by
letter. That's why Django masks form tokens. Pages with sign-in links opt out with `Content-Encoding: identity`.
"""

import gzip
import re
from typing import Final

from django.http import HttpRequest

MIN_BYTES: Final = 1024  # smaller responses fit into one packet anyway
FAST = 1
SMALLEST = 6
_TEXT: Final = re.compile(r"text/(?!event-stream)|application/(json|javascript|vnd\.oai)|image/svg")
_ACCEPTED: Final = re.compile(r"\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))")


def is_compressible(kind: str, size: int) -> bool:
    """Return whether to compress a response with this Content-Type and size in bytes."""
    return size >= MIN_BYTES and bool(_TEXT.match(kind))


def accepts_gzip(accept_encoding: str) -> bool:
    return bool(_ACCEPTED.search(accept_encoding))


def client_accepts_gzip(request: HttpRequest) -> bool:
    return accepts_gzip(request.headers.get("Accept-Encoding", ""))


def compress(content: bytes, level: int = FAST) -> bytes:
    return gzip.compress(content, level, mtime=0)
