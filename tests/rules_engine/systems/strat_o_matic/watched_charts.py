"""Charts that record which cells a rule looks up, for tests that every cell is used."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any

Path = tuple[Any, ...]  # ("ranges", "1b", 4, 2): the field, then the keys and indexes that lead to a cell


class Watched:
    """A watched chart: pass `chart` to the rule code, then check `never_read` for unused cells.

    Tables and rows are wrapped. A cell is any value that is neither a mapping nor a row, and access marks it as read.
    Tables at depth `deepest` below the chart are also cells.
    """

    def __init__(self, chart: Any, deepest: int = 99) -> None:
        self.seen: set[Path] = set()
        self.deepest = deepest
        self.cells = set(self._paths(chart, ()))
        self.chart = self._wrapped(chart, ())

    @property
    def never_read(self) -> list[Path]:
        return sorted(self.cells - self.seen, key=str)

    def _parts(self, node: Any, path: Path) -> list[tuple[Any, Any]] | None:
        """Return (key, value) for every child, or None for a cell."""
        if len(path) >= self.deepest:
            return None
        if is_dataclass(node) and any(_is_table(getattr(node, part.name)) for part in fields(node)):
            named = [(part.name, getattr(node, part.name)) for part in fields(node)]
            return [(name, value) for name, value in named if _is_table(value)]
        if isinstance(node, Mapping):
            return list(node.items())
        if isinstance(node, tuple) and not hasattr(node, "_fields"):
            return list(enumerate(node))
        return None

    def _paths(self, node: Any, path: Path) -> Iterator[Path]:
        parts = self._parts(node, path)
        if parts is None:
            yield path
        else:
            for key, value in parts:
                yield from self._paths(value, (*path, key))

    def _wrapped(self, node: Any, path: Path) -> Any:
        parts = self._parts(node, path)
        if parts is None:
            return node
        if is_dataclass(node) and not isinstance(node, type):
            return replace(node, **{key: self._wrapped(value, (*path, key)) for key, value in parts})
        return _Table(node, path, self) if isinstance(node, Mapping) else _Row(node, path, self)

    def read(self, path: Path, value: Any) -> Any:
        if self._parts(value, path) is None:
            self.seen.add(path)
        return self._wrapped(value, path)


def _is_table(value: Any) -> bool:
    return isinstance(value, Mapping) or (isinstance(value, tuple) and not hasattr(value, "_fields"))


class _Table(Mapping[Any, Any]):
    def __init__(self, node: Mapping[Any, Any], path: Path, watch: Watched) -> None:
        self.content, self.path, self.watch = node, path, watch

    def __getitem__(self, key: Any) -> Any:
        return self.watch.read((*self.path, key), self.content[key])

    def __contains__(self, key: object) -> bool:
        return key in self.content

    def __iter__(self) -> Iterator[Any]:
        return iter(self.content)

    def __len__(self) -> int:
        return len(self.content)


class _Row(Sequence[Any]):
    def __init__(self, node: Sequence[Any], path: Path, watch: Watched) -> None:
        self.content, self.path, self.watch = node, path, watch

    def __getitem__(self, place: Any) -> Any:
        number = range(len(self.content))[place]
        return self.watch.read((*self.path, number), self.content[number])

    def __len__(self) -> int:
        return len(self.content)
