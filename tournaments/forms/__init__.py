"""Forms: what a page asks for and how what was typed is read. They write nothing."""
