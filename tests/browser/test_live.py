"""Test that a page reports a dead server, reconnects by itself, and misses no event."""

import json
import os
import signal
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PROJECTOR
from tests.browser.people import open_link

BUILD = """
import json
from weekend.practice.weekend import PracticeField, build_weekend
weekend = build_weekend(stage="draft", seed=3, field=PracticeField(managed=8, divisions=1, has_imputed_team=False))
print(json.dumps([weekend.get_absolute_url(), weekend.divisions.get().draft.pk]))
"""
PICK_ROUNDS = """
from drafts.models import Draft
from drafts.services.program import finish_by_program
from weekend.practice.weekend import DIRECTOR
finish_by_program(draft_id={draft}, actor=DIRECTOR, rounds={rounds})
deadline = Draft.objects.get(pk={draft}).deadline
print(deadline.isoformat() if deadline else "over")
"""
DRAFT_FOR_THE_FIRST_TEAM = """
from drafts.models import Draft
from drafts.services.program import let_program_pick
from weekend.practice.weekend import DIRECTOR
team = Draft.objects.get(pk={draft}).division.teams.order_by("slot").first()
print(let_program_pick(draft_id={draft}, team_id=team.pk, on=True, actor=DIRECTOR))
"""
ACT_OF = """
from drafts.models import Draft
from tournaments.action_log.writing import PROGRAM, record_action
tournament = Draft.objects.get(pk={draft}).division.tournament
print(record_action(tournament=tournament, actor=PROGRAM, verb="{verb}", sentence="x").pk)
"""
ANNOUNCE = """
from drafts.models import Draft
from tournaments.action_log.writing import PROGRAM
from tournaments.services.announcements import announce
tournament = Draft.objects.get(pk={draft}).division.tournament
announce(tournament=tournament, sentence="{sentence}", actor=PROGRAM)
print("said")
"""
MORE_THAN_IS_REPLAYED = """
from core.live_stream import MAX_REPLAYED_EVENTS
from drafts.models import Draft
from tournaments.models import Action
tournament = Draft.objects.get(pk={draft}).division.tournament
# what managers wish for is nothing to the wall, so it reads no page for it
wish = dict(tournament=tournament, actor="x", verb="queue_player", sentence="x", public=dict(queue=0))
print(len(Action.objects.bulk_create(Action(**wish) for _ in range(MAX_REPLAYED_EVENTS))))
"""


@pytest.fixture
def board(site, device):
    """Open a big screen that shows the draft after nine rounds, and return it with the draft's ID."""
    address, draft = json.loads(site.shell(BUILD))
    page = device(PROJECTOR).new_page()
    page.goto(f"{site.address}{address}draft/")
    page.get_by_role("link", name="Big screen").click()
    expect(page.locator("[data-part=turn]")).to_have_text("10.01 (73)")
    return page, draft


def test_board_reconnects_after_a_server_crash_and_catches_up(site, board):
    page, draft = board
    destinations = []
    page.on("framenavigated", lambda frame: destinations.append(frame.url))
    site.kill_web()
    expect(page.locator(".linedown")).to_contain_text("Connection lost. Last update")
    deadline = site.shell(PICK_ROUNDS.format(draft=draft, rounds=1))
    site.start_web()
    expect(page.locator(".linedown")).to_have_count(0)
    expect(page.locator("[data-part=turn]")).to_have_text("11.01 (81)")
    for overall in range(73, 81):
        expect(page.locator(f"#p{overall} b")).not_to_be_empty()
    assert destinations == []
    # the reconnected board and a board opened after the restart both show the stored deadline
    clock = page.locator("[data-part=clock]")
    expect(clock).to_have_attribute("data-deadline", deadline)
    page.reload()
    expect(clock).to_have_attribute("data-deadline", deadline)
    left = page.evaluate("([at]) => Math.round((new Date(at) - Date.now()) / 1000)", [deadline])
    minutes, seconds = clock.inner_text().removeprefix("over by ").split(":")
    shown = int(minutes) * 60 + int(seconds)
    assert abs(shown - abs(left)) <= 2


def test_frozen_server_is_detected_within_ten_seconds(site, board):
    page, _ = board
    os.kill(site.web_process, signal.SIGSTOP)
    try:
        expect(page.locator(".linedown")).to_contain_text("Last update", timeout=10_000)
        clock = page.locator("[data-part=clock]")
        clock_text = clock.inner_text()
        page.wait_for_timeout(1600)
        assert clock.inner_text() == clock_text
    finally:
        os.kill(site.web_process, signal.SIGCONT)
    expect(page.locator(".linedown")).to_have_count(0)
    page.wait_for_function("([clock, was]) => clock.textContent !== was", arg=[clock.element_handle(), clock_text])


def test_announcement_appears_on_open_pages_and_can_be_dismissed(site, board, device):
    wall, draft = board
    page = device().new_page()
    page.goto(wall.url.replace("/big-screen/", "/"))
    away = page.get_by_role("button", name="Dismiss announcement")
    expect(away).to_be_hidden()
    heading = page.locator("h1").bounding_box()
    site.shell(ANNOUNCE.format(draft=draft, sentence="Lunch until 13:30."))
    for screen in (wall, page):
        expect(screen.get_by_role("status").filter(has_text="Lunch until 13:30.")).to_be_visible()
    assert page.locator("h1").bounding_box() == heading, "it lies over the page"
    expect(wall.locator("#put-away")).to_be_hidden()
    wall.set_viewport_size(PROJECTOR)
    assert wall.evaluate("document.documentElement.scrollHeight - innerHeight") == 0
    away.click()
    page.reload()
    expect(page.locator("#announcement")).to_have_class("hide")
    site.shell(ANNOUNCE.format(draft=draft, sentence="Round 1 begins."))
    expect(page.locator("#announcement")).to_have_text("Round 1 begins.")
    expect(page.locator("#announcement")).not_to_have_class("hide")
    expect(away).to_be_visible()


def test_board_beyond_the_replay_limit_reloads_its_page(site, board):
    page, draft = board
    site.kill_web()
    expect(page.locator(".linedown")).to_have_count(1)
    site.shell(MORE_THAN_IS_REPLAYED.format(draft=draft))
    site.shell(PICK_ROUNDS.format(draft=draft, rounds=1))
    site.start_web()
    expect(page.locator("[data-part=turn]")).to_have_text("11.01 (81)")
    expect(page.locator("#p80 b")).not_to_be_empty()
    last_pick = page.locator("#p80 b").inner_text()
    expect(page.locator("#draft-latest li").first).to_contain_text(last_pick)


class _BadGateway(BaseHTTPRequestHandler):
    """The response that a proxy sends while the server behind it starts."""

    def do_GET(self):
        self.send_error(502)
        self.server.asked.set()

    def log_message(self, *words):
        """Log nothing."""


@contextmanager
def bad_gateway(port: int):
    proxy = ThreadingHTTPServer(("127.0.0.1", port), _BadGateway)
    proxy.asked = threading.Event()
    thread = threading.Thread(target=proxy.serve_forever)
    thread.start()
    try:
        yield proxy.asked
    finally:
        proxy.shutdown()
        proxy.server_close()
        thread.join()


def test_board_reconnects_after_a_bad_gateway(site, board):
    page, draft = board
    site.kill_web()
    with bad_gateway(site.port) as requested:
        for _ in range(600):
            if requested.is_set():
                break
            page.wait_for_timeout(100)
        assert requested.is_set()
        page.wait_for_timeout(500)  # the browser has given up on the event stream
    site.shell(PICK_ROUNDS.format(draft=draft, rounds=1))
    site.start_web()
    expect(page.locator(".linedown")).to_have_count(0)
    expect(page.locator("[data-part=turn]")).to_have_text("11.01 (81)")


def test_late_page_response_does_not_overwrite_newer_events(site, board):
    page, draft = board
    site.shell(PICK_ROUNDS.format(draft=draft, rounds=16))
    turn, state = page.locator("[data-part=turn]"), page.locator("[data-part=state]")
    expect(turn).to_have_text("26.01 (201)")
    # the big screen shows everything that is left, so an event is enough
    expect(page.locator("#p208")).to_have_count(1)
    page.wait_for_timeout(2000)  # every scheduled reload is finished
    on_the_way = []

    def hold_the_first(route):
        if on_the_way:
            route.continue_()
        else:
            on_the_way.append((route, route.fetch()))

    page.route(page.url, hold_the_first)
    page.evaluate("document.addEventListener('pennant:refreshed', () => { window.wasRead = true; })")
    site.shell(DRAFT_FOR_THE_FIRST_TEAM.format(draft=draft))  # not a pick, so the big screen reloads its page
    for _ in range(300):
        if on_the_way:
            break
        page.wait_for_timeout(100)
    assert site.shell(PICK_ROUNDS.format(draft=draft, rounds="None")) == "over"
    expect(state).to_have_text("Finished")
    late, as_it_was = on_the_way[0]
    late.fulfill(response=as_it_was)
    page.wait_for_function("window.wasRead")
    page.wait_for_timeout(1000)  # a scheduled reload starts within 300 ms
    expect(state).to_have_text("Finished")
    expect(page.locator("#p208 b")).not_to_be_empty()


def test_input_typed_during_a_refresh_is_preserved(site, device):
    address, draft = json.loads(site.shell(BUILD))
    director = device().new_page()
    open_link(director, site.organizer_link())
    director.goto(f"{site.address}{address}draft/")
    director.get_by_role("link", name="Draft dashboard").click()
    on_the_way = []

    def hold_readings(route):
        if "x-live" in route.request.headers:
            on_the_way.append(route)
        else:
            route.continue_()

    director.route(director.url, hold_readings)
    site.shell(PICK_ROUNDS.format(draft=draft, rounds=1))
    for _ in range(300):
        if on_the_way:
            break
        director.wait_for_timeout(100)
    seconds = director.get_by_label("Extra seconds")
    seconds.fill("95")
    seconds.blur()
    on_the_way.pop(0).continue_()
    expect(director.locator("#draft-status [data-part=turn]")).to_have_text("11.01 (81)")
    director.wait_for_timeout(500)
    expect(seconds).to_have_value("95")


def test_page_polls_if_no_live_connection_is_available(site, board):
    page, draft = board
    site.stop_web()
    site.shell(PICK_ROUNDS.format(draft=draft, rounds=1))
    site.start_web(MOST_OPEN_PAGES="0")
    try:
        expect(page.locator(".linedown")).to_contain_text("updates only every", timeout=20_000)
        expect(page.locator("[data-part=turn]")).to_have_text("11.01 (81)", timeout=20_000)
    finally:
        site.stop_web()
        site.start_web()


def test_page_refreshes_only_after_relevant_actions(site, device):
    address, draft = json.loads(site.shell(BUILD))
    page = device().new_page()
    page.goto(f"{site.address}{address}rosters/")
    readings = []
    page.on("request", lambda request: readings.append(request.url) if "x-act" in request.headers else None)
    site.shell(ACT_OF.format(draft=draft, verb="sign_sheet"))
    page.wait_for_timeout(2500)
    assert readings == []
    site.shell(PICK_ROUNDS.format(draft=draft, rounds=1))
    for _ in range(100):
        if readings:
            break
        page.wait_for_timeout(100)
    assert readings, "the rosters have changed"
