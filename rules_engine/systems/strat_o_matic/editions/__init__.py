"""What tells the editions apart: which rules are in force and with which numbers."""
