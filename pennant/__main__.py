"""`python -m pennant`, where the command itself is not on the path."""

from pennant.command import main

main()
