"""Cards in the printed notation: how to parse, write and read them."""
