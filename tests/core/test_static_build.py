"""Test the static files: built from their sources, small, with stylesheet layers and named sizes."""

import re
import sys

import pytest
from django.test import Client

from core.static_build import ALONE, BUILT, LAYERS, STATIC, built_files

NAMED = "tokens"
OTHERS = [name for name in LAYERS if name != NAMED]
SIZES = ["label", "fine", "figures", "plain", "large", "title", "banner"]
SPACES = ["hair", "near", "apart", "wide", "broad", "far", "deep", "vast"]
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
SIZE_OR_SPACE = re.compile(r"(?<![\w-])(font(?:-size)?|(?:padding|margin)[a-z-]*|[a-z-]*gap): ([^;}]+)")
TOKEN = re.compile(r"var\(--[\w-]+\)")
LENGTH = re.compile(r"[\d.](?:rem|em|px|ch|vw|vh|pt|mm|%)")
# layers whose sizes scale with the big screen or apply to printouts
GROW = ("screens", "print")
EXCEPTIONS = {
    "base": {"html"},  # the size that all others are relative to
    "parts": {".crest"},  # scales with the surrounding text
    "pages": {
        # text in drawings is relative to the drawing
        *("svg text", ".bullpen text", ".tree text", ".tree .badge text"),
        ".standings thead th",  # six headings above narrow columns on a phone
    },
}


def layer(name: str) -> str:
    return re.sub(r"/\*.*?\*/", "", (STATIC / "css" / f"{name}.css").read_text(), flags=re.DOTALL)


def test_builds_every_layer_and_script() -> None:
    assert sorted(path.stem for path in (STATIC / "css").iterdir()) == sorted(LAYERS)
    assert {path.name for path in built_files(minify=False)} == {
        *("pennant.css", "draft_room.css", "screens.css"),
        *("arrive.js", "copy_link.js", "draft.js", "entry.js", "live.js", "push.js", "push_worker.js"),
        *("reload.js", "search.js", "table.js", "worker.js"),
    }


def test_minified_files_are_smaller_and_building_needs_no_minifier(monkeypatch: pytest.MonkeyPatch) -> None:
    minified = built_files(minify=True)
    monkeypatch.setitem(sys.modules, "minify", None)
    for path, content in built_files(minify=False).items():
        assert len(minified[path]) < len(content)


def test_page_loads_at_most_36_000_bytes_of_styles(db: None, client: Client) -> None:
    page = client.get("/sign-in/").content.decode()
    (address,) = re.findall(r'rel="stylesheet" href="([^"]+)"', page)
    answer = client.get(address)
    assert answer.headers["Content-Type"].startswith("text/css")
    shared = len(b"".join(answer))
    built = built_files(minify=True)
    for name in ALONE:
        assert shared + len(built[BUILT / f"{name}.css"].encode()) <= 36_000


def test_page_fonts_fit_in_120_kb_and_include_their_license() -> None:
    named = set(re.findall(r'url\("(fonts/[\w-]+\.woff2)"\)', layer(NAMED)))
    files = [path for path in (STATIC / "fonts").iterdir() if path.name != "LICENSE"]
    assert {f"fonts/{path.name}" for path in files} == named
    assert sum(path.stat().st_size for path in files) <= 120 * 1024
    terms = (STATIC / "fonts" / "LICENSE").read_text()
    assert "SIL OPEN FONT LICENSE" in terms
    assert [path.name for path in files if path.name not in terms] == []


def test_page_loads_at_most_61_440_bytes_of_script() -> None:
    """Every page has live.js and the palette, and at most one more script. Comments count."""
    sizes = {path.stem: len(content) for path, content in built_files(minify=False).items() if path.suffix == ".js"}
    on_every_page = sizes.pop("live") + sizes.pop("search")
    assert on_every_page + max(sizes.values()) <= 61_440


def test_type_sizes_and_spaces_are_named_on_a_4_px_grid() -> None:
    root = layer(NAMED).split("}")
    sizes = re.findall(r"--([a-z]+): ([\d.]+)rem", "".join(rule for rule in root if "--hair" in rule))
    assert [name for name, _ in sizes] == [*SIZES, *SPACES]
    assert [float(value) * 16 % 4 for name, value in sizes if name in SPACES] == [0] * len(SPACES)


@pytest.mark.parametrize("name", [name for name in OTHERS if name not in GROW])
def test_sizes_and_spaces_use_tokens(name: str) -> None:
    loose = {
        (selector.strip(), declaration)
        for selector, body in RULE.findall(layer(name))
        for declaration, value in SIZE_OR_SPACE.findall(body)
        if LENGTH.search(TOKEN.sub("", value))
    }
    assert {selector for selector, _ in loose} == EXCEPTIONS.get(name, set())


def test_big_screen_type_scales_with_the_screen() -> None:
    """Sizes are bounded by clamp(), so that text can't grow out of proportion with the screen."""
    values = [value for _, value in SIZE_OR_SPACE.findall(layer("screens")) if not value.startswith("clamp(")]
    assert [value for value in values if re.search(r"[\d.](?:rem|px)\b", TOKEN.sub("", value))] == []


def test_every_css_variable_is_defined() -> None:
    css = "".join(layer(name) for name in LAYERS)
    defined = set(re.findall(r"(--[a-z-]+):", css))
    # without a default value, because the templates set the others
    assert set(re.findall(r"var\((--[a-z-]+)\)", css)) - defined <= {"--innings", "--units"}


@pytest.mark.parametrize("name", OTHERS)
def test_css_selects_columns_by_name_and_colors_by_token(name: str) -> None:
    assert "nth-child" not in layer(name)
    assert set(re.findall(r"#[0-9a-fA-F]{3,6}\b", layer(name))) <= ({"#fff"} if name == "print" else set())


def test_big_screens_and_dark_mode_use_the_dark_palette() -> None:
    holders = re.findall(r"([^{}]+)\{[^{}]*color-scheme: (light|dark)", layer(NAMED))
    assert [(holder.strip(), ground) for holder, ground in holders] == [
        (":root", "light"),
        ("body.bigscreen", "dark"),
        (":root", "dark"),
    ]
    assert "@media screen and (prefers-color-scheme: dark)" in layer(NAMED), "paper stays white"


def _declared(block: str) -> set[str]:
    return set(re.findall(r"--([a-z-]+): #", block))


def test_every_color_is_in_both_palettes() -> None:
    both, _, _ = layer(NAMED).partition(".c-")  # crests have their own background
    light, dark = both.split("body.bigscreen")
    wall, night = dark.split("@media")
    assert _declared(light) == _declared(wall)
    assert re.findall(r"--[a-z-]+: [^;]+;", wall) == re.findall(r"--[a-z-]+: [^;]+;", night)
