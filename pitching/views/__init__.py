"""Pages of results, sheets and signatures."""
