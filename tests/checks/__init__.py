"""Random trials against slow reference programs. Run each by hand with a large number; the tests use a small one."""
