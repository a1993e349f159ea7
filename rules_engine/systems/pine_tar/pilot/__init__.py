"""A manager without a person, and what he expects of the dice."""
