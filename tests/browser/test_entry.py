"""Test typing results in a real browser: by keyboard, on a phone, and with an unreliable connection."""

import json
import random
import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESK, PHONE
from tests.browser.people import expect_notice, open_link

KEPT = "Your entry is backed up here and on the server."


class Meeting:
    """A league in the installation, with its sign-in links, its series' grids and their saved results."""

    def __init__(self, site, made):
        self.site = site
        self.slug, self.links, self.pages = made["slug"], made["links"], made["pages"]
        self.series, self.teams = made["series"], made["teams"]

    def open(self, device, size=DESK, *, role=0, page=0, grid=False):
        opened = device(size).new_page()
        open_link(opened, self.site.address + self.links[role])
        self.enter(opened, page)
        if grid:
            opened.get_by_role("button", name="Show full grid").tap()
        return opened

    def enter(self, page, number=0):
        page.goto(self.site.address + self.pages[number])

    def saved(self):
        return json.loads(self.site.shell(f"from tests.browser.entry_world import *; tell_saved('{self.slug}')"))

    def fields(self, number, series=0):
        """Return the field values of a nine-inning, 3-2 home win in page order."""
        teams = self.teams if number % 2 else self.teams[::-1]
        home, away = (team["pk"] for team in teams)
        starters = [team["starters"][(3 * series + number - 1) % 5] for team in teams]
        typed = {f"runs-{number}-{home}": "3", f"runs-{number}-{away}": "2", f"innings-{number}": "9"}
        return typed | {
            f"p-{number}-{home}-{starters[0]}": "s9.0",
            f"p-{number}-{away}-{starters[1]}": "s8.0",
        }


@pytest.fixture(scope="module")
def leagues(site):
    """Create leagues with two series, and leagues with one series for each other test, including spares for retries."""
    made = site.shell("from tests.browser.entry_world import *; make_leagues(2, 2, 2, *[1] * 20)")
    return [Meeting(site, league) for league in json.loads(made)]


@pytest.fixture
def meeting(leagues):
    return leagues.pop()


def field(page, name):
    return page.locator(f"[name='{name}']")


def type_in(page, name, text):
    field(page, name).press("End")
    field(page, name).press_sequentially(text)


def fill_in(page, typed):
    for name, text in typed.items():
        type_in(page, name, text)


def shows(page, typed):
    """Check that the grid shows the typed values. The S key checks the starter box."""
    for name, text in typed.items():
        starts = name.startswith("p-") and text.startswith("s")
        expect(field(page, name)).to_have_value(text[1:] if starts else text)
        if starts:
            expect(field(page, f"s{name[1:]}")).to_be_checked()


FOCUSED = """() => {
  const field = document.activeElement, box = field.getBoundingClientRect();
  return [field.name, field.checkVisibility(), box.width > 0, field.tagName, field.className];
}"""


def test_enter_and_arrows_move_through_visible_fields_only(meeting, device):
    page = meeting.open(device)
    page.locator("input[name^='runs-']").first.focus()
    went = []
    for _ in range(200):
        page.keyboard.press("Enter")
        name, visible, has_box, tag, kind = page.evaluate(FOCUSED)
        assert (visible, has_box) == (True, True), name
        went.append(name)
        if tag == "BUTTON":
            break
    assert (tag, kind) == ("BUTTON", "main")
    # 3 fields per game except the first, then 3 columns for both staffs, including spare rows
    rows = page.locator("table.pitchers tbody tr").count()
    assert len(went) == 8 + 3 * rows + 1
    assert len(set(went)) == len(went)
    for start in ("input[name^='innings-3']", "input[name^='p-3-']:nth-child(1)", "select[name='ending-3']"):
        page.locator(start).last.focus()
        for key in ("ArrowDown", "ArrowRight", "ArrowDown", "ArrowUp", "ArrowLeft", "ArrowLeft"):
            page.keyboard.press(key)
            name, visible, *_ = page.evaluate(FOCUSED)
            assert visible, name
    assert page.locator("select[name^=ending-]").evaluate_all("all => all.map(one => one.value)") == ["played_out"] * 3


def test_score_keys_do_not_change_a_select(meeting, device):
    page = meeting.open(device)
    ending = field(page, "ending-1")
    ending.focus()
    page.keyboard.type("s7.0")
    page.keyboard.press("ArrowDown")
    expect(ending).to_have_value("played_out")
    expect(page.locator("#kept")).to_contain_text("Press the space bar")
    expect(field(page, "ending-2")).to_be_focused()
    ending.select_option("suspended")
    expect(page.locator("#kept")).to_contain_text(KEPT)


def test_finished_game_marked_suspended_asks_in_place(meeting, device):
    page = meeting.open(device)
    fill_in(page, meeting.fields(1))
    field(page, "ending-1").select_option("suspended")
    page.get_by_role("button", name="Save results").click()
    question = page.get_by_role("alert")
    expect(question).to_contain_text("yet Bears 2, Sharks 3 in 9 innings is a finished game")
    expect(question).to_be_focused()
    field(page, f"runs-1-{meeting.teams[0]['pk']}").press("Enter")  # never responds by itself
    expect(question).to_be_visible()
    question.get_by_role("button", name="Mark as final").click()
    expect_notice(page, "Saved. 1 of 3 games are final.")
    assert [game["status"] for game in meeting.saved()["games"]] == ["final"]


def test_phone_restores_unsaved_input_after_a_reload(meeting, device):
    phone = meeting.open(device, PHONE, grid=True)
    values = meeting.fields(1) | {"innings-2": "x9", f"line-2-{meeting.teams[0]['pk']}": "0x"}
    phone.get_by_text("Line scores (optional)").tap()
    fill_in(phone, values)
    expect(phone.locator("#kept")).to_contain_text(KEPT)
    phone.reload()
    shows(phone, values)
    expect(phone.locator("#typed")).to_contain_text("has been restored but not saved.")
    # the last keystroke before the reload never reached the server
    type_in(phone, "innings-3", "7")
    phone.reload()
    shows(phone, values | {"innings-3": "7"})
    expect(phone.locator("#typed .note")).to_have_count(1)
    phone.get_by_role("button", name="Discard").tap()
    shows(phone, dict.fromkeys(values, ""))
    phone.get_by_role("button", name="Undo").tap()
    shows(phone, values)
    phone.get_by_role("button", name="Finish later").tap()
    expect(phone.locator("#faults")).to_contain_text("“x9” is not a valid number of innings played")
    assert meeting.saved()["games"] == []


def test_own_devices_share_a_draft_and_the_opponent_gets_an_offer(meeting, device):
    phone = meeting.open(device, PHONE)
    type_in(phone, "innings-1", "9")
    expect(phone.locator("#kept")).to_contain_text(KEPT)
    laptop = meeting.open(device)
    shows(laptop, {"innings-1": "9"})
    expect(laptop.locator("#typed")).to_contain_text("Your unsaved entry from")
    opponent = meeting.open(device, role=1)
    shows(opponent, {"innings-1": ""})
    offer = opponent.locator("#typed .note")
    expect(offer).to_contain_text("Unsaved entry by Sharks")
    offer.get_by_role("button", name="Restore").click()
    shows(opponent, {"innings-1": "9"})


def test_draft_based_on_an_older_version_shows_both_versions(meeting, device):
    phone, opponent = meeting.open(device, PHONE), meeting.open(device, role=1)
    type_in(phone, "innings-1", "12")
    expect(phone.locator("#kept")).to_contain_text(KEPT)
    type_in(opponent, "innings-1", "9")
    opponent.get_by_role("button", name="Finish later").click()
    expect_notice(opponent, "Saved for later")
    phone.reload()
    shows(phone, {"innings-1": "9"})
    expect(phone.locator("#typed")).to_contain_text("based on version 1 (now 2), was never saved.")
    phone.get_by_role("button", name="Restore").tap()
    phone.get_by_role("button", name="Finish later").tap()
    versions = phone.get_by_role("table").filter(has_text="Saved version and your entry")
    expect(versions.get_by_role("row").filter(has_text="Game 1: innings played")).to_contain_text(re.compile(r"9\s+12"))
    phone.get_by_role("link", name="keep the saved version").tap()
    shows(phone, {"innings-1": "9"})
    expect(phone.locator("#typed")).to_be_empty()


def test_offline_save_preserves_the_grid_and_retries_once(meeting, device):
    phone = meeting.open(device, PHONE, grid=True)
    fill_in(phone, meeting.fields(1))
    phone.context.set_offline(True)
    phone.get_by_role("button", name="Save results").tap()
    notice = phone.locator("#kept")
    expect(notice).to_contain_text("Connection lost. Your entry is backed up")
    expect(notice).to_contain_text("Press “Save results” again")
    shows(phone, meeting.fields(1))
    phone.context.set_offline(False)
    expect(notice).to_contain_text("backed up here and on the server. It isn't saved yet. Press “Save results” again")
    assert meeting.saved()["games"] == []
    phone.get_by_role("button", name="Save results").tap()
    expect_notice(phone, "Saved. 1 of 3 games are final.")
    saved = meeting.saved()
    assert [game["score"] for game in saved["games"]] == [[2, 3, 9]]
    assert len(saved["saves"]) == 1
    meeting.enter(phone)
    expect(phone.locator("#typed")).to_be_empty()


def test_signed_out_device_preserves_the_grid_and_saves_after_sign_in(meeting, device):
    phone = meeting.open(device, PHONE, grid=True)
    fill_in(phone, meeting.fields(1))
    phone.context.clear_cookies()
    phone.get_by_role("button", name="Save results").tap()
    expect(phone.locator("#kept")).to_contain_text("Open your sign-in link in another tab")
    shows(phone, meeting.fields(1))
    open_link(phone.context.new_page(), meeting.site.address + meeting.links[0])
    phone.get_by_role("button", name="Save results").tap()
    expect_notice(phone, "Saved. 1 of 3 games are final.")
    assert len(meeting.saved()["saves"]) == 1


class Keys:
    """A keyboard user in the grid."""

    size = DESK

    def begin(self, page, name, text, signs):
        """Type the first characters of a value, and return what the grid then shows."""
        type_in(page, name, text[:signs])
        return {name: text[:signs]}

    def finish(self, page, name, text, signs=0):
        type_in(page, name, text[signs:])

    def press(self, button):
        button.press("Enter")


class Thumb:
    """A thumb on the game cards. It counts its taps and every digit it types."""

    size = PHONE

    def __init__(self):
        self.taps = 0

    def press(self, button):
        button.tap()
        self.taps += 1

    def type(self, page, name, figures):
        self.press(field(page, name))
        field(page, name).press_sequentially(figures)
        self.taps += len(figures)

    def begin(self, page, name, text, signs):
        """Tap a chip or leave it. A chip can't be half tapped."""
        if name.startswith("p-"):
            if signs:
                self.pitched(page, name)
            return {}
        self.type(page, name, text[:signs])
        return {name: text[:signs]}

    def finish(self, page, name, text, signs=0):
        if not name.startswith("p-"):
            self.type(page, name, text[signs:])
            return
        self.pitched(page, name)
        innings = field(page, name)
        for _ in range(12):
            over = float(innings.input_value()) - float(text.removeprefix("s"))
            if not over:
                return
            self.press(page.locator(f"div:has(> .chips [data-chip='{name}']) [data-outs='{-3 if over > 0 else 3}']"))
            page.wait_for_timeout(100)

    def pitched(self, page, name):
        chip = page.locator(f"[data-chip='{name}']")
        if chip.get_attribute("aria-pressed") == "false":
            self.press(chip)


class OnACutLine:
    """A user who enters results over a bad connection. A seed decides where it fails and whether the page survives."""

    def __init__(self, meeting, device, dice, hand):
        self.meeting, self.dice, self.hand = meeting, dice, hand
        self.page = meeting.open(device, hand.size)
        self.typed = {}
        self.cuts = 0

    def enter_series(self, number, cuts):
        """Enter four fields per game with some cuts, and save during another cut."""
        self.meeting.enter(self.page, number)
        self.typed = {}
        games = [self.meeting.fields(game, number) for game in (1, 2, 3)]
        pairs = [pair for game in games for pair in game.items() if not pair[0].startswith("innings-")]
        cut_at = self.dice.sample(range(len(pairs)), cuts)
        for place, (name, text) in enumerate(pairs):
            if place in cut_at:
                self.dice.choice([self.dark_for_a_while, self.killed_in_the_dark, self.answer_lost])(name, text)
            else:
                self.hand.finish(self.page, name, text)
            self.typed[name] = text
        shows(self.page, self.typed)
        self.dice.choice([self.save_into_the_dark, self.save_and_lose_the_answer])()
        self.cuts += cuts + 1

    def dark_for_a_while(self, name, text):
        self.page.context.set_offline(True)
        self.hand.finish(self.page, name, text)
        self.page.wait_for_timeout(self.dice.randrange(600))
        self.page.context.set_offline(False)

    def killed_in_the_dark(self, name, text):
        """Kill the page while the connection is down. It opens again later, perhaps as a new page."""
        signs = self.dice.randrange(len(text) + 1)
        self.page.context.set_offline(True)
        cell = self.hand.begin(self.page, name, text, signs)
        context, address = self.page.context, self.page.url
        if self.dice.random() < 0.5:
            self.page.close()
            self.page = context.new_page()
        context.set_offline(False)
        self.page.goto(address)
        shows(self.page, self.typed | cell)
        self.hand.finish(self.page, name, text, signs)

    def answer_lost(self, name, text):
        """Lose the response after the server saves the entry."""
        self.page.route("**/check/", _answer_lost)
        self.hand.finish(self.page, name, text)
        self.page.wait_for_timeout(self.dice.randrange(600))
        self.page.unroute_all(behavior="ignoreErrors")

    def save_into_the_dark(self):
        self.page.context.set_offline(True)
        self.save_once_more(lambda: self.page.context.set_offline(False))

    def save_and_lose_the_answer(self):
        self.page.route("**/enter/", _answer_lost)
        self.save_once_more(lambda: self.page.unroute_all(behavior="ignoreErrors"))

    def save_once_more(self, line_is_back):
        save = self.page.get_by_role("button", name="Save results")
        self.hand.press(save)
        expect(self.page.locator("#kept")).to_contain_text("Press “Save results” again")
        shows(self.page, self.typed)
        line_is_back()
        self.hand.press(save)
        expect_notice(self.page, "Saved as final.")


def _answer_lost(route):
    route.fetch()
    route.abort()


@pytest.mark.parametrize("hand", [Keys, Thumb])
def test_entry_survives_fourteen_connection_cuts_without_loss_or_duplicates(leagues, device, hand):
    """The picks in test_cut_draft.py add six more cuts."""
    weekend = leagues.pop(0)
    typist = OnACutLine(weekend, device, random.Random(20), hand())
    for number in range(2):
        typist.enter_series(number, 6)
    assert typist.cuts == 14
    saved = weekend.saved()
    assert saved["saves"] == sorted(f"series:{pk}" for pk in weekend.series)
    assert len(saved["games"]) == 6
    for game in saved["games"]:
        typed = weekend.fields(game["number"], weekend.series.index(game["series"]))
        innings = {name.split("-")[-1]: value[1:] for name, value in typed.items() if name.startswith("p-")}
        assert (game["status"], game["score"], game["outings"]) == ("final", [2, 3, 9], innings)
    for number in range(2):
        weekend.enter(typist.page, number)
        expect(typist.page.locator("#typed")).to_be_empty()


def test_three_games_with_twelve_pitching_lines_need_at_most_seventy_taps(meeting, device):
    """Each team uses two pitchers per game, some with partial innings. The manager also switches phones midway."""
    phone, thumb = meeting.open(device, PHONE), Thumb()
    visitors, home = (team["pk"] for team in meeting.teams[::-1])
    games = (
        {visitors: ("2", "Adams Doyle", [-1]), home: ("3", "Becker Davis", [3])},
        {visitors: ("5", "Foster Crane", [3]), home: ("1", "Gomez Estes", [3])},
        {visitors: ("0", "Hardy Joyce", []), home: ("4", "Irvin Kern", [3, 1])},
    )
    for number, game in enumerate(games, start=1):
        card = phone.locator(f"[data-game='{number}']")
        for team, (runs, _, _) in game.items():
            thumb.type(phone, f"runs-{number}-{team}", runs)
        for team, (_, names, steps) in game.items():
            staff = card.locator(f"[data-team='{team}']")
            for name in names.split():
                thumb.press(staff.locator(".chips button").filter(has_text=re.compile(f"^{name}")))
            for outs in steps:
                thumb.press(staff.locator(f"[data-outs='{outs}']"))
        above_the_tabs = 844 - phone.locator("nav.pages").bounding_box()["height"]
        assert card.bounding_box()["height"] <= above_the_tabs
        expect(card.locator(".fault")).to_be_empty()
        in_the_last = (
            "24-26" if game[home][0] > game[visitors][0] else "27-27"
        )  # the server has reported whether they batted
        expect(phone.locator(f"#total-{number}-{visitors}")).to_have_attribute("data-outs", in_the_last)
        if number == 2:
            expect(phone.locator("#kept")).to_contain_text(KEPT)
            phone.close()  # the battery dies
            phone = meeting.open(device, PHONE)
    small = "all => all.filter(one => one.getBoundingClientRect().height < 44).map(one => one.textContent)"
    assert phone.locator(".card button >> visible=true").evaluate_all(small) == []
    expect(phone.locator("[data-game='3']")).to_contain_text("started 6.2")
    thumb.press(phone.get_by_role("button", name="Save results"))
    expect_notice(phone, "Saved as final.")
    saved = meeting.saved()["games"]
    assert [game["score"] for game in saved] == [[2, 3, 9], [1, 5, 9], [0, 4, 9]]
    assert sorted(innings for game in saved for innings in game["outings"].values()) == [
        *("0.2", "1.0", "2.0", "2.0", "2.0", "2.1", "6.0", "6.2", "7.0", "7.0", "7.0", "7.1"),
    ]
    assert thumb.taps <= 70


def test_three_games_with_six_starters_need_at_most_fifteen_taps(meeting, device):
    """The count covers every field, pitcher and button tapped, but not the digits on the keyboard."""
    phone, thumb = meeting.open(device, PHONE), Thumb()
    phone.goto(phone.url.removesuffix("enter/"))
    thumb.press(phone.get_by_role("link", name="Enter results"))
    visitors, home = (team["pk"] for team in meeting.teams[::-1])
    games = (("2", "3", "Adams", "Becker"), ("5", "1", "Foster", "Gomez"), ("0", "4", "Hardy", "Irvin"))
    for number, (away_runs, home_runs, *starters) in enumerate(games, start=1):
        card = phone.locator(f"[data-game='{number}']")
        for team, runs in ((visitors, away_runs), (home, home_runs)):
            thumb.press(field(phone, f"runs-{number}-{team}"))
            phone.keyboard.type(runs)
        for team, name in zip((visitors, home), starters, strict=True):
            chips = card.locator(f"[data-team='{team}'] .chips button")
            thumb.press(chips.filter(has_text=re.compile(f"^{name}")))
    thumb.press(phone.get_by_role("button", name="Save results"))
    expect_notice(phone, "Saved as final.")
    assert thumb.taps <= 15


def test_focus_moves_to_the_next_step_after_saving_and_signing(meeting, device):
    page = meeting.open(device, role=1)
    for number in (1, 2, 3):
        fill_in(page, meeting.fields(number))
    page.get_by_role("button", name="Save results").click()
    expect_notice(page, "Saved as final.")
    expect(page.get_by_role("button", name="Sign Sharks sheet")).to_be_focused()
    page.keyboard.press("Enter")
    expect_notice(page, "Signed: 1 sheet.")
    expect(page.get_by_role("link", name="My team").and_(page.locator("[data-next]"))).to_be_focused()


def test_resumed_game_shows_remaining_innings_for_entering_pitchers(meeting, device):
    phone, thumb = meeting.open(device, PHONE), Thumb()
    home, visitors = (team["pk"] for team in meeting.teams)
    thumb.type(phone, f"runs-1-{home}", "3")
    thumb.type(phone, f"runs-1-{visitors}", "2")
    _pitch_on(phone, thumb, ("6", "suspended"), {home: ("15-18", "Becker"), visitors: ("15-15", "Adams")})
    phone.get_by_role("button", name="Save results").tap()
    expect_notice(phone, "is suspended: enter the point of suspension")
    meeting.enter(phone)
    _pitch_on(phone, thumb, ("9", "played_out"), {home: ("27-27", "Davis"), visitors: ("24-26", "Doyle")})
    for staff in ("Becker started 5.0", "Davis 2nd 4.0", "Adams started 5.0", "Doyle 2nd 3.0"):
        name, innings = staff.split(" ", 1)
        expect(phone.locator("[data-game='1'] .chips button").filter(has_text=name)).to_contain_text(innings)
    phone.get_by_role("button", name="Save results").tap()
    expect_notice(phone, "Saved. 1 of 3 games are final.")


def _pitch_on(phone, thumb, end, staffs):
    """Type how many innings the game had. Tap a pitcher for each team once the page shows the outs required."""
    innings, ending = end
    field(phone, "innings-1").fill(innings)
    field(phone, "ending-1").select_option(ending)
    for team, (outs, pitcher) in staffs.items():
        expect(phone.locator(f"#total-1-{team}")).to_have_attribute("data-outs", outs)
        chips = phone.locator(f"[data-game='1'] [data-team='{team}'] .chips button")
        thumb.press(chips.filter(has_text=re.compile(f"^{pitcher}")))


def test_input_before_the_script_loads_is_preserved(meeting, device):
    page = meeting.open(device)
    answers = []
    page.route("**/entry.js*", lambda route: answers.append(route))
    page.goto(meeting.site.address + meeting.pages[0], wait_until="commit")
    runs = page.locator("input[name^='runs-']").first
    runs.press_sequentially("4")
    answers[0].continue_()
    expect(page.locator("label.start input").first).to_have_attribute("tabindex", "-1")
    expect(runs).to_be_focused()
    expect(page.locator("#kept")).to_contain_text(KEPT)
    page.unroute_all()
    page.reload()
    expect(runs).to_have_value("4")
    expect(page.locator("#typed")).to_contain_text("has been restored but not saved.")


class Counted:
    """A keyboard that counts its keystrokes."""

    def __init__(self, page):
        self.page, self.keys = page, 0

    def type(self, text):
        self.page.keyboard.type(text)
        self.keys += len(text)

    def press(self, key):
        self.page.keyboard.press(key)
        self.keys += 1


def test_three_games_with_twelve_pitching_lines_need_at_most_ninety_keys(leagues, device):
    """Each team uses two pitchers per game. Nine innings and the starters are the defaults."""
    meeting = leagues.pop()
    page = meeting.open(device)
    expect(page.get_by_label("Quick entry")).to_be_focused()
    keyboard = Counted(page)
    for line in ("2ad7do1 /3be7da2", "1fo7cr2 /5go7es2", "0ha7jo1 /4ir7ke2"):
        keyboard.type(line)
        keyboard.press("Enter")
        expect(page.get_by_label("Quick entry")).to_have_value("")
    expect(page.locator("#faults")).to_be_empty()
    keyboard.press("Enter")
    expect(page.get_by_role("button", name="Save results")).to_be_focused()
    keyboard.press("Enter")
    expect_notice(page, "Saved as final.")
    games = meeting.saved()["games"]
    assert [game["score"] for game in games] == [[2, 3, 9], [5, 1, 9], [0, 4, 9]]
    assert sum(len(game["outings"]) for game in games) == 12
    assert keyboard.keys <= 90


LOCKED = """() => {
  Object.defineProperty(document, "hidden", { get: () => true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_tapped_input_is_sent_before_the_phone_locks(meeting, device):
    phone, visitors = meeting.open(device, PHONE), meeting.teams[1]
    phone.route(
        "**/check/", lambda route: route.continue_() if route.request.resource_type == "ping" else route.abort()
    )
    Thumb().type(phone, f"runs-1-{visitors['pk']}", "2")
    Thumb().pitched(phone, f"p-1-{visitors['pk']}-{visitors['starters'][0]}")
    with phone.expect_response("**/check/"):
        phone.evaluate(LOCKED)
    phone.context.set_offline(True)
    another = meeting.open(device, PHONE)
    expect(field(another, f"runs-1-{visitors['pk']}")).to_have_value("2")
    expect(another.locator("[data-game='1']")).to_contain_text("started 9.0")


def test_unclear_line_and_its_question_survive_a_reload(leagues, device):
    meeting = leagues.pop()
    page = meeting.open(device)
    box = page.get_by_label("Quick entry")
    box.press_sequentially("2 Adams 8 / 3 Nobody 9")
    box.press("Enter")
    expect(page.locator("#faults")).to_contain_text("no pitcher called “Nobody”")
    page.reload()
    expect(box).to_have_value(re.compile(r"^2 Adams 8 / 3 Nobody 9\s*$"))
    page.get_by_role("button", name="Finish later").click()
    expect(page.locator("#faults")).to_contain_text("no pitcher called “Nobody”")
    box.fill("2 Adams 8 / 3 Becker 9")
    page.get_by_role("button", name="Save results").click()
    expect_notice(page, "Saved. 1 of 3 games are final.")
