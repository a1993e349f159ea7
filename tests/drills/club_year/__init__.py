"""Simulate a club year with a running site, people with phones, and a season that separate code recalculates."""
