"""Test importing the results of many series from a sheet, with a preview and a single undo."""

from collections.abc import Callable

import pytest
from django.test import Client

from drafts.models import PlayerCard
from games.models import Game
from games.scoresheet.rows import plain, stored_games
from tests.factories import AccessFactory
from tests.games.building import DESK, League, complete_games
from tournaments.access.links import link_token
from tournaments.models import Action, Series
from tournaments.services.undo import preview_undo, undo_action

pytestmark = [pytest.mark.django_db, pytest.mark.database]

COMPLETE = """Round,Game,Away,Home,Away runs,Home runs,Innings,Away pitchers,Home pitchers
1,1,Bears,Sharks,2,3,9,Bears Abel 8,Sharks Abel 9
1,2,Sharks,Bears,2,3,9,Sharks Brown 8,Bears Brown 9
1,3,Bears,Sharks,2,3,9,Bears Cole 8,Sharks Cole 9
"""


@pytest.fixture
def league() -> League:
    return _league()


def _league() -> League:
    """Create two teams whose starters' names have no digits, as in a sheet written by people."""
    league = League(stage="round_robin")
    for side in league.sides:
        for starter, name in zip(side.starters, ("Abel", "Brown", "Cole", "Dean", "Ellis"), strict=True):
            PlayerCard.objects.filter(pk=starter.pk).update(name=f"{side.team.name} {name}")
    return league


def _post(league: League, client: Client, text: str, **more: str):
    return client.post(f"/t/{league.tournament.slug}/results/import/", {"text": text, **more})


def _series(league: League, number: int = 0) -> Series:
    return Series.objects.get(pk=league.series[number].pk)


def test_imports_final_results_after_a_preview(league: League, director_of: Callable[..., Client]) -> None:
    director = director_of(league.tournament)
    preview = _post(league, director, COMPLETE).content.decode()
    assert 'data-complete="1"' in preview
    assert not Game.objects.exists()
    assert _post(league, director, COMPLETE, confirm="1").status_code == 302
    imported = plain(stored_games(_series(league)))
    typed_league = _league()
    typed_league.save(complete_games(typed_league, typed_league.series[0]), typed_league.series[0])
    typed = plain(stored_games(_series(typed_league)))
    for field in ("number", "status", "home_runs", "away_runs", "innings", "home_outs_batting", "away_outs_batting"):
        assert [game[field] for game in imported] == [game[field] for game in typed]
    assert (_series(league).home_wins, _series(league).away_wins) == (2, 1)


def test_games_without_pitchers_can_be_imported_as_drafts(league: League, director_of: Callable[..., Client]) -> None:
    director = director_of(league.tournament)
    text = "Round,Game,Visitors,Home,Visitors' runs,Home runs,Innings\n1,1,Bears,Sharks,2,3,9\n"
    assert 'data-incomplete="1"' in _post(league, director, text).content.decode()
    assert _post(league, director, text, confirm="1").status_code == 422
    assert not Game.objects.exists()
    assert _post(league, director, text, confirm="1", keep_incomplete="on").status_code == 302
    assert Game.objects.get().status == Game.Status.DRAFT


def test_undo_reverts_every_series_of_an_import(league: League, director_of: Callable[..., Client]) -> None:
    director = director_of(league.tournament)
    second = COMPLETE + "".join(
        line.replace("1,", "2,", 1).replace("Abel", "Dean").replace("Brown", "Ellis") + "\n"
        for line in COMPLETE.splitlines()[1:3]
    )
    assert _post(league, director, second, confirm="1", keep_incomplete="on").status_code == 302
    assert Series.objects.exclude(outcomes="").count() == 2
    undo_action(action=Action.objects.get(verb="import_results"), actor=DESK)
    assert not Game.objects.exists()
    assert not Series.objects.exclude(outcomes="").exists()


def test_later_change_blocks_the_undo(league: League, director_of: Callable[..., Client]) -> None:
    _post(league, director_of(league.tournament), COMPLETE, confirm="1")
    Game.objects.filter(number=1).update(footnote="Corrected")
    assert preview_undo(action=Action.objects.get(verb="import_results")).code == "CHANGED_SINCE"


def test_errors_include_the_row_and_save_nothing(league: League, director_of: Callable[..., Client]) -> None:
    director = director_of(league.tournament)
    wrong = (
        "Round,Game,Away,Home,Away runs,Home runs\n"
        "1,1,Sharks,Bears,2,3\n"  # the Sharks are the home team
        "1,1,Bears,Sharks,2,3\n"
        "1,9,Bears,Sharks,2,3\n"
        "9,1,Bears,Sharks,2,3\n"
        ",2,Bears,Sharks,2,3\n"
        "1,2,Elks,Sharks,2,3\n"
        "1,3,Bears,Sharks,,\n"
    )
    page = _post(league, director, wrong).content.decode()
    assert 'data-faults="6"' in page
    assert 'data-left-out="1"' in page
    assert _post(league, director, wrong, confirm="1", keep_incomplete="on").status_code == 422
    assert not Game.objects.exists()


def test_importing_the_same_sheet_twice_changes_nothing(league: League, director_of: Callable[..., Client]) -> None:
    director = director_of(league.tournament)
    _post(league, director, COMPLETE, confirm="1")
    version = _series(league).version
    _post(league, director, COMPLETE, confirm="1")
    assert _series(league).version == version


def test_sheet_can_be_checked_and_imported_through_the_api(league: League) -> None:
    director = Client(headers={"Authorization": f"Bearer {link_token(AccessFactory(tournament=league.tournament))}"})
    address = f"/api/v1/tournaments/{league.tournament.slug}/results-sheet/"
    wrong = COMPLETE.replace("1,1,Bears,Sharks", "1,1,Bears,Emus")
    plan = director.post(f"{address}check/", {"text": wrong}, content_type="application/json").json()
    assert plan["faults"][0]["place"]
    refused = director.post(address, {"text": wrong}, content_type="application/json")
    assert (refused.status_code, refused.json()["finding"]) == (400, "HAS_FAULTS")
    assert not Game.objects.exists()
    saved = director.post(address, {"text": COMPLETE}, content_type="application/json").json()
    assert [(row["series"], row["games"], row["open_points"]) for row in saved["series"]] == [
        (league.series[0].pk, [1, 2, 3], [])
    ]
    assert Game.objects.count() == 3
