"""Pages and commands that use every app: dashboard, my team, public pages, print packs, practice weekends."""
