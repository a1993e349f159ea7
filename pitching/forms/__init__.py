"""Forms for pitching pages."""
