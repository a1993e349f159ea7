"""Test that pages show a single state of the draft while two phones and the program make picks."""

import re
import threading
from collections import Counter

import pytest
from django.db import connections
from django.test import Client
from django.urls import reverse

from drafts.services.program import finish_by_program
from tests.conftest import signed_in
from tests.drafts.rooms import DIRECTOR, running, teams_of
from tests.factories import ManagerAccessFactory

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]

GETS_OF_A_PHONE = 200


class Phone(threading.Thread):
    """Load the pages in turn, count their statuses, and record pages that contradict themselves."""

    def __init__(self, client: Client, addresses: list[str]) -> None:
        super().__init__()
        client.raise_request_exception = False
        self._client, self._addresses = client, addresses
        self.statuses: Counter[int] = Counter()
        self.contradictions: list[str] = []

    def run(self) -> None:
        try:
            for number in range(GETS_OF_A_PHONE):
                answer = self._client.get(self._addresses[number % len(self._addresses)])
                self.statuses[answer.status_code] += 1
                self.contradictions += contradictions(answer.content.decode())
        finally:
            connections.close_all()


def contradictions(page: str) -> list[str]:
    """Check that a board has every pick before the one on the clock, and none after it."""
    turn = re.search(r'data-part="turn"\s*>[^<(]*\((\d+)\)', page)
    cells = re.findall(r'<td[^>]*id="p\d+"[^>]*>(.*?)</td>', page, re.DOTALL)
    if turn is None or not cells:
        return []
    made, now = sum("<b>" in cell for cell in cells), int(turn[1])
    return [] if made == now - 1 else [f"{made} picks while {now} is on the clock"]


def test_two_phones_read_400_pages_while_autopick_finishes_the_draft():
    draft = running(8)
    slug = draft.division.tournament.slug
    pick_page, board = (reverse(name, args=[slug, draft.division_id]) for name in ("draft_pick", "draft_board"))
    first, second = teams_of(draft)[:2]
    phones = [
        Phone(signed_in(ManagerAccessFactory(team=first)), [pick_page]),
        Phone(signed_in(ManagerAccessFactory(team=second)), [pick_page, board]),
    ]
    for phone in phones:
        phone.start()
    finish_by_program(draft_id=draft.pk, actor=DIRECTOR)
    for phone in phones:
        phone.join(timeout=600)
    assert [phone.statuses for phone in phones] == [{200: GETS_OF_A_PHONE}] * 2
    assert [phone.contradictions for phone in phones] == [[], []]
