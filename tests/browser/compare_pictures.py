"""Compare pages with their stored pictures: `make compare-pictures`.

The run takes screenshots of 24 pages at three widths, in light and dark mode. Practice weekends have a fixed seed, a
stopped clock, repeatable dice and the bundled fonts. `make compare-pictures ACCEPT=1` stores the new pictures, and
`PAGES="standings series"` limits the run to those pages. For each picture that differs, build/pictures gets the stored
picture, the new picture and a mask of the differences.

Both pictures are scaled to half size, to allow for differences in font smoothing. A pixel differs if any channel
differs by more than CHANNEL (of 255). A picture differs if more than PIXELS pixels do.
"""

import argparse
import json
import shutil
import sys
import tempfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Final, NamedTuple

from PIL import Image, ImageChops
from playwright.sync_api import Browser, BrowserContext, sync_playwright

from tests.browser.conftest import PHONE, PROJECTOR, QUIET
from tests.browser.installation import ROOT, Site
from tests.browser.people import sign_in
from tests.browser.take_pictures import RESTART_CLOCK
from tests.machine import browser_path

CHANNEL: Final = 48
PIXELS: Final = 100
MAX_BYTES: Final = 15_000_000
PICTURES: Final = ROOT / "tests" / "browser" / "pictures"
DIFFERENCES: Final = ROOT / "build" / "pictures"
FROZEN_AT: Final = "2026-11-28T15:56:00+00:00"
SCREENS: Final = (PHONE, {"width": 1366, "height": 768}, PROJECTOR)
SCHEMES: Final = ("light", "dark")
# identical text rendering on every computer
RENDERING: Final = ("--font-render-hinting=none", "--disable-lcd-text", "--force-color-profile=srgb")
# without live events, nothing changes while a screenshot is taken
WITHOUT_EVENTS: Final = "delete window.EventSource;"
PAGES: Final = (
    *(("visitor", "round_robin", page) for page in ("tournament", "standings", "schedule", "results", "series")),
    *(("visitor", "round_robin", page) for page in ("division_board", "sheet", "rules", "round_big_screen")),
    *(("visitor", "draft", page) for page in ("draft_board", "draft_big_screen")),
    *(("visitor", "finished", page) for page in ("bracket", "closing", "standings_big_screen", "bracket_big_screen")),
    *(("manager", "round_robin", page) for page in ("my_team", "enter_series")),
    ("manager", "draft", "draft_pick"),
    *(("organiser", "round_robin", page) for page in ("home", "dashboard", "new_tournament", "people", "printing")),
    ("organiser", "draft", "draft_dashboard"),
)


class Picture(NamedTuple):
    """A page on a particular screen in a color scheme."""

    role: str
    stage: str
    page: str
    screen: dict[str, int]
    scheme: str

    @property
    def path(self) -> Path:
        return PICTURES / f"{self.stage}-{self.page}-{self.screen['width']}-{self.scheme}.webp"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--accept", action="store_true", help="store the pictures instead of comparing them")
    parser.add_argument("pages", nargs="*", help="names of pages; without any, all")
    options = parser.parse_args()
    shutil.rmtree(DIFFERENCES, ignore_errors=True)
    pictures = [picture for picture in all_pictures() if not options.pages or picture.page in options.pages]
    failures = 0
    for picture, image in photograph(pictures):
        if options.accept:
            store(picture, image)
        else:
            failures += not is_as_stored(picture, image)
    size = sum(path.stat().st_size for path in PICTURES.glob("*.webp"))
    sys.stdout.write(f"{len(pictures)} pictures, {failures} differ; {size / 1e6:.1f} MB are stored\n")
    sys.exit(1 if failures or size > MAX_BYTES else 0)


def all_pictures() -> list[Picture]:
    return [Picture(*page, screen, scheme) for page in PAGES for screen in SCREENS for scheme in SCHEMES]


def photograph(pictures: list[Picture]) -> Iterator[tuple[Picture, Image.Image]]:
    """Take these pictures from a separate installation, one at a time."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        site = Site(Path(folder))
        frozen = {"PYTHONPATH": str(Path(__file__).parent / "frozen_clock"), "PENNANT_FROZEN_AT": FROZEN_AT}
        site.environment |= {**frozen, "SECRET_KEY": "pictures " * 6}
        browser = driver.chromium.launch(executable_path=browser_path(), args=[*QUIET, *RENDERING])
        try:
            site.open()
            world = json.loads(site.shell("from tests.browser.world import tell_addresses; tell_addresses()"))
            site.shell(RESTART_CLOCK)
            for picture in pictures:
                yield picture, _photograph(browser, site, world, picture)
        finally:
            browser.close()
            site.close()


def _photograph(browser: Browser, site: Site, world: dict[str, dict], picture: Picture) -> Image.Image:
    context = _device(browser, picture)
    for token in world["links"].get(picture.role, []):
        sign_in(context, f"{site.address}/join/{token}/")
    page = context.new_page()
    # a manager's page asks for permission to send notifications
    loaded = "networkidle" if picture.role == "manager" else "load"
    page.goto(site.address + world["pages"][picture.stage][picture.page], wait_until=loaded)
    page.evaluate("document.fonts.ready")
    content = page.screenshot(animations="disabled")
    context.close()
    return Image.open(BytesIO(content)).convert("RGB")


def _device(browser: Browser, picture: Picture) -> BrowserContext:
    context = browser.new_context(
        viewport=picture.screen, color_scheme=picture.scheme, reduced_motion="reduce", service_workers="block"
    )
    context.clock.set_fixed_time(FROZEN_AT)
    context.add_init_script(WITHOUT_EVENTS)
    return context


def store(picture: Picture, image: Image.Image) -> None:
    PICTURES.mkdir(exist_ok=True)
    image.save(picture.path, lossless=True, method=6)


def is_as_stored(picture: Picture, image: Image.Image) -> bool:
    """Compare a picture with its stored version, and report any difference."""
    if not picture.path.exists():
        sys.stdout.write(f"{picture.path.name}: not stored yet\n")
        return False
    with Image.open(picture.path) as stored:
        before = stored.convert("RGB")
    different = different_pixels(before, image)
    count = different.histogram()[255]
    if count > PIXELS:
        _show_difference(picture, before, image, different)
        sys.stdout.write(f"{picture.path.name}: {count} pixels differ\n")
    return count <= PIXELS


def different_pixels(before: Image.Image, now: Image.Image) -> Image.Image:
    """Return a half-size mask that is 255 where the pictures differ. Pictures of different sizes differ everywhere."""
    half = (before.width // 2, before.height // 2)
    if before.size != now.size:
        return Image.new("L", half, 255)
    difference = ImageChops.difference(
        before.resize(half, Image.Resampling.BOX), now.resize(half, Image.Resampling.BOX)
    )
    red, green, blue = difference.split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return most.point([255 if value > CHANNEL else 0 for value in range(256)])


def _show_difference(picture: Picture, before: Image.Image, now: Image.Image, different: Image.Image) -> None:
    DIFFERENCES.mkdir(parents=True, exist_ok=True)
    sheet = Image.new("RGB", (before.width + now.width + before.width, max(before.height, now.height)))
    sheet.paste(before, (0, 0))
    sheet.paste(now, (before.width, 0))
    sheet.paste(different.resize(before.size).convert("RGB"), (before.width + now.width, 0))
    sheet.save(DIFFERENCES / f"{picture.path.stem}.png")


if __name__ == "__main__":
    main()
