"""Check names, docstrings, comments, messages and docs against the glossary.

Each directory with rejected phrases is listed with their number. The number may fall but never rise. After rewording a
directory, run `python -m tests.test_glossary` and copy its lower numbers.
"""

import ast
import io
import re
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import pytest

ROOT: Final = Path(__file__).resolve().parents[1]

# Rejected as part of any name, including local variables: pronouns, participles and verbs that name nothing, outdated
# or British words, and terms with a different glossary entry.
REJECTED_IN_NAMES: Final = {
    *("one", "who", "whom", "whose", "somebody", "anybody", "everybody", "nobody", "those", "men", "man"),
    *("told", "came", "said", "stands", "begun", "gone", "held", "asked", "kept", "found", "meant", "brought", "anew"),
    *("spoilt", "thrown", "hurt", "wish", "wishes", "desk", "act", "acts", "best_ofs", "bestofs"),
    *("colour", "colours", "defence", "centre", "organiser", "organisers", "cancelled", "practise"),
}
# A test name is a sentence, where these words are natural.
ACCEPTED_IN_TEST_NAMES: Final = {"one", "who", "those", "nobody", "held", "kept", "asked", "found", "act"}
# Rejected only as a whole name.
REJECTED_AS_NAMES: Final = {
    *("what", "it", "other", "others", "here", "there", "then", "still", "again", "able", "given", "known", "taken"),
    *("wanted", "wants", "beside", "of", "off", "each", "every", "whole", "left_over"),
}
# Names outside the glossary: printed in a rulebook, or defined by a library or file format.
ACCEPTED_NAMES: Final = {"one_and_two", "one_and_two_bars", "page_not_found", "found_at", "asked_at"}
# Database columns, accepted only as model fields. Tournament files and the activity log contain their names.
ACCEPTED_COLUMNS: Final = {
    *("act", "asked_by", "colours", "never_begun", "test_asked_at", "thrown_at", "thrown_by"),
}
# Texts in databases and saved games, which would no longer match after rewording.
STORED_TEXTS: Final = {"taken back", "dice thrown anew"}

_REJECTED_PHRASES: Final = re.compile(
    r"\b(?:somebody|anybody|everybody|whoever|whomever|begun|anew|men|line-ups?|best-ofs?|projector|asunder"
    r"|colours?|defence|centre|organisers?|cancelled|practise|goes on|go on|going on|brought along"
    r"|taken? back|taking back|bring back|live lines?|worked cases?|told|stands|wishes|as soon as|house charts?)\b",
    re.IGNORECASE,
)

# API paths, field names and link URLs aren't sentences.
_NOT_PROSE: Final = re.compile(r"`[^`\n]*`|(?<=\])\([^)\n]*\)")
# Only the words between a template's tags are checked.
_TAGS: Final = re.compile(r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}|<[^>]*>", re.DOTALL)
TEMPLATES: Final = "templates"
DOCS: Final = (
    *("README.md", "CONTRIBUTING.md", "docs/README.md", "docs/decisions", "docs/example-plugin"),
    *("docs/tutorial", "docs/how-to", "docs/reference", "docs/explanation"),
)
NOT_CHECKED: Final = {"migrations", "node_modules", "recorded_games"}

ALLOWED_PHRASES: Final[dict[str, int]] = {
    "tests": 3,
    "tests/backups": 4,
    "tests/browser": 3,
    "tests/checks": 2,
    "tests/conformance": 7,
    "tests/drafts": 3,
    "tests/drills": 2,
    "tests/games": 12,
    "tests/pitching": 1,
    "tests/seasons": 1,
    "tests/tournaments": 7,
    "tests/weekend": 13,
}


def is_rejected(name: str) -> bool:
    """Return whether a name is rejected. Constants may be sentences, so their words aren't checked."""
    if name in ACCEPTED_NAMES or name.isupper():
        return False
    words = {word.lower() for word in re.findall(r"[A-Z]?[a-z0-9]+|[A-Z]+", name)}
    if name.startswith("test_"):
        words -= ACCEPTED_IN_TEST_NAMES
    bare_name = name.strip("_").lower()
    return bool(words & REJECTED_IN_NAMES) or bare_name in REJECTED_AS_NAMES


def names_in(tree: ast.AST) -> Iterator[str]:
    """Yield every name that a module defines: functions, classes, parameters, variables and attributes of `self`.

    A serializer's fields belong to the API, whose clients use these names.
    """
    public_fields = {id(target) for node in ast.walk(tree) for target in _public_fields(node)}
    for node in ast.walk(tree):
        if id(node) in public_fields:
            continue
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and _is_self(node.value):
            yield node.attr


def _public_fields(node: ast.AST) -> Iterator[ast.expr]:
    if isinstance(node, ast.ClassDef):
        is_serializer = any("Serializer" in ast.unparse(base) for base in node.bases)
        for statement in node.body:
            if isinstance(statement, ast.Assign) and isinstance(target := statement.targets[0], ast.Name):
                is_column = target.id in ACCEPTED_COLUMNS and ast.unparse(statement.value).startswith("models.")
                if is_column or is_serializer:
                    yield target


def _is_self(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id in ("self", "cls")


def texts_in(source: str, tree: ast.AST) -> Iterator[str]:
    """Yield docstrings, messages and comments. A string without a space isn't a sentence."""
    for node in ast.walk(tree):
        text = node.value if isinstance(node, ast.Constant) else None
        if isinstance(text, str) and " " in text.strip() and text not in STORED_TEXTS:
            yield text
    if "#" in source:
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type == tokenize.COMMENT:
                yield token.string


class RejectedTerms(NamedTuple):
    """The rejected terms in a file."""

    names: set[str]
    phrases: list[str]


def read_terms(source: str) -> RejectedTerms:
    tree = ast.parse(source)
    names = {name for name in names_in(tree) if is_rejected(name)}
    phrases = [phrase for text in texts_in(source, tree) for phrase in _phrases(text)]
    return RejectedTerms(names, phrases)


@cache
def python_files() -> tuple[Path, ...]:
    folders = sorted(path.parent for path in ROOT.glob("*/__init__.py"))
    files = (path for folder in folders for path in sorted(folder.rglob("*.py")))
    own_file = Path(__file__).resolve()
    return tuple(path for path in files if path != own_file and not NOT_CHECKED & set(path.parts))


def folder_of(path: Path) -> str:
    """Return the directory whose count includes a file: its app and the directory within the app."""
    parts = path.relative_to(ROOT).parts
    return "/".join(parts[:-1][:2])


@cache
def terms_by_file() -> dict[Path, RejectedTerms]:
    return {path: read_terms(path.read_text(encoding="utf-8")) for path in python_files()}


def rejected_phrases() -> dict[str, Counter[str]]:
    """Return the rejected phrases in each directory, in each docs page or directory, and in the templates."""
    counts: dict[str, Counter[str]] = {}
    for path, terms in terms_by_file().items():
        counts.setdefault(folder_of(path), Counter()).update(terms.phrases)
    for name in DOCS:
        doc = ROOT / name
        for file in sorted(doc.glob("*.md")) if doc.is_dir() else [doc]:
            counts.setdefault(name, Counter()).update(_phrases(_NOT_PROSE.sub("", file.read_text(encoding="utf-8"))))
    for file in sorted((ROOT / TEMPLATES).rglob("*.*")):
        words = _TAGS.sub(" ", file.read_text(encoding="utf-8"))
        counts.setdefault(TEMPLATES, Counter()).update(_phrases(words))
    return {folder: phrases for folder, phrases in counts.items() if phrases}


def _phrases(text: str) -> list[str]:
    return [match[0].lower() for match in _REJECTED_PHRASES.finditer(text)]


def test_names_use_glossary_terms() -> None:
    rejected = [f"{path.relative_to(ROOT)}: {name}" for path, terms in terms_by_file().items() for name in terms.names]
    assert not rejected, "name the thing, with a noun or a verb phrase:\n" + "\n".join(rejected)


def test_sentences_use_glossary_terms() -> None:
    excesses = []
    for folder, counts in rejected_phrases().items():
        allowed = ALLOWED_PHRASES.get(folder, 0)
        if counts.total() > allowed:
            terms = ", ".join(f"{term} ({count})" for term, count in counts.most_common())
            excesses.append(f"{folder}: {counts.total()} instead of {allowed}: {terms}")
    assert not excesses, "use the glossary's terms:\n" + "\n".join(excesses)


def test_allowances_are_only_for_existing_test_folders() -> None:
    assert not [folder for folder in ALLOWED_PHRASES if not (ROOT / folder).exists()]
    assert not [folder for folder in ALLOWED_PHRASES if not folder.startswith("tests")]
    assert list(ALLOWED_PHRASES) == sorted(ALLOWED_PHRASES)


@pytest.mark.parametrize(
    "source",
    ["for one in teams: pass", "def load(*, told): ...", "[who for who in pitchers]", "class MenOnBase: ...", "it = 1"],
)
def test_detects_rejected_names(source: str) -> None:
    assert read_terms(source).names


@pytest.mark.parametrize(
    "source",
    ['"""Whoever signs first."""', "x = f'{team} has begun to play'", "x = 1  # what stands on the sheet"],
)
def test_detects_rejected_phrases(source: str) -> None:
    assert read_terms(source).phrases


def test_accepts_ordinary_names_and_sentences() -> None:
    source = '"""Return the relief innings left."""\nfor team in teams: now = team.started_at'
    assert read_terms(source) == RejectedTerms(set(), [])


def main() -> None:
    sys.stdout.write("ALLOWED_PHRASES: Final[dict[str, int]] = {\n")
    for folder, counts in sorted(rejected_phrases().items()):
        sys.stdout.write(f'    "{folder}": {counts.total()},\n')
    sys.stdout.write("}\n")


if __name__ == "__main__":
    main()
