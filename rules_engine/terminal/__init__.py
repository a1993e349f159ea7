"""Games at the terminal, a thin layer over the dialogue: game session, prompts and text."""
