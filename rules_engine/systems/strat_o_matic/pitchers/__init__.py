"""How long a pitcher lasts: fatigue, the closer, rest, and injuries of anybody."""
