"""Rules written down as trees while they are played: the one room that knows of it, behind one switch (Book.plain)."""
