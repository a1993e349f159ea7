"""Make the engine's packages importable in an installed environment."""

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Final

from pennant_baseball.places import program_folder

PACKAGES: Final = ("rules_engine", "seasons")


class EngineFinder(MetaPathFinder):
    """Find only the engine's packages, not Pennant's other packages.

    If the whole program were on `sys.path`, its `core` and `config` could shadow the user's modules.
    """

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname not in PACKAGES:
            return None
        return PathFinder.find_spec(fullname, [str(program_folder())], target)


def make_importable() -> None:
    """Install the finder. Raise ImportError if another package already has one of the names."""
    if not any(isinstance(finder, EngineFinder) for finder in sys.meta_path):
        sys.meta_path.insert(0, EngineFinder())
    for name in PACKAGES:
        loaded = sys.modules.get(name)
        if loaded is not None and not _is_ours(loaded):
            raise ImportError(f"“{name}” is also the name of {loaded.__file__}. Rename that package to use the engine.")


def _is_ours(module: ModuleType) -> bool:
    return str(module.__file__ or "").startswith(str(program_folder()))
