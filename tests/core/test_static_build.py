"""What browsers fetch: made from its sources, small; a stylesheet in layers, and sizes that have names."""

import re
import sys

import pytest
from django.test import Client

from core.static_build import LAYERS, STATIC, built_files

NAMED = "tokens"
OTHERS = [name for name in LAYERS if name != NAMED]
SIZE_OF_TYPE = re.compile(r"(?<![\w-])font(?:-size)?: ([^;}]+)")
SPACE = re.compile(r"(?<![\w-])(?:padding|margin|gap)[a-z-]*: ([^;}]+)")
FIXED = re.compile(r"[\d.](?:rem|px)\b")


def layer(name: str) -> str:
    return re.sub(r"/\*.*?\*/", "", (STATIC / "css" / f"{name}.css").read_text(), flags=re.DOTALL)


def test_every_layer_and_script_is_built() -> None:
    assert sorted(path.stem for path in (STATIC / "css").iterdir()) == sorted(LAYERS)
    assert {path.name for path in built_files(minify=False)} == {
        *("pennant.css", "arrive.js", "draft.js", "entry.js", "live.js", "push.js", "push_worker.js"),
        *("reload.js", "search.js", "table.js", "worker.js"),
    }


def test_minified_files_are_smaller_and_checkouts_need_no_minifier(monkeypatch: pytest.MonkeyPatch) -> None:
    minified = built_files(minify=True)
    monkeypatch.setitem(sys.modules, "minify", None)
    for path, content in built_files(minify=False).items():
        assert len(minified[path]) < len(content)


def test_a_page_fetches_one_stylesheet_of_at_most_36_000_bytes(db: None, client: Client) -> None:
    page = client.get("/sign-in/").content.decode()
    (address,) = re.findall(r'rel="stylesheet" href="([^"]+)"', page)
    answer = client.get(address)
    assert answer.headers["Content-Type"].startswith("text/css")
    assert len(b"".join(answer)) <= 36_000


def test_the_fonts_of_pages_have_at_most_120_kb_and_their_license() -> None:
    named = set(re.findall(r'url\("(fonts/[\w-]+\.woff2)"\)', layer(NAMED)))
    files = [path for path in (STATIC / "fonts").iterdir() if path.name != "LICENSE"]
    assert {f"fonts/{path.name}" for path in files} == named
    assert sum(path.stat().st_size for path in files) <= 120 * 1024
    terms = (STATIC / "fonts" / "LICENSE").read_text()
    assert "SIL OPEN FONT LICENSE" in terms
    assert [path.name for path in files if path.name not in terms] == []


def test_no_kind_of_page_has_more_than_61_440_bytes_of_script() -> None:
    """Every page has live.js and the palette, and at most one script of its own. Comments count."""
    sizes = {path.stem: len(content) for path, content in built_files(minify=False).items() if path.suffix == ".js"}
    on_every_page = sizes.pop("live") + sizes.pop("search")
    assert on_every_page + max(sizes.values()) <= 61_440


def test_six_sizes_of_type_and_six_spaces_have_names() -> None:
    names = re.findall(r"--([a-z]+): [\d.]+rem", layer(NAMED))
    assert names == [
        *("fine", "figures", "plain", "large", "title", "banner"),
        *("hair", "tight", "near", "apart", "wide", "far"),
    ]


@pytest.mark.parametrize("name", OTHERS)
def test_sizes_and_spaces_are_named_or_grow_with_their_letters_and_the_screen(name: str) -> None:
    """On the walls a size is bounded by clamp(), so that letters that grow with the screen stay letters."""
    sizes = [size for size in SIZE_OF_TYPE.findall(layer(name)) if not size.startswith(("clamp(", "inherit"))]
    assert [value for value in [*sizes, *SPACE.findall(layer(name))] if FIXED.search(value)] == []


@pytest.mark.parametrize("name", OTHERS)
def test_a_column_is_chosen_by_its_name_and_a_colour_by_its_token(name: str) -> None:
    assert "nth-child" not in layer(name)
    assert set(re.findall(r"#[0-9a-fA-F]{3,6}\b", layer(name))) <= ({"#fff"} if name == "print" else set())


def test_the_projector_has_the_dark_set_and_a_screen_whose_owner_wants_it() -> None:
    holders = re.findall(r"([^{}]+)\{[^{}]*color-scheme: (light|dark)", layer(NAMED))
    assert [(who.strip(), ground) for who, ground in holders] == [
        (":root", "light"),
        ("body.projector", "dark"),
        (":root", "dark"),
    ]
    assert "@media screen and (prefers-color-scheme: dark)" in layer(NAMED), "paper stays white"


def _declared(block: str) -> set[str]:
    return set(re.findall(r"--([a-z-]+): #", block))


def test_every_colour_stands_in_both_sets() -> None:
    both, _, _ = layer(NAMED).partition(".c-")  # crests bring their own ground
    light, dark = both.split("body.projector")
    wall, night = dark.split("@media")
    assert _declared(light) == _declared(wall)
    assert re.findall(r"--[a-z-]+: [^;]+;", wall) == re.findall(r"--[a-z-]+: [^;]+;", night)
