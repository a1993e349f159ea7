"""The weekend in the API."""
