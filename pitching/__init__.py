"""Pitching sheets, eligibility boards, the planner and sign-off."""
