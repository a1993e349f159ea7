"""What every dice-baseball system shares: the table, states and events, lineups, line score and box score."""
