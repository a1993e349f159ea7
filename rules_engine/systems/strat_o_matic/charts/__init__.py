"""Charts as data, checked when they are read."""
