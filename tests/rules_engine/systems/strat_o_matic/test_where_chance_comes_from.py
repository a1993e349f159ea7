"""Rules get every roll from the game input. No rules module uses randomness, the clock or the operating system."""

import ast
from pathlib import Path

from rules_engine.systems import strat_o_matic

FOLDERS = ("batting", "baserunning", "fielding", "game_state", "pitching", "play", "substitutions")
ELSEWHERE = {"random", "time", "datetime", "os", "secrets"}


def imported_names(source: str) -> set[str]:
    nodes = list(ast.walk(ast.parse(source)))
    modules = {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
    return modules | {name.name for node in nodes if isinstance(node, ast.Import) for name in node.names}


def test_rules_import_no_other_source_of_chance_or_time() -> None:
    room = Path(str(strat_o_matic.__file__)).parent
    sources = [path for folder in FOLDERS for path in (room / folder).glob("*.py")]
    assert len(sources) > 30
    for path in sources:
        assert not imported_names(path.read_text()) & ELSEWHERE, path.name
