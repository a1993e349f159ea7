"""One play after another: announcements, dice, the line, the ball; and the game they make."""
