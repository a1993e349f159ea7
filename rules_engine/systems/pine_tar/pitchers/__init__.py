"""Grades, fatigue, rest and injuries."""
