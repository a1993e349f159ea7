"""The pitching sheet, from the database to the page: read, printed, layout, draw."""
