"""A newcomer runs a division of eight from sign-up to champion: director, two managers and a wall, all in browsers."""

import io
import re

from playwright.sync_api import expect
from pypdf import PdfReader

from tests.browser.conftest import PHONE, PROJECTOR
from tests.browser.people import Manager, follow, go, go_on_to, next_step, throw_until, told

ALPHA, BETA = "Altoona Aces", "Bangor Bears"
PASTED = f"""{BETA}, Ben Berra
Canton Cubs, Cal Cey, Carl Cash
Dayton Ducks, Dan Dawson
Elgin Elks, Ed Evers
Fargo Foxes, Fay Ford
Gary Goats, Gus Grove"""
CSV = 'team;manager;home town\n"Hilo ""Hot"" Hands";Hal O\'Hara;Hilo\n'


def test_a_newcomer_runs_a_division_of_eight_from_sign_up_to_champion(site, device):
    site.start_worker()
    desk = device().new_page()
    _open_sign_up(desk, site)
    _enter_eight_teams(desk)
    alpha, beta = _invite(desk, device)
    _roll_and_choose(desk, alpha, beta)
    _draft(desk, alpha, device)
    _publish_the_schedule(desk)
    series = _home_by_the_d20(alpha)
    _enter_by_hand(alpha, series)
    desk.goto(series.address)
    desk.get_by_role("link", name="Go on entering").click()
    _accept_with_a_footnote(beta, series)
    _correct_from_a_stale_form(desk, series)
    _sign(desk, alpha, beta, series)
    _break_the_tie(desk, site)
    champion = _play_the_best_ofs(desk, site)
    _read_the_paper(desk, champion)


def _open_sign_up(desk, site):
    desk.goto(site.organiser_link())
    desk.get_by_role("link", name="Card sets").click()
    desk.get_by_label("Year").fill("1998")
    desk.get_by_role("button", name="Load the season").click()
    expect(desk.get_by_role("heading", name="1998 MLB")).to_be_visible()
    desk.goto(site.address)
    desk.get_by_role("link", name="New tournament").click()
    desk.get_by_label("Name", exact=True).fill("Autumn Classic")
    desk.get_by_label("A practice tournament").check()
    desk.get_by_label("Games in a series").fill("2")
    own_zone = desk.evaluate("Intl.DateTimeFormat().resolvedOptions().timeZone")
    expect(desk.get_by_label("Time zone")).to_have_value(own_zone)
    desk.get_by_role("button", name="Open sign-up").click()
    expect(desk.get_by_role("heading", name="People")).to_be_visible()


def _enter_eight_teams(desk):
    desk.get_by_label("Team", exact=True).fill(ALPHA)
    desk.get_by_label("Manager", exact=True).fill("Ann Aaron")
    desk.get_by_role("button", name="Enter this team").click()
    expect(desk.locator("#teams tbody tr")).to_have_count(1)
    # the list is looked at first; the name that is there already is shown before anything is written
    desk.get_by_label("List of teams").fill(f"{PASTED}\nAltoona ACES, Somebody Else")
    desk.get_by_role("button", name="Look at the list first").click()
    expect(desk.locator(".fault").first).to_be_visible()
    desk.get_by_label("List of teams").fill(PASTED)
    desk.get_by_role("button", name="Look at the list again").click()
    desk.get_by_role("button", name="Enter 6 teams").click()
    desk.get_by_label("or a CSV file").set_input_files(
        {"name": "late.csv", "mimeType": "text/csv", "buffer": CSV.encode()}
    )
    desk.get_by_role("button", name="Look at the list first").click()
    desk.get_by_role("button", name="Enter 1 team").click()
    expect(desk.locator("#teams tbody tr")).to_have_count(8)
    expect(desk.locator("#teams")).to_contain_text('Hilo "Hot" Hands')
    desk.get_by_label("Number of divisions").fill("1")
    desk.get_by_role("button", name="Set the divisions").click()
    expect(desk.locator("#teams .state.good")).to_have_text("legal")


def _invite(desk, device):
    desk.get_by_role("link", name="Invitations").click()
    desk.get_by_role("button", name="Make links for all teams that have none").click()
    managers = []
    for team in (ALPHA, BETA):
        row = desk.get_by_role("row").filter(has_text=team)
        row.get_by_text("Show link and code").click()
        expect(row.locator("svg, img").first).to_be_visible()
        phone = device(PHONE).new_page()
        phone.goto(row.locator(".link").inner_text())
        expect(phone.get_by_role("heading", level=1)).to_have_text(team)
        managers.append(Manager(team, phone))
    return managers


def _roll_and_choose(desk, alpha, beta):
    """One roll typed, one thrown by its manager, the rest by the program; the two managers take 1 and 8."""
    next_step(desk)
    desk.get_by_label("Canton Cubs").fill("7")
    desk.get_by_role("button", name="Record the rolls").click()
    expect(desk.locator("#turn")).to_contain_text("7 to roll")
    beta.phone.goto(desk.url)
    follow(alpha.phone.locator(".todo").get_by_role("link"))
    alpha.phone.get_by_role("button", name="Throw my d20").tap()
    # where he has thrown the 7 that was typed for the other, both of them throw once more
    expect(desk.locator("#turn")).to_contain_text(re.compile(r"\b[68] to roll"))
    chooses = desk.locator("#turn .big").filter(has_text="chooses")
    throw_until(chooses, desk.get_by_role("button", name=re.compile("^Throw the d20")))
    for _ in range(8):
        _choose_a_position(desk, alpha, beta)
    expect(desk.locator("#turn")).to_contain_text("Every team has its draft position")


def _choose_a_position(desk, alpha, beta):
    name = desk.locator("#turn .big").inner_text().removesuffix(" chooses")
    for manager, wanted in ((alpha, "1"), (beta, "8")):
        if name == manager.team:
            manager.phone.locator("#turn").get_by_role("button", name=wanted, exact=True).tap()
            break
    else:
        open_to_others = desk.locator("#turn fieldset button").filter(has_not_text=re.compile("^[18]$"))
        open_to_others.first.click()
    expect(desk.locator("#turn")).not_to_contain_text(f"{name} chooses")


def _draft(desk, alpha, device):
    """The first pick on the phone, seen on the wall as it is made; the program drafts for everybody else."""
    next_step(desk)
    desk.get_by_role("link", name="Choose the cards and the clock").click()
    cards = desk.get_by_label("Cards")
    cards.select_option(cards.locator("option", has_text="1998 MLB").get_attribute("value"))
    desk.get_by_role("button", name="Set up the draft").click()
    desk.get_by_role("button", name="Start the draft").click()
    expect(desk.locator(".onclock")).to_contain_text(ALPHA)
    wall = device(PROJECTOR).new_page()
    wall.goto(desk.url.replace("/desk/", "/projector/"))
    expect(wall.locator("[data-part=turn]")).to_have_text("1.01 (1)")
    went = []
    wall.on("framenavigated", lambda frame: went.append(frame.url))
    _pick_on_the_phone(alpha.phone)
    expect(wall.locator("#p1 b")).to_have_text("Ken Griffey")
    expect(wall.locator("[data-part=turn]")).to_have_text("1.02 (2)")
    expect(desk.locator("#draft-latest")).to_contain_text("Ken Griffey")
    assert went == []
    desk.get_by_role("link", name="Let the program finish the draft").click()
    desk.get_by_role("button", name="Make 207 picks").click()
    expect(desk.locator("[data-part=state]")).to_have_text("Finished")
    expect(wall.locator("[data-part=state]")).to_have_text("Finished")


def _pick_on_the_phone(phone):
    """Search, filter, pick; the second tap of an eager thumb changes nothing."""
    go(phone, "Draft")
    phone.get_by_role("link", name=f"Pick for {ALPHA}").tap()
    rows = phone.locator("#draft-list tbody tr")
    phone.get_by_label("Position", exact=True).select_option("CF")
    phone.get_by_role("searchbox", name="Name").fill("griff")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("56 HR")
    phone.get_by_role("link", name="Pick Ken Griffey").tap()
    pick = phone.get_by_role("button", name="Pick Ken Griffey")
    pick.dblclick()
    told(phone, re.compile("1.01: Ken Griffey"))
    expect(phone.get_by_role("table", name="Roster").get_by_role("row")).to_have_count(1)


def _publish_the_schedule(desk):
    next_step(desk)
    desk.get_by_role("link", name="Make the schedule").click()
    desk.get_by_role("button", name="Publish this schedule").click()
    expect(desk.locator("section[id^=division] table")).to_have_count(7)
    next_step(desk)
    go_on_to(desk, "Round robin")


def _home_by_the_d20(manager):
    """The series of the two managers, who meet in round 1, with its home team decided."""
    phone = manager.phone
    go(phone, "Schedule")
    meeting = phone.get_by_role("row").filter(has_text=ALPHA).filter(has_text=BETA)
    meeting.get_by_role("link", name="roll d20").tap()
    decided = phone.locator("#home .big").filter(has_text="is home in game 1")
    throw_until(decided, phone.get_by_role("button", name="Throw both d20"))
    follow(phone.get_by_role("link", name="The series"))
    return MeetingOf(phone)


class MeetingOf:
    """The series on paper: its home team wins both games in nine innings, so the visitors pitch eight."""

    def __init__(self, page):
        self.address = page.url
        away, home = page.locator("h1").inner_text().split(" at ")
        self.homes = (home, away)
        self.staff = {team: Staff(page, team) for team in (ALPHA, BETA)}

    def innings_of(self, team, game):
        return 9 if self.homes[game - 1] == team else 8


class Staff:
    """Who may start and who may relieve the next game, from the board on the page of the team's pitching sheet."""

    def __init__(self, page, team):
        follow(page.get_by_role("link", name=f"Pitching sheet of {team}"))
        may = [row.locator("th, td").all_inner_texts() for row in page.locator("#board tbody tr").all()]
        self.starters = [name for name, _, start, *_ in may if start == "yes"]
        self.relievers = [name for name, _, _, relief, *_ in may if relief == "yes" and name not in self.starters]
        page.go_back()


def _enter_by_hand(manager, series):
    """The grid as the manager fills it on his phone; faults are told while he types and again when he saves."""
    phone = manager.phone
    phone.get_by_role("link", name="Enter results").tap()
    phone.get_by_role("button", name="The whole grid").tap()
    for game, home in enumerate(series.homes, start=1):
        for team in (ALPHA, BETA):
            phone.get_by_label(f"Runs of {team}, game {game}").fill("5" if team == home else "3")
        phone.get_by_label(f"Innings played in game {game}").fill("9")
    for game in (1, 2):
        _fill_outings(phone, BETA, game, {series.staff[BETA].starters[game - 1]: f"{series.innings_of(BETA, game)}.0"})
        tired = "3.0" if game == 1 else "2.0"
        _fill_outings(
            phone,
            ALPHA,
            game,
            {
                series.staff[ALPHA].starters[game - 1]: f"{series.innings_of(ALPHA, game) - int(tired[0])}.0",
                series.staff[ALPHA].relievers[0]: tired,
            },
        )
    refused = phone.locator("#faults li").filter(has_text=series.staff[ALPHA].relievers[0])
    expect(refused).to_contain_text("T10.2")
    expect(refused).to_contain_text("3.0 in game 1 leaves 1.0 of 4.0")
    expect(refused).to_contain_text(f"The manager of {BETA} may accept it")
    # what is no number of innings is told under its field, and put right
    relief = phone.get_by_label(f"Innings of {series.staff[BETA].relievers[0]} in game 2")
    relief.fill("1.3")
    expect(phone.locator("tr.told").filter(has_text="1.3")).to_be_visible()
    relief.fill("")
    expect(phone.locator("tr.told").filter(has_text="1.3")).to_have_count(0)
    phone.get_by_role("button", name="Save as final").tap()
    expect(phone.get_by_role("heading", level=1)).to_have_text(f"{series.homes[1]} at {series.homes[0]}")
    expect(refused).to_contain_text("1.0 too much")
    phone.get_by_role("button", name="Keep half entered").tap()
    told(phone, "Kept half entered; it does not count yet.")


def _fill_outings(page, team, game, outings):
    for place, (name, innings) in enumerate(outings.items()):
        page.get_by_label(f"Innings of {name} in game {game}").fill(innings)
        if place == 0:
            page.get_by_label(f"{name} started game {game}").check()


def _accept_with_a_footnote(opponent, series):
    """The desk has the form open meanwhile; the opponent lets the tired reliever stand, on his own phone."""
    phone = opponent.phone
    phone.goto(series.address)
    phone.get_by_role("link", name="Go on entering").tap()
    violation = phone.locator("#faults li").filter(has_text=series.staff[ALPHA].relievers[0])
    violation.get_by_label("Accepted: let it stand with this footnote").check()
    violation.get_by_label("Footnote: why it was allowed").fill("Agreed before the game: his arm was fresh")
    phone.get_by_role("button", name="Save as final").tap()
    told(phone, "Saved as final.")
    expect(phone.locator("#series")).to_contain_text("Agreed before the game: his arm was fresh")


def _correct_from_a_stale_form(stale, series):
    """Nothing is overwritten silently: both versions stand side by side, and what is saved is kept."""
    stale.get_by_label(f"Runs of {series.homes[0]}, game 1").fill("9")
    stale.get_by_role("button", name="Save as final").click()
    versions = stale.get_by_role("table").filter(has_text="Saved meanwhile, and what you typed")
    expect(versions.get_by_role("row").filter(has_text=f"Game 1: runs of {series.homes[0]}")).to_contain_text("59")
    expect(versions).to_contain_text("Agreed before the game: his arm was fresh")
    stale.get_by_role("link", name="keep what is saved").click()
    expect(stale.get_by_label(f"Runs of {series.homes[0]}, game 1")).to_have_value("5")


def _sign(desk, alpha, beta, series):
    """One manager signs on his own phone, the other with his PIN on the director's device."""
    beta.phone.get_by_role("button", name=f"Sign the sheet of {ALPHA}").tap()
    expect(beta.phone.locator("#series")).to_contain_text("signed by Ben Berra")
    go(alpha.phone, "My team")
    alpha.phone.get_by_role("link", name="PIN for signing at the desk").tap()
    alpha.phone.get_by_label("PIN, 4 to 8 digits").fill("2718")
    follow(alpha.phone.get_by_role("button", name="Set the PIN"))
    desk.goto(series.address)
    for pin, answer in (("1111", f"not {ALPHA}'s PIN"), ("2718", "signed by Ann Aaron")):
        desk.get_by_label(f"PIN of {ALPHA}").fill(pin)
        desk.get_by_role("button", name=f"Sign the sheet of {BETA}").click()
        expect(desk.locator("main")).to_contain_text(answer)
    expect(desk.locator("#series .state.good").filter(has_text="signed")).to_have_count(2)


def _play_on(site, until):
    site.manage("play_rest", "--tournament", "autumn-classic", "--until", until)


def _break_the_tie(desk, site):
    """Two are level for the last place: the standings ask for a game, and print the proof once it is played."""
    _play_on(site, "tie")
    next_step(desk)
    tie = desk.locator(".note.warn").filter(has_text="Still open.")
    expect(tie).to_contain_text("play")
    follow(tie.get_by_role("button", name="Put the play-off game on the schedule"))
    winner = _enter_the_play_off_game(desk)
    next_step(desk)
    go(desk, "Standings")
    expect(tie).to_have_count(0)
    expect(desk.get_by_text("How the ties were broken")).to_be_visible()
    expect(desk.locator("details ol")).to_contain_text("playoff")
    expect(desk.get_by_role("row").filter(has_text=winner).first).to_contain_text("advances")


def _enter_the_play_off_game(desk):
    """Nine innings by two starters who may start; the home team wins."""
    away, home = desk.locator("h1").inner_text().split(" at ")
    staff = {team: Staff(desk, team) for team in (home, away)}
    desk.get_by_role("link", name="Enter results").click()
    desk.get_by_label(home, exact=True).check()
    desk.get_by_label("Innings played in game 1").fill("9")
    for team, runs, innings in ((home, "6", "9.0"), (away, "2", "8.0")):
        desk.get_by_label(f"Runs of {team}, game 1").fill(runs)
        _fill_outings(desk, team, 1, {staff[team].starters[0]: innings})
    desk.get_by_role("button", name="Save as final").click()
    told(desk, "Saved as final.")
    return home


def _play_the_best_ofs(desk, site):
    next_step(desk)
    desk.get_by_role("button", name="Seed the best-ofs").click()
    expect(desk.locator("#best-ofs caption")).to_contain_text("Scheduled")
    _play_on(site, "champion")
    champion = desk.locator("#best-ofs .big")
    expect(desk.locator("#best-ofs .state").filter(has_text="champion")).to_be_visible()
    follow(desk.get_by_role("button", name=re.compile("^Close the weekend")))
    expect(desk.locator("header")).to_contain_text("Finished")
    go(desk, "Standings")
    desk.get_by_role("link", name="Best-ofs").click()
    return champion.inner_text().strip()


def _read_the_paper(desk, champion):
    """The PDFs hold what the pages said."""
    go(desk, "Print")
    schedule = _text_of(desk.get_by_role("link", name="Schedule", exact=True).last)
    assert all(f"Round {number}" in schedule for number in range(1, 8))
    assert ALPHA in schedule
    standings = _text_of(desk.get_by_role("link", name="Standings with proof"))
    assert champion in standings
    assert "playoff" in standings
    sheet, pages = _read(desk.get_by_role("link", name=f"Signed pitching sheet of {ALPHA}"))
    assert pages == 1
    assert "Ben Berra" in sheet
    assert "Agreed before the game" in sheet
    # the worker makes the pack of a round, and the page that waits for it says when it is there
    desk.get_by_label("Round", exact=True).select_option(index=0)
    desk.get_by_role("button", name="Make the print pack").click()
    ready = desk.get_by_role("link", name="Open the PDF")
    expect(ready).to_be_visible(timeout=60_000)
    pack, pages = _read(ready)
    assert pages >= 4 + 8 + 8  # a card for each series, two sheets for each team
    assert ALPHA in pack


def _text_of(link):
    return _read(link)[0]


def _read(link):
    """The text of a PDF and its number of pages."""
    answer = link.page.request.get(link.evaluate("link => link.href"))
    assert answer.headers["content-type"] == "application/pdf"
    reader = PdfReader(io.BytesIO(answer.body()))
    text = " ".join(page.extract_text() for page in reader.pages)
    return re.sub(r"\s+", " ", text), len(reader.pages)
