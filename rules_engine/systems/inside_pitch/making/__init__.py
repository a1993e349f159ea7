"""Cards for real seasons, computed from totals by exact count. The result is the same every time."""
