"""Strat-O-Matic in four editions: basic, advanced, super advanced and the STAR tournament rules."""
