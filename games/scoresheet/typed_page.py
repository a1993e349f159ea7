"""Which open page of the grid something was typed on, as its script says."""

import re
from collections.abc import Mapping

from games.scoresheet.typed import TypedPage

_KEY = re.compile(r"[a-z0-9]{8,40}", re.ASCII)
_STAMP = re.compile(r"\d{1,15}", re.ASCII)
_MOST = 40


def typed_page(posted: Mapping[str, str]) -> TypedPage | None:
    """None for a page without script, which keeps nothing but what it saves."""
    key, stamp, version = (posted.get(name, "") for name in ("page", "stamp", "version"))
    if not (_KEY.fullmatch(key) and _STAMP.fullmatch(stamp) and _STAMP.fullmatch(version)):
        return None
    answers = (one.partition("@") for one in posted.get("answers_for", "").split()[:_MOST])
    pairs = ((name, int(at)) for name, _, at in answers if _KEY.fullmatch(name) and _STAMP.fullmatch(at))
    return TypedPage(key, int(stamp), min(int(version), 2**31 - 1), tuple(pairs))
