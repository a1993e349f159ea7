"""Database writes, one transaction each."""
