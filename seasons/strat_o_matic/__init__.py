"""Strat-O-Matic cards for real seasons: make them, fit them by replays, and play games between clubs."""
