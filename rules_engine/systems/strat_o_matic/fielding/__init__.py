"""Fielding: infield positioning, groundballs, fly balls and X chances."""
