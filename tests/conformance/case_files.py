"""Load case files: one JSON object per line with id, rule, area, given, expect, why and, for game systems, ruleset."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SHIPPED = Path(__file__).parent / "cases"
WANTED = {"id": str, "area": str, "given": dict, "expect": dict}


class CaseFileError(ValueError):
    """A case file is invalid. The message names the file, line and error."""


@dataclass(frozen=True)
class Case:
    id: str
    area: str
    facts: dict[str, Any]
    expect: dict[str, Any]
    ruleset: str | None
    rule: str
    why: str
    place: str  # file and line
    stem: str  # file name without .jsonl: the system, for shipped files


def read_files(paths: Iterable[Path]) -> list[Case]:
    return [case for path in paths for file in _files(path) for case in read_file(file)]


def read_file(path: Path) -> list[Case]:
    lines = enumerate(path.read_text(encoding="utf-8-sig").splitlines(), start=1)
    return [_case(text, path, number) for number, text in lines if text.strip()]


def _files(path: Path) -> list[Path]:
    if path.is_dir():
        return sorted(path.glob("*.jsonl"))
    if not path.is_file():
        raise CaseFileError(f"{path}: no such case file")
    return [path]


def _case(text: str, path: Path, number: int) -> Case:
    place = f"{path}:{number}"
    try:
        data = json.loads(text)
    except json.JSONDecodeError as fault:
        raise CaseFileError(f"{place}: not JSON: {fault}") from None
    if not isinstance(data, dict):
        raise CaseFileError(f"{place}: a case is a JSON object, this is {type(data).__name__}")
    for key, kind in WANTED.items():
        if not isinstance(data.get(key), kind):
            raise CaseFileError(f"{place}: “{key}” must be there and be {kind.__name__}, not {data.get(key)!r}")
    if not data["expect"]:
        raise CaseFileError(f"{place}: “expect” asserts nothing")
    return Case(
        id=data["id"],
        area=data["area"],
        facts=data["given"],
        expect=data["expect"],
        ruleset=data.get("ruleset"),
        rule=str(data.get("rule", "")),
        why=str(data.get("why", "")),
        place=place,
        stem=path.stem,
    )
