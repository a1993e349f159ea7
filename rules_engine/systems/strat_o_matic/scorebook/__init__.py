"""What a game knows: the cards in use, where men may stand and pitch, what is remembered, the moment."""
