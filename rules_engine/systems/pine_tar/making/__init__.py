"""Cards from a real season, by exact count of what each column gives against the pitchers of its league."""
