"""Build the pages' stylesheets and scripts from the sources in `static/css` and `static/js`.

Run `python -m core.static_build` in a checkout. To build a wheel or an image, add `--minify`, which requires
tdewolff-minify.
"""

import argparse
import importlib
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Final

STATIC: Final = Path(__file__).resolve().parent.parent / "static"
BUILT: Final = STATIC / "built"
LAYERS: Final = ("tokens", "base", "parts", "pages", "draft_room", "screens", "print")  # later layers take priority
ALONE: Final = ("draft_room", "screens")  # layers for a few pages, built as separate files

Minifier = Callable[[str], str]


def build(*, minify: bool) -> list[Path]:
    """Write the built files that have changed, and return the paths of all built files."""
    BUILT.mkdir(exist_ok=True)
    files = built_files(minify=minify)
    for path, content in files.items():
        if not path.exists() or path.read_text(encoding="utf-8") != content:
            _replace(path, content)
    return list(files)


def built_files(*, minify: bool) -> Mapping[Path, str]:
    """Return every built file's content by its path."""
    minify_css = _minifier("text/css") if minify else _keep_source
    minify_js = _minifier("application/javascript") if minify else _keep_source
    shared = [layer for layer in LAYERS if layer not in ALONE]
    files = {BUILT / "pennant.css": minify_css(f"@layer {', '.join(LAYERS)};\n{_stylesheet(shared)}")}
    files |= {BUILT / f"{layer}.css": minify_css(_stylesheet([layer])) for layer in ALONE}
    for source in sorted((STATIC / "js").iterdir()):
        files[BUILT / f"{source.stem}.js"] = minify_js(_script(source))
    return files


def _stylesheet(layers: Iterable[str]) -> str:
    """Join stylesheet layers."""
    parts = []
    for layer in layers:
        rules = (STATIC / "css" / f"{layer}.css").read_text(encoding="utf-8")
        parts.append(f"@layer {layer} {{\n{rules}}}\n")
    return "".join(parts)


def _script(source: Path) -> str:
    """Read a script, or join the scripts in a directory."""
    files = sorted(source.iterdir()) if source.is_dir() else [source]
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


def _minifier(media_type: str) -> Minifier:
    """Return a minifier, which also shortens scripts' local names."""
    minifier: Minifier = partial(importlib.import_module("minify").string, media_type)
    return minifier


def _keep_source(source: str) -> str:
    return source


def _replace(path: Path, content: str) -> None:
    """Write the file atomically, because test processes build at the same time."""
    unfinished = path.with_suffix(f"{path.suffix}.tmp{os.getpid()}")
    unfinished.write_text(content, encoding="utf-8", newline="\n")
    unfinished.replace(path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minify", action="store_true", help="remove comments and white space")
    options = parser.parse_args()
    for path in build(minify=options.minify):
        sys.stdout.write(f"{path.name}: {path.stat().st_size / 1024:.1f} KB\n")


if __name__ == "__main__":
    main()
