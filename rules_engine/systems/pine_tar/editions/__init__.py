"""The optional rules of each edition."""
