"""Services that write to the database, in a single transaction per call."""
