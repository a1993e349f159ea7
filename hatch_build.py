"""Build the stylesheet and the scripts before the wheel is packed."""

import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class StaticBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Minify what browsers load, so that an installed program needs no build step."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        # by its path, because a build doesn't have the checkout on its import path
        static_build = runpy.run_path(str(Path(self.root) / "core" / "static_build.py"))
        static_build["build"](minify=True)
