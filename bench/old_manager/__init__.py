"""The computer manager of November 2026, as an opponent for the current one (see bench_manager.py)."""
