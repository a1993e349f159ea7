"""Exact odds of a plate appearance and of a steal, counted by the rules that play them."""
