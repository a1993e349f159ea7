"""Run the command as `python -m pennant_baseball`, for when it isn't on the path."""

from pennant_baseball.command import main

main()
