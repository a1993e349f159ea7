"""Test the write-up: drafted from the results, edited by the director, and public once published."""

from datetime import date

import pytest
from django.test import Client

from backups.ownership import owned_models, rows_of
from drafts.models import Pick
from games.models import Game
from tests.club.building import make_final, make_team
from tests.conftest import signed_in
from tests.factories import (
    AccessFactory,
    BallparkFactory,
    DraftFactory,
    GameFactory,
    HitterFactory,
    ManagerAccessFactory,
    PickFactory,
    PitcherFactory,
    SeriesFactory,
    TournamentFactory,
)
from tournaments.access.links import link_token
from tournaments.models import Division, Series, Team, Tournament
from weekend.models import WriteUp
from weekend.queries.write_up import draft_write_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    """Create a tournament in which Akron (Ann and Bob) beat Des Moines 4-2 in the final after a 2-1 division win."""
    tournament = TournamentFactory(
        name="Akron Open", stage="finished", best_of="7", place="Akron, OH", starts_on=date(2026, 3, 7)
    )
    akron = make_team(tournament, "Ann Poe", "Bob Ray", name="Akron *Aces*")
    moines = make_team(tournament, "Zed Roe", name="Des Moines")
    series = SeriesFactory(
        division=akron.division, home=akron, away=moines, outcomes="HHA", home_wins=2, away_wins=1, status="complete"
    )
    add_game(series, 1, 15, 0)
    add_game(series, 2, 5, 4, innings=13)
    add_game(series, 3, 2, 3)
    make_final(akron, moines)
    return tournament


def add_game(series: Series, number: int, home_runs: int, away_runs: int, **facts: object) -> Game:
    return GameFactory(
        series=series,
        number=number,
        home=series.home,
        away=series.away,
        status="final",
        home_runs=home_runs,
        away_runs=away_runs,
        **{"innings": 9, **facts},
    )


def director_of(tournament: Tournament) -> Client:
    return signed_in(AccessFactory(tournament=tournament))


def path_of(tournament: Tournament, rest: str = "write-up/") -> str:
    return f"/t/{tournament.slug}/{rest}"


def test_write_up_includes_champion_playoffs_division_and_games(tournament: Tournament) -> None:
    lines = draft_write_up(tournament).splitlines()
    assert lines[0] == "# Akron Open"
    assert lines[2] == (
        r"2 teams played in Akron, OH on March 7, 2026. **Akron \*Aces\* (Ann Poe and Bob Ray)** won the "
        "championship, 4-2 over Des Moines in the final."
    )
    assert r"- Final: Akron \*Aces\* beat Des Moines 4-2" in lines
    assert r"**Akron \*Aces\*** won the division with a record of 2-1. Games behind: Des Moines 1." in lines
    assert [line for line in lines if line[:2] in ("1.", "2.")] == [r"1. Akron \*Aces\* 2-1", "2. Des Moines 1-2"]
    assert r"- Most runs: Akron \*Aces\* beat Des Moines 15-0 (round 1)" in lines
    assert r"- Shutout: Akron \*Aces\* beat Des Moines 15-0 (round 1)" in lines
    assert r"- Extra innings: Akron \*Aces\* beat Des Moines 5-4 (round 1), 13 innings" in lines
    assert "## Players" not in lines
    assert "## Draft" not in lines


def test_forfeits_are_not_shutouts(tournament: Tournament) -> None:
    Game.objects.update(ending=Game.Ending.FORFEITED)
    assert "Shutout" not in draft_write_up(tournament)


def test_write_up_players_come_from_box_scores(tournament: Tournament) -> None:
    batter = {"name": "Babe Ruth", "at_bats": 5, "hits": 3, "homeruns": 2, "runs_batted_in": 6}
    pitcher = {"name": "Cy Young", "outs": 25, "earned_runs": 1, "decision": "W"}
    Game.objects.filter(number=1).update(box={"home": {"batting": [batter], "pitching": [pitcher]}})
    text = draft_write_up(tournament)
    assert r"- Babe Ruth, Akron \*Aces\*: 3 for 5, .600, 2 HR, 6 RBI" in text
    assert r"- Cy Young, Akron \*Aces\*: 8.1 IP, 1.08 ERA, 1-0" in text


def test_write_up_includes_the_first_picks(tournament: Tournament) -> None:
    division = Division.objects.get(tournament=tournament)
    draft = DraftFactory(division=division)
    akron, moines = Team.objects.filter(tournament=tournament).order_by("pk")
    facts = {"draft": draft, "made_by": Pick.MadeBy.MANAGER, "made_at": "2026-03-07T12:00:00Z"}
    PickFactory(overall=1, team=akron, card=HitterFactory(card_set=draft.card_set, name="Ty Cobb"), **facts)
    PickFactory(overall=2, team=moines, card=PitcherFactory(card_set=draft.card_set, name="Cy Young"), **facts)
    PickFactory(overall=3, team=moines, park=BallparkFactory(card_set=draft.card_set, name="The Dome"), **facts)
    lines = draft_write_up(tournament).splitlines()
    assert lines[-3:] == [
        rf"- {division.name}, first pick: Ty Cobb by Akron \*Aces\*, No. 1",
        f"- {division.name}, first pitcher: Cy Young by Des Moines, No. 2",
        f"- {division.name}, first ballpark: The Dome by Des Moines, No. 3",
    ]


def test_drafts_a_write_up_without_results() -> None:
    assert draft_write_up(TournamentFactory(name="New", place="")) == "# New\n\n0 teams played.\n"


def test_director_drafts_saves_publishes_and_withdraws(tournament: Tournament) -> None:
    director, visitor = director_of(tournament), Client()
    page = director.get(path_of(tournament, "write-up/edit/")).content.decode()
    assert "## Playoffs" in page
    assert not WriteUp.objects.exists()  # a GET request changes nothing
    director.post(path_of(tournament, "write-up/edit/"), {"text": "# Won\r\n\r\nAnn <b>won</b>.", "version": "0"})
    assert WriteUp.objects.get().text == "# Won\n\nAnn <b>won</b>."
    assert "Ann &lt;b&gt;" in director.get(path_of(tournament)).content.decode()
    for rest in ("write-up/", "write-up.md"):
        assert visitor.get(path_of(tournament, rest)).status_code == 404
    assert "Write-up" not in visitor.get(tournament.get_absolute_url()).content.decode()
    director.post(path_of(tournament, "write-up/publish/"), {"published": "1"})
    assert "<p>Ann &lt;b&gt;won&lt;/b&gt;.</p>" in visitor.get(path_of(tournament)).content.decode()
    assert "Ann &lt;b&gt;" in visitor.get(tournament.get_absolute_url()).content.decode()
    file = visitor.get(path_of(tournament, "write-up.md"))
    assert file.content.decode() == "# Won\n\nAnn <b>won</b>.\n"
    assert file.headers["Content-Type"].startswith("text/markdown")
    director.post(path_of(tournament, "write-up/publish/"))
    assert visitor.get(path_of(tournament)).status_code == 404


def test_saved_text_is_edited_until_a_new_draft_is_requested(tournament: Tournament) -> None:
    WriteUp.objects.create(tournament=tournament, text="Ann won.")
    director = director_of(tournament)
    assert ">Ann won.</textarea>" in director.get(path_of(tournament, "write-up/edit/")).content.decode()
    draft = director.get(path_of(tournament, "write-up/edit/?draft=1")).content.decode()
    assert "## Playoffs" in draft
    assert 'name="version" value="1"' in draft


@pytest.mark.parametrize("text", ["", "  \n", "x" * (WriteUp.MAX_LENGTH + 1)])
def test_rejects_an_empty_or_overlong_text(tournament: Tournament, text: str) -> None:
    answer = director_of(tournament).post(path_of(tournament, "write-up/edit/"), {"text": text, "version": "0"})
    assert answer.status_code == 409
    assert not WriteUp.objects.exists()


def test_a_conflict_shows_both_texts(tournament: Tournament) -> None:
    WriteUp.objects.create(tournament=tournament, text="Ann won.", version=2)
    answer = director_of(tournament).post(path_of(tournament, "write-up/edit/"), {"text": "Bob won.", "version": "1"})
    page = answer.content.decode()
    assert answer.status_code == 409
    assert ">Bob won.</textarea>" in page
    assert "<pre>Ann won.</pre>" in page
    assert WriteUp.objects.get().text == "Ann won."


def test_log_records_the_action_without_the_text(tournament: Tournament) -> None:
    director = director_of(tournament)
    director.post(path_of(tournament, "write-up/edit/"), {"text": "Secret words", "version": "0"})
    director.post(path_of(tournament, "write-up/publish/"), {"published": "1"})
    actions = tournament.actions.order_by("pk")
    assert [action.verb for action in actions] == ["save_write_up", "publish_write_up"]
    assert not any("Secret" in str([action.before, action.after, action.sentence]) for action in actions)


def test_api_reads_saves_and_publishes(tournament: Tournament) -> None:
    token = link_token(AccessFactory(tournament=tournament))
    director, visitor = Client(headers={"Authorization": f"Bearer {token}"}), Client()
    address = f"/api/v1/tournaments/{tournament.slug}/write-up/"
    assert director.get(address).status_code == 404
    assert "## Playoffs" in director.get(f"{address}draft/").json()["text"]
    saved = director.put(address, {"text": "Ann won.", "version": 0}, "application/json").json()
    assert (saved["text"], saved["version"], saved["is_published"]) == ("Ann won.", 1, False)
    assert visitor.get(address).status_code == 404
    stale = director.put(address, {"text": "Bob won.", "version": 0}, "application/json")
    assert stale.status_code == 409
    assert stale.json()["saved"]["text"] == "Ann won."
    director.patch(address, {"is_published": True}, "application/json")
    assert visitor.get(address).json()["text"] == "Ann won."


def test_managers_and_visitors_cannot_edit(tournament: Tournament) -> None:
    manager = signed_in(ManagerAccessFactory(team=tournament.teams.first()))
    for client in (manager, Client()):
        assert client.get(path_of(tournament, "write-up/edit/")).status_code == 403
        assert client.post(path_of(tournament, "write-up/publish/"), {"published": "1"}).status_code == 403


def test_tournament_files_carry_the_write_up(tournament: Tournament) -> None:
    WriteUp.objects.create(tournament=tournament, text="Ann won.")
    WriteUp.objects.create(tournament=TournamentFactory(), text="Bob won.")
    assert WriteUp in owned_models()
    assert [str(row.text) for row in rows_of(WriteUp, tournament) if isinstance(row, WriteUp)] == ["Ann won."]
