"""The alias method: a result drawn by its exact chance with two lookups, from columns of equal weight (Vose 1991)."""

from collections.abc import Iterator, Sequence


def alias_columns(results: Sequence[int], weights: Sequence[float]) -> Iterator[tuple[int, float, int, int]]:
    """Of each column its place, the edge in it, and the results below and above; weights are 1 on average."""
    left = list(weights)
    small = [place for place, weight in enumerate(left) if weight < 1.0]
    large = [place for place, weight in enumerate(left) if weight >= 1.0]
    while small and large:
        less, more = small.pop(), large[-1]
        yield less, left[less], results[less], results[more]
        left[more] -= 1.0 - left[less]
        if left[more] < 1.0:
            small.append(large.pop())
    for place in (*small, *large):
        yield place, 1.0, results[place], results[place]
