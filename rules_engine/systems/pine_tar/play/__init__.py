"""The next play and the announcements before it."""
