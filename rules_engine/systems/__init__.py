"""The game systems: each turns dice and decisions into plays of baseball by its own printed rules."""
