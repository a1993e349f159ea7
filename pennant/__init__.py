"""The command `pennant`, and the one folder that an installed Pennant takes: everything else lies inside it."""

VERSION = "0.2.0"
