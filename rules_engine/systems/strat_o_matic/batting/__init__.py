"""Results that need no fielding chart: hits, lineouts, bunts, the hit and run, and ballpark symbols."""
