"""The `pennant` command, and in an installed package the folder that contains the whole program."""

VERSION = "0.3.0.dev0"
