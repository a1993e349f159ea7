"""Parse and validate form data from pages. Nothing in this package writes to the database."""
