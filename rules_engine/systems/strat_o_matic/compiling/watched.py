"""A watch over facts: it shows them to a rule and notes every single thing that the rule reads, with the way to it.

Dice are watched too: a rule that asks no more of a d20 than whether it is 14 or less goes one way for all such faces.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping
from functools import cache
from operator import attrgetter, itemgetter
from types import FunctionType, MethodType
from typing import Any, NamedTuple, cast

Read = Callable[[Any], Any]
_PLAIN = frozenset((int, str, bool, type(None)))  # seen most often


class _Attribute(str):
    """The step of a path to an attribute."""

    __slots__ = ()


_attribute = cache(_Attribute)


class _Place(NamedTuple):
    """The step of a path to an element of a tuple."""

    place: int


class _Entry(NamedTuple):
    """The step of a path to a mapping's entry, and what stands for it where there is none."""

    key: Hashable
    default: Any


class _Derived(NamedTuple):
    """The step of a path to what a function makes of the facts."""

    of: Callable[[Any], Any]


Path = tuple[_Attribute | _Place | _Entry | _Derived, ...]


class _Notes:
    """What a rule has read so far; `first_read` is told of each fact once."""

    def __init__(self, watched: frozenset[type], first_read: Callable[[Path, Hashable], None]) -> None:
        self.watched, self.first_read = watched, first_read
        self.noted: set[Path] = set()
        self.settled: dict[str, Any] = {}

    def see(self, path: Path, value: Any) -> Any:
        """A part of the facts as the rule gets it: watched further, or noted as a fact."""
        if path in self.noted:
            return value
        kind = type(value)
        if kind not in _PLAIN:
            if kind in self.watched:
                return Watch(value, path, self)
            if kind is tuple:
                return _WatchedTuple(value, path, self)
            if isinstance(value, Mapping):
                return _WatchedMapping(value, path, self)
        self.noted.add(path)
        self.first_read(path, value)
        return value

    def settle(self, path: Path, name: str, value: Any) -> None:
        if path:
            raise TypeError(f"{_written(path)}.{name}: a compiled rule settles something about the moment alone")
        self.settled[name] = value

    def note(self, path: Path, value: Hashable) -> None:
        if path not in self.noted:
            self.noted.add(path)
            self.first_read(path, value)


class _Seen:
    """What every watch has in common: it cannot be compared, counted or kept, for that would read without noting."""

    __slots__ = ("_notes", "_path", "_value")
    __hash__ = None  # type: ignore[assignment]

    _value: Any
    _path: Path
    _notes: _Notes

    def __init__(self, value: Any, path: Path, notes: _Notes) -> None:
        _keep_value(self, value)  # straight, for a watch has its own way to set something
        _keep_path(self, path)
        _keep_notes(self, notes)

    def __eq__(self, other: object) -> bool:
        raise TypeError(f"{_written(self._path)} is compared as a whole; a compiled rule reads its parts")

    def __bool__(self) -> bool:
        raise TypeError(f"{_written(self._path)} is no yes or no; a compiled rule reads its parts")


_keep_value, _keep_path, _keep_notes = (vars(_Seen)[name].__set__ for name in ("_value", "_path", "_notes"))


class Watch(_Seen):
    """Facts whose attributes are noted as the rule reads them; their methods read through the watch too.

    What has been read once stands in the watch itself, for no fact changes while a rule is run.
    """

    @classmethod
    def over(cls, facts: Any, watched: frozenset[type], first_read: Callable[[Path, Hashable], None]) -> "Watch":
        """A watch over all the facts of a rule."""
        return cls(facts, (), _Notes(watched, first_read))

    def fact(self, of: Callable[[Any], Any]) -> Any:
        """Something worked out from the facts, noted as one fact."""
        return self._notes.see((*self._path, _Derived(of)), of(self._value))

    def __getattr__(self, name: str) -> Any:
        whole = self._value
        is_fact, method = _part(cast(Hashable, type(whole)), name)
        if not is_fact:
            raise TypeError(f"{_written((*self._path, _attribute(name)))} is no fact for a rule")
        if method is not None:
            return MethodType(method, self)
        value = getattr(whole, name)
        if value is whole:
            return self
        seen = self.__dict__[name] = self._notes.see((*self._path, _attribute(name)), value)
        return seen

    def __setattr__(self, name: str, value: Any) -> None:
        """Facts stay what they are, but a rule may settle something for the rule to which it hands over."""
        self._notes.settle(self._path, name, value)
        self.__dict__[name] = value

    def settled(self) -> Mapping[str, Any]:
        """What the rule has settled, by name."""
        return self._notes.settled


@cache
def _part(kind: Hashable, name: str) -> tuple[bool, FunctionType | None]:
    """Whether a rule may read this of facts of this class, and the function where it is a method."""
    of_class = getattr(kind, name, None)
    return name not in getattr(kind, "NO_FACTS", ()), of_class if isinstance(of_class, FunctionType) else None


class _WatchedTuple(_Seen):
    """A tuple of facts: an element is noted alone, anything else notes the whole."""

    __slots__ = ()

    def __getitem__(self, place: int) -> Any:
        return self._notes.see((*self._path, _Place(place)), self._value[place])

    def _whole(self) -> tuple[Any, ...]:
        self._notes.note(self._path, self._value)
        return cast("tuple[Any, ...]", self._value)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._whole())

    def __contains__(self, value: object) -> bool:
        return value in self._whole()

    def __len__(self) -> int:
        return len(self._whole())

    def __bool__(self) -> bool:
        return bool(self._whole())


class _WatchedMapping(_Seen):
    """Facts by name, read one at a time."""

    __slots__ = ()

    def get(self, key: Hashable, default: Any) -> Any:
        return self._notes.see((*self._path, _Entry(key, default)), self._value.get(key, default))


class Face:
    """A die as a rule sees it: `low` to `high` are the faces for which all that the rule has asked is answered alike.

    Whatever is reckoned with it counts for this face alone. It is no number to keep: int() makes one of it.
    """

    __slots__ = ("high", "low", "shown")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, shown: int, sides: int) -> None:
        self.shown, self.low, self.high = shown, 1, sides

    def gone(self) -> None:
        """The run is over: whoever kept the die finds out when he asks it again."""
        del self.shown

    def __le__(self, top: int) -> bool:
        if self.shown <= top:
            self.high = min(self.high, top)
            return True
        self.low = max(self.low, top + 1)
        return False

    def __lt__(self, above: int) -> bool:
        return self <= above - 1

    def __gt__(self, top: int) -> bool:
        return not self <= top

    def __ge__(self, bottom: int) -> bool:
        return not self <= bottom - 1

    def __eq__(self, other: object) -> bool:
        return isinstance(other, int) and self <= other and self >= other

    def __int__(self) -> int:
        self.low = self.high = self.shown
        return self.shown

    def __add__(self, more: Any) -> int:
        return int(self) + int(more)

    __radd__ = __add__

    def __sub__(self, less: int) -> int:
        return int(self) - less


def _written(path: Path) -> str:
    return ".".join(map(str, path))


@cache
def reader(path: Path) -> Read:
    """What reads the fact at the end of a path."""
    if all(isinstance(step, _Attribute) for step in path):
        return attrgetter(".".join(cast("tuple[str, ...]", path)))
    *before, last = path
    if not before:
        return _step_reader(last)
    inner, outer = reader(tuple(before)), _step_reader(last)
    return lambda facts: outer(inner(facts))


def _step_reader(step: _Attribute | _Place | _Entry | _Derived) -> Read:
    if isinstance(step, _Attribute):
        return attrgetter(step)
    if isinstance(step, _Place):
        return itemgetter(step.place)
    if isinstance(step, _Derived):
        return step.of
    return lambda facts: facts.get(step.key, step.default)
