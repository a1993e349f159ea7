"""The game systems, each a package of its own that fills in `baseball/system.py`; no other part names one.

`protocol_check.py` is for mypy, which holds each of them against the Protocol there.
"""

from importlib import import_module
from typing import Final, cast

from rules_engine.baseball.system import AnySystem

KEYS: Final = ("strat_o_matic", "pine_tar", "inside_pitch")  # the first is the usual one


class NoSuchSystemError(ValueError):
    """There is no game system of this key; the message names those there are."""


def load(key: str) -> AnySystem:
    """The system of this key, its modules read now and not before. Raises NoSuchSystemError."""
    if key not in KEYS:
        raise NoSuchSystemError(f"there is no game system “{key}”; there are {', '.join(KEYS)}")
    return cast(AnySystem, import_module(f"{__name__}.{key}.system"))
