"""Test that no text tells users to install another project's package, such as the unrelated `pennant` on PyPI."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
OUR_PACKAGE = "pennant-baseball"
OUR_WHEEL = re.compile(r"\S*dist/(?:pennant_baseball-\S+|\*)\.whl")
# the words after "uvx", "pip install" and similar commands, without options and their values
INSTALLS = re.compile(
    r"\b(?:uvx|uv tool (?:install|run|upgrade)|uv (?:pip install|add)|pipx (?:install|upgrade|run|inject)|"
    r"pip3? (?:install|download)|easy_install|conda install|brew install)((?:[ \t]+[^\s`;,|&:\"')\]]+)+)"
)
WITH_VALUE = {"-r", "-c", "-t", "--from", "--index-url", "--find-links", "--python", "--out-dir", "--requirement"}
INDEX_PAGE = re.compile(r"pypi\.org/(?:project|p|simple)/([\w.-]+)|img\.shields\.io/pypi/\w+/([\w.-]+)")
TOOLS = {"uv", "uvx", "pipx", "pip", "pip-audit"}
OUR_FOLDERS = {"docs/example-plugin"}
BENCHMARKED = {"chess", "pybbda"}  # `make peers` compares Pennant with them


def texts() -> list[tuple[str, str]]:
    """Return the repository's text files that people read, without lock files and recorded data."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    read = {".md", ".py", ".toml", ".html", ".service", ".yaml", ".yml", ".txt", ".js", ".svg", ""}
    files = [ROOT / name for name in listed.split("\0") if name and Path(name).suffix in read]
    return [(str(path.relative_to(ROOT)), path.read_text("utf-8")) for path in files if path != Path(__file__)]


def packages_named(text: str) -> list[str]:
    """Return the packages that a text's commands install or run from an index."""
    names = [part for match in INDEX_PAGE.findall(text) for part in match if part]
    for words in INSTALLS.findall(text):
        names += _packages_of(words.split())
    return names


def _packages_of(words: list[str]) -> list[str]:
    """Return the first word that isn't an option, or the value of `--from` if present."""
    if "--from" in words:
        return [words[words.index("--from") + 1]]
    remaining_words = [
        word for place, word in enumerate(words) if not {word, words[place - 1]} & WITH_VALUE or place == 0
    ]
    return [word for word in remaining_words if not word.startswith("-") and word not in WITH_VALUE][:1]


def is_ours(package: str) -> bool:
    name = re.split(r"[\[=<>~@]", package)[0]
    return name == OUR_PACKAGE or bool(OUR_WHEEL.fullmatch(package)) or name in TOOLS | BENCHMARKED | OUR_FOLDERS


def test_texts_install_only_our_package() -> None:
    wrong = [(name, package) for name, text in texts() for package in packages_named(text) if not is_ours(package)]
    assert wrong == []


@pytest.mark.parametrize(
    "text",
    [
        "uvx pennant run",
        "or: pipx install pennant, then",
        "a laptop: `pipx upgrade pennant`.",
        "uv tool install pennant",
        "python -m pip install --upgrade pennant==0.2.0",
        "uvx --from pennant pennant run",
        "see https://pypi.org/project/pennant/",
    ],
)
def test_detects_instructions_for_another_package(text: str) -> None:
    assert [package for package in packages_named(text) if not is_ours(package)] != []


def test_readme_and_docs_mention_the_package_and_the_wheel() -> None:
    for page in ("README.md", "docs/how-to/run-it-on-a-laptop.md"):
        text = (ROOT / page).read_text("utf-8")
        assert "uvx pennant-baseball run" in text
        assert "uvx --from dist/pennant_baseball-*.whl pennant run" in text
