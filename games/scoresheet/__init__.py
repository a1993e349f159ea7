"""The results of a series, from what is handed in to the rows: read, checked, saved and shown."""
