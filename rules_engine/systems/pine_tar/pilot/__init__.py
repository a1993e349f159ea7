"""The computer manager and its odds."""
