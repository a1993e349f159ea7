"""Make cards from real seasons."""
