"""Cache the addresses of pages, because a table may link to hundreds."""

from functools import lru_cache

from django.urls import get_script_prefix, reverse


def page_address(name: str, *parts: str | int) -> str:
    """Return the result of `reverse`, cached."""
    return _address(get_script_prefix(), name, parts)


@lru_cache(maxsize=10_000)
def _address(prefix: str, name: str, parts: tuple[str | int, ...]) -> str:
    return reverse(name, args=parts)
