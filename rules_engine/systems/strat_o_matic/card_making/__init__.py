"""Make cards from the statistics of real seasons."""
