"""Test that services reject requests with codes, and never with only a message."""

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
APPS = (
    "core",
    "tournaments",
    "drafts",
    "games",
    "pitching",
    "backups",
    "tabletop",
    "play",
    "club",
    "weekend",
    "config",
)
MOST_BARE_SENTENCES = 1  # the print pack when the queue is down


@cache
def syntax_trees() -> dict[str, ast.Module]:
    return {
        path.relative_to(ROOT).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
        for app in APPS
        for path in sorted((ROOT / app).rglob("*.py"))
        if "migrations" not in path.parts
    }


@cache
def refusal_classes() -> frozenset[str]:
    """Return the names of Refused and its subclasses."""
    bases = {
        node.name: {ast.unparse(base) for base in node.bases}
        for tree in syntax_trees().values()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
    }
    class_names = {"Refused"}
    while more := {name for name, parents in bases.items() if parents & class_names} - class_names:
        class_names |= more
    return frozenset(class_names)


def is_sentence(argument: ast.expr) -> bool:
    """Return whether an expression is text: a literal, an f-string, a sum or choice of these, or a text call."""
    if isinstance(argument, ast.IfExp):
        return is_sentence(argument.body) or is_sentence(argument.orelse)
    if isinstance(argument, ast.BoolOp):
        return any(map(is_sentence, argument.values))
    if isinstance(argument, ast.BinOp):
        return is_sentence(argument.left) or is_sentence(argument.right)
    if isinstance(argument, ast.Call):
        called = argument.func
        return ast.unparse(called) == "str" or (isinstance(called, ast.Attribute) and is_sentence(called.value))
    is_text = isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    return is_text or isinstance(argument, ast.JoinedStr)


def named_sentences(tree: ast.Module) -> set[str]:
    """Return the names that a module assigns to text."""
    assignments = [line for line in tree.body if isinstance(line, ast.Assign | ast.AnnAssign) and line.value]
    texts = [line for line in assignments if line.value and is_sentence(line.value)]
    return {ast.unparse(line.targets[0] if isinstance(line, ast.Assign) else line.target) for line in texts}


def bare_sentences(tree: ast.Module) -> list[int]:
    """Return the lines where an error is created from a message without a code."""
    names = named_sentences(tree)
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and ast.unparse(node.func).rpartition(".")[2] in refusal_classes()
        and node.args
        and (is_sentence(node.args[0]) or ast.unparse(node.args[0]) in names)
    ]


def test_refusal_classes_include_subclasses() -> None:
    assert {"Refused", "Stale", "BackupError", "ListError", "SeedingWouldChange"} <= refusal_classes()


def test_refusals_have_codes() -> None:
    places = [f"{path}:{line}" for path, tree in syntax_trees().items() for line in bare_sentences(tree)]
    assert len(places) <= MOST_BARE_SENTENCES, "Add a code to the app's refusals.py:\n" + "\n".join(places)


def test_detects_every_way_to_write_a_bare_sentence() -> None:
    sentences = ('"No."', 'f"No {x}."', "str(x)", '"No. " + x', '"{}".format(x)', '" ".join(x)', 'a or "No."')
    for sentence in sentences:
        assert bare_sentences(ast.parse(f"raise Stale({sentence}, field='x')")) == [1], sentence
    assert not bare_sentences(ast.parse("raise Refused(PinRefusal.ONE_DIGIT, field='x')"))
    assert not bare_sentences(ast.parse("raise Refused(ruling)"))
    assert bare_sentences(ast.parse("_DOWN = 'No.'\nraise Refused(_DOWN)")) == [2]
