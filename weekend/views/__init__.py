"""Pages that use every app."""
