"""The play table: two people play a game in the browser."""
