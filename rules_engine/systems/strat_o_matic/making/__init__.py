"""Cards from real seasons: rates, what each half of a plate appearance must give, and lines that give it."""
