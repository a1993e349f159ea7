"""Install a stranger's plugin in its own directory, as an installed package."""

import shutil
import tomllib
from pathlib import Path

from tests.browser.installation import ROOT

_EXAMPLE = ROOT / "docs" / "example-plugin"


def install_example(folder: Path) -> Path:
    """Install docs/example-plugin into a directory like an installer, and return the directory.

    tests/launcher/test_example_plugin.py installs it with pip.
    """
    project = tomllib.loads((_EXAMPLE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    packages = folder / "packages"
    shutil.copytree(_EXAMPLE / "akron_rules", packages / "akron_rules")
    facts = packages / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    facts.mkdir()
    metadata = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    (facts / "METADATA").write_text(metadata, encoding="utf-8")
    lines = []
    for group, points in project["entry-points"].items():
        lines += [f"[{group}]", *(f"{name} = {target}" for name, target in points.items())]
    (facts / "entry_points.txt").write_text("\n".join([*lines, ""]), encoding="utf-8")
    return packages
