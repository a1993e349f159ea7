"""The stylesheet that browsers fetch: the layers of static/css in one file without blanks. `make style` writes it."""

import sys
from pathlib import Path
from typing import Final

from rcssmin import cssmin

STATIC: Final = Path(__file__).resolve().parent.parent / "static"
LAYERS: Final = ("tokens", "base", "parts", "pages", "print")  # what comes later wins
TARGET: Final = STATIC / "pennant.css"


def joined() -> str:
    """Every layer in its order, under its name, without its comments and blanks."""
    layers = (
        f"@layer {name} {{\n{(STATIC / 'css' / f'{name}.css').read_text(encoding='utf-8')}}}\n" for name in LAYERS
    )
    source = f"@layer {', '.join(LAYERS)};\n{''.join(layers)}"
    return f"/* Made from static/css by `make style`. */\n{cssmin(source)}\n"


def main() -> None:
    TARGET.write_text(joined(), encoding="utf-8", newline="\n")
    sys.stdout.write(f"{TARGET.name}: {TARGET.stat().st_size / 1024:.1f} KB\n")


if __name__ == "__main__":
    main()
