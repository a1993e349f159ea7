"""Many games at once: the cards, the rules and the autopilot asked once for each kind of moment, and drawn from then on."""
