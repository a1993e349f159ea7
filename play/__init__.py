"""The play table, where two people play a game in the browser."""
