"""Which options an edition plays with."""
