"""Strat-O-Matic cards of real seasons: made, fitted by replays, written and read; the clubs that play with them."""
