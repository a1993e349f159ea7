"""Drills: what must not be lost is tried with real processes, as often as is asked for.

`python -m tests.drills --kills 20 --races 500` on SQLite and PostgreSQL; `--help` names the others.
"""
