"""The rules of tabletop baseball games and their tournaments, in pure Python."""

from rules_engine import systems as systems  # registers the game systems
