"""Hooks of the build: minified styles and scripts, and what the package says about its address."""

import re
import runpy
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

_HOUSE: Final = "pennant_baseball/house"
# The help omits a picture of the README, and the functions and tests for each rule number (`pennant manage rules`).
_ONLY_IN_REPOSITORY: Final = {
    "docs/pictures/standings-night.webp",
    "docs/reference/rules.md",
    "docs/reference/systems.md",
}


class StaticBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Minify what browsers load, so that an installed program needs no build step."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        # by its path, because a build doesn't have the checkout on its import path
        static_build = runpy.run_path(str(Path(self.root) / "core" / "static_build.py"))
        static_build["build"](minify=True)
        build_data["force_include"] |= {str(file): f"{_HOUSE}/{path}" for path, file in self._help_files()}

    def _help_files(self) -> Iterator[tuple[str, Path]]:
        """Yield the files of the help in folders that also have files for readers of the repository."""
        for folder in ("docs/pictures", "docs/reference"):
            for file in sorted((Path(self.root) / folder).iterdir()):
                path = f"{folder}/{file.name}"
                if path not in _ONLY_IN_REPOSITORY:
                    yield path, file


class AddressHook(MetadataHookInterface):
    """Write the links of the package and of its README from the project's address, if it has one."""

    def update(self, metadata: dict[str, Any]) -> None:
        root, address = Path(self.root), str(self.config["address"]).rstrip("/")
        version = runpy.run_path(str(root / "pennant_baseball" / "__init__.py"))["VERSION"]
        text = (root / "README.md").read_text(encoding="utf-8")
        if address:
            text = with_absolute_links(text, address, f"v{version}")
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
        metadata["urls"] = project_urls(address) if address else {}


def project_urls(address: str) -> dict[str, str]:
    """Return the links that package indexes show beside the description."""
    return {
        "Homepage": address,
        "Documentation": f"{address}/tree/main/docs",
        "Changelog": f"{address}/blob/main/CHANGELOG.md",
        "Source": address,
        "Issues": f"{address}/issues",
    }


def with_absolute_links(text: str, address: str, tag: str) -> str:
    """Return Markdown with the pictures and pages of the repository at their addresses for this tag."""
    with_pictures = re.sub(r"(!\[[^]]*\]\()(?!https?:)", rf"\g<1>{address}/raw/{tag}/", text)
    return re.sub(r"((?<!!)\[[^]]*\]\()(?!https?:|mailto:|#)", rf"\g<1>{address}/blob/{tag}/", with_pictures)
