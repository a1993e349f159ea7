"""Cards: their ratings, their files and their display."""
