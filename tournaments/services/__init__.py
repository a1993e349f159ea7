"""Write to the database; each service is one transaction."""
