"""Provide the steps that people take in the browser, each from the page where a newcomer would look for it."""

import re
from typing import NamedTuple

from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.hands import press


class Manager(NamedTuple):
    """A manager with a phone."""

    team: str
    phone: Page


def open_link(page: Page, address: str) -> None:
    """Open an invitation link and press the sign-in button."""
    page.goto(address)
    follow(page.get_by_role("button", name="Sign in as"))


def sign_in(context: BrowserContext, address: str) -> None:
    """Sign a device in with an invitation link, without opening a page."""
    page = context.request.get(address).text()
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    assert token is not None
    assert context.request.post(address, form={"csrfmiddlewaretoken": token[1]}, max_redirects=0).status == 302


def go(page: Page, name: str) -> None:
    """Use the page menu of a tournament. On a phone it opens under More."""
    bar = page.get_by_role("navigation", name="Tournament pages")
    more = bar.get_by_role("button", name="More")
    if more.is_visible():
        press(more)
    follow(bar.locator("#page-list").get_by_role("link", name=name, exact=True))


def next_step(page: Page) -> None:
    """Follow the dashboard's link to the next step."""
    go(page, "Dashboard")
    follow(page.locator("#dashboard [data-step]").get_by_role("link").first)


def expect_notice(page: Page, sentence: str | re.Pattern[str]) -> None:
    """Expect this message on the next page."""
    expect(page.get_by_role("status").or_(page.get_by_role("alert")).filter(has_text=sentence).first).to_be_visible()


def go_on_to(page: Page, stage: str) -> None:
    """Go on to the next stage of the weekend, with a reason if something is unfinished."""
    press(page.get_by_role("button", name=f"Continue to {stage}"))
    expect(page.locator("ol.stages [aria-current=step]")).to_have_text(stage)


def throw_until(decided: Locator, throw: Locator) -> None:
    """Roll the dice, and roll again after a tie."""
    expect(throw.or_(decided).first).to_be_visible()
    while throw.is_visible():
        follow(throw)
        expect(throw.or_(decided).first).to_be_visible()


def follow(link: Locator) -> None:
    """Press a link to another page, and wait for that page."""
    with link.page.expect_navigation():
        press(link)
