"""`python -m pennant_baseball`, where the command itself is not on the path."""

from pennant_baseball.command import main

main()
