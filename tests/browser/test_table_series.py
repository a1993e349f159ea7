"""Test a drafted tournament's series at the play table, with one manager on a phone and the other on a laptop."""

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, PHONE
from tests.browser.people import sign_in
from tests.browser.table_series import (
    SeatBot,
    TableSeries,
    make_usual_move,
    number_at,
    open_series,
    own_team,
    play_by_program,
    play_game,
    seat_link,
    start_game,
)
from tests.drills.dice_script import check_dice_record


def test_series_is_played_signed_and_entered(site, device, tmp_path):
    site.start_worker()
    try:
        walk_through_series(site, device, tmp_path)
    finally:
        site.kill_worker()


def walk_through_series(site, device, tmp_path):
    series = open_series(site, device)
    start_game(series.pages)
    play_game(series.pages, moves=6)
    undo_by_consent(*series.pages)
    lose_the_connection(series)
    series = change_device(site, series, device)
    starters = play_to_the_end(series)
    check_the_dice(series, tmp_path)
    sign(series.pages)
    open_next_game(site, series)
    refuse_yesterdays_starters(series, starters)
    start_game(series.pages)
    refuse_yesterdays_starters(series, starters, in_game=True)
    suspend_in_the_sixth_inning(series.pages)
    resume_with_a_volunteer(series, device)
    sign(series.pages)
    read_the_results_everywhere(site, series)


def undo_by_consent(asking: Page, opponent: Page) -> None:
    plays = asking.locator("[data-play]").count()
    assert plays > 1
    asking.locator("[data-play] summary").first.click()
    asking.get_by_role("button", name="Undo to here").first.click()
    opponent.get_by_role("button", name="Agree to undo").click()
    for page in (asking, opponent):
        expect(page.locator("[data-play]")).to_have_count(plays - 1)


def lose_the_connection(series: TableSeries) -> None:
    """Send the phone through a tunnel. Afterward it shows what happened in the meantime."""
    phone, laptop = series.pages
    series.contexts[0].set_offline(True)
    laptop.get_by_role("button", name="Call time").click()
    expect(laptop.get_by_role("button", name="Resume play")).to_be_visible()
    series.contexts[0].set_offline(False)
    expect(phone.locator("#table")).to_have_attribute("data-number", str(number_at(laptop)))
    laptop.get_by_role("button", name="Resume play").click()
    expect(laptop.get_by_role("button", name="Resume play")).to_be_hidden()
    expect(phone.locator("#table")).to_have_attribute("data-number", str(number_at(laptop)))


def change_device(site, series: TableSeries, device) -> TableSeries:
    """Let the visitors' manager continue on a tablet, so the phone can only watch."""
    phone, laptop = series.pages
    context = device(DESK)
    sign_in(context, f"{site.address}/join/{series.links[0]}/")
    tablet = context.new_page()
    tablet.goto(seat_link(phone, 0))
    tablet.get_by_role("button", name="Continue on this device").click()
    make_usual_move((tablet, laptop))
    # the page notices the change by itself, and may be loading during this check
    expect(phone.locator("button[data-usual]")).to_have_count(0)
    return series._replace(contexts=(context, laptop.context), pages=(tablet, laptop))


def play_to_the_end(series: TableSeries) -> list[str]:
    """Let a program play for both seats until the ninth inning, then the managers. Return both starters."""
    away, home = series.pages
    bots = (SeatBot(away.url, seat_link(away, 0)), SeatBot(home.url, seat_link(home, 1)))
    view = bots[0].view()
    starters = [
        line["name"] for roster in view["game"]["rosters"] for line in roster["lineup"] if line["position"] == "p"
    ]
    play_until(series.pages, bots, inning=9)
    play_game(series.pages)
    return starters


def play_until(pages: tuple[Page, Page], bots: tuple[SeatBot, SeatBot], inning: int) -> None:
    """Let a program play for both seats until this inning, while both pages follow."""
    view = play_by_program(bots, lambda view: view["game"]["board"]["inning"] >= inning)
    for page in pages:
        expect(page.locator("#table")).to_have_attribute("data-number", str(view["number"]))


def check_the_dice(series: TableSeries, folder: Path) -> None:
    """Check that the page and a stranger's computer agree that every roll was honest."""
    page = series.pages[1]
    page.get_by_role("link", name="Check the dice").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Dice record").click()
    record = folder / "dice.json"
    download.value.save_as(record)
    check = check_dice_record(record.read_text())
    assert check.rolls > 100, check.fault
    page.go_back()


def sign(pages: tuple[Page, Page]) -> None:
    for page in pages:
        page.reload()
        page.get_by_role("button", name="Sign result").click()
    for page in pages:
        expect(page.locator("#table")).to_contain_text("The result has been entered in the series.")


def open_next_game(site, series: TableSeries) -> None:
    for page in series.pages:
        page.goto(f"{site.address}/t/{series.slug}/me/")
        page.get_by_role("button", name="Play in the browser").click()


def refuse_yesterdays_starters(series: TableSeries, starters: list[str], *, in_game: bool = False) -> None:
    """Check that game 1's starters can neither start nor relieve in game 2 (T10.2, T27.6)."""
    for team, page in enumerate(series.pages):
        if in_game:
            address = page.url
            page.goto(f"{address.rstrip('/')}/changes/")
            offered = page.locator("form[data-change=pitcher] button")
            assert all(starters[team] not in option.inner_text() for option in offered.all())
            page.goto(address)
            continue
        expect(page.locator("#table")).to_have_attribute("data-state", "lobby", timeout=120_000)
        page.reload()
        expect(page.locator("form[data-ready] fieldset")).not_to_contain_text(starters[team])


def suspend_in_the_sixth_inning(pages: tuple[Page, Page]) -> None:
    """Suspend game 2 by agreement, and check that the series gets its score without typing (T33.0)."""
    teams = [own_team(page) for page in pages]
    first, second = (SeatBot(page.url, seat_link(page, team)) for page, team in zip(pages, teams, strict=True))
    play_until(pages, (first, second), inning=6)
    asking, agreeing = pages
    asking.get_by_text("Stop the game").click()
    asking.get_by_role("button", name="Suspend game").click()
    agreeing.locator("[data-suspension] + button").click()
    for page in pages:
        expect(page.locator("#table")).to_have_attribute("data-state", "suspended")
        page.reload()
        expect(page.locator("#table")).to_contain_text("The suspended game has been entered in the series.")


def resume_with_a_volunteer(series: TableSeries, device) -> None:
    """Resume days later with a volunteer in one seat. Its manager takes the seat back for the finish (T0.08)."""
    manager, opponent = series.pages
    team = own_team(manager)
    manager.get_by_text("Volunteer", exact=True).click()
    manager.get_by_role("button", name="Invite a volunteer").click()
    volunteer = device(PHONE).new_page()
    volunteer.goto(manager.get_attribute(f"[data-volunteer-link='{team}']", "href") or "")
    volunteer.get_by_label("Your name").fill("Pat Moore")
    volunteer.get_by_role("button", name="Sit down").click()
    expect(volunteer.locator("[data-volunteer]")).to_have_text("Pat Moore is sitting in")
    opponent.get_by_role("button", name="Resume game").click()
    for page in (volunteer, opponent):
        expect(page.locator("#table")).to_have_attribute("data-state", "playing")
    play_game((volunteer, opponent), moves=8)
    expect(opponent.locator("#table")).to_contain_text("Pat Moore is sitting in for")
    manager.reload()
    expect(manager.locator("button[data-usual]")).to_have_count(0)
    manager.get_by_role("button", name="Take your seat back").click()
    expect(volunteer.locator("button[data-usual]")).to_have_count(0)
    play_game(series.pages)


def read_the_results_everywhere(site, series: TableSeries) -> None:
    """Check that the series page, standings, sheets and statistics include both games."""
    reader = series.pages[1]
    reader.goto(f"{site.address}/t/{series.slug}/series/{series.series}/")
    main = reader.locator("main")
    expect(main).to_contain_text("game 1", ignore_case=True)
    expect(main).to_contain_text("game 2", ignore_case=True)
    assert site.errors().count("Traceback") == 0, site.errors()[-3000:]
