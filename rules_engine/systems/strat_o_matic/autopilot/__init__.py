"""A manager for both sides: during a play, between plays, in a shootout."""
