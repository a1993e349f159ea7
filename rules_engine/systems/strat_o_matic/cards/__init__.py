"""Parse, write and read cards in the printed notation."""
