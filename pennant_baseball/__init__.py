"""The commands `pennant` and `pennant-baseball`, and the one folder that an installation takes: all else lies in it."""

VERSION = "0.3.0.dev0"
