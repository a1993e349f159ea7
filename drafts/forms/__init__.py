"""Forms of the drafts app. They validate input but don't write to the database."""
