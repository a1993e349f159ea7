"""Test that a phone's decoder can read the invitations' QR codes, and that their links open the right pages."""

from collections.abc import Callable

from playwright.sync_api import Page

from tests.browser.conftest import PHONE
from tests.browser.installation import Site
from tests.browser.people import open_link
from tests.qr_reading import codes_on_screen


def test_every_invitation_qr_code_signs_its_team_in(site: Site, page_of: Callable[..., Page]) -> None:
    site.manage("demo", "--stage", "signup", "--seed", "3")
    director = page_of()
    open_link(director, site.organizer_link())
    director.goto(f"{site.address}/t/practice-weekend-3/invitations/print/")
    slips = director.locator("section.slip").all()
    assert len(slips) >= 8
    for slip in slips:
        # the decoder may mistake a pattern of dots for a small code
        assert slip.locator(".link").inner_text() in codes_on_screen(slip.screenshot())

    phone = page_of(PHONE)
    open_link(phone, next(code for code in codes_on_screen(slips[0].screenshot()) if "://" in code))
    phone.goto(f"{site.address}/t/practice-weekend-3/me/")
    assert slips[0].locator("h2").inner_text() in phone.locator("main").inner_text()
