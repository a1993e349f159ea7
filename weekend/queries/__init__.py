"""Read-only queries for the pages and the API."""
