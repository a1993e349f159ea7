"""The fourteen tables: as files, and as the rules read them."""
