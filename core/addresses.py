"""Cache page URLs, because a table can link to hundreds of pages."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from django.urls import get_script_prefix, reverse

_PLACEHOLDER: Final = "9876543210"  # valid as both a number and a slug


def page_address(name: str, *parts: str | int) -> str:
    """Return the result of `reverse`, cached."""
    return _address(get_script_prefix(), name, parts)


@lru_cache(maxsize=10_000)
def _address(prefix: str, name: str, parts: tuple[str | int, ...]) -> str:
    return reverse(name, args=parts)


def page_addresses(name: str, parts: Iterable[str | int]) -> list[str]:
    """Return a page's URL for each number or slug. `reverse` is called only once."""
    before, _, after = reverse(name, args=[_PLACEHOLDER]).rpartition(_PLACEHOLDER)
    return [f"{before}{part}{after}" for part in parts]
