"""Pages and commands that need every app: dashboard, my team, public pages, print packs, practice weekends."""
