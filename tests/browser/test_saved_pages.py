"""Test that the installed app shows saved pages offline with their age, and never to other users or as fresh."""

import json
import re
import time
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

import pytest
from playwright.sync_api import BrowserContext, Error, Page, expect

from tests.browser.conftest import PHONE
from tests.browser.hands import press
from tests.browser.installation import Site
from tests.browser.people import open_link, sign_in

BUILD = """
import json
from tournaments.access.links import link_token
from tournaments.models import Role
from tournaments.services.invitations import invite_teams
from weekend.practice.weekend import DIRECTOR, PracticeField, build_weekend
field = PracticeField(managed=8, divisions=1, has_imputed_team=False)
weekend = build_weekend(stage="round_robin", seed=3, field=field)
invite_teams(tournament=weekend, actor=DIRECTOR)
division = weekend.divisions.get()
managers = weekend.accesses.filter(role=Role.MANAGER).order_by("pk")
teams = [access.team_id for access in managers]
print(json.dumps([weekend.slug, division.pk, teams, [f"/join/{link_token(access)}/" for access in managers]]))
"""
ANNOUNCE = """
from tournaments.models import Tournament
from tournaments.services.announcements import announce
from weekend.practice.weekend import DIRECTOR
announce(tournament=Tournament.objects.get(slug="{slug}"), sentence="{sentence}", actor=DIRECTOR)
print("done")
"""
REVOKE = """
from tournaments.models import Access
from tournaments.services.invitations import revoke_invitation
from weekend.practice.weekend import DIRECTOR
revoke_invitation(access=Access.objects.filter(team_id={team}, revoked_at=None).first(), actor=DIRECTOR)
print("done")
"""
OPEN_SERIES = """
from django.urls import reverse
from tournaments.models import Series
series = Series.objects.filter(tournament__slug="{slug}").exclude(status="complete").order_by("round", "pk").first()
print(reverse("enter_series", args=["{slug}", series.pk]))
"""
SAVED = """async (name) => {
  const saved = [];
  for (const cache of await caches.keys())
    if (cache.startsWith(name))
      for (const { url } of await (await caches.open(cache)).keys()) saved.push(new URL(url).pathname);
  return saved.sort();
}"""
OTHER_VERSION = "import pennant_baseball; pennant_baseball.VERSION = '9.0'; from uvicorn.main import main; main()"
SENTENCE = re.compile(r"^Saved copy from \d{1,2}:\d\d [AP]M\. Not live\.$")


class Weekend(NamedTuple):
    site: Site
    slug: str
    division: int
    teams: list[int]
    links: list[str]

    def address(self, page: str) -> str:
        return f"{self.site.address}/t/{self.slug}/{page}"

    def saved_by(self, team: int) -> list[str]:
        """Return the paths that a manager's phone saves when it opens My team."""
        pages = [f"bullpens/{self.division}/", "me/", "schedule/", "sheets/", f"sheets/{self.teams[team]}/"]
        return [f"/t/{self.slug}/{page}" for page in [*pages, "standings/"]]


@pytest.fixture(scope="module")
def weekend(site: Site) -> Weekend:
    return Weekend(site, *json.loads(site.shell(BUILD)))


@pytest.fixture(autouse=True)
def _connected(weekend: Weekend) -> None:
    if not weekend.site.is_serving:
        weekend.site.start_web()


@pytest.fixture
def phone(device: Callable[..., BrowserContext], weekend: Weekend) -> Page:
    """Return the first manager's phone, after the service worker has saved the manager's pages."""
    phone = device(PHONE, service_workers="allow").new_page()
    open_link(phone, weekend.site.address + weekend.links[0])
    expect_saved(phone, weekend.saved_by(0))
    return phone


def until(phone: Page, is_so: Callable[[], bool]) -> None:
    """Wait for work of the service worker that no page shows."""
    deadline = time.monotonic() + 90  # on a busy machine
    while time.monotonic() < deadline:
        with suppress(Error):  # the page was just navigating away
            if is_so():
                return
        phone.wait_for_timeout(50)
    pytest.fail(f"saved: {phone.evaluate(SAVED, 'pennant-')}")


def expect_saved(phone: Page, paths: list[str]) -> None:
    until(phone, lambda: phone.evaluate(SAVED, "pennant-pages") == paths)


def expect_saved_copy(phone: Page) -> None:
    assert phone.locator("#saved-copy").count() == 1
    assert SENTENCE.match(phone.locator("#saved-copy").inner_text())
    assert phone.title().startswith("Saved copy · ")


def test_saved_team_pages_open_offline_and_show_their_age(phone: Page, weekend: Weekend) -> None:
    weekend.site.stop_web()
    for path in weekend.saved_by(0):
        phone.goto(weekend.site.address + path)
        expect_saved_copy(phone)
        assert phone.locator("main h1").count() >= 1
        assert phone.evaluate("getComputedStyle(document.getElementById('saved-copy')).position") == "sticky"
    phone.goto(weekend.address("rules/"))
    expect(phone.get_by_role("heading", name="No connection")).to_be_visible()
    assert phone.locator("main li").count() == len(weekend.saved_by(0))
    press(phone.get_by_role("link", name=re.compile("^Standings")))
    expect(phone.locator("#saved-copy")).to_be_visible()
    # no other message covers the page's age while the page looks for the server
    phone.wait_for_timeout(8000)
    expect_saved_copy(phone)

    weekend.site.shell(ANNOUNCE.format(slug=weekend.slug, sentence="Round 9 starts now."))
    weekend.site.start_web()
    expect(phone.locator("#saved-copy")).to_have_count(0)
    expect(phone.locator("#announcement")).to_contain_text("Round 9 starts now.")
    assert not phone.title().startswith("Saved copy")


def test_open_page_is_saved_after_each_refresh(phone: Page, weekend: Weekend) -> None:
    phone.goto(weekend.address("standings/"))
    weekend.site.shell(ANNOUNCE.format(slug=weekend.slug, sentence="Lunch until 1:30 PM."))
    expect(phone.locator("#announcement")).to_contain_text("Lunch until 1:30 PM.")
    weekend.site.stop_web()
    phone.reload()
    expect_saved_copy(phone)
    expect(phone.locator("#announcement")).to_contain_text("Lunch until 1:30 PM.")


def test_signing_out_deletes_saved_pages(phone: Page, weekend: Weekend) -> None:
    phone.goto(f"{weekend.site.address}/device/")
    press(phone.get_by_role("button", name=re.compile("Sign .*out")))
    expect_saved(phone, [])
    weekend.site.stop_web()
    phone.goto(weekend.address("me/"))
    expect(phone.get_by_role("heading", name="No connection")).to_be_visible()
    assert phone.locator("main li").count() == 0


def test_switching_teams_deletes_the_other_teams_saved_pages(phone: Page, weekend: Weekend) -> None:
    open_link(phone, weekend.site.address + weekend.links[1])
    expect_saved(phone, weekend.saved_by(1))
    press(phone.locator("header .teams button").first)
    expect_saved(phone, weekend.saved_by(0))


def test_phone_signed_out_elsewhere_deletes_its_saved_pages(
    device: Callable[..., BrowserContext], weekend: Weekend
) -> None:
    context = device(PHONE, service_workers="allow")
    sign_in(context, weekend.site.address + weekend.links[2])
    phone = context.new_page()
    phone.goto(weekend.address("me/"))
    expect_saved(phone, weekend.saved_by(2))
    weekend.site.shell(REVOKE.format(team=weekend.teams[2]))
    phone.goto(weekend.address("standings/"))
    # the visitor's version of a page may be saved, unless My team was rejected at the same moment
    until(phone, lambda: phone.evaluate(SAVED, "pennant-pages") in ([], [f"/t/{weekend.slug}/standings/"]))
    assert "Sign in" in phone.locator("header").inner_text()
    phone.goto(weekend.address("me/"))
    expect_saved(phone, [])


def test_new_service_worker_saves_every_page_again(phone: Page, weekend: Weekend) -> None:
    before = phone.evaluate("caches.keys()")
    weekend.site.stop_web()
    weekend.site.shell(ANNOUNCE.format(slug=weekend.slug, sentence="After the upgrade."))
    server = [
        "config.asgi:application",
        "--port",
        str(weekend.site.port),
        "--log-level",
        "warning",
        "--lifespan",
        "off",
    ]
    weekend.site.start_web(["-c", OTHER_VERSION, *server])
    phone.goto(weekend.address("rules/"))
    until(phone, lambda: not set(before) & set(phone.evaluate("caches.keys()")))
    expect_saved(phone, weekend.saved_by(0))
    weekend.site.stop_web()
    phone.goto(weekend.address("schedule/"))
    expect_saved_copy(phone)
    expect(phone.locator("#announcement")).to_contain_text("After the upgrade.")


def test_results_typed_offline_are_sent_after_reconnecting(
    device: Callable[..., BrowserContext], weekend: Weekend
) -> None:
    director = device(service_workers="allow").new_page()
    open_link(director, weekend.site.organizer_link())
    director.goto(weekend.address("schedule/"))
    until(director, lambda: director.evaluate("Boolean(navigator.serviceWorker.controller)"))
    director.goto(weekend.site.address + weekend.site.shell(OPEN_SERIES.format(slug=weekend.slug)))
    runs = director.locator("input[name^=runs-1-]").first
    weekend.site.stop_web()
    runs.fill("7")
    expect(director.locator("body")).to_contain_text("Connection lost. Your entry is backed up")
    weekend.site.start_web()
    expect(director.locator("body")).to_contain_text("Reconnected.")
    director.goto(weekend.address("schedule/"))
    director.go_back()
    expect(runs).to_have_value("7")


def test_app_can_be_installed(phone: Page) -> None:
    manifest = phone.evaluate("async () => (await fetch(document.querySelector('link[rel=manifest]').href)).json()")
    sizes = phone.evaluate(
        """async (icons) => Promise.all(icons.map(async ({ src }) => {
          const icon = await createImageBitmap(await (await fetch(src)).blob());
          return `${icon.width}x${icon.height}`;
        }))""",
        manifest["icons"],
    )
    assert sizes == [icon["sizes"] for icon in manifest["icons"]]
    session = phone.context.new_cdp_session(phone)
    read = session.send("Page.getAppManifest")
    assert read["errors"] == []
    assert json.loads(read["data"]) == manifest
    assert manifest["display"] in ("standalone", "minimal-ui", "fullscreen")
    assert manifest["start_url"]
    assert manifest["name"]
