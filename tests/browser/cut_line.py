"""Cut the connection at seeded random moments, to test that no typed text is lost and no request runs twice."""

import random

from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.hands import press, write


class CutLine:
    """The connection of every device in a tournament. `cuts` counts the cuts so far."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.cuts = 0

    def cut_while_writing(self, field: Locator, text: str, typed: dict[str, str]) -> None:
        """Write text while the connection is down or responses get lost. The page may close in the meantime.

        `typed` maps labels to text typed earlier on this page, which must be there when it opens again.
        """
        self.cuts += 1
        self.dice.choice([self._dark_for_a_while, self._killed_in_the_dark, self._answers_lost])(field, text, typed)

    def _dark_for_a_while(self, field: Locator, text: str, typed: dict[str, str]) -> None:
        page = field.page
        page.context.set_offline(True)
        write(field, text)
        page.wait_for_timeout(self.dice.randrange(600))
        page.context.set_offline(False)

    def _killed_in_the_dark(self, field: Locator, text: str, typed: dict[str, str]) -> None:
        page = field.page
        page.context.set_offline(True)
        write(field, text)
        address = page.url
        page.goto("about:blank")
        page.context.set_offline(False)
        page.goto(address)
        shows(page, typed)
        expect(field).to_have_value(text)

    def _answers_lost(self, field: Locator, text: str, typed: dict[str, str]) -> None:
        page = field.page
        page.route("**/check/", _answer_lost)
        write(field, text)
        page.wait_for_timeout(self.dice.randrange(600))
        page.unroute_all(behavior="ignoreErrors")

    def cut_at(self, button: Locator, address: str, where: Locator, sentence: str) -> None:
        """Press a button while the connection is down or the response gets lost. The page offers a retry."""
        self.cuts += 1
        page = button.page
        if self.dice.random() < 0.5:
            page.context.set_offline(True)
            press(button)
            expect(where).to_contain_text(sentence)
            page.context.set_offline(False)
            return
        page.route(address, _answer_lost)
        press(button)
        expect(where).to_contain_text(sentence)
        page.unroute_all(behavior="ignoreErrors")


def shows(page: Page, typed: dict[str, str]) -> None:
    for label, text in typed.items():
        expect(page.get_by_label(label)).to_have_value(text)


def _answer_lost(route: Route) -> None:
    route.fetch()
    route.abort()
