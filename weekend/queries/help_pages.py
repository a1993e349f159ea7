"""The help: the user docs, loaded from their Markdown files."""

import re
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from django.conf import settings
from django.urls import reverse
from django.utils.safestring import SafeString
from PIL import Image

from weekend.queries.help_markdown import Heading, Picture, Targets, render_markdown

DOCS: Final = Path(settings.BASE_DIR) / "docs"
SECTIONS: Final = ("tutorial", "how-to", "reference", "explanation")
_INDEX: Final = "README.md"
# help pages link to this script so that readers can run it
_SCRIPT: Final = "check_dice.py"
_MOST_IN_OUTLINE: Final = 20
_GROUP: Final = re.compile(r"## (.+)")
_ITEM: Final = re.compile(r"- \[(.+)\]\((.+)\.md\)")


class HelpLink(NamedTuple):
    """A help page in the index. `path` is its section and name."""

    path: str
    label: str

    @property
    def address(self) -> str:
        return page_address(self.path)


class HelpGroup(NamedTuple):
    """Help pages under one heading in the index."""

    title: str
    links: tuple[HelpLink, ...]

    @property
    def anchor(self) -> str:
        return re.sub(r"\W+", "-", self.title.lower())


class HelpPage(NamedTuple):
    path: str
    title: str
    html: SafeString
    headings: tuple[Heading, ...]

    @property
    def address(self) -> str:
        return page_address(self.path)

    @property
    def outline(self) -> list[Heading]:
        """Return the headings below the title. A very long page shows only its main headings."""
        inner = [heading for heading in self.headings if heading.level in (2, 3)]
        if len(inner) > _MOST_IN_OUTLINE:
            return [heading for heading in inner if heading.level == 2]
        return inner


@cache
def help_paths() -> frozenset[str]:
    """Return the paths of all pages, such as "how-to/undo-a-pick"."""
    files = (file for section in SECTIONS for file in (DOCS / section).glob("*.md"))
    return frozenset(f"{file.parent.name}/{file.stem}" for file in files)


@cache
def help_groups() -> tuple[HelpGroup, ...]:
    """Return the index's groups. Links to pages outside the help are left out."""
    groups: list[tuple[str, list[HelpLink]]] = []
    for line in (DOCS / _INDEX).read_text(encoding="utf-8").splitlines():
        if group := _GROUP.fullmatch(line):
            groups.append((group[1], []))
        elif (item := _ITEM.fullmatch(line)) and item[2] in help_paths():
            groups[-1][1].append(HelpLink(item[2], item[1]))
    return tuple(HelpGroup(title, tuple(links)) for title, links in groups if links)


def group_of(path: str) -> HelpGroup | None:
    """Return the index group that contains this page."""
    return next((group for group in help_groups() if any(link.path == path for link in group.links)), None)


@cache
def load_help_page(path: str) -> HelpPage:
    """Load and render a page, once per process. `path` is one of `help_paths`."""
    text = (DOCS / f"{path}.md").read_text(encoding="utf-8")
    targets = Targets(link=_link_address, picture=_picture)
    html, headings = render_markdown(text, path=path, targets=targets)
    return HelpPage(path, headings[0].text, html, headings)


def help_file(name: str) -> Path | None:
    """Return a picture or script from the help pages."""
    return _help_files().get(name)


@cache
def _help_files() -> dict[str, Path]:
    files = [*(DOCS / "pictures").glob("*.webp"), DOCS / _SCRIPT]
    return {file.name: file for file in files if file.is_file()}


def page_address(path: str) -> str:
    section, name = path.split("/")
    return reverse("help_page", args=[section, name])


def _link_address(target: str) -> str | None:
    """Return the URL for a link target's docs path."""
    if target == _INDEX:
        return reverse("help")
    if target.removesuffix(".md") in help_paths():
        return page_address(target.removesuffix(".md"))
    if target == _SCRIPT:
        return reverse("help_file", args=[target])
    return None


def _picture(target: str) -> Picture | None:
    folder, _, name = target.rpartition("/")
    file = help_file(name)
    if folder != "pictures" or file is None:
        return None
    with Image.open(file) as picture:
        width, height = picture.size
    return Picture(reverse("help_file", args=[name]), width, height)
