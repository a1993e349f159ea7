"""Pages for results, pitching sheets and signatures."""
