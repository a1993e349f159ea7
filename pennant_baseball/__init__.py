"""The `pennant` command. In an installed package, this package also contains the whole program."""

VERSION = "0.3.0.dev0"
