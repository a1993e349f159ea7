"""Game systems, each in its own package.

Code outside this package doesn't name any specific system. `protocol_check.py` lets mypy check each system against the
protocols in `baseball/system.py`.
"""

from functools import partial
from importlib import import_module
from typing import Final, cast

from rules_engine.baseball.registry import NoSuchSystemError, load_system, register, system_keys
from rules_engine.baseball.system import AnySystem

__all__ = ("KEYS", "NoSuchSystemError", "load", "system_keys")

KEYS: Final = ("strat_o_matic", "pine_tar", "inside_pitch")  # the first is the default
load = load_system


def _import_system(key: str) -> AnySystem:
    return cast(AnySystem, import_module(f"{__name__}.{key}.system"))


for _key in KEYS:
    register(_key, partial(_import_system, _key))
