"""Parse tables of any origin into text rows and recognize their columns. Nothing here depends on a tournament."""
