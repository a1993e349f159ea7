"""Store a small database from every version, with its standings. A test migrates each one to the current version."""
