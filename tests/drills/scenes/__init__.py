"""The table of scenes: every action of the log in a state where it is allowed."""
