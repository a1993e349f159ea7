"""The alias method (Vose 1991): draw a result with its exact chance, using two lookups in columns of equal weight."""

from collections.abc import Iterator, Sequence


def alias_columns(results: Sequence[int], weights: Sequence[float]) -> Iterator[tuple[int, float, int, int]]:
    """Yield each column's index, its threshold, and the results below and above it. Weights average 1."""
    remaining = list(weights)
    small = [place for place, weight in enumerate(remaining) if weight < 1.0]
    large = [place for place, weight in enumerate(remaining) if weight >= 1.0]
    while small and large:
        light, heavy = small.pop(), large[-1]
        yield light, remaining[light], results[light], results[heavy]
        remaining[heavy] -= 1.0 - remaining[light]
        if remaining[heavy] < 1.0:
            small.append(large.pop())
    for place in (*small, *large):
        yield place, 1.0, results[place], results[place]
