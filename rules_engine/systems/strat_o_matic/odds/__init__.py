"""Exact odds of plate appearances and steals, computed with the same rules that resolve plays."""
