"""Strat-O-Matic cards of real seasons: make them, fit them by replays, and play games between clubs."""
