"""Cards: what stands on them, how they are written in a file, how a person reads them."""
