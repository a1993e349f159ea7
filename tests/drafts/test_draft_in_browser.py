"""Test the draft room in a real browser: the event updates the board, and managers pick by keyboard and by phone."""

import os
import socket
import subprocess
import sys
import time

import pytest
from django.db import connection
from playwright.sync_api import expect, sync_playwright

from drafts.models import Pick
from tests.browser.people import open_link
from tests.drafts.rooms import free_cards, on_the_clock, running, teams_of
from tests.factories import AccessFactory, ManagerAccessFactory
from tests.machine import browser_path
from tournaments.access.links import link_token

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]


def database_url():
    settings_of_connection = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{settings_of_connection['NAME']}"
    return f"postgres://{settings_of_connection['USER']}:{settings_of_connection['PASSWORD']}@{settings_of_connection['HOST']}:{settings_of_connection['PORT']}/{settings_of_connection['NAME']}"


@pytest.fixture
def site():
    """Run the program on its own port, on the test's database."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "uvicorn", "config.asgi:application", "--port", str(port), "--log-level", "error"]
    server = subprocess.Popen(command, env={**os.environ, "DATABASE_URL": database_url()})
    for _ in range(1200):
        with socket.socket() as caller:
            if caller.connect_ex(("127.0.0.1", port)) == 0:
                break
        time.sleep(0.1)
    yield f"http://127.0.0.1:{port}"
    server.kill()
    server.wait()


@pytest.fixture
def browser():
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"  # the driver runs an event loop in this thread
    expect.set_options(timeout=30_000)
    with sync_playwright() as driver:
        opened = driver.chromium.launch(executable_path=browser_path(), args=["--no-sandbox"])
        yield opened
        opened.close()
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


def test_keyboard_pick_reaches_an_open_board_without_a_request(site, browser):
    draft = running()
    tournament = draft.division.tournament
    card = free_cards(draft, "SS")[0]
    room = f"{site}/t/{tournament.slug}/draft/{draft.division_id}/"
    board = browser.new_page()
    with board.expect_request("**/events/**"):  # the event stream
        board.goto(room)
    expect(board.locator("#p1")).to_have_class("now")
    requests = []
    board.on("request", lambda request: requests.append(request.url))
    director = browser.new_context(service_workers="block").new_page()
    open_link(director, f"{site}/join/{link_token(AccessFactory(tournament=tournament))}/")
    director.goto(f"{room}pick/?role=hitter")
    director.keyboard.press("/")
    director.keyboard.type(card.name)
    expect(director.locator("#draft-list tbody tr")).to_have_count(1)
    director.keyboard.press("ArrowDown")
    director.keyboard.press("Enter")
    expect(director.locator("h1")).to_have_text(card.name)
    director.keyboard.press("Enter")
    expect(board.locator("#p1 b")).to_have_text(card.name)
    expect(board.locator("#p2")).to_have_class("now")
    expect(board.locator('[data-part="team"]')).to_have_text(teams_of(draft)[1].name)
    assert requests == []
    assert Pick.objects.get().card == card


def test_phone_picks_by_touch_and_updates_live(site, browser):
    draft = running()
    tournament = draft.division.tournament
    first, second, *_ = teams_of(draft)
    room = f"{site}/t/{tournament.slug}/draft/{draft.division_id}/"
    phone = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, service_workers="block"
    ).new_page()
    open_link(phone, f"{site}/join/{link_token(ManagerAccessFactory(team=second))}/")
    phone.goto(f"{room}pick/?role=hitter&position=SS&sort=name")
    drafted_row, wanted_row = phone.locator("#draft-list tbody tr").nth(0), phone.locator("#draft-list tbody tr").nth(1)
    drafted_name, wanted_name = drafted_row.locator("b").inner_text(), wanted_row.locator("b").inner_text()
    assert phone.locator("#draft-list .acts button").first.bounding_box()["height"] >= 44
    expect(phone.locator("[data-turn-note]")).to_have_text("Not your turn")
    expect(phone.locator("#draft-list a.button")).to_have_count(0)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    drafted_row.get_by_role("button", name="Add to queue").tap()
    expect(phone.locator("#queue")).to_contain_text(drafted_name)
    # the first team picks the queued player on the director's page, while a button in the list has the focus
    phone.locator("#draft-list .acts button").nth(2).focus()
    director = browser.new_context(service_workers="block").new_page()
    open_link(director, f"{site}/join/{link_token(AccessFactory(tournament=tournament))}/")
    director.goto(f"{room}pick/?role=hitter&position=SS&sort=name")
    director.get_by_role("link", name=f"Pick {drafted_name}").click()
    director.get_by_role("button", name=f"Pick {drafted_name}").click()
    expect(phone.locator("#queue")).to_contain_text("taken 1.01")
    expect(phone.locator("#draft-turn")).to_contain_text("on the clock")
    expect(phone.locator("[data-turn-note]")).to_have_text("Your turn")
    phone.get_by_role("link", name=f"Pick {wanted_name}").tap()
    phone.get_by_role("button", name=f"Pick {wanted_name}").tap()
    expect(phone.get_by_role("status").filter(has_text=f"1.02: {wanted_name} picked")).to_be_visible()
    assert on_the_clock(draft) == teams_of(draft)[2]
