"""Addresses of pages, each worked out once: a table may lead to hundreds."""

from functools import lru_cache

from django.urls import get_script_prefix, reverse


def page_address(name: str, *parts: str | int) -> str:
    """What `reverse` gives for the page of this name."""
    return _address(get_script_prefix(), name, parts)


@lru_cache(maxsize=10_000)
def _address(prefix: str, name: str, parts: tuple[str | int, ...]) -> str:
    return reverse(name, args=parts)
