"""The printed charts as TOML files, which are checked when they are loaded."""
