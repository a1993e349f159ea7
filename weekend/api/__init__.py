"""API endpoints that use every app."""
