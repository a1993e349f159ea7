"""Pages that need every app."""
