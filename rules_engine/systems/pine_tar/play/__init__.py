"""The next play, and what both managers may announce before it."""
