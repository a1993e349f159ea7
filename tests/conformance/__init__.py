"""Rulebook examples, run against the engine. README.md says how to write an adapter."""
