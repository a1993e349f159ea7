"""Test two managers in Chromium: presence, clocks, phrases, and a seat that moves to another device."""

import os

from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, PHONE
from tests.browser.test_play_table import PREPARE, make_usual_move


def picture(page: Page, name: str) -> None:
    if folder := os.environ.get("PICTURES"):
        page.screenshot(path=f"{folder}/{name}.png", full_page=True)


def test_presence_phrases_and_a_seat_move_between_devices(site, device):
    site.shell(PREPARE)
    phone, laptop = device(PHONE).new_page(), device(DESK).new_page()
    phone.goto(f"{site.address}/play/")
    phone.get_by_label("Opponent").select_option("link")
    phone.get_by_label("Ruleset", exact=True).select_option("pine_tar/full")
    phone.get_by_text("More settings").click()
    phone.get_by_label("Time").select_option("30")
    phone.get_by_role("button", name="Set up the game").click()
    expect(phone.locator("[data-manager='1']")).to_have_attribute("data-presence", "free")
    picture(phone, "lobby-phone")
    laptop.goto(phone.get_attribute("[data-seat-link='1']", "href") or "")
    laptop.get_by_role("button", name="Sit down").click()
    for page in (phone, laptop):
        page.get_by_role("button", name="Start the game").click()
        page.wait_for_load_state()
    for page in (phone, laptop):
        expect(page.locator("#table")).to_have_attribute("data-state", "playing")
        expect(page.locator("[data-presence='connected']")).to_have_count(2)
        expect(page.locator("[data-running='yes'] time")).to_have_count(1)
    number = phone.get_attribute("#table", "data-number")
    laptop.get_by_text("Say something", exact=True).click()
    picture(laptop, "phrases-laptop")
    laptop.get_by_role("button", name="Nice hit").click()
    expect(phone.locator("[data-phrase]")).to_have_count(1)
    assert phone.get_attribute("#table", "data-number") == number
    picture(phone, "table-phone")
    picture(laptop, "table-laptop")
    make_usual_move((phone, laptop))
    phone.get_by_text("Move to another device", exact=True).click()
    expect(phone.locator("svg.qr")).to_be_visible()
    picture(phone, "move-phone")
    tablet = device(DESK).new_page()
    tablet.goto(phone.get_attribute("[data-seat-link='0']", "href") or "")
    tablet.get_by_role("button", name="Continue on this device").click()
    expect(phone.locator("[data-lost-seat='0']")).to_be_visible()
    picture(phone, "lost-phone")
    make_usual_move((tablet, laptop))
    site.kill_web()
    expect(tablet.locator(".linedown")).to_be_visible()
    site.start_web()
    expect(tablet.locator(".linedown")).to_have_count(0)
    make_usual_move((tablet, laptop))
    widths = [page.evaluate("document.documentElement.scrollWidth") for page in (phone, laptop)]
    assert widths == [390, 1280]
