"""A stranger's plugin in a folder of its own, as pip installs it there."""

import shutil
import subprocess
import sys
from pathlib import Path

from tests.browser.installation import ROOT


def install_example(folder: Path) -> Path:
    """Install docs/example-plugin into a folder, and return the folder. The build leaves nothing in the checkout."""
    source = shutil.copytree(ROOT / "docs" / "example-plugin", folder / "source")
    packages = folder / "packages"
    words = ["install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--target", packages, source]
    subprocess.run([sys.executable, "-m", "pip", "--isolated", *words], check=True)
    return packages
