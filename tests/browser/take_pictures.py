"""Takes the pictures of the README anew, into docs/pictures: `make pictures`.

A practice weekend is built in a folder of its own, served on a free port and photographed; nothing else is touched.
"""

import json
import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.conftest import DESK, PHONE, QUIET
from tests.browser.installation import ROOT, Site

TIE = 5  # the seed of that weekend
PICTURES = ROOT / "docs" / "pictures"
WALL = {"width": 1280, "height": 720}  # its letters grow with the screen: it looks the same, and the file is small
Shot = tuple[str, str, str, str, dict[str, int], int]
# file, who, stage, page, screen, height kept
SHOTS: list[Shot] = [
    ("desk", "organiser", "round_robin", "desk", DESK, 760),
    ("standings", "visitor", "tie", "standings", DESK, 770),
    ("draft-board", "visitor", "draft", "draft_board", DESK, 800),
    ("draft-phone", "manager", "draft", "draft_pick", PHONE, 844),
    ("series", "visitor", "round_robin", "series", DESK, 720),
    ("sheet", "visitor", "round_robin", "sheet", DESK, 1110),
    ("projector", "visitor", "draft", "draft_projector", WALL, 640),
    ("wall-standings", "visitor", "round_robin", "standings_projector", WALL, 720),
    ("entry-phone", "manager", "round_robin", "enter_series", PHONE, 844),
]


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        site = Site(Path(folder))
        try:
            site.open()
            told = json.loads(site.shell("from tests.browser.world import tell_addresses; tell_addresses()"))
            # a weekend in which two stood level for the second place, so that the proof is in the picture
            site.manage("demo", "--stage", "finished", "--seed", str(TIE))
            told["pages"]["tie"] = {"standings": f"/t/practice-weekend-{TIE}/standings/"}
            # a draft in full swing: the clock begins to run anew
            site.shell(RESTART_CLOCK)
            browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=QUIET)
            for shot in SHOTS:
                take(browser, site, told, shot)
            browser.close()
        finally:
            site.close()


RESTART_CLOCK = """
from datetime import timedelta
from django.utils import timezone
from drafts.models import Draft
print(Draft.objects.filter(state="running").update(deadline=timezone.now() + timedelta(seconds=58)))
"""


def take(browser: Browser, site: Site, told: dict, shot: Shot) -> None:
    name, role, stage, page_name, screen, height = shot
    context = browser.new_context(viewport={**screen, "height": height})
    for token in told["links"].get(role, []):
        context.request.get(f"{site.address}/join/{token}/")
    page: Page = context.new_page()
    page.goto(site.address + told["pages"][stage][page_name])
    page.evaluate("document.fonts.ready")
    page.screenshot(path=PICTURES / f"{name}.png")
    sys.stdout.write(f"{name}.png {(PICTURES / f'{name}.png').stat().st_size // 1024} KB\n")
    context.close()


if __name__ == "__main__":
    main()
