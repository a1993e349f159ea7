"""Men who come in, go out and move, each by its rule."""
