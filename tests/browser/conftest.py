"""Provide a real Chromium and a real installation for it to visit."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.browser.installation import Site
from tests.machine import browser_path

QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # run all of a device's pages in one process, because starting a process per URL takes longer than most pages
    "--process-per-site",
    "--disable-site-isolation-trials",
]
PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 800}
PROJECTOR = {"width": 1920, "height": 1080}

NewContext = Callable[..., BrowserContext]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    folder = Path(__file__).parent
    for item in items:
        if folder in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    # close it after each file, because its open event loop makes Django reject database access
    expect.set_options(timeout=30_000)
    with sync_playwright() as driver:
        opened = driver.chromium.launch(executable_path=browser_path(), args=QUIET)
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Provide a fresh installation for each test file, with only the empty tables and the cached cards."""
    folder, cards = tmp_path_factory.mktemp("site"), settings.DATA_DIR / "cards"
    cards.mkdir(exist_ok=True)
    (folder / "cards").symlink_to(cards)
    made = Site(folder)
    try:
        made.open()
        yield made
    finally:
        made.close()


@pytest.fixture
def device(browser: Browser) -> Iterator[NewContext]:
    """Return a function that opens a device: `device(PHONE)` is a touch-screen phone, `device()` a laptop."""
    contexts: list[BrowserContext] = []

    def new(size: dict[str, int] = DESK, **options: object) -> BrowserContext:
        # only the service worker tests allow it, because it would respond to requests that other tests block or fake
        options = {"service_workers": "block", **options}
        context = browser.new_context(viewport=size, has_touch=size is PHONE, **options)
        context.set_default_timeout(45_000)
        contexts.append(context)
        return context

    yield new
    for context in contexts:
        context.close()


@pytest.fixture
def page_of(device: NewContext) -> Callable[..., Page]:
    return lambda size=DESK, **options: device(size, **options).new_page()
