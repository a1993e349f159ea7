"""Random trials against second, slow programs. Each is run by hand with a large number; the tests run a small one."""
