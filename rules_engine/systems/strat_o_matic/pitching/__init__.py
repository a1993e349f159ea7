"""Pitchers' fatigue, rest, the closer rule and wild pitches, and all players' injuries."""
