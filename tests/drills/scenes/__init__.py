"""Scenes for every action in the activity log, each in a state that allows the action."""
