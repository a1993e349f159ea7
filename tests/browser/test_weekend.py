"""Test a newcomer who runs a division of eight from sign-up to champion, with every participant in a browser.

The director uses only the keyboard, and the managers only their thumbs. With PENNANT_HANDS=swapped, the director has a
phone and the managers have laptops. The connection is cut twenty times during entries and picks.
"""

import io
import json
import os
import re

import pytest
from playwright.sync_api import expect
from pypdf import PdfReader

from tests.browser.conftest import DESK, PHONE, PROJECTOR
from tests.browser.cut_line import CutLine, shows
from tests.browser.hands import bring, choose, is_phone, press, press_twice, tick, walk_to, watch, write
from tests.browser.installation import Site
from tests.browser.people import Manager, expect_notice, follow, go, go_on_to, next_step, open_link, throw_until

ALPHA, BETA = "Altoona Aces", "Bangor Bears"
PASTED = f"""{BETA}, Ben Berra
Canton Cubs, Cal Cey, Carl Cash
Dayton Ducks, Dan Dawson
Elgin Elks, Ed Evers
Fargo Foxes, Fay Ford
Gary Goats, Gus Grove"""
CSV = 'team;manager;home town\n"Hilo ""Hot"" Hands";Hal O\'Hara;Hilo\n'


OF_DIRECTOR, OF_MANAGERS = (PHONE, DESK) if os.environ.get("PENNANT_HANDS") == "swapped" else (DESK, PHONE)


@pytest.fixture
def site(tmp_path):
    """Provide a site for this test only, so that a failed test can run again."""
    own_site = Site(tmp_path)
    try:
        own_site.open()
        yield own_site
    finally:
        own_site.close()


def test_newcomer_runs_a_division_of_eight_from_sign_up_to_champion(site, device):
    site.start_worker()
    line, strays = CutLine(seed=20), []

    def taken_in_hand(size):
        context = device(size)
        strays.append(watch(context))
        return context.new_page()

    director = taken_in_hand(OF_DIRECTOR)
    _open_sign_up(director, site)
    _enter_eight_teams(director)
    alpha, beta = _invite(director, lambda: taken_in_hand(OF_MANAGERS))
    _roll_and_choose(director, alpha, beta)
    _draft(director, alpha, device, line)
    _publish_the_schedule(director)
    series = _home_by_the_d20(alpha)
    _enter_by_hand(alpha, series, line)
    director.goto(series.address)
    follow(director.get_by_role("link", name="Continue entering"))
    _accept_with_a_footnote(beta, series, line)
    assert _saves(site, series.address) == 2  # partly entered, and as final
    _correct_from_a_stale_form(director, series)
    _sign(director, alpha, beta, series)
    playoff = _break_the_tie(director, site, line)
    assert _saves(site, playoff) == 1
    assert line.cuts == 20
    champion = _play_the_best_ofs(director, site)
    _read_the_paper(director, champion)
    assert strays == [[], [], []]
    site.manage("verify")  # fails if any row differs from the activity log


def _open_sign_up(director, site):
    open_link(director, site.organizer_link())
    press(director.locator(".menu summary"))
    press(director.get_by_role("link", name="Card sets"))
    choose(director.get_by_label("Year"), "1998")
    press(director.get_by_role("button", name="Load the season"))
    expect(director.get_by_role("heading", name="1998 MLB")).to_be_visible()
    director.goto(site.address)
    press(director.get_by_role("link", name="Start a tournament"))
    write(director.get_by_label("Name", exact=True), "Autumn Classic")
    _choose_another_format(director)
    press(director.get_by_text("More settings", exact=True))
    tick(director.get_by_label("Practice tournament"))
    write(director.get_by_label("Games per series"), "2")
    own_zone = director.evaluate("Intl.DateTimeFormat().resolvedOptions().timeZone")
    expect(director.get_by_label("Time zone")).to_have_value(own_zone)
    press(director.get_by_role("button", name="Open sign-up"))
    expect(director.get_by_role("heading", name="Teams", exact=True)).to_be_visible()


def _choose_another_format(director):
    """Use the arrow keys, because Tab stops only at the selected format."""
    another = director.get_by_label("Custom format")
    if is_phone(another):
        another.tap()
    else:
        walk_to(director.locator("[name=preset]:checked"))
        director.keyboard.press("ArrowUp")
    expect(another).to_be_checked()


def _enter_eight_teams(director):
    write(director.get_by_label("Team", exact=True), ALPHA)
    write(director.get_by_label("Manager", exact=True), "Ann Aaron")
    director.keyboard.press("Enter")
    expect(director.locator("#teams tbody tr")).to_have_count(1)
    expect(director.get_by_label("Team", exact=True)).to_be_focused()  # for the next team
    # the preview comes first, and shows existing names before any change is saved
    write(director.get_by_label("List of teams"), f"{PASTED}\nAltoona ACES, Somebody Else")
    press(director.get_by_role("button", name="Preview list"))
    expect(director.locator(".fault").first).to_be_visible()
    write(director.get_by_label("List of teams"), PASTED)
    press(director.get_by_role("button", name="Preview list again"))
    press(director.get_by_role("button", name="Enter 6 teams"))
    bring(
        director.get_by_label("or a file"),
        {"name": "late.csv", "mimeType": "text/csv", "buffer": CSV.encode()},
    )
    press(director.get_by_role("button", name="Preview list"))
    press(director.get_by_role("button", name="Enter 1 team"))
    expect(director.locator("#teams tbody tr")).to_have_count(8)
    expect(director.locator("#teams")).to_contain_text('Hilo "Hot" Hands')
    write(director.get_by_label("Number of divisions"), "1")
    press(director.get_by_role("button", name="Save divisions"))
    expect(director.locator("#teams .state.good")).to_have_text("legal")


def _invite(director, new_phone):
    press(director.get_by_role("button", name="missing links"))
    managers = []
    for team in (ALPHA, BETA):
        row = director.locator("#teams").get_by_role("row").filter(has_text=team)
        press(row.get_by_text("Show QR"))
        expect(row.locator("svg.qr")).to_be_visible()
        phone = new_phone()
        open_link(phone, str(row.locator("[data-copy]").get_attribute("data-copy")))
        press(row.get_by_text("Show QR"))
        expect(phone.get_by_role("heading", level=1)).to_have_text(team)
        managers.append(Manager(team, phone))
    return managers


def _roll_and_choose(director, alpha, beta):
    """Type one roll, let one manager roll, and let the program roll the rest. The two managers choose 1 and 8."""
    next_step(director)
    write(director.get_by_label("Canton Cubs"), "7")
    press(director.get_by_role("button", name="Save rolls"))
    expect(director.locator("#turn")).to_contain_text("7 teams to roll")
    beta.phone.goto(director.url)
    follow(alpha.phone.locator(".todo").get_by_role("link"))
    press(alpha.phone.get_by_role("button", name="Roll my d20"))
    # if the manager rolled the 7 typed for the other team, both roll again
    expect(director.locator("#turn")).to_contain_text(re.compile(r"\b[68] teams to\s+roll"))
    chooses = director.locator("#turn .big").filter(has_text="chooses")
    throw_until(chooses, director.get_by_role("button", name=re.compile("^Roll the d20")))
    for _ in range(8):
        _choose_a_position(director, alpha, beta)
    expect(director.locator("#turn")).to_contain_text("Every team has its draft position")


def _choose_a_position(director, alpha, beta):
    name = director.locator("#turn .big").inner_text().removesuffix(" chooses")
    for manager, position in ((alpha, "1"), (beta, "8")):
        if name == manager.team:
            press(manager.phone.locator("#turn").get_by_role("button", name=position, exact=True))
            break
    else:
        open_to_others = director.locator("#turn fieldset button").filter(has_not_text=re.compile(r"^\s*[18]\s*$"))
        press(open_to_others.first)
    expect(director.locator("#turn")).not_to_contain_text(f"{name} chooses")


def _draft(director, alpha, device, line):
    """Draft with the first pick on the phone and shown at once, two on the dashboard, and the rest by the program."""
    next_step(director)
    press(director.get_by_role("link", name="Choose cards and clock"))
    cards = director.get_by_label("Cards")
    choose(cards, cards.locator("option", has_text="1998 MLB").inner_text())
    press(director.get_by_role("button", name="Set up the draft"))
    press(director.get_by_role("button", name="Start the draft"))
    expect(director.locator(".onclock")).to_contain_text(ALPHA)
    wall = device(PROJECTOR).new_page()
    wall.goto(director.url.replace("/dashboard/", "/big-screen/"))
    expect(wall.locator("[data-part=turn]")).to_have_text("1.01 (1)")
    went = []
    wall.on("framenavigated", lambda frame: went.append(frame.url))
    _pick_on_the_phone(alpha.phone, line)
    expect(wall.locator("#p1 b")).to_have_text("Ken Griffey")
    expect(wall.locator("[data-part=turn]")).to_have_text("1.02 (2)")
    expect(director.locator("#draft-latest")).to_contain_text("Ken Griffey")
    for turn, name in (("1.03 (3)", "Mark McGwire"), ("1.04 (4)", "Barry Bonds")):
        _pick_on_dashboard(director, name, line)
        expect(wall.locator("[data-part=turn]")).to_have_text(turn)
    assert went == []
    press(director.get_by_role("link", name="Autopick the rest"))
    press(director.get_by_role("button", name="Autopick 205 picks"))
    # the worker makes them, one round per commit
    expect(director.locator("[data-part=state]")).to_have_text("Finished", timeout=120_000)
    expect(wall.locator("[data-part=state]")).to_have_text("Finished")


def _pick_on_dashboard(director, name, line):
    """Pick for a team whose manager is away."""
    follow(director.get_by_role("link", name="Pick for"))
    write(director.get_by_role("searchbox", name="Name"), name)
    expect(director.locator("#draft-list tbody tr")).to_have_count(1)
    follow(director.get_by_role("link", name=f"Pick {name}"))
    pick = director.get_by_role("button", name=f"Pick {name}")
    _cut_at_a_pick(pick, line)
    press(pick)
    expect_notice(director, re.compile(name))
    go(director, "Draft")
    follow(director.get_by_role("link", name="Draft dashboard"))


def _cut_at_a_pick(pick, line):
    line.cut_at(pick, "**/pick/make/", pick.page.locator("form.picking"), "it can't count twice")


def _pick_on_the_phone(phone, line):
    """Search, filter and pick. An impatient second tap changes nothing."""
    go(phone, "Draft")
    press(phone.get_by_role("link", name=f"Pick for {ALPHA}"))
    rows = phone.locator("#draft-list tbody tr")
    choose(phone.get_by_label("Position", exact=True), "CF")
    write(phone.get_by_role("searchbox", name="Name"), "griff")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("56 HR")
    press(phone.get_by_role("link", name="Pick Ken Griffey"))
    pick = phone.get_by_role("button", name="Pick Ken Griffey")
    _cut_at_a_pick(pick, line)
    press_twice(pick)
    expect_notice(phone, re.compile("1.01: Ken Griffey"))
    press(phone.get_by_role("link", name="Queue", exact=True))  # on a phone, this tab has the roster
    expect(phone.get_by_role("table", name="Roster").get_by_role("row")).to_have_count(1)


def _publish_the_schedule(director):
    next_step(director)
    press(director.get_by_role("link", name="Make the schedule"))
    press(director.get_by_role("button", name="Publish this schedule"))
    expect(director.locator("section[id^=division] table")).to_have_count(7)
    next_step(director)
    go_on_to(director, "Round robin")


def _home_by_the_d20(manager):
    """Decide the home team for the two managers' series in round 1."""
    phone = manager.phone
    go(phone, "Schedule")
    meeting = phone.get_by_role("row").filter(has_text=ALPHA).filter(has_text=BETA)
    press(meeting.get_by_role("link", name="roll d20"))
    decided = phone.locator("#home .big").filter(has_text="is the home team in game 1")
    throw_until(decided, phone.get_by_role("button", name="Roll both d20"))
    follow(phone.get_by_role("link", name="The series"))
    return MeetingOf(phone)


class MeetingOf:
    """A planned series in which the home team wins both games in nine innings, so the visitors pitch eight."""

    def __init__(self, page):
        self.address = page.url
        away, home = page.locator("h1").inner_text().split(" at ")
        self.homes = (home, away)
        self.staff = {team: Staff(page, team) for team in (ALPHA, BETA)}

    def innings_of(self, team, game):
        return 9 if self.homes[game - 1] == team else 8


class Staff:
    """The eligible starters and relievers for the next game, from the board on the team's pitching sheet page."""

    def __init__(self, page, team):
        follow(page.get_by_role("link", name=f"{team} pitching sheet"))
        may = [row.locator("th, td").all_inner_texts() for row in page.locator("#board tbody tr").all()]
        self.starters = [name for name, _, start, *_ in may if start == "yes"]
        self.relievers = [name for name, _, _, relief, *_ in may if relief == "yes" and name not in self.starters]
        page.go_back()


class Entry:
    """A grid that is being filled in. The connection is cut at this many of its entry steps."""

    def __init__(self, page, line, moments, cuts):
        self.page, self.line, self.typed = page, line, {}
        self.cut_at = line.dice.sample(range(moments), cuts)
        if is_phone(page.locator("main")):  # with one card per game; the grid remembers the choice
            press(page.get_by_role("button", name="Show full grid"))

    def write(self, label, text):
        field = self.page.get_by_label(label)
        if len(self.typed) in self.cut_at:
            self.line.cut_while_writing(field, text, self.typed)
        else:
            write(field, text)
        self.typed[label] = text

    def pitched(self, game, outings):
        for place, (name, innings) in enumerate(outings.items()):
            self.write(f"Innings for {name} in game {game}", innings)
            if place == 0:
                self.started(name, game)

    def started(self, name, game):
        """Mark a starter with the checkbox, or with S in the innings field. Nine innings need neither."""
        box = self.page.get_by_label(f"{name} started game {game}")
        if is_phone(box):
            tick(box)
        elif not box.is_checked():
            walk_to(self.page.get_by_label(f"Innings for {name} in game {game}"))
            self.page.keyboard.press("s")
        expect(box).to_be_checked()

    def save(self, button):
        """Save twice, because the first request is lost on the way."""
        save = self.page.get_by_role("button", name=button)
        self.line.cut_at(save, "**/enter/", self.page.locator("#kept"), f"Press “{button}” again")
        shows(self.page, self.typed)
        press(save)


def _enter_by_hand(manager, series, line):
    """Fill in the grid as the manager does on a phone. Errors appear during typing and again on saving."""
    phone = manager.phone
    follow(phone.get_by_role("link", name="Enter results"))
    entry = Entry(phone, line, moments=12, cuts=9)
    for game, home in enumerate(series.homes, start=1):
        for team in (ALPHA, BETA):
            entry.write(f"Runs for {team}, game {game}", "5" if team == home else "3")
        entry.write(f"Innings played in game {game}", "9")
    for game in (1, 2):
        entry.pitched(game, {series.staff[BETA].starters[game - 1]: f"{series.innings_of(BETA, game)}.0"})
        tired = "3.0" if game == 1 else "2.0"
        own = series.innings_of(ALPHA, game) - int(tired[0])
        starter, reliever = series.staff[ALPHA].starters[game - 1], series.staff[ALPHA].relievers[0]
        entry.pitched(game, {starter: f"{own}.0", reliever: tired})
    refused = phone.locator("#faults li").filter(has_text=series.staff[ALPHA].relievers[0])
    expect(refused).to_contain_text("T10.2")
    expect(refused).to_contain_text("3.0 in game 1 leaves 1.0 of 4.0")
    expect(refused).to_contain_text(f"The manager of {BETA} or the director can accept it")
    # an invalid number of innings gets an error under its field and is corrected
    relief = phone.get_by_label(f"Innings for {series.staff[BETA].relievers[0]} in game 2")
    write(relief, "1.3")
    expect(phone.locator("tr.told").filter(has_text="1.3")).to_be_visible()
    write(relief, "")
    expect(phone.locator("tr.told").filter(has_text="1.3")).to_have_count(0)
    press(phone.get_by_role("button", name="Save results"))
    expect(phone.get_by_role("heading", level=1)).to_have_text(f"{series.homes[1]} at {series.homes[0]}")
    expect(refused).to_contain_text("1.0 too many")
    entry.save("Finish later")
    expect_notice(phone, "Saved for later. It doesn't count yet.")


def _accept_with_a_footnote(opponent, series, line):
    """Accept the tired reliever on the opponent's phone while the director has the form open."""
    phone = opponent.phone
    phone.goto(series.address)
    follow(phone.get_by_role("link", name="Continue entering"))
    violation = phone.locator("#faults li").filter(has_text=series.staff[ALPHA].relievers[0])
    tick(violation.get_by_label("Accept with this footnote"))
    write(violation.get_by_label("Footnote: why it was allowed"), "Agreed before the game: his arm was fresh")
    line.cut_at(
        phone.get_by_role("button", name="Save results"),
        "**/enter/",
        phone.locator("#kept"),
        "Press “Save results” again",
    )
    press(phone.get_by_role("button", name="Save results"))
    expect_notice(phone, "Saved as final.")
    expect(phone.locator("#series")).to_contain_text("Agreed before the game: his arm was fresh")


def _correct_from_a_stale_form(stale, series):
    """Correct from a stale form. The page shows both versions before saving, so nothing is silently overwritten."""
    write(stale.get_by_label(f"Runs for {series.homes[0]}, game 1"), "9")
    press(stale.get_by_role("button", name="Save results"))
    versions = stale.get_by_role("table").filter(has_text="Saved version and your entry")
    expect(versions.get_by_role("row").filter(has_text=f"Game 1: runs for {series.homes[0]}")).to_contain_text(
        re.compile(r"5\s+9")
    )
    expect(versions).to_contain_text("Agreed before the game: his arm was fresh")
    press(stale.get_by_role("link", name="keep the saved version"))
    expect(stale.get_by_label(f"Runs for {series.homes[0]}, game 1")).to_have_value("5")


def _sign(director, alpha, beta, series):
    """Let one manager sign on a phone, and the other with a PIN on the director's device."""
    press(beta.phone.get_by_role("button", name=f"Sign {ALPHA} sheet"))
    expect(beta.phone.locator("#signatures")).to_contain_text("signed by Ben Berra")
    go(alpha.phone, "My team")
    press(alpha.phone.locator(".tabset summary", has_text="Pages"))
    press(alpha.phone.get_by_role("link", name="PIN for signing"))
    write(alpha.phone.get_by_label("PIN, 4 to 8 digits"), "2718")
    follow(alpha.phone.get_by_role("button", name="Set PIN"))
    director.goto(series.address)
    for pin, answer in (("1111", f"Wrong PIN for {ALPHA}"), ("2718", "signed by Ann Aaron")):
        write(director.get_by_label(f"{ALPHA} PIN"), pin)
        press(director.get_by_role("button", name=f"Sign {BETA} sheet"))
        expect(director.locator("main")).to_contain_text(answer)
    expect(director.locator("#signatures .stamp.good").filter(has_text="signed")).to_have_count(2)


def _play_on(site, until):
    site.manage("play_rest", "--tournament", "autumn-classic", "--until", until)


def _break_the_tie(director, site, line):
    """Break a tie for last place with the game that the standings require, and check the printed proof."""
    _play_on(site, "tie")
    next_step(director)
    tie = director.locator(".note.warn").filter(has_text="Still open.")
    expect(tie).to_contain_text("play")
    follow(tie.get_by_role("button", name="Schedule tiebreaker game"))
    winner, address = _enter_the_playoff_game(director, line)
    next_step(director)
    go(director, "Standings")
    expect(tie).to_have_count(0)
    expect(director.get_by_text("How ties were broken")).to_be_visible()
    expect(director.locator("details ol")).to_contain_text("playoff")
    expect(director.get_by_role("row").filter(has_text=winner).first).to_contain_text("advances")
    return address


def _saves(site, address):
    """Return how often the results of the series at this URL were saved."""
    saved = json.loads(site.shell("from tests.browser.entry_world import *; tell_saved('autumn-classic')"))
    return saved["saves"].count(f"series:{address.rstrip('/').split('/')[-1]}")


def _enter_the_playoff_game(director, line):
    """Enter nine innings by two eligible starters. The home team wins."""
    away, home = director.locator("h1").inner_text().split(" at ")
    staff = {team: Staff(director, team) for team in (home, away)}
    follow(director.get_by_role("link", name="Enter results"))
    entry = Entry(director, line, moments=5, cuts=5)
    tick(director.get_by_label(home, exact=True))
    entry.write("Innings played in game 1", "9")
    for team, runs, innings in ((home, "6", "9.0"), (away, "2", "8.0")):
        entry.write(f"Runs for {team}, game 1", runs)
        entry.pitched(1, {staff[team].starters[0]: innings})
    entry.save("Save results")
    expect_notice(director, "Saved as final.")
    return home, director.url


def _play_the_best_ofs(director, site):
    next_step(director)
    press(director.get_by_role("button", name="Seed playoffs"))
    expect(director.locator("#playoffs caption")).to_contain_text("Scheduled")
    _play_on(site, "champion")
    champion = director.locator("#playoffs .big")
    expect(director.locator("#playoffs .state").filter(has_text="champion")).to_be_visible()
    follow(director.get_by_role("button", name=re.compile("^Close tournament")))
    expect(director.locator("#ahead")).to_contain_text("One series was played but not signed by both managers.")
    write(director.get_by_label("Override reason"), "The two of the play-off game have left for their train")
    go_on_to(director, "Finished")
    expect(director.locator("header")).to_contain_text("Finished")
    go(director, "Standings")
    press(director.locator("#main").get_by_role("link", name="Playoffs"))
    return champion.inner_text().strip()


def _read_the_paper(director, champion):
    """Check that the PDFs contain the same data as the pages."""
    go(director, "Print")
    schedule = _text_of(director.locator("main").get_by_role("link", name=re.compile("^Schedule, ")).first)
    assert all(f"Round {number}" in schedule for number in range(1, 8))
    assert ALPHA in schedule
    standings = _text_of(director.get_by_role("link", name="Standings with proof"))
    assert champion in standings
    assert "playoff" in standings
    press(director.locator("summary", has_text="Sheets by team").first)
    sheet, pages = _read(director.get_by_role("link", name=f"Signed pitching sheet for {ALPHA}"))
    assert pages == 1
    assert "Ben Berra" in sheet
    assert "Agreed before the game" in sheet
    # the worker builds a round's print pack, and the waiting page shows when it is ready
    rounds = director.get_by_label("Round", exact=True)
    choose(rounds, rounds.locator("option").first.inner_text().strip())
    press(director.get_by_role("button", name="Make print pack"))
    ready = director.get_by_role("link", name="Open the PDF")
    expect(ready).to_be_visible(timeout=60_000)
    pack, pages = _read(ready)
    assert pages >= 4 + 8 + 8  # a card for each series, and two sheets for each team
    assert ALPHA in pack


def _text_of(link):
    return _read(link)[0]


def _read(link):
    """Return a PDF's text and page count."""
    answer = link.page.request.get(link.evaluate("link => link.href"))
    assert answer.headers["content-type"] == "application/pdf"
    reader = PdfReader(io.BytesIO(answer.body()))
    text = " ".join(page.extract_text() for page in reader.pages)
    return re.sub(r"\s+", " ", text), len(reader.pages)
