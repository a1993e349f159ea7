"""Create packages with plugins for tests, as pip would install them."""

import importlib
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

from core import plugins
from rules_engine import profile
from rules_engine.baseball import added_systems


def install_package(folder: Path, name: str, code: str, entries: Mapping[str, Mapping[str, str]]) -> None:
    """Write a module and an installed package's files into a directory.

    Args:
        name: The name of the package and its module.
        entries: A mapping of entry point groups to names to objects.
    """
    (folder / f"{name}.py").write_text(code, encoding="utf-8")
    facts = folder / f"{name}-2.5.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 2.5\n", encoding="utf-8")
    lines = []
    for group, points in entries.items():
        lines += [f"[{group}]", *(f"{point} = {value}" for point, value in points.items())]
    (facts / "entry_points.txt").write_text("\n".join([*lines, ""]), encoding="utf-8")
    importlib.invalidate_caches()
    forget_plugins()


def uninstall_package(folder: Path, name: str) -> None:
    """Remove a package, as a restarted server would find it."""
    shutil.rmtree(folder / f"{name}-2.5.dist-info")
    (folder / f"{name}.py").unlink()
    sys.modules.pop(name, None)
    forget_plugins()


def forget_plugins() -> None:
    plugins._plugins_by_name.cache_clear()
    plugins._last_failures.clear()
    profile._added_profiles.cache_clear()
    added_systems.added_systems.cache_clear()
    profile.load_profile.cache_clear()
    profile.profile_of_text.cache_clear()
