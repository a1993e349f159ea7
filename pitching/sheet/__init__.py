"""The pitching sheet, from database to page, in these modules: read, printed, layout, draw."""
