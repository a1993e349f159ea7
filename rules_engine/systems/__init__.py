"""The game systems, each a package of its own that fills in `baseball/system.py`; no other part names one."""

from importlib import import_module
from typing import TYPE_CHECKING, Final, cast

from rules_engine.baseball.system import AnySystem

if TYPE_CHECKING:  # mypy holds each module against the Protocol; at run time a system is read when it is wanted
    from rules_engine.systems.inside_pitch import system as inside_pitch
    from rules_engine.systems.pine_tar import system as pine_tar
    from rules_engine.systems.strat_o_matic import system as strat_o_matic

    _inside_pitch: AnySystem = inside_pitch
    _pine_tar: AnySystem = pine_tar
    _strat_o_matic: AnySystem = strat_o_matic

KEYS: Final = ("strat_o_matic", "pine_tar", "inside_pitch")  # the first is the usual one


class NoSuchSystemError(ValueError):
    """There is no game system of this key; the message names those there are."""


def load(key: str) -> AnySystem:
    """The system of this key, its modules read now and not before. Raises NoSuchSystemError."""
    if key not in KEYS:
        raise NoSuchSystemError(f"there is no game system “{key}”; there are {', '.join(KEYS)}")
    return cast(AnySystem, import_module(f"{__name__}.{key}.system"))
