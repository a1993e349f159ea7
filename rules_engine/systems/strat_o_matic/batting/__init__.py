"""Balls hit without a fielding chart: hits, lineouts, bunts, the hit and run, and ballpark symbols."""
