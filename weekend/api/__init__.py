"""The API of what needs every app."""
