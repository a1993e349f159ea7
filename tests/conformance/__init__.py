"""Rulebook examples, run against the engine. README.md explains how to write an adapter."""
