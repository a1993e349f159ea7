"""Read and validate what pages post. Nothing here writes."""
