"""Test that every page of the docs is short and has headings and short sentences."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

import pytest

from pennant_baseball.command import SUBCOMMANDS
from tests.launcher.test_install_names import ROOT

DOCS: Final = ROOT / "docs"
KINDS: Final = ("tutorial", "how-to", "reference", "explanation")
# Generated from code with a row per rule. People search these pages rather than read them, so any length is fine.
GENERATED: Final = {"reference/rules.md", "reference/systems.md"}
PAGES: Final = [
    name
    for kind in KINDS
    for name in sorted(page.relative_to(DOCS).as_posix() for page in (DOCS / kind).glob("*.md"))
    if name not in GENERATED
]

MOST_WORDS: Final = 800
MOST_WORDS_BETWEEN_HEADINGS: Final = 150
MOST_WORDS_OF_A_SENTENCE: Final = 25
LEAST_SHARE_OF_SHORT_SENTENCES: Final = 0.9

_FENCE: Final = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_INDENTED: Final = re.compile(r"(?:\A|\n)\n((?: {4,}.*\n?|\n(?= {4}))+)")
_LINK: Final = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
_INLINE_CODE: Final = re.compile(r"`[^`]*`")
_WORD: Final = re.compile(r"[^\W\d_](?:[\w’'-]*\w)?")
_HEADING: Final = re.compile(r"^#+ ", re.MULTILINE)
_BLOCK: Final = re.compile(r"\n\n+|\n(?=(?:[-*]|\d+\.) )|\n(?=\|)")
_SENTENCE_END: Final = re.compile(r"(?<=[.!?:])[”)*]*\s+(?=[A-Z“*(\[`])")
_MANAGE_WORD: Final = re.compile(r"manage\.py ([a-z_]+)")


class Measure(NamedTuple):
    """A page's size."""

    words: int
    longest_stretch: int
    long_sentences: list[str]
    sentence_count: int

    @property
    def faults(self) -> list[str]:
        faults = []
        if self.words > MOST_WORDS:
            faults.append(f"{self.words} words, at most {MOST_WORDS}")
        if self.longest_stretch > MOST_WORDS_BETWEEN_HEADINGS:
            faults.append(f"{self.longest_stretch} words without a heading, at most {MOST_WORDS_BETWEEN_HEADINGS}")
        short = self.sentence_count - len(self.long_sentences)
        if short < LEAST_SHARE_OF_SHORT_SENTENCES * self.sentence_count:
            share = f"{len(self.long_sentences)} of {self.sentence_count}"
            faults.append(f"{share} sentences are long: {self.long_sentences}")
        return faults


def measure(text: str) -> Measure:
    """Measure a page. Code blocks don't count, but table cells and inline code do."""
    prose = _LINK.sub(r"\1", _INDENTED.sub("\n\n", _FENCE.sub("", text)))
    stretches = [_count_words(part) for part in _HEADING.split(prose)]
    sentences = list(_sentences(prose))
    return Measure(
        words=sum(stretches),
        longest_stretch=max(stretches),
        long_sentences=[sentence for sentence in sentences if _count_words(sentence) > MOST_WORDS_OF_A_SENTENCE],
        sentence_count=len(sentences),
    )


def _count_words(text: str) -> int:
    return len(_WORD.findall(_INLINE_CODE.sub("code", text)))


def _sentences(prose: str) -> Iterator[str]:
    """Yield the sentences of paragraphs and list items, and the table cells with several words."""
    for block in _BLOCK.split(prose):
        parts = block.strip().strip("|").split("|") if block.startswith("|") else [block]
        for part in parts:
            for sentence in _SENTENCE_END.split(" ".join(part.split())):
                if _count_words(sentence) > 1 and not sentence.startswith("#"):
                    yield sentence


@pytest.mark.parametrize("page", PAGES)
def test_page_meets_the_length_limits(page: str) -> None:
    assert measure((DOCS / page).read_text(encoding="utf-8")).faults == []


@pytest.mark.parametrize("page", PAGES)
def test_page_starts_with_its_only_title(page: str) -> None:
    text = _FENCE.sub("", (DOCS / page).read_text(encoding="utf-8"))
    assert text.startswith("# ")
    assert len(re.findall(r"^# ", text, re.MULTILINE)) == 1


@pytest.mark.parametrize("page", [name for name in PAGES if not name.startswith("explanation/")])
def test_page_uses_the_installed_command(page: str) -> None:
    """A wheel installation has no manage.py, and `pennant` has the same commands."""
    installed = {entry.manage_arguments[0] for entry in SUBCOMMANDS.values() if entry.manage_arguments}
    assert installed & set(_MANAGE_WORD.findall((DOCS / page).read_text(encoding="utf-8"))) == set()


def test_docs_are_sorted_into_folders_by_kind() -> None:
    assert [page.name for page in DOCS.glob("*.md")] == ["README.md"]
    assert {page.parent.name for page in DOCS.glob("*/*.md")} == {*KINDS, "decisions", "example-plugin"}
    assert {(DOCS / name).exists() for name in GENERATED} == {True}


def test_docs_index_lists_every_page() -> None:
    links = set(re.findall(r"\]\(([^)#]+\.md)\)", (DOCS / "README.md").read_text(encoding="utf-8")))
    assert sorted({*PAGES, *GENERATED} - links) == []


SENTENCE: Final = "You see first what would change. "


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("# Title\n\n" + "".join(f"## Part {number}\n\n{SENTENCE * 20}\n\n" for number in range(7)), "at most 800"),
        (f"# Title\n\n{SENTENCE * 26}", "without a heading"),
        ("# Title\n\n| a | b |\n|---|---|\n" + f"| name | {SENTENCE * 5}|\n" * 6, "without a heading"),
        ("# Title\n\nIt is " + "very " * 25 + "long. Short.", "sentences are long"),
        ("# Title\n\n1. Press it.\n2. It is " + "very " * 25 + "long.\n", "sentences are long"),
        ("# Title\n\n| a | b |\n|---|---|\n| name | It is " + "very " * 25 + "long |\n", "sentences are long"),
    ],
)
def test_detects_long_pages_and_sentences(text: str, fault: str) -> None:
    assert any(fault in sentence for sentence in measure(text).faults)


def test_accepts_a_good_page() -> None:
    code = "    pennant run    # " + "many words " * 200
    assert measure(f"# Title\n\n{SENTENCE * 20}\n\n{code}\n\n## Part\n\n- {SENTENCE}\n- {SENTENCE}\n").faults == []
