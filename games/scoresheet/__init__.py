"""Parse, check, save and display a series' results."""
