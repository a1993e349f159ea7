"""Test that names are descriptive, and that every class name has a single meaning in the code base."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parents[1]
FOLDERS: Final = tuple(path.parent for path in sorted(ROOT.glob("*/__init__.py")) if path.parent.name != "tests")
NO_NAMES: Final = {"told", "one", "found", "again", "anew", "men"}
KEPT: Final = {
    "one_and_two": "the bunt result printed 1AND2 (18.8), as the count is called",
    "one_and_two_bars": "a line of an edition's file",
    "found_at": "a column of the database: when a mistake was found",
    "page_not_found": "the name of Django's own view for error 404",
}
FIELDS_OF_THE_API: Final = {"again", "open_again", "starts_again", "relieves_again"}
FROM_FRAMEWORKS: Final = {"Meta", "Command"}  # Django finds them by these names
TWICE: Final = {
    "Person": "a person of the club, whose table bears the name, and a manager as entered in a form or a list",
    "Game": "a row of a result, whose table bears the name, and the engine's game that every system's game extends",
}


@cache
def product() -> dict[Path, ast.Module]:
    """Return the parsed files in the product's directories, except migrations."""
    files = (path for folder in FOLDERS for path in sorted(folder.rglob("*.py")) if "migrations" not in path.parts)
    return {path.relative_to(ROOT): ast.parse(path.read_text(encoding="utf-8")) for path in files}


def is_bad(name: str) -> bool:
    """Return whether a name is bad. Constants are exempt, because some are sentences or contain a printed number."""
    words = {word.lower() for word in re.findall(r"[A-Z]?[a-z0-9]+|[A-Z]+", name)}
    return name not in KEPT and not name.isupper() and bool(words & NO_NAMES)


def names_in(tree: ast.AST, *, of_api: bool = False) -> Iterator[str]:
    """Yield functions, classes, parameters and attributes, but neither local names nor lambda parameters."""
    of_lambdas = {
        argument
        for node in ast.walk(tree)
        if isinstance(node, ast.Lambda)
        for argument in ast.walk(node.args)
        if isinstance(argument, ast.arg)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.arg) and node not in of_lambdas:
            yield node.arg
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.attr
        if isinstance(node, ast.ClassDef | ast.Module):
            yield from (name for name in _assigned(node) if not (of_api and name in FIELDS_OF_THE_API))


def _assigned(node: ast.ClassDef | ast.Module) -> Iterator[str]:
    for statement in node.body:
        targets = statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", None)]
        yield from (target.id for target in targets if isinstance(target, ast.Name))


def test_code_has_no_meaningless_names() -> None:
    modules = [f"{path}: the module" for path in product() if is_bad(path.stem)]
    inside = [
        f"{path}: {name}"
        for path, tree in product().items()
        for name in names_in(tree, of_api="api" in path.parts)
        if is_bad(name)
    ]
    assert not [*modules, *inside], "give these a noun or a plain verb:\n" + "\n".join([*modules, *inside])


@pytest.mark.parametrize(
    "source",
    [
        "def found_cards(): ...",
        "class OneView: ...",
        "def f(*, told): ...",
        "class A:\n    men: int",
        "def f(self):\n    self.again = 1",
    ],
)
def test_detects_meaningless_names(source: str) -> None:
    assert any(is_bad(name) for name in names_in(ast.parse(source)))


def test_templates_and_styles_have_no_meaningless_names() -> None:
    in_tags = re.compile(r"\{[{%](.*?)[%}]\}", re.DOTALL)
    wrong = []
    for path in sorted((ROOT / "templates").rglob("*.*")):
        for tag in in_tags.findall(path.read_text(encoding="utf-8")):
            plain = re.sub(r"\"[^\"]*\"|'[^']*'", "", tag).replace("clock.again", "")  # the API field
            wrong += [f"{path.name}: {name}" for name in re.findall(r"[A-Za-z_]\w*", plain) if is_bad(name)]
    for path in sorted((ROOT / "static" / "css").glob("*.css")):
        classes = re.findall(r"\.([a-z][\w-]*)", path.read_text(encoding="utf-8"))
        wrong += [f"{path.name}: {name}" for name in classes if is_bad(name.replace("-", "_"))]
    assert not wrong, "\n".join(wrong)


def classes_in(node: ast.AST, owner: str = "") -> Iterator[str]:
    """Yield full class names. Nested classes always include their owner, as in `Outing.Part`."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef):
            yield owner + child.name
            yield from classes_in(child, f"{owner}{child.name}.")
        else:
            yield from classes_in(child, owner)


def system_of(path: Path) -> str:
    """Return a file's game system, or "" for the rest of the code base."""
    inside = path.parts[:2] == ("rules_engine", "systems") and len(path.parts) > 3
    return path.parts[2] if inside else ""


def test_class_names_are_unique() -> None:
    """Two game systems never meet, so each can have its own cards. They share the protocols' names."""
    places: dict[str, list[Path]] = defaultdict(list)
    for path, tree in product().items():
        for name in classes_in(tree):
            if name.rpartition(".")[2] not in FROM_FRAMEWORKS:
                places[name].append(path)
    protocols = [Path("rules_engine/baseball", name) for name in ("system.py", "system_types.py", "game_setup.py")]
    shared = {*TWICE}.union(*(classes_in(product()[path]) for path in protocols))
    double = []
    for name, paths in places.items():
        outside = [path for path in paths if not system_of(path)]
        within = [system_of(path) for path in paths if system_of(path)]
        clash = bool(outside and within) and name not in shared
        if (len(outside) > 1 and name not in TWICE) or len(within) > len(set(within)) or clash:
            double.append(f"{name}: {', '.join(map(str, paths))}")
    assert not double, "give each of these its own name:\n" + "\n".join(double)
