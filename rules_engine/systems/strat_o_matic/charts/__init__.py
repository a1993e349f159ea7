"""The printed charts as TOML files, checked on load."""
