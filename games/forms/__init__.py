"""What is typed, read."""
