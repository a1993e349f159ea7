"""The rules of the club's tournaments, by the lines that differ from Purestrat."""

from pathlib import Path

title = "Akron"
files = [str(path) for path in sorted(Path(__file__).parent.glob("*@*.toml"))]
