"""Simulate a club year: a running site, people with phones, and a season that is checked by hand-written sums."""
