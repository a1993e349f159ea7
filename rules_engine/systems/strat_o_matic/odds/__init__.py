"""Exact odds of a plate appearance and of a steal, counted with the rules that play them."""
