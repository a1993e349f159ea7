"""Find the code that a person can reach: entry points, and the names they lead to through imports.

Being in an app or a game system isn't enough: code is reached only from a URL, an API route, a command, a task or the
server itself. Reaching a class reaches all of it. A function's local name is distinct from a module's name.
"""

import ast
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
STARTED = ("config/", "manage.py", "rules_engine/rule_index.py", "rules_engine/system_index.py")
STARTED_PARTS = ("/management/commands/", "/templatetags/")
STARTED_NAMES = ("apps.py", "tasks.py", "urls.py")
LOADED = ("rules_engine/systems/", "/system.py")  # objects that systems.load() finds by key
Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


class Place(NamedTuple):
    """A top-level name in a module."""

    module: str
    name: str


class Module:
    """A file: its top-level names, their origins in other modules, and the code that runs on import."""

    def __init__(self, name: str, path: str, tree: ast.Module) -> None:
        self.name, self.path, self.tree = name, path, tree
        self.package = name if path.endswith("__init__.py") else name.rpartition(".")[0]
        self.definitions: dict[str, list[ast.stmt]] = {}
        self.on_import: list[ast.stmt] = []
        for statement in tree.body:
            names = list(_defined(statement))
            for defined in names:
                self.definitions.setdefault(defined, []).append(statement)
            if not names:
                self.on_import.append(statement)
        self.imports = dict(self._imported())

    def _imported(self) -> Iterator[tuple[str, str]]:
        for node in ast.walk(self.tree):
            if isinstance(node, ast.ImportFrom):
                parts = self.package.split(".")[: 1 - node.level or None] if node.level else []
                base = ".".join([*parts, *([node.module] if node.module else [])])
                yield from ((alias.asname or alias.name, f"{base}.{alias.name}") for alias in node.names)
            elif isinstance(node, ast.Import):
                yield from ((alias.asname, alias.name) for alias in node.names if alias.asname)
                yield from ((alias.name.partition(".")[0],) * 2 for alias in node.names if not alias.asname)


def _defined(statement: ast.stmt) -> Iterator[str]:
    if isinstance(statement, Definition):
        yield statement.name
    elif isinstance(statement, ast.Assign | ast.AnnAssign):
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        yield from (node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name))


class House:
    """All product modules, without their tests and benchmarks."""

    def __init__(self, files: Iterable[tuple[str, str]]) -> None:
        self.modules = {
            name: Module(name, path, ast.parse(text))
            for path, text in files
            if (name := path[:-3].replace("/", ".").removesuffix(".__init__"))
        }

    def started(self) -> list[Place]:
        """Return every name in files that Django, the server, a worker or a shell starts by itself."""
        return [
            Place(module.name, name)
            for module in self.modules.values()
            if module.path.startswith(STARTED)
            or any(part in module.path for part in STARTED_PARTS)
            or (module.path.rpartition("/")[2] in STARTED_NAMES and not module.path.startswith("rules_engine/"))
            for name in ["", *module.definitions]
        ] + [
            Place(module.name, name)
            for module in self.modules.values()
            if module.path.startswith(LOADED[0]) and module.path.endswith(LOADED[1])
            for name in ["", *module.definitions, *module.imports]
        ]

    def reached(self, begin: Iterable[Place] | None = None) -> set[Place]:
        """Return everything that these names lead to, or by default everything that a person can start."""
        reached: set[Place] = set()
        waiting = list(self.started() if begin is None else begin)
        while waiting:
            place = waiting.pop()
            if place not in reached:
                reached.add(place)
                waiting.extend(self._leads_to(place))
        return reached

    def public_functions(self) -> Iterator[Place]:
        """Return the public functions of the rules and of tournament services, each of which must be reached."""
        for module in self.modules.values():
            folder = module.path.rpartition("/")[0] + "/"
            if folder.startswith("rules_engine/") or "/services/" in folder or folder.startswith("games/scoresheet/"):
                for name, statements in module.definitions.items():
                    if not name.startswith("_") and isinstance(statements[0], ast.FunctionDef | ast.AsyncFunctionDef):
                        yield Place(module.name, name)

    def _leads_to(self, place: Place) -> Iterator[Place]:
        module = self.modules[place.module]
        if place.name:
            yield Place(place.module, "")
        statements = module.definitions.get(place.name, []) if place.name else module.on_import
        for statement in statements:
            yield from self._named_in(module, statement, frozenset())
        if place.name in module.imports and not statements:  # a package re-exports its imports
            yield from self._place(module.imports[place.name])

    def _named_in(self, module: Module, node: ast.AST, own: frozenset[str]) -> Iterator[Place]:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            own = own | _own_names(node)
        if isinstance(node, ast.Name | ast.Attribute) and (dotted := self._dotted(module, node, own)):
            yield from self._place(dotted)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from self._text(node.value)
        for child in ast.iter_child_nodes(node):
            yield from self._named_in(module, child, own)

    def _text(self, text: str) -> Iterator[Place]:
        """Return the dotted path in a string, as written in settings and URL patterns."""
        if "." in text and text.replace(".", "").replace("_", "").isalnum():
            yield from self._place(text)

    def _dotted(self, module: Module, node: ast.expr, own: frozenset[str]) -> str:
        if isinstance(node, ast.Attribute):
            base = self._dotted(module, node.value, own)
            return f"{base}.{node.attr}" if base else ""
        if not isinstance(node, ast.Name) or node.id in own:
            return ""
        return module.imports.get(node.id) or (f"{module.name}.{node.id}" if node.id in module.definitions else "")

    def _place(self, dotted: str) -> Iterator[Place]:
        """Return the longest module that starts the path, and the next name in that module."""
        parts = dotted.split(".")
        for length in range(len(parts), 0, -1):
            if (name := ".".join(parts[:length])) in self.modules:
                yield Place(name, "")
                if length < len(parts):
                    yield Place(name, parts[length])
                return


def _own_names(function: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> set[str]:
    """Return the names that a function binds itself: its parameters and assignments, without its imports."""
    arguments = function.args
    arguments_of_function = [
        *arguments.posonlyargs,
        *arguments.args,
        *arguments.kwonlyargs,
        arguments.vararg,
        arguments.kwarg,
    ]
    assigned = {
        node.id for node in ast.walk(function) if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)
    }
    return assigned | {argument.arg for argument in arguments_of_function if argument}


def product() -> House:
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", "*.py"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    paths = [path for path in listed.stdout.split() if not path.startswith(("tests/", "bench/"))]
    return House(
        (path, (ROOT / path).read_text(encoding="utf-8"))
        for path in paths
        if "/migrations/" not in path and (ROOT / path).exists()
    )
