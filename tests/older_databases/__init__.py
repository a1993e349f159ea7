"""A small database of every version, with what its standings said: the test beside migrates each of them forward."""
