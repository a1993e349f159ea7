"""Pages and commands that need every app: desk, my team, public pages, print packs, demo weekends."""
