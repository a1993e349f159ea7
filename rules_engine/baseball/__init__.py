"""What every dice-baseball system shares: the table, states and events, line-ups, line score and box score."""
