"""Tables of any origin: their text, their rows, and which column holds what. It knows no tournament."""
