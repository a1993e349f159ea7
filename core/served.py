"""What browsers fetch, without comments and blanks: static/css in one file, each script or folder of static/js as one.

`make style` writes them into static/.
"""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from rcssmin import cssmin
from rjsmin import jsmin

STATIC: Final = Path(__file__).resolve().parent.parent / "static"
LAYERS: Final = ("tokens", "base", "parts", "pages", "print")  # what comes later wins
STYLESHEET: Final = STATIC / "pennant.css"
_NOTE: Final = "/* Made from {} by `make style`. */\n"


def made() -> Mapping[Path, str]:
    """Every file that is made, and what it has to hold."""
    scripts = {STATIC / f"{place.stem}.js": script(place) for place in sorted((STATIC / "js").iterdir())}
    return {STYLESHEET: stylesheet(), **scripts}


def stylesheet() -> str:
    """Every layer in its order, under its name."""
    layers = (
        f"@layer {name} {{\n{(STATIC / 'css' / f'{name}.css').read_text(encoding='utf-8')}}}\n" for name in LAYERS
    )
    source = f"@layer {', '.join(LAYERS)};\n{''.join(layers)}"
    return f"{_NOTE.format('static/css')}{cssmin(source)}\n"


def script(place: Path) -> str:
    """One script, or those of a folder one behind the other."""
    sources = sorted(place.iterdir()) if place.is_dir() else [place]
    content = "\n".join(source.read_text(encoding="utf-8") for source in sources)
    return f"{_NOTE.format(f'static/js/{place.name}')}{jsmin(content)}\n"


def main() -> None:
    for path, content in made().items():
        path.write_text(content, encoding="utf-8", newline="\n")
        sys.stdout.write(f"{path.name}: {path.stat().st_size / 1024:.1f} KB\n")


if __name__ == "__main__":
    main()
