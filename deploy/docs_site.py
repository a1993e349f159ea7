"""Build the docs site in `build/docs`: `make docs`. A broken link stops the build."""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
PAGES: Final = ROOT / "build" / "docs-pages"
_SHOWN: Final = (
    "*.md",
    "docs/**/*.md",
    "docs/**/*.webp",
    "rules_engine/README.md",
    "pennant_baseball/engine/README.md",
)
_LINKED: Final = (
    "LICENSE",
    "NOTICE",
    "docs/*.py",
    "docs/example-plugin/**/*.py",
    "docs/example-plugin/pyproject.toml",
    "rules_engine/baseball/system.py",
)


def main() -> None:
    _copy_pages()
    zensical = Path(sys.executable).with_name("zensical")
    done = subprocess.run([zensical, "build", "--clean", "--strict"], cwd=ROOT, check=False)
    sys.exit(done.returncode)


def _copy_pages() -> None:
    """Copy the pages and their images to the same paths as in the repository."""
    shutil.rmtree(PAGES, ignore_errors=True)
    for pattern in (*_SHOWN, *_LINKED):
        for path in ROOT.glob(pattern):
            target = PAGES / path.relative_to(ROOT)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)


if __name__ == "__main__":
    main()
