"""Forms of the drafts app: what a page asks for. They write nothing."""
