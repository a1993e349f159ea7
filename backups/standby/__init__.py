"""A second computer that follows this one and can take over."""
