"""How many files, and so connections, this process may have open."""

import resource

_ENOUGH = 65_536


def allow_many_connections() -> None:
    """Every open page is an open file, and many systems allow 1,024 unless more are asked for."""
    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _ENOUGH if most == resource.RLIM_INFINITY else min(_ENOUGH, most)
    if allowed != resource.RLIM_INFINITY and allowed < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
