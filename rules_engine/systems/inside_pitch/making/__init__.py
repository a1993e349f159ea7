"""Cards of real seasons, from totals alone and by exact count: no dice, no replay, the same each time."""
