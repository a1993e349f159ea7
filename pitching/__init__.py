"""Pitching sheets, eligibility board, planner and sign-off."""
