"""Views for entering results and asking for rulings."""
