"""Test the standings page, and breaking its ties."""

import csv
import re
from html import unescape
from io import StringIO

import pytest
from django.test import Client

from core.tables import Place
from tests.factories import DivisionFactory, SeriesFactory, TeamFactory, TournamentFactory
from tests.pdf_reading import pages_of
from tournaments.documents import standings_pdf
from tournaments.models import Action, Division, Series, Team, TieBreakRoll
from tournaments.queries.cross_table import cross_table
from tournaments.queries.race import race_of
from tournaments.queries.standings import standings_of

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def play(home: Team, away: Team, outcomes: str, *, planned: int | None = None, round_number: int = 1) -> Series:
    return SeriesFactory(
        division=home.division,
        home=home,
        away=away,
        round=round_number,
        games_planned=planned or len(outcomes),
        status=Series.Status.COMPLETE,
        outcomes=outcomes,
        home_wins=outcomes.count("H"),
        away_wins=outcomes.count("A"),
        ties=outcomes.count("T"),
        home_runs=5 * len(outcomes),
        away_runs=3 * len(outcomes),
    )


@pytest.fixture
def division() -> Division:
    return DivisionFactory(tournament=TournamentFactory(advance_per_division=1))


def teams(division: Division, count: int) -> list[Team]:
    return [TeamFactory(division=division, slot=slot, name=f"Club {chr(64 + slot)}") for slot in range(1, count + 1)]


def cells(client: Client, division: Division) -> list[list[str]]:
    page = client.get(f"/t/{division.tournament.slug}/standings/").content.decode()
    rows = re.findall(r"<tr.*?</tr>", page.split("<tbody>")[1].split("</tbody>")[0], re.S)
    return [
        [re.sub(r"<.*?>", "", cell).strip() for cell in re.findall(r"<t[hd].*?</t[hd]>", row, re.S)] for row in rows
    ]


def test_standings_table_shows_record_games_behind_and_status(division: Division, client: Client) -> None:
    a, b, c = teams(division, 3)
    play(a, b, "HHA")
    play(b, c, "AAA", planned=4, round_number=2)
    assert cells(client, division) == [
        ["1", "Club C", "3-0", "+3", "", "W3", "1", "through", "9", "15", "in place"],
        ["2", "Club A", "2-1", "+1", "1", "L1", "0", "out", "15", "9", ""],
        ["3", "Club B", "1-5", "\N{MINUS SIGN}4", "3½", "L3", "1", "out", "24", "24", ""],
    ]


def test_head_to_head_breaks_a_tie_and_is_explained(division: Division, client: Client) -> None:
    a, b, c = teams(division, 3)
    play(b, a, "HHA")
    play(a, c, "HHH")
    play(b, c, "HHA")
    page = client.get(f"/t/{division.tournament.slug}/standings/").content.decode()
    assert "Club B 2-1, Club A 1-2. Club B advances" in page
    assert [line.team.name for line in standings_of(division.tournament)[0].lines][0] == "Club B"


def test_two_tied_teams_play_a_tiebreaker_game(division: Division, director_of) -> None:
    a, b = teams(division, 2)
    play(a, b, "HA")
    director = director_of(division.tournament)
    address = f"/t/{division.tournament.slug}/standings/"
    assert "Schedule tiebreaker game" in director.get(address).content.decode()
    director.post(f"{address}{division.pk}/playoff-game/", {"team": [a.pk, b.pk]})
    game = Series.objects.get(stage=Series.Stage.TIE_BREAK)
    assert {game.home_id, game.away_id} == {a.pk, b.pk}
    assert game.games_planned == 1
    Series.objects.filter(pk=game.pk).update(away_wins=1, outcomes="A", status=Series.Status.COMPLETE)
    table = standings_of(division.tournament)[0]
    assert [team.pk for team in table.qualified] == [game.away_id]
    assert not table.needs
    assert [(row.wins, row.losses) for row in table.rows] == [(1, 1), (1, 1)], (
        "a play-off game is no part of the record"
    )


def test_tiebreaker_game_is_scheduled_only_once(division: Division, director_of) -> None:
    a, b = teams(division, 2)
    play(a, b, "HA")
    director = director_of(division.tournament)
    for _ in range(2):
        director.post(f"/t/{division.tournament.slug}/standings/{division.pk}/playoff-game/", {"team": [a.pk, b.pk]})
    assert Series.objects.filter(stage=Series.Stage.TIE_BREAK).count() == 1
    assert Action.objects.filter(verb="schedule_playoff_game").count() == 1


def three_level(division: Division) -> list[Team]:
    a, b, c = teams(division, 3)
    play(a, b, "HA")
    play(b, c, "HA")
    play(c, a, "HA")
    return [a, b, c]


def test_three_tied_teams_roll_on_the_page(division: Division, director_of) -> None:
    level = three_level(division)
    director = director_of(division.tournament)
    address = f"/t/{division.tournament.slug}/standings/{division.pk}/roll/"
    rolls = dict(zip(level, (7, 19, 3), strict=True))
    director.post(address, {"team": [t.pk for t in level]} | {f"roll_{t.pk}": value for t, value in rolls.items()})
    table = standings_of(division.tournament)[0]
    assert [team.pk for team in table.qualified] == [level[1].pk]
    assert "Club B 19" in Action.objects.get(verb="roll_tie_break").sentence


@pytest.mark.parametrize("typed", ["21", "0", "x", ""])
def test_rejects_an_impossible_tiebreaker_roll(division: Division, director_of, typed: str) -> None:
    level = three_level(division)
    director = director_of(division.tournament)
    data = {
        "team": [t.pk for t in level],
        f"roll_{level[0].pk}": typed,
        f"roll_{level[1].pk}": "4",
        f"roll_{level[2].pk}": "5",
    }
    page = director.post(f"/t/{division.tournament.slug}/standings/{division.pk}/roll/", data, follow=True)
    assert not TieBreakRoll.objects.exists()
    assert "Enter 1 to 20" in page.content.decode()


def test_only_staff_can_break_a_tie(division: Division, client: Client, manager_of, assistant_of) -> None:
    level = three_level(division)
    address = f"/t/{division.tournament.slug}/standings/{division.pk}/roll/"
    data = {"team": [t.pk for t in level]}
    assert client.post(address, data).status_code == 403
    assert manager_of(level[0]).post(address, data).status_code == 403
    assert not TieBreakRoll.objects.exists()
    assistant_of(division.tournament).post(address, data)
    assert TieBreakRoll.objects.count() == 1


def test_ties_cannot_be_broken_before_the_last_game(division: Division, director_of) -> None:
    level = three_level(division)
    play(level[0], level[1], "", planned=2, round_number=9)
    director_of(division.tournament).post(
        f"/t/{division.tournament.slug}/standings/{division.pk}/roll/", {"team": [t.pk for t in level]}
    )
    assert not TieBreakRoll.objects.exists()


@pytest.mark.parametrize(("after_round", "when"), [(0, "before the first round"), (1, "after round 1")])
def test_games_against_a_dropped_team_do_not_count(
    division: Division, client: Client, after_round: int, when: str
) -> None:
    a, b, c = teams(division, 3)
    play(a, b, "HHH")
    void = play(a, c, "AAA")
    Series.objects.filter(pk=void.pk).update(status=Series.Status.VOID)
    Team.objects.filter(pk=c.pk).update(dropped_after_round=after_round)
    rows = cells(client, division)
    assert rows[0][:3] == ["1", "Club A", "3-0"]
    assert f"dropped out {when}" in rows[2][2]


@pytest.mark.parametrize("size", [2, 8])
def test_standings_query_count_is_constant(
    division: Division, client: Client, size: int, django_assert_num_queries, settings
) -> None:
    settings.PAGE_CACHE_SECONDS = 0
    entered = teams(division, size)
    for first_row, second_row in zip(entered, entered[1:], strict=False):
        play(first_row, second_row, "HHA")
    client.get(f"/t/{division.tournament.slug}/standings/")
    with django_assert_num_queries(6):
        client.get(f"/t/{division.tournament.slug}/standings/")


def test_each_division_has_a_tab_when_there_are_many(client: Client) -> None:
    tournament = TournamentFactory()
    divisions = [DivisionFactory(tournament=tournament, name=f"Hall {n}", position=n) for n in range(1, 6)]
    for division in divisions:
        TeamFactory(division=division, slot=1, name=f"Side of {division.name}")
    address = f"/t/{tournament.slug}/standings/"
    first, third = (
        client.get(address).content.decode(),
        client.get(f"{address}?division={divisions[2].pk}").content.decode(),
    )
    assert "Side of Hall 1" in first
    assert "Side of Hall 3" not in first
    assert "Side of Hall 3" in third
    assert first.count('href="?division=') == 5


def open_at_the_cut(division: Division) -> list[Team]:
    """Create standings led by Club A. B, C and D are completely tied for the last place, and Club E is last."""
    division.tournament.advance_per_division = 2
    division.tournament.save()
    a, b, c, d, e = teams(division, 5)
    for home, away in ((b, c), (c, d), (d, b)):
        play(home, away, "HA")
    play(a, e, "HH")
    return [a, b, c, d, e]


VERDICTS = ["advances", "open", "open", "open", "out"]


def test_big_screen_omits_runs(division: Division, client: Client) -> None:
    a, b = teams(division, 2)
    play(a, b, "HHA")
    wall = client.get(f"/t/{division.tournament.slug}/standings/big-screen/").content.decode()
    heads = [re.sub(r"<.*?>", "", head) for head in re.findall(r'<th scope="col".*?</th>', wall)]
    assert heads == ["Rank", "Moved", "Team", "W-L", "Over .500", "Streak", "Left", "1 advance"]


@pytest.mark.parametrize("wall", ["", "big-screen/"])
def test_open_tie_at_the_cut_has_no_cut_line(division: Division, client: Client, wall: str) -> None:
    open_at_the_cut(division)
    page = client.get(f"/t/{division.tournament.slug}/standings/{wall}").content.decode()
    rows = re.findall(r"<tr.*?</tr>", page.split("<tbody>")[1].split("</tbody>")[0], re.S)
    places = [re.sub(r"<.*?>", "", row.rsplit("<td", 1)[1].partition(">")[2]).strip() for row in rows]
    assert places == ["advances", "open", "open", "open", "3 teams tied for the last spot", "out"]
    assert ['class="cut"' in row for row in rows] == [False] * 6


def test_verdict_matches_in_the_api_and_the_export(division: Division, client: Client) -> None:
    open_at_the_cut(division)
    slug = division.tournament.slug
    (table,) = client.get(f"/api/v1/tournaments/{slug}/standings/").json()
    assert [line["verdict"] for line in table["lines"]] == VERDICTS
    assert [line["advances"] for line in table["lines"]] == [True, False, False, False, False]
    assert table["open_cut"] == "3 teams tied for the last spot"
    rows = csv.DictReader(StringIO(client.get(f"/t/{slug}/export/standings.csv").content.decode("utf-8-sig")))
    assert [row["Advances"] for row in rows] == VERDICTS


def test_verdict_matches_on_the_printout(division: Division) -> None:
    open_at_the_cut(division)
    text = " ".join(pages_of(standings_pdf(division.tournament)))
    assert "Club D 2-2 0" in text
    assert text.index("Club D 2-2") < text.index("3 teams tied for the last spot") < text.index("Club E 0-2")
    assert text.split("Tiebreakers if")[0].split().count("open") == 3


def test_cut_line_is_below_the_last_qualifier(division: Division, director_of) -> None:
    _, b, c, d, _ = open_at_the_cut(division)
    director = director_of(division.tournament)
    rolls = {f"roll_{team.pk}": value for team, value in zip((b, c, d), (3, 18, 7), strict=True)}
    address = f"/t/{division.tournament.slug}/standings/{division.pk}/roll/"
    director.post(address, {"team": [b.pk, c.pk, d.pk]} | rolls)
    (table,) = standings_of(division.tournament)
    assert [(line.team.name, line.shown) for line in table.lines if line.advances] == [
        ("Club A", "advances"),
        ("Club C", "advances"),
    ]
    assert [line.team.name for line in table.lines if line.is_cut] == ["Club C"]
    assert table.open_cut == ""


def test_no_cut_line_before_the_first_game(division: Division) -> None:
    teams(division, 3)
    (table,) = standings_of(division.tournament)
    assert [(line.verdict, line.shown, line.is_cut) for line in table.lines] == [("open", "", False)] * 3


def test_front_page_and_team_page_show_an_open_spot(division: Division, client: Client) -> None:
    _, b, *_ = open_at_the_cut(division)
    slug = division.tournament.slug
    assert "3 teams tied for the last spot" in client.get(f"/t/{slug}/").content.decode()
    assert "tied for the last spot that advances" in client.get(f"/t/{slug}/teams/{b.pk}/").content.decode()


def test_unplayed_series_does_not_change_the_advancing_teams(division: Division, client: Client) -> None:
    """A swept B, but neither has played C, with whom both are tied for the last place."""
    division.tournament.advance_per_division = 2
    division.tournament.save()
    a, b, c, d, e = teams(division, 5)
    for home, away, outcomes in ((a, b, "HH"), (a, d, "AA"), (b, e, "HH"), (c, d, "HA"), (c, e, "HA")):
        play(home, away, outcomes)
    for rival in (a, b):
        series = play(c, rival, "TT")
        Series.objects.filter(pk=series.pk).update(never_begun=2, home_runs=0, away_runs=0)
    page = unescape(client.get(f"/t/{division.tournament.slug}/standings/").content.decode())
    step = "Head-to-head among Club A, Club B and Club C for one place"
    assert f"{step}: doesn't apply, because they haven't met the same number of times (0 to 2 games a pair)." in page
    assert "2-0-2" not in page, "no mini-table is made of games that nobody began"
    assert [row[2] for row in cells(client, division) if row[1] == "Club C"] == ["2-2-4"], "the record keeps its ties"


def test_head_to_head_table_shows_every_matchup(division: Division, client: Client) -> None:
    a, b, c = teams(division, 3)
    play(a, b, "HHA")
    going_on = play(c, a, "A", planned=3, round_number=2)
    Series.objects.filter(pk=going_on.pk).update(status=Series.Status.PLAYING)
    cross = cross_table(standings_of(division.tournament)[0])
    assert [[column.written(row.item) for column in cross.table.at(Place.PAPER)] for row in cross.rows] == [
        ["1", "Club A", "", "2-1 h", "1-0 …"],
        ["2", "Club B", "1-2", "", ""],
        ["3", "Club C", "0-1 h …", "", ""],
    ]
    address = f"/t/{division.tournament.slug}/standings/{division.pk}/head-to-head/"
    assert f'data-load="{address}"' in client.get(f"/t/{division.tournament.slug}/standings/").content.decode()
    page = client.get(address).content.decode()
    assert '<b>2-1</b> <abbr title="at home in game 1">h</abbr>' in page
    assert '<abbr title="against Club C"><i class="crest' in page
    paper = "\n".join(pages_of(standings_pdf(division.tournament)))
    assert "2 Club B 1-2" in paper


def test_race_chart_has_a_table(division: Division, client: Client) -> None:
    a, b, c = teams(division, 3)
    play(a, b, "HHA")
    assert race_of(standings_of(division.tournament)[0]) is None, "one round is no race"
    play(b, c, "AAA", round_number=2)
    race = race_of(standings_of(division.tournament)[0])
    assert race is not None
    assert [(runner.line.team.name, runner.over, runner.tone) for runner in race.race_lines] == [
        ("Club C", (0, 3), "ahead"),
        ("Club A", (1, 1), ""),
        ("Club B", (-1, -4), ""),
    ]
    names = [line.name_y for line in race.picture.lines]
    assert names == sorted(names)
    page = client.get(f"/t/{division.tournament.slug}/standings/").content.decode()
    assert page.count("<polyline") == 4, "three teams and the cut"
    address = f"/t/{division.tournament.slug}/standings/{division.pk}/round-by-round/"
    assert f'data-load="{address}"' in page
    figures = client.get(address).content.decode()
    assert "Games over .500 after round" in figures
    assert ">+3<" in figures


def test_big_screen_shows_rank_changes(division: Division, client: Client) -> None:
    a, b, c, d = teams(division, 4)
    play(a, b, "HH")
    play(c, d, "HA")
    (table,) = standings_of(division.tournament)
    assert {line.moved for line in table.lines} == {None}, "one round moves nobody"
    play(a, c, "AA", round_number=2)
    play(d, b, "HH", round_number=2)
    (table,) = standings_of(division.tournament)
    assert {line.team.name: line.moved for line in table.lines} == {c.name: 1, d.name: 1, a.name: -2, b.name: 0}
    wall = client.get(f"/t/{division.tournament.slug}/standings/big-screen/").text
    assert wall.count('aria-label="up 1">▲1') == 2
    assert 'aria-label="down 2">▼2' in wall
    assert "▲" not in client.get(f"/t/{division.tournament.slug}/standings/").text


@pytest.mark.parametrize("wall", ["", "big-screen/"])
def test_broken_tie_has_distinct_ranks_and_a_note(division: Division, client: Client, director_of, wall: str) -> None:
    _, b, c, d, _ = open_at_the_cut(division)
    slug = division.tournament.slug
    (table,) = standings_of(division.tournament)
    assert [line.rank for line in table.lines] == [1, 2, 2, 2, 5]
    rolls = {f"roll_{team.pk}": value for team, value in zip((b, c, d), (3, 18, 7), strict=True)}
    address = f"/t/{slug}/standings/{division.pk}/roll/"
    director_of(division.tournament).post(address, {"team": [b.pk, c.pk, d.pk]} | rolls)
    (table,) = standings_of(division.tournament)
    assert [(line.rank, line.team.name) for line in table.lines][:2] == [(1, "Club A"), (2, "Club C")]
    assert [line.rank for line in table.lines][2:] == [3, 3, 5], "the tie between the others was not broken"
    page = client.get(f"/t/{slug}/standings/{wall}").content.decode()
    assert page.count("tie for rank 2 broken by d20") == 1
    assert "tie for rank 2 broken by d20" in " ".join(pages_of(standings_pdf(division.tournament)))
    (document,) = client.get(f"/api/v1/tournaments/{slug}/standings/").json()
    assert [line["rank"] for line in document["lines"]] == [1, 2, 3, 3, 5]
