"""Cards for a real season, fitted to its statistics by exact count."""
