"""Test spectators' views during and after a game: win probability, luck, dice, scorecard and live games."""

import math
from typing import Any

import pytest
from django.test import Client

from play.models import TableGame, TableReport
from play.opening import open_table
from play.queries import live_games, spectators
from play.queries.chances import chances_view
from play.queries.dice_counts import read_dice_counts
from play.queries.live_games import live_tiles_by_tournament
from play.services import reports
from play.services.reports import count_dice, enqueue_lost_reports, make_report
from play.services.seats import seat_token
from play.table import PlayTable
from rules_engine.baseball.box_score import box_score
from rules_engine.baseball.scorecard import scorecards
from rules_engine.odds.fair_dice import check_dice, chi_square_survival
from rules_engine.odds.luck import BASES, HITS, RUNS
from rules_engine.odds.win_table import half_of
from tabletop.season_plays import season_play_for
from tests.conftest import signed_in
from tests.factories import AccessFactory, ManagerAccessFactory, SeriesFactory, TournamentFactory
from tests.pdf_reading import pages_of
from tests.play.tables import get_ready, move, play_to_end, started_game, usual_move, view_of
from tests.play.test_secrets import values_in
from tests.play.test_series_games import open_table as open_series_table
from tests.weekend.test_play_drafted_teams import Weekend
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

CHANCE_WORDS = ("win_chances", "chances", "home_win", "run_values", "win_table", "expected", "luck")

_first_chances: list[dict[str, Any]] = []


@pytest.fixture(autouse=True)
def _chances_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Calculate the win probability for the first game only, because the others have the same lineups."""
    count = reports._chances

    def counted_once(table: PlayTable) -> dict[str, Any]:
        if not _first_chances:
            _first_chances.append(count(table))
        return dict(_first_chances[0])

    monkeypatch.setattr(reports, "_chances", counted_once)


def play_until(game: TableGame, browsers: tuple[Client, Client], half: int) -> None:
    """Make usual moves until this many half-innings are over."""
    while half_of(open_table(TableGame.objects.get(pk=game.pk)).play.game.state) < half:
        play_next_move(game, browsers)


def test_spectators_but_not_seats_see_win_probabilities_a_half_inning_late() -> None:
    game, away, home = started_game()
    make_report(game.pk)
    for half in (0, 1, 2, 5):
        play_until(game, (away, home), half)
        shown = {moment["half"] for moment in chances_view(open_table(TableGame.objects.get(pk=game.pk)))}
        assert shown == set(range(max(0, half - 1)))
        assert all(0 < moment["home"] < 1 for moment in chances_view(open_table(game)))
        address = game.get_absolute_url()
        for browser in (away, home):
            assert not set(map(str, values_in(view_of(game, browser)))) & set(CHANCE_WORDS)
            assert 'id="win-chances"' not in browser.get(address).content.decode()
            for page in ("win-chances/", "box-score/", "", "plays/", "changes/"):
                text = browser.get(f"{address}{page}").content.decode()
                assert "polyline" not in text
                assert "win probability before each plate appearance" not in text
            events = browser.get(f"{address}table-events/").content.decode()
            assert "polyline" not in events
        assert not set(map(str, values_in(view_of(game)))) & set(CHANCE_WORDS)
        late = Client().get(f"{address}win-chances/").content.decode()
        assert ("polyline" in late) == (half > 1)
        # the game's page copies this part, and reloads it as long as both have data-reload
        assert 'id="chances" data-reload' in late
        assert 'id="chances" data-reload' in Client().get(address).content.decode()


def test_spectators_load_the_chances_once_after_each_action(settings: Any) -> None:
    settings.PAGE_CACHE_SECONDS = 60
    game, away, _ = started_game()
    address, number = f"{game.get_absolute_url()}win-chances/", view_of(game)["number"]
    tag = Client().get(address).headers["ETag"]
    assert Client().get(address, headers={"If-None-Match": tag}).status_code == 304
    own = away.get(address, headers={"If-None-Match": tag})
    assert (own.status_code, "ETag" in own.headers) == (200, False), "a manager gets a page without chances"
    move(away, game, number, "0 roll")
    assert Client().get(address, headers={"If-None-Match": tag}).status_code == 200


def test_finished_game_page_shows_win_probabilities_luck_and_a_scorecard() -> None:
    game, away, home = started_game()
    play_to_end(game, (away, home))
    waiting = Client().get(f"{game.get_absolute_url()}box-score/").content.decode()
    assert "data-reload" in waiting
    make_report(game.pk)
    make_report(game.pk)
    report = TableReport.objects.get(game=game)
    table = open_table(TableGame.objects.get(pk=game.pk))
    log = table.play.game.log
    moments = chances_view(table)
    assert moments[-1]["home"] == float(log.state.score[1] > log.state.score[0])
    boxes = box_score(list(log.in_force())).teams
    for team, luck in enumerate(report.luck):
        counts = luck["counts"]
        assert 20 < luck["appearances"] <= sum(line.plate_appearances for line in boxes[team].batting.values())
        assert 0 < counts[HITS][0] <= boxes[team].total("hits")
        assert counts[HITS][0] <= counts[BASES][0]
        assert 0 < counts[HITS][1] < luck["appearances"] / 2
        assert abs(counts[RUNS][0] - counts[RUNS][1]) < 20
    for browser in (away, Client()):
        page = browser.get(f"{game.get_absolute_url()}box-score/").content.decode()
        assert "polyline" in page
        assert page.count("data-luck=") == 2
        assert "data-reload" not in page
    assert report.dice == count_dice(game)
    faces = sum(sum(counts) for _, _, counts in report.dice)
    assert faces == Client().get(f"{game.get_absolute_url()}dice.json").json()["rolls"][-1]["number"]
    counted = read_dice_counts()
    assert (counted.games, counted.rolls) == (1, faces)
    page = Client().get("/play/dice/").content.decode()
    assert page.count("data-face=") == sum(die.sides for die in counted.dice)
    enqueue_lost_reports()


def test_tournament_managers_see_win_probabilities_after_both_sign() -> None:
    season_play_for("strat_o_matic").season("star", "1998")
    weekend = Weekend()
    sharks, bears = (signed_in(ManagerAccessFactory(team=team)) for team in (weekend.sharks, weekend.bears))
    game = open_series_table(weekend, sharks)
    open_series_table(weekend, bears)
    get_ready(sharks, game, 0)
    get_ready(bears, game, 1)
    make_report(game.pk)
    for half in (0, 1, 3):
        play_until(game, (sharks, bears), half)
        assert early_chances(game, half) == []
    other_device = signed_in(ManagerAccessFactory(team=weekend.sharks))
    address, report = game.get_absolute_url(), f"/api/v1/play/{game.public_id}/report/"
    token = seat_token(game.seats.get(team=0))

    def can_see(browser: Client) -> bool:
        return "polyline" in browser.get(f"{address}win-chances/").content.decode()

    assert [can_see(browser) for browser in (sharks, bears, other_device, Client())] == [False, False, False, True]
    assert {moment["half"] for moment in Client().get(report).json()["chances"]} == {0, 1}
    assert Client().get(report, headers={"Authorization": f"Bearer {token}"}).json()["chances"] == []
    check_live_tile(weekend, game)
    TableGame.objects.filter(pk=game.pk).update(state=TableGame.State.OVER)
    make_report(game.pk)
    assert "<p>Final</p>" in Client().get(f"/t/hall/overlay/game/{game.public_id}/").content.decode()
    assert [can_see(browser) for browser in (sharks, bears, other_device, Client())] == [False, False, False, True]
    assert "data-luck" not in sharks.get(f"{address}box-score/").content.decode()
    assert Client().get(report).json()["is_final"]
    number = view_of(game)["number"]
    move(sharks, game, number, "0 sign")
    move(bears, game, number + 1, "1 sign")
    assert [can_see(browser) for browser in (sharks, bears, other_device)] == [True, True, True]
    assert "data-luck" in sharks.get(f"{address}box-score/").content.decode()
    assert Client().get("/api/v1/tournaments/hall/live-games/").json() == []
    assert Client().get("/api/v1/tournaments/hall/dice/").json()["games"] == 1
    assert Client().get("/api/v1/play/dice/").json()["rolls"] > 10
    assert b"data-face" in Client().get("/t/hall/dice/").content


def early_chances(game: TableGame, half: int) -> list[str]:
    """Return the URLs where a spectator sees the win probability of this half-inning or the previous one."""
    page, api, hall = game.get_absolute_url(), f"/api/v1/play/{game.public_id}/", "/t/hall/"
    addresses = [
        page,
        f"{page}plays/",
        f"{page}changes/",
        f"{page}people/",
        f"{page}table-events/",
        api,
        f"{api}people/",
    ]
    addresses += ["/api/v1/tournaments/hall/live-games/", f"{hall}live/", f"{hall}live/big-screen/"]
    addresses += [f"{hall}overlay/game/{game.public_id}/", f"{hall}overlay/table/1/"]
    addresses += [f"{hall}embed/standings/", f"{hall}embed/schedule/"]
    if half < 2:  # no win probability may be shown yet
        addresses += [f"{page}win-chances/", f"{page}box-score/"]
    sent = {address: Client().get(address).content.decode() for address in addresses}
    marks = ("polyline", *(f'"{word}":' for word in CHANCE_WORDS))
    early = [address for address, text in sent.items() if any(mark in text for mark in marks)]
    report = Client().get(f"{api}report/").json()
    return early + [str(moment) for moment in report["chances"] if moment["half"] >= half - 1]


def check_live_tile(weekend: Weekend, game: TableGame) -> None:
    (tile,) = Client().get("/api/v1/tournaments/hall/live-games/").json()
    board = view_of(game)["game"]["board"]
    assert tile["score"] == [line["runs"] for line in board["lines"]]
    assert (tile["inning"], tile["outs"], tile["bases"]) == (board["inning"], board["outs"], board["bases"])
    for page in ("/t/hall/live/", "/t/hall/live/big-screen/", "/t/hall/", "/", "/live/"):
        assert f'data-tile="{game.public_id}"' in Client().get(page).content.decode()
    scoreboard = Client().get(f"/t/hall/overlay/game/{game.public_id}/").content.decode()
    assert all(f'<td class="n">{runs}</td>' in scoreboard for runs in tile["score"])
    assert f"{board['outs']} out" in scoreboard
    table = weekend.series.table or 7
    type(weekend.series).objects.filter(pk=weekend.series.pk).update(table=table)
    by_table = Client().get(f"/t/hall/overlay/table/{table}/").content.decode()
    assert by_table == scoreboard or f"table {table}" in by_table
    assert "No game in progress" in Client().get(f"/t/hall/overlay/table/{table + 1}/").content.decode()
    assert Client().get("/t/hall/big-screens/")["Location"] == "/t/hall/live/big-screen/?turn"
    assert "data-table-games" in Client().get(weekend.series.get_absolute_url()).content.decode()


def test_home_page_shows_practice_games_only_to_participants() -> None:
    organizer = signed_in(AccessFactory(tournament=None, role="organiser"))
    season_play_for("strat_o_matic").season("star", "1998")
    weekend = Weekend()
    Tournament.objects.update(is_practice=True)
    sharks, bears = (signed_in(ManagerAccessFactory(team=team)) for team in (weekend.sharks, weekend.bears))
    game = open_series_table(weekend, sharks)
    open_series_table(weekend, bears)
    for team, browser in enumerate((sharks, bears)):
        get_ready(browser, game, team)

    def has_tile(browser: Client, page: str = "/") -> bool:
        return f'data-tile="{game.public_id}"' in browser.get(page).content.decode()

    assert [has_tile(browser) for browser in (organizer, sharks)] == [True, True]
    elsewhere = signed_in(ManagerAccessFactory())
    assert [has_tile(browser) for browser in (elsewhere, Client())] == [False, False]
    assert not has_tile(organizer, "/live/")


def test_practice_games_are_listed_after_tournament_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_games, "tile_of", lambda game: game.pk)
    weekends = [TournamentFactory(is_practice=is_practice) for is_practice in (True, False, True, False)]
    for tournament in weekends:
        TableGame.objects.create(series=SeriesFactory(division__tournament=tournament), state=TableGame.State.PLAYING)
    first_practice, first, second_practice, second = weekends
    assert [*live_tiles_by_tournament(Tournament.objects.all())] == [second, first, second_practice, first_practice]


def test_spectators_share_a_rendered_view(monkeypatch: pytest.MonkeyPatch) -> None:
    game, away, home = started_game()
    rendered: list[int] = []
    render = spectators._render
    monkeypatch.setattr(spectators, "_render", lambda game: rendered.append(game.pk) or render(game))
    for count in (1, 2):
        for _ in range(5):
            assert Client().get(game.get_absolute_url()).status_code == 200
            assert b"event: table" in Client().get(f"{game.get_absolute_url()}table-events/").content
        assert len(rendered) == count
        play_next_move(game, (away, home))


def play_next_move(game: TableGame, browsers: tuple[Client, Client]) -> None:
    for browser in browsers:
        view = view_of(game, browser)
        if (do := usual_move(view)) is not None:
            move(browser, game, view["number"], do)
            return


def test_scorecard_pdf_contains_every_plate_appearance() -> None:
    game, away, home = started_game()
    assert Client().get(f"{game.get_absolute_url()}scorecard.pdf").status_code == 200
    play_to_end(game, (away, home))
    table = open_table(TableGame.objects.get(pk=game.pk))
    log = table.play.game.log
    history = list(log.in_force())
    cards = scorecards(log.start, history, log.state)
    boxes = box_score(history).teams
    answer = Client().get(f"{game.get_absolute_url()}scorecard.pdf")
    assert answer["Content-Type"] == "application/pdf"
    pages = pages_of(answer.content)
    teams = table.play.teams
    pages_by_team = ["".join(page for page in pages if f"Offense of {team}" in page) for team in teams]
    assert all(pages_by_team), "a long game has several pages of each team"
    for team, (card, box) in enumerate(zip(cards, boxes, strict=True)):
        assert len(card.appearances) == sum(line.plate_appearances for line in box.batting.values())
        assert sum(scored.has_scored for scored in card.appearances) == log.state.score[team]
        assert sum(scored.runs_batted_in for scored in card.appearances) == box.total("runs_batted_in")
        hits = [scored for scored in card.appearances if scored.result in ("1B", "2B", "3B", "HR")]
        assert len(hits) == box.total("hits")
        outs = sum(line.outs for line in boxes[1 - team].pitching.values())
        assert sum(scored.out > 0 for scored in card.appearances) == outs
        assert list(card.runs.values()) == list(log.state.halves[team::2])
        for scored in card.appearances:
            assert scored.result in pages_by_team[team]
        for entrants in card.places:
            for entrant in entrants:
                assert table.play.names[entrant.player].split()[-1] in pages_by_team[team]


@pytest.mark.parametrize(
    ("statistic", "freedom", "probability"),
    [
        (0.0, 5, 1.0),
        (11.0705, 5, 0.05),
        (30.1435, 19, 0.05),
        (18.307, 10, 0.05),
        (3.8415, 1, 0.05),
        (135.807, 99, 0.00830),
    ],
)
def test_chi_square_survival_matches_published_tables(statistic: float, freedom: int, probability: float) -> None:
    assert chi_square_survival(statistic, freedom) == pytest.approx(probability, abs=2e-4)


def test_dice_test_requires_five_rolls_per_face() -> None:
    assert check_dice([4] * 6) is None
    fair = check_dice([10] * 6)
    assert fair is not None
    assert fair.probability == 1.0
    loaded = check_dice([10, 10, 10, 10, 10, 40])
    assert loaded is not None
    assert math.isclose(loaded.statistic, 5 * 25 / 15 + 625 / 15)
    assert loaded.probability < 0.001
