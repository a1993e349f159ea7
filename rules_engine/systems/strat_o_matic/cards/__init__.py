"""Cards in the printed notation: what a line says, the ratings, whole cards, the cards that men share."""
