"""The draft: picks in order, rolls for draft positions, pick rulings, and autopick for teams without a manager."""
