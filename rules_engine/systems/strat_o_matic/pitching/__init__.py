"""Pitchers: fatigue, rest, the closer rule and wild pitches; injuries of all players."""
