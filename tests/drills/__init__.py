"""Drills test with real processes that nothing is lost, as many times as you ask.

`python -m tests.drills --kills 20 --races 500` runs on SQLite and PostgreSQL. `--help` lists the others.
"""
