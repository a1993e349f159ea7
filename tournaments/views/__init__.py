"""Tournament pages."""
