"""Rule files in TOML: sections of numbers and switches, each validated against a dataclass with a field per line.

A file can extend another in its directory and override single lines. Every key is validated on load. Errors name the
file, the key and the expected value.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

_NAME = re.compile(r"[\w@.-]{1,60}")


@dataclass(frozen=True, slots=True)
class RuleFiles:
    """A kind of rule file: its exception class, its name in error messages, its lines and its sections.

    `defaults` has lines that a file can leave out, with their default values.
    `home` is the directory of the extended file, if it isn't next to the file that extends it.
    """

    fault: type[ValueError]
    called: str  # "profile"
    lines: Mapping[str, type]  # above the first section
    sections: Mapping[str, type]  # name -> dataclass
    defaults: Mapping[str, Any] = field(default_factory=dict)
    home: Path | None = None

    def read(self, path: Path) -> dict[str, Any]:
        """Return the lines and sections of a file and of the files it extends, as fields of an edition."""
        data = self._merged(path, seen=())
        if unknown := set(data) - set(self.lines) - set(self.sections):
            raise self.fault(f"{path.name}: unknown key {', '.join(sorted(unknown))}")
        return self.checked(path.name, data)

    def checked(self, place: str, data: Mapping[str, Any]) -> dict[str, Any]:
        """Return lines and sections, each checked for its type. Errors name `place` and the key."""
        sections = {name: self._section(place, name, data.get(name, {})) for name in self.sections}
        complete = {**self.defaults, **data}
        return {
            name: self._value(place, name, complete.get(name), kind) for name, kind in self.lines.items()
        } | sections

    def plain(self, path: Path) -> dict[str, Any]:
        """Return the file's contents without the file that it extends."""
        try:
            data = tomllib.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise self.fault(f"{path.name}: there is no {self.called} file here") from None
        except (ValueError, RecursionError) as fault:
            raise self.fault(f"{path.name}: {fault}") from None
        for section in self.sections:
            if not isinstance(data.get(section, {}), dict):
                raise self.fault(f"{path.name}: [{section}] must be a table of lines, not {data[section]!r}")
        return data

    def _merged(self, path: Path, seen: tuple[str, ...]) -> dict[str, Any]:
        if path.name in seen:
            raise self.fault(f"{path.name}: extends itself through {' and '.join(seen)}")
        data = self.plain(path)
        base = data.pop("extends", None)
        if base is None:
            return data
        if not isinstance(base, str) or not _NAME.fullmatch(base):
            raise self.fault(f"{path.name}: extends must be the name of another {self.called}, not {base!r}")
        merged = self._merged(self._base_file(path, base), (*seen, path.name))
        for key, value in data.items():
            merged[key] = {**merged.get(key, {}), **value} if key in self.sections else value
        return merged

    def _base_file(self, path: Path, base: str) -> Path:
        sibling = path.with_name(f"{base}.toml")
        return sibling if self.home is None or sibling.exists() else self.home / sibling.name

    def _section(self, place: str, name: str, values: Mapping[str, Any]) -> Any:
        kind = self.sections[name]
        types = {field.name: field.type for field in fields(kind)}
        if unknown := set(values) - set(types):
            raise self.fault(f"{place}: [{name}] has unknown key {', '.join(sorted(unknown))}")
        if missing := set(types) - set(values):
            raise self.fault(f"{place}: [{name}] lacks {', '.join(sorted(missing))}")
        return kind(**{key: self._value(place, f"{name}.{key}", values[key], types[key]) for key in types})

    def _value(self, place: str, key: str, value: Any, expected: Any) -> Any:
        if get_origin(expected) is tuple:
            entry = get_args(expected)[0]
            return tuple(self._typed(place, key, item, entry) for item in self._typed(place, key, value, list))
        if get_origin(expected) is Literal:
            if value not in get_args(expected):
                raise self.fault(f"{place}: {key} must be {' or '.join(get_args(expected))}, not {value!r}")
            return value
        return self._typed(place, key, value, expected)

    def _typed(self, place: str, key: str, value: Any, expected: type) -> Any:
        # bool is an int in Python, but never a number to a director
        if not isinstance(value, expected) or (expected is int and isinstance(value, bool)):
            raise self.fault(f"{place}: {key} must be {expected.__name__}, not {value!r}")
        return value
