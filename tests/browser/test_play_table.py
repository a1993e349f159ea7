"""Test two people playing in Chromium, one on a phone and one on a laptop."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, PHONE

PREPARE = """
from tabletop.season_plays import season_play_for
print(len(season_play_for("pine_tar").season("full", "1998").teams))
"""


def make_usual_move(pages: tuple[Page, Page]) -> None:
    """Press the large button as the prompted manager, and wait until both pages show the new view."""
    number = int(pages[0].get_attribute("#table", "data-number") or 0)
    mover = next(page for page in pages if page.locator("button[data-usual]").count())
    usual = mover.locator("button[data-usual]").first
    if mover is pages[1]:
        expect(usual).to_be_focused()
        mover.keyboard.press("Enter")
    else:
        usual.click()
    for page in pages:
        expect(page.locator("#table")).to_have_attribute("data-number", str(number + 1))


def test_phone_and_laptop_play_without_reloading(site, device):
    site.shell(PREPARE)
    phone, laptop = device(PHONE).new_page(), device(DESK).new_page()
    phone.goto(site.address)
    phone.get_by_role("link", name="Play a game").click()
    phone.get_by_label("Opponent").select_option("link")
    phone.get_by_label("Ruleset", exact=True).select_option("pine_tar/full")
    phone.get_by_role("button", name="Set up the game").click()
    phone.context.grant_permissions(["clipboard-read", "clipboard-write"])
    phone.get_by_role("button", name="Copy link").first.click()
    laptop.goto(phone.evaluate("navigator.clipboard.readText()"))
    laptop.get_by_role("button", name="Sit down").click()
    expect(phone.locator("[data-manager='1']")).to_have_attribute("data-readiness", "choosing")
    expect(phone.locator("[data-invites]")).to_have_count(0)
    assert len(phone.input_value("[data-random]")) == 32
    for page in (phone, laptop):
        page.get_by_role("button", name="Start the game").click()
    for page in (phone, laptop):
        expect(page.locator("#table")).to_have_attribute("data-state", "playing")
        page.evaluate("window.wasNotReloaded = true")
    for _ in range(12):
        make_usual_move((phone, laptop))
    plays = phone.locator("[data-play]")
    expect(plays).not_to_have_count(0)
    assert plays.count() == laptop.locator("[data-play]").count()
    assert [page.evaluate("window.wasNotReloaded") for page in (phone, laptop)] == [True, True]
    assert [page.evaluate("document.documentElement.scrollWidth") for page in (phone, laptop)] == [390, 1280]


def test_double_tap_makes_a_single_move(site, device):
    site.shell(PREPARE)
    page = device(DESK).new_page()
    page.goto(f"{site.address}/play/")
    page.get_by_label("Opponent").select_option("both")
    page.get_by_label("Ruleset", exact=True).select_option("pine_tar/full")
    page.get_by_role("button", name="Set up the game").click()
    for _ in range(2):
        page.get_by_role("button", name="Start the game").first.click()
        page.wait_for_load_state()
    expect(page.locator("#table")).to_have_attribute("data-state", "playing")
    number = int(page.get_attribute("#table", "data-number") or 0)
    page.locator("button[data-usual]").first.dblclick(delay=20)
    expect(page.locator("#table")).to_have_attribute("data-number", str(number + 1))
    expect(page.locator("button[data-usual]").first).to_be_enabled()
    assert page.get_attribute("#table", "data-number") == str(number + 1)


def test_game_survives_undo_a_server_crash_and_a_device_change(site, device):
    site.shell(PREPARE)
    first, opponent = device(PHONE).new_page(), device(DESK).new_page()
    first.goto(f"{site.address}/play/")
    first.get_by_label("Opponent").select_option("link")
    first.get_by_label("Ruleset", exact=True).select_option("pine_tar/full")
    first.get_by_role("button", name="Set up the game").click()
    opponent.goto(first.get_attribute("[data-seat-link='1']", "href") or "")
    opponent.get_by_role("button", name="Sit down").click()
    for page in (first, opponent):
        page.get_by_role("button", name="Start the game").click()
        page.wait_for_load_state()
    for page in (first, opponent):
        expect(page.locator("#table")).to_have_attribute("data-state", "playing")
    own_link = first.get_attribute("[data-seat-link='0']", "href") or ""
    for _ in range(3):
        make_usual_move((first, opponent))
    # the list next to the choices stays open while the opponent moves
    first.get_by_text("Undo plays").click()
    make_usual_move((first, opponent))
    first.get_by_role("button", name="Undo to here").last.click()
    opponent.get_by_role("button", name="Agree to undo").click()
    for page in (first, opponent):
        expect(page.locator("[data-play]")).to_have_count(0)
        expect(page.locator("#people")).to_be_in_viewport()
    site.kill_web()
    try:
        expect(opponent.locator(".linedown")).to_be_visible()
    finally:
        site.start_web()  # for the second try and also for the other tests
    expect(opponent.locator(".linedown")).to_have_count(0)
    tablet = device(DESK).new_page()
    tablet.goto(own_link)
    tablet.get_by_role("button", name="Continue on this device").click()
    make_usual_move((tablet, opponent))
    expect(tablet.locator("[data-play]")).to_have_count(1)
    expect(first.locator("button[data-usual]")).to_have_count(0)


def test_lineup_can_be_changed_by_keyboard_on_a_320_pixel_phone(site, device):
    site.shell(PREPARE)
    phone = device({"width": 320, "height": 640}, java_script_enabled=False).new_page()
    phone.goto(f"{site.address}/play/")
    phone.get_by_label("Ruleset", exact=True).select_option("pine_tar/full")
    phone.get_by_role("button", name="Set up the game").click()
    phone.get_by_role("link", name="Change lineup").click()
    lead_off = phone.locator("[name=player_1]").input_value()
    phone.locator("#down-0-1").focus()
    phone.keyboard.press("Enter")
    expect(phone.locator("#down-0-2")).to_be_focused()
    phone.keyboard.press("Enter")
    expect(phone.locator("[name=player_3]")).to_have_value(lead_off)
    assert phone.locator("[data-lineup]").bounding_box()["width"] <= 320
    phone.get_by_role("button", name="Save lineup").click()
    expect(phone.get_by_role("button", name="Start the game")).to_be_visible()
