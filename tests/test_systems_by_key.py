"""Test that no code outside the game systems branches on the system: differences go through the Protocol.

One line in seasons/by_system.py lists the systems whose cards from real seasons are fitted by replays.
"""

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import pytest

from rules_engine.systems import KEYS, load
from tests.test_names import product

SYSTEMS: Final = Path("rules_engine/systems")
REGISTRY: Final = Path("seasons/by_system.py")
NAMED_IN_THE_DATABASE: Final = Path("drafts/models/card_sets.py")  # the default for card sets that name no game
EDITIONS: Final = frozenset(load(KEYS[0]).editions)  # the others' names are everyday words


def is_first_key(node: ast.AST) -> bool:
    """Return whether an expression is KEYS[0], with or without its module."""
    return isinstance(node, ast.Subscript) and ast.unparse(node.value).rpartition(".")[2] == "KEYS"


def names_of_the_first(trees: Iterable[ast.AST]) -> set[str]:
    """Return other names for KEYS[0], as in USUAL = KEYS[0]."""
    return {
        target.id
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and any(is_first_key(part) for part in ast.walk(node.value))
        for target in node.targets
        if isinstance(target, ast.Name) and target.id.isupper()
    }


def branches(tree: ast.AST, names: set[str], *, key_written: bool = False) -> Iterator[int]:
    """Return the lines that depend on a particular system or ruleset."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and node.value in KEYS and not key_written:
            yield node.lineno
        if isinstance(node, ast.Compare | ast.match_case):
            operands = [node.left, *node.comparators] if isinstance(node, ast.Compare) else [node.pattern]
            for part in (part for operand in operands for part in ast.walk(operand)):
                last = part.attr if isinstance(part, ast.Attribute) else part.id if isinstance(part, ast.Name) else ""
                of_edition = isinstance(part, ast.Constant) and part.value in EDITIONS
                if is_first_key(part) or last in names or of_edition:
                    yield operands[0].lineno


def test_pages_and_commands_do_not_branch_on_a_game_system() -> None:
    outside = {path: tree for path, tree in product().items() if not path.is_relative_to(SYSTEMS)}
    names = names_of_the_first(outside.values())
    faults = [
        f"{path}:{line}"
        for path, tree in outside.items()
        for line in sorted(set(branches(tree, names, key_written=path in (REGISTRY, NAMED_IN_THE_DATABASE))))
        if path.parts[0] != "bench"
    ]
    assert not faults, "ask the Protocol (baseball/system.py) or SeasonPlay instead:\n" + "\n".join(faults)


def test_registry_branches_on_a_system_once() -> None:
    tree = product()[REGISTRY]
    assert len(list(branches(tree, set()))) == 1


@pytest.mark.parametrize(
    "line",
    [
        "if system.key != systems.KEYS[0]: pass",
        "if game.system == KEYS[0] or rest: pass",
        "word = '' if system.key == USUAL else '--system'",
        "if system.key == game_systems.USUAL: pass",
        "tables = {'pine_tar': counted}",
        "if book.system in ('strat_o_matic', 'inside_pitch'): pass",
        "match system.key:\n    case 'strat_o_matic': pass",
        "if options['edition'] == 'star': pass",
    ],
)
def test_detects_branches_on_a_system(line: str) -> None:
    names = names_of_the_first([ast.parse("USUAL = systems.KEYS[0]")])
    assert list(branches(ast.parse(line), names))


@pytest.mark.parametrize(
    "line",
    [
        "system = load(options['system'] or KEYS[0])",
        "if asked in KEYS: pass",
        "if play.fit_games: pass",
        "edition = options['edition'] or USUAL",
    ],
)
def test_ignores_system_independent_code(line: str) -> None:
    assert not list(branches(ast.parse(line), {"USUAL"}))
