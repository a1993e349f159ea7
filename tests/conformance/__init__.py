"""Worked cases of the rulebooks, run against the engine. README.md says how an adapter is written."""
