"""Form parsing."""
