"""Services that change data, with one transaction each."""
