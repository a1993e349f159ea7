"""Test that the docs name only existing pages, files, commands with their options, make targets and settings."""

import ast
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import call_command, get_commands, load_command_class

from pennant_baseball.command import SUBCOMMANDS
from tests.launcher.test_install_names import ROOT

PAGES = [
    "README.md",
    "CONTRIBUTING.md",
    "rules_engine/README.md",
    *sorted(
        page.relative_to(ROOT).as_posix() for page in (ROOT / "docs").rglob("*.md") if "decisions" not in page.parts
    ),
]
LINK = re.compile(r"\]\((?!https?:|mailto:)([^)\s#]*)(?:#([^)\s]*))?\)")
COMMAND = re.compile(
    r"(?:^(?: {4}| {8})|`)(?:\S+=\S+ )*(?:\S*python )?(?:-m )?"
    r"(manage\.py|pennant|pennant_baseball) (?:manage )?([a-z_-]+)([^`\n]*)",
    re.MULTILINE,
)
MAKE = re.compile(r"(?:^ {4}|`)(?:[A-Z]+=\S+ )*make ([a-z][a-z-]*)", re.MULTILINE)
FILE = re.compile(r"`((?:[a-z_][a-z_-]*/)+[\w.-]+\.(?:py|toml|md|html|css|js|yaml|service|xlsx))`")
SETTINGS_CELL = re.compile(r"^\| ((?:`[A-Z][A-Z_]+`(?:, )?)+) \|", re.MULTILINE)


def read(page: str) -> str:
    return (ROOT / page).read_text("utf-8")


def anchors(page: Path) -> set[str]:
    heads = re.findall(r"^#+ (.*)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).strip().replace(" ", "-") for head in heads}


@pytest.mark.parametrize("page", PAGES)
def test_doc_links_resolve(page: str) -> None:
    page_path = ROOT / page
    lost = []
    for target, anchor in LINK.findall(read(page)):
        file = (page_path.parent / target) if target else page_path
        if not file.exists() or (anchor and file.suffix == ".md" and anchor not in anchors(file)):
            lost.append(f"{target}#{anchor}")
    assert lost == []


@pytest.mark.parametrize("page", PAGES)
def test_files_mentioned_in_docs_exist(page: str) -> None:
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    assert [
        name for name in FILE.findall(read(page)) if not any(f"/{path}".endswith(f"/{name}") for path in tracked)
    ] == []


def commands(page: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the commands in code blocks, under Django's names, with their options."""
    for program, word, rest in COMMAND.findall(read(page)):
        named = (
            SUBCOMMANDS[word].manage_arguments[0]
            if program != "manage.py" and word in SUBCOMMANDS and SUBCOMMANDS[word].manage_arguments
            else word
        )
        if program != "manage.py" and word in SUBCOMMANDS and not SUBCOMMANDS[word].manage_arguments:
            continue  # run, version and manage are launcher commands
        typed = re.split(r" {2,}|\s#", rest)[0]
        yield named, [option.split("=")[0] for option in shlex.split(typed) if option.startswith("--")]


@pytest.mark.parametrize("page", PAGES)
def test_commands_and_options_in_docs_exist(page: str) -> None:
    available, wrong = get_commands(), []
    for name, options in commands(page):
        if name not in available:
            wrong.append(name)
            continue
        app = available[name]
        command = load_command_class(app, name) if isinstance(app, str) else app
        known_options = command.create_parser("manage.py", name)._option_string_actions
        wrong += [f"{name} {option}" for option in options if option not in known_options]
    assert wrong == []


@pytest.mark.parametrize("page", PAGES)
def test_make_targets_in_docs_exist(page: str) -> None:
    targets = set(re.findall(r"^([a-z][a-z-]*):", read("Makefile"), re.MULTILINE))
    assert [target for target in MAKE.findall(read(page)) if target not in targets] == []


def test_documented_settings_are_used_in_code() -> None:
    code = "".join(
        path.read_text("utf-8")
        for folder in ("config", "core", "pennant_baseball")
        for path in (ROOT / folder).rglob("*.py")
    )
    cells = " ".join(SETTINGS_CELL.findall(read("docs/reference/settings.md")))
    settings = re.findall(r"[A-Z][A-Z_]+", cells)
    assert len(settings) > 25
    assert [name for name in settings if f'"{name}"' not in code] == []


SITUATION = re.compile(r"^ {4}pennant (play .*--situation .*?)(?: {2,}.*)?$", re.MULTILINE)


@pytest.mark.parametrize("line", SITUATION.findall(read("docs/how-to/play-a-game-at-the-terminal.md")))
def test_situations_in_docs_can_be_played(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    call_command(*shlex.split(line), "--auto", "--seed", "7")
    assert "after " in capsys.readouterr().out


def test_engine_needs_numpy_only_for_odds() -> None:
    own = {"rules_engine", *sys.stdlib_module_names}
    pages_by_name = {}
    for path in (ROOT / "rules_engine").rglob("*.py"):
        foreign_modules = {module.split(".")[0] for module in _imports(path)} - own
        if foreign_modules:
            pages_by_name[path.relative_to(ROOT).parts[1]] = foreign_modules
    assert pages_by_name == {"odds": {"numpy"}}


def _imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module
