"""Take the pictures of README and docs into docs/pictures: `make pictures`.

The run builds practice weekends in a temporary directory, serves them on a free port and takes the screenshots. It
changes nothing else. `python -m tests.browser.take_pictures FOLDER` saves every page in FOLDER for review, as shown on
a phone, a laptop and a big screen, in light and dark mode.
"""

import json
import subprocess
import sys
import tempfile
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.conftest import DESK, PHONE, PROJECTOR, QUIET
from tests.browser.installation import ROOT, Site
from tests.browser.people import sign_in
from tests.machine import browser_path

TIE = 5  # that weekend's seed
PICTURES = ROOT / "docs" / "pictures"
WALL = {"width": 1280, "height": 720}  # its text scales with the screen, so a smaller picture looks the same
COLOURS = 32  # enough colors for text, thin lines and crests, at a third of the file size


class Shot(NamedTuple):
    file: str
    role: str
    stage: str
    page: str
    screen: dict[str, int]
    height: int  # cached
    scheme: str = "light"


SHOTS: list[Shot] = [
    Shot("desk", "organiser", "round_robin", "dashboard", DESK, 760),
    Shot("draft-board", "visitor", "draft", "draft_board", DESK, 800),
    Shot("draft-phone", "manager", "draft", "draft_pick", PHONE, 844),
    Shot("draft-value", "visitor", "draft", "draft_value", DESK, 720),
    Shot("projector", "visitor", "draft", "draft_big_screen", WALL, 720),
    Shot("schedule-phone", "visitor", "round_robin", "schedule", PHONE, 844),
    Shot("timetable", "visitor", "round_robin", "timetable", DESK, 700),
    Shot("my-team-phone", "manager", "round_robin", "my_team", PHONE, 844),
    Shot("entry-phone", "manager", "round_robin", "enter_series", PHONE, 844),
    Shot("series", "visitor", "round_robin", "series", DESK, 720),
    Shot("win-chances", "visitor", "round_robin", "played", DESK, 800),
    Shot("sheet", "visitor", "round_robin", "sheet", DESK, 900),
    Shot("bullpens", "visitor", "round_robin", "division_board", DESK, 560),
    Shot("standings", "visitor", "tie", "standings", DESK, 800),
    Shot("standings-night", "visitor", "round_robin", "standings", DESK, 800, "dark"),
    Shot("odds", "visitor", "round_robin", "odds", DESK, 800),
    Shot("wall-standings", "visitor", "round_robin", "standings_big_screen", WALL, 720),
    Shot("wall-hall", "visitor", "round_robin", "hall_big_screen", WALL, 720),
    Shot("champion", "visitor", "tie", "bracket_big_screen", WALL, 720),
]


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        site = Site(Path(folder))
        try:
            site.open()
            addresses = prepared(site)
            browser = driver.chromium.launch(executable_path=browser_path(), args=QUIET)
            for shot in _to_look_at(Path(sys.argv[1])) if sys.argv[1:] else SHOTS:
                take(browser, site, addresses, shot)
            browser.close()
        finally:
            site.close()


def prepared(site: Site) -> dict:
    """Build weekends at every stage, one of them with a timetable, odds and a game played with the engine."""
    addresses = json.loads(site.shell("from tests.browser.world import tell_addresses; tell_addresses()"))
    # two teams are tied for second place in this weekend, so the picture shows the tiebreaker proof
    site.manage("demo", "--stage", "finished", "--seed", str(TIE))
    tie = f"/t/practice-weekend-{TIE}"
    addresses["pages"]["tie"] = {"standings": f"{tie}/standings/", "bracket_big_screen": f"{tie}/playoffs/big-screen/"}
    own = addresses["pages"]["round_robin"]
    slug = own["tournament"].strip("/").split("/")[-1]
    series = site.shell(PLAN.format(slug=slug))
    saved = site.folder / "game.json"
    played = [sys.executable, "manage.py", "play", "--series", series, "--auto", "--seed", "5", "--save", str(saved)]
    subprocess.run(played, cwd=ROOT, env=site.environment, stdin=subprocess.DEVNULL, capture_output=True, check=True)
    site.manage("enter_game", str(saved), "--series", series)
    own["played"] = site.shell(
        f"from django.urls import reverse; print(reverse('box_scores', args=['{slug}', {series}]))"
    )
    site.shell(ODDS.format(slug=slug))
    # a draft in progress, with its clock restarted
    site.shell(RESTART_CLOCK)
    return dict(addresses)


PLAN = """
from datetime import datetime, time
from zoneinfo import ZoneInfo
from rules_engine.competition.timetable import Break, Timetable
from tournaments.models import Tournament
from tournaments.services.home_rolls import roll_for_home
from tournaments.services.timetable import set_timetable
from weekend.practice.weekend import DIRECTOR
tournament = Tournament.objects.get(slug="{slug}")
begins = datetime(2026, 11, 21, 9, tzinfo=ZoneInfo(tournament.time_zone))
lunch = Break(time(12, 30), 60, "Lunch")
set_timetable(
    tournament=tournament, timetable=Timetable(begins, 40, 10, time(9), time(22), (lunch,)), actor=DIRECTOR
)
series = tournament.series.filter(status="scheduled").earliest("round", "pk")
roll_for_home(series=series, actor=DIRECTOR)
print(series.pk)
"""
ODDS = """
from tournaments.models import Tournament
from weekend.practice.weekend import DIRECTOR
from tabletop.services.odds import request_odds, show_odds
from tabletop.tasks import work_out_odds
tournament = Tournament.objects.get(slug="{slug}")
show_odds(tournament=tournament, shown="always", actor=DIRECTOR)
work_out_odds(request_odds(tournament=tournament).pk)
print("done")
"""
RESTART_CLOCK = """
from datetime import timedelta
from django.utils import timezone
from drafts.models import Draft
print(Draft.objects.filter(state="running").update(deadline=timezone.now() + timedelta(seconds=58)))
"""


def _to_look_at(folder: Path) -> list[Shot]:
    """Take a picture of each page once, on every screen and in every color scheme."""
    folder.mkdir(parents=True, exist_ok=True)
    pages = {(shot.stage, shot.page): shot for shot in SHOTS}.values()
    return [
        shot._replace(
            file=str(folder / f"{shot.stage}-{shot.page}-{screen['width']}-{scheme}"),
            screen=screen,
            height=screen["height"],
            scheme=scheme,
        )
        for shot in pages
        for screen in (PHONE, DESK, PROJECTOR)
        for scheme in ("light", "dark")
    ]


def take(browser: Browser, site: Site, addresses: dict, shot: Shot) -> None:
    screen = {**shot.screen, "height": shot.height}
    context = browser.new_context(viewport=screen, color_scheme=shot.scheme, service_workers="block")
    for token in addresses["links"].get(shot.role, []):
        sign_in(context, f"{site.address}/join/{token}/")
    page: Page = context.new_page()
    page.goto(site.address + addresses["pages"][shot.stage][shot.page])
    page.evaluate("document.fonts.ready")
    path = PICTURES / f"{shot.file}.webp"
    with Image.open(BytesIO(page.screenshot())) as picture:
        few = picture.convert("RGB").quantize(COLOURS, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
        few.convert("RGB").save(path, lossless=True, quality=100, method=6)
    sys.stdout.write(f"{path.name} {path.stat().st_size // 1024} KB\n")
    context.close()


if __name__ == "__main__":
    main()
