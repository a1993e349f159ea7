"""Test the director's page that waits for the first phone to scan its code."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import PHONE
from tests.browser.installation import Site
from tests.browser.people import follow, open_link
from tests.qr_reading import codes_on_screen


@pytest.fixture
def hall(site: Site) -> str:
    """Return the installation's URL for phones, whose requests come through a proxy."""
    address = f"http://hall.localhost:{site.port}"
    site.stop_web()
    site.start_web(PUBLIC_URL=address, TRUSTED_PROXIES="1")
    return address


def test_page_detects_the_first_phone_to_scan_its_code(
    site: Site, hall: str, page_of: Callable[..., Page], device: Callable[..., BrowserContext]
) -> None:
    site.manage("demo", "--stage", "signup", "--seed", "3")
    director = page_of()
    open_link(director, site.organizer_link())
    director.goto(f"{site.address}/")
    follow(director.get_by_role("link", name="Connect the phones").first)
    expect(director.locator("[data-phone-state=waiting]")).to_be_visible()
    (code,) = codes_on_screen(director.locator("main").screenshot())
    assert code.startswith(f"{hall}/t/")

    phone = device(PHONE, extra_http_headers={"X-Forwarded-For": "192.168.1.77"}).new_page()
    phone.goto(code)
    expect(phone.get_by_role("heading", name="This phone is connected")).to_be_visible()
    expect(director.locator("[data-phone-state=reached]")).to_be_visible()
