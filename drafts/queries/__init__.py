"""Read-only queries of the drafts app."""
