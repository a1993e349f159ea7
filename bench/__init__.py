"""The measured promises. `python -m bench [name ...]` prints one JSON object a line."""
