"""Run the command as `python -m pennant_baseball`, in case it isn't on the path."""

from pennant_baseball.command import main

main()
