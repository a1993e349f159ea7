"""Cards for real seasons, computed from totals by exact count, without dice or replays, and always with the same result."""
