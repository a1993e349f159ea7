"""Find the tests that a change affects: those that depend on a changed file, nearest first.

A file depends on its imports, and on the files behind the names in it: a URL, a management command, a template, a
script or a data file. The analysis parses the source without running it.
"""

import ast
import re
import subprocess
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

CASES = "tests/conformance/test_cases.py"
ACCESS_TABLE = "tests/access_table.py"  # names every URL, so its names show no dependency
_QUOTED = re.compile(r"""["']([^"'{}%]+)["']""")
_DATA = {".toml", ".jsonl", ".json", ".csv", ".xlsx"}


def is_test(path: str) -> bool:
    return path.startswith("tests/") and PurePosixPath(path).match("test_*.py")


@dataclass(frozen=True)
class Source:
    """A Python file's content: the modules it imports, the names it imports from them, and its strings."""

    imports: tuple[tuple[str, str], ...]
    texts: frozenset[str]
    addresses: tuple[tuple[str, str, str], ...]  # pattern, name, view


class House:
    """The repository's files and their dependencies."""

    def __init__(self, root: Path, files: Iterable[str]) -> None:
        self._root = root
        self.files = {name for name in files if (root / name).is_file()}
        self._sources = {name: _read(root / name) for name in self.files if name.endswith(".py")}
        self._modules = {_module_of(name): name for name in self._sources}
        self._leads: dict[str, set[str]] = {name: set(self._imported(name)) for name in self._sources}
        self._add_addresses()
        self._add_named_files()
        self._add_commands_and_fixtures()
        self._led_from: dict[str, set[str]] = defaultdict(set)
        for name, targets in self._leads.items():
            for target in targets:
                self._led_from[target].add(name)

    def tests_for(self, changed: Iterable[str]) -> dict[str, int]:
        """Return the test files that depend on a changed file, with their distance in steps."""
        steps = dict.fromkeys(changed, 0)
        edge = list(steps)
        while edge:
            reached = sorted({above for name in edge for above in self._led_from[name]} - steps.keys())
            distance = steps[edge[0]] + 1
            steps.update(dict.fromkeys(reached, distance))
            edge = [name for name in reached if not is_test(name)]
        return {name: distance for name, distance in steps.items() if is_test(name) and name in self.files}

    def _imported(self, name: str) -> Iterator[str]:
        for module, item in self._sources[name].imports:
            yield from self._origin(module, item)

    def _origin(self, module: str, item: str) -> Iterator[str]:
        """Return the file behind an import: the module itself, or the module whose name a package re-exports."""
        if f"{module}.{item}" in self._modules:
            yield self._modules[f"{module}.{item}"]
        elif module in self._modules:
            package = self._modules[module]
            behind = [source for source, name in self._sources[package].imports if name == item]
            yield package
            if package.endswith("__init__.py"):
                yield from (self._modules[source] for source in behind if source in self._modules)

    def _add_addresses(self) -> None:
        """Link files that use a URL, by name or written out, to the module with its view."""
        answering: list[tuple[re.Pattern[str], str, set[str]]] = []
        for name in [source for source in self._sources if PurePosixPath(source).name == "urls.py"]:
            imports = self._sources[name].imports
            for pattern, called, view in self._sources[name].addresses:
                modules = {file for module, item in imports if item == view for file in self._origin(module, item)}
                answering.append((_spelt(pattern), called, modules))
        for name in [source for source in self._sources if source.startswith("tests/") and source != ACCESS_TABLE]:
            texts = self._sources[name].texts
            request_text = "\n".join(text for text in texts if "/" in text)
            by_name = ("django.urls", "reverse") in self._sources[name].imports
            for pattern, called, modules in answering:
                if (by_name and called in texts) or pattern.search(request_text):
                    self._leads[name] |= modules

    def _add_named_files(self) -> None:
        """Link files that name a template, script, document or data file, or its directory, to that file."""
        spoken = defaultdict(set)
        for name, source in self._sources.items():
            for text in source.texts:
                spoken[text].add(name)
        for name in [file for file in self.files if file.startswith("templates/") and file.endswith(".html")]:
            for text in _QUOTED.findall((self._root / name).read_text()):
                spoken[text].add(name)
        for name in [file for file in self.files if not file.endswith(".py")]:
            for namer in _namers(name, spoken) or self._siblings(name):
                self._leads.setdefault(namer, set()).add(name)
            if CASES in self._leads and name.startswith(("rules_engine/", "tests/conformance/cases/")):
                self._leads[CASES].add(name)

    def _siblings(self, name: str) -> set[str]:
        """Link data files that no file names to the modules in their directory."""
        folder = PurePosixPath(name).parent
        source = {source for source in self._sources if PurePosixPath(source).parent == folder}
        return source if PurePosixPath(name).suffix in _DATA else set()

    def _add_commands_and_fixtures(self) -> None:
        commands = {PurePosixPath(name).stem: name for name in self._sources if "/management/commands/" in name}
        for name in [source for source in self._sources if source.startswith("tests/")]:
            self._leads[name] |= {commands[text] for text in self._sources[name].texts & commands.keys()}
            above = [str(folder / "conftest.py") for folder in PurePosixPath(name).parents]
            self._leads[name] |= (self.files & set(above)) - {name}


def changed_files(root: Path, base: str) -> list[str]:
    """Return the files that differ from the base, including untracked ones."""
    changed = _git(root, "diff", "--name-only", base, "--")
    return sorted({*changed, *_git(root, "ls-files", "--others", "--exclude-standard")})


def usual_base(root: Path) -> str:
    """Return the branch's merge base with main, which on main itself is the latest commit."""
    return next(iter(_git(root, "merge-base", "HEAD", "main")), "HEAD")


def house_at(root: Path) -> House:
    return House(root, _git(root, "ls-files", "--cached", "--others", "--exclude-standard"))


def _git(root: Path, *words: str) -> list[str]:
    completed = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=False)
    return completed.stdout.splitlines() if completed.returncode == 0 else []


def _module_of(name: str) -> str:
    return name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _namers(name: str, spoken: Mapping[str, set[str]]) -> set[str]:
    path = PurePosixPath(name)
    within = str(path.relative_to(path.parts[0])) if len(path.parts) > 1 else name
    named = spoken.get(name, set()) | spoken.get(within, set()) | spoken.get(path.name, set())
    if path.suffix in _DATA and len(path.parts) > 1:
        named |= {
            spoken_name
            for spoken_name in spoken.get(path.parent.name, set())
            if spoken_name.startswith(f"{path.parts[0]}/")
        }
    return named


def _spelt(pattern: str) -> re.Pattern[str]:
    """Return a pattern for a URL as it appears in text, with a wildcard for each argument."""
    own = pattern.removeprefix("t/<slug:slug>/") or "t/<slug:slug>/"
    parts = re.split(r"<[^>]+>", own)
    return re.compile(r"(?:^|/)" + r"[^/\s]+".join(map(re.escape, parts)) + r"(?:$|[?#])", re.MULTILINE)


def _text(node: ast.Constant | ast.JoinedStr, anything: str) -> str:
    """Return a string from the source, with a wildcard for each part that is filled in at runtime."""
    values = node.values if isinstance(node, ast.JoinedStr) else [node]
    return "".join(str(part.value) if isinstance(part, ast.Constant) else anything for part in values)


def _read(path: Path) -> Source:
    tree = ast.parse(path.read_text())
    imports: list[tuple[str, str]] = []
    addresses: list[tuple[str, str, str]] = []
    texts: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                imports += [(name_node.name, "") for name_node in names]
            case ast.ImportFrom(module=str(module), names=names, level=0):
                imports += [(module, name_node.name) for name_node in names]
            case ast.Constant(value=str(text)):
                texts.add(text)
            case ast.JoinedStr():
                texts.add(_text(node, "x"))
            case ast.Call(args=[ast.Constant() | ast.JoinedStr() as pattern, view, *rest], keywords=named):
                names = [
                    name_node
                    for name_node in [*rest, *(word.value for word in named)]
                    if isinstance(name_node, ast.Constant)
                ]
                called = next((str(name_node.value) for name_node in names), "")
                addresses.append((_text(pattern, "<any>"), called, ast.unparse(view).split(".")[0]))
    return Source(tuple(imports), frozenset(texts), tuple(addresses))
