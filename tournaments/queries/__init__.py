"""Read the database; nothing here writes."""
