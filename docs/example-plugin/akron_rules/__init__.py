"""A plugin of Pennant: season points and a file format of a club."""
