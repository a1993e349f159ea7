"""Test injuries in manually entered games: recorded, shown with the series, and effective in later games."""

import pytest
from django.test import Client
from django.urls import reverse

from drafts.models import Pick
from games.models import Game, Outing
from games.queries.usage import usage_of_teams
from pitching.queries.bullpen import division_bullpens
from tabletop.queries.drafted_game import game_of_series
from tests.edition_scenes.scene import words
from tests.factories import AccessFactory
from tests.weekend.test_league_weekend import league, next_series
from tournaments.access.links import link_token
from tournaments.action_log.writing import Actor
from tournaments.models import Action, Division, Series, Team, Tournament
from tournaments.services.undo import undo_action
from weekend.practice.weekend import PracticeField, build_weekend

pytestmark = pytest.mark.django_db


def page_of(client: Client, tournament: Tournament, name: str, about: Series | Division) -> str:
    answer = client.get(reverse(name, args=[tournament.slug, about.pk]))
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def last_game_of(team: Team) -> Game:
    return Game.objects.select_related("series").get(pk=usage_of_teams(team.pk)[team.pk].columns[-1].game_id)


def write_down(client: Client, game: Game, team: Team, card: int, length: object) -> tuple[int, str]:
    series = Series.objects.get(pk=game.series_id)
    posted = {"version": series.version, "number": game.number, "man": f"{team.pk}.{card}", "length": length}
    posted["reason"] = "heard of it afterwards"
    answer = client.post(reverse("injuries", args=[series.tournament.slug, series.pk]), posted)
    return answer.status_code, answer.content.decode()


@pytest.mark.parametrize(
    ("key", "sentence", "rule"),
    [
        ("inside_pitch", "He is injured and out for 3 more days.", "IP13"),
        ("pine_tar", "He is injured and misses 3 more games.", "PTIN1"),
    ],
)
def test_player_injured_in_a_manually_entered_game_misses_the_next_games(
    director_of, key: str, sentence: str, rule: str
) -> None:
    tournament = league(key)
    client, coming = director_of(tournament), next_series(tournament)
    team = coming.home
    game = last_game_of(team)
    pick = Pick.objects.filter(team=team, card__isnull=False).select_related("card").earliest("overall")
    shown = page_of(client, tournament, "series", coming)
    assert f"Unavailable for {team.name}'s next game: none." in shown
    assert "Injuries aren't recorded for" in shown

    assert write_down(client, game, team, pick.card_id, 3)[0] == 302
    for series in (coming, game.series):
        assert f"<strong>{pick.card.name}</strong>: {sentence} " in page_of(client, tournament, "series", series)
    assert rule in page_of(client, tournament, "series", coming)
    sheet = client.get(reverse("sheet", args=[tournament.slug, team.pk])).content.decode()
    assert f"<strong>{pick.card.name}</strong>: {sentence}" in sheet
    board = page_of(client, tournament, "division_board", team.division)
    assert f"Unavailable for {team.name}'s next game: <strong>{pick.card.name}</strong>: {sentence}" in board
    assert board.count("Unavailable for ") == team.division.teams.count(), "and of every other team whom it misses"
    own = words(client.get(reverse("my_team", args=[tournament.slug]), {"team": team.pk}))
    assert f"{pick.card.name} : {sentence} {rule}" in own
    coming_game = game_of_series(coming.pk)
    drafted = next(side for side in (coming_game.away, coming_game.home) if side.name == team.name)
    assert drafted.carryover is not None
    assert pick.card.code in drafted.carryover["days" if key == "inside_pitch" else "back"]

    injuries = page_of(client, tournament, "injuries", game.series)
    assert f"{pick.card.name}, {team.name}: 3 " in injuries
    for own_field in (f"reason-{game.number}", f"reason-{game.number}-{pick.card_id}"):
        assert injuries.count(f'<label for="{own_field}"') == injuries.count(f'id="{own_field}"') == 1
    last = Action.objects.filter(tournament=tournament).latest("pk")
    assert last.verb == "save_series_results"
    undo_action(action=last, actor=Actor("The director"), reason="it was nothing")
    assert f"Unavailable for {team.name}'s next game: none." in page_of(client, tournament, "series", coming)


def test_division_bullpens_read_injuries_in_two_queries(django_assert_num_queries) -> None:
    division = Division.objects.select_related("tournament").get(tournament=league("inside_pitch"))
    with django_assert_num_queries(3 + 2):
        pens = division_bullpens(division)
    assert len(pens) == division.teams.count()
    assert all(pen.absences for pen in pens)


@pytest.mark.parametrize(("key", "rule"), [("inside_pitch", "IP13"), ("pine_tar", "PTIN1")])
def test_entering_results_with_an_injured_pitcher_warns(director_of, key: str, rule: str) -> None:
    tournament = league(key)
    client, team = director_of(tournament), next_series(tournament).home
    before, last = usage_of_teams(team.pk)[team.pk].columns[-2:]
    outing = Outing.objects.filter(game=last.game_id, team=team).select_related("card").earliest("order")
    warning = f"{rule} He is injured and"
    series = Series.objects.get(pk=last.series_id)
    assert warning not in words(client.get(reverse("enter_series", args=[tournament.slug, series.pk])))
    assert write_down(client, Game.objects.get(pk=before.game_id), team, outing.card_id, 3)[0] == 302
    assert warning in words(client.get(reverse("enter_series", args=[tournament.slug, series.pk])))


def test_rejects_invalid_injuries_and_deletes_an_entry(director_of) -> None:
    tournament = league("inside_pitch")
    client, team = director_of(tournament), next_series(tournament).home
    game, card = last_game_of(team), Pick.objects.filter(team=team, card__isnull=False).earliest("overall").card_id
    for length in ("", "-1", "201", "three"):
        code, text = write_down(client, game, team, card, length)
        assert code == 409
        assert "Enter a number from 0 to 200." in text
    stranger = Pick.objects.exclude(team=team).filter(card__isnull=False).earliest("overall").card_id
    assert write_down(client, game, team, stranger, 3)[0] == 409
    Game.objects.filter(pk=game.pk).update(carried={"home": {"days": {}}, "away": {"days": {}}})
    code, text = write_down(client, game, team, card, 3)
    assert code == 409
    assert "recorded the injuries" in text
    Game.objects.filter(pk=game.pk).update(carried={})
    assert write_down(client, game, team, card, 3)[0] == 302
    assert write_down(client, game, team, card, 0)[0] == 302
    assert Game.objects.get(pk=game.pk).carried == {}


def test_edition_without_lasting_injuries_requests_none(director_of) -> None:
    tournament = build_weekend(
        stage="round_robin",
        seed=5,
        field=PracticeField(managed=8, divisions=1, has_imputed_team=False, series_length=2),
    )
    client, series = director_of(tournament), Series.objects.filter(tournament=tournament)[0]
    assert "Unavailable for " not in page_of(client, tournament, "series", series)
    assert "Unavailable for " not in page_of(client, tournament, "division_board", series.home.division)
    assert "injured players don't miss any later games" in page_of(client, tournament, "injuries", series)


def test_api_records_and_removes_an_injury() -> None:
    tournament = league("inside_pitch")
    team = next_series(tournament).home
    game = last_game_of(team)
    card = Pick.objects.filter(team=team, card__isnull=False).earliest("overall").card_id
    client = Client(headers={"Authorization": f"Bearer {link_token(AccessFactory(tournament=tournament))}"})
    address = f"/api/v1/tournaments/{tournament.slug}/series/{game.series_id}/injuries/"
    before = client.get(address).json()
    assert (before["unit"], before["games"][game.number - 1]["injured"]) == ("days", [])
    injury = {"number": game.number, "team": team.pk, "card": card, "length": 3, "reason": "heard of it"}
    for field, wrong in (("number", 99), ("card", 1)):
        refused = client.post(address, {**injury, field: wrong, "version": 0}, content_type="application/json")
        assert (refused.status_code, refused.json()["field"]) == (400, field)
    sent = {**injury, "version": before["version"]}
    saved = client.post(address, sent, content_type="application/json").json()
    assert [(row["card"], row["length"]) for row in saved["games"][game.number - 1]["injured"]] == [(card, 3)]
    stale = client.post(address, sent | {"length": 5}, content_type="application/json")
    assert stale.status_code == 409
    assert stale.json()["saved"]["version"] == saved["version"]
    cleared = {**injury, "length": 0, "version": saved["version"]}
    after = client.post(address, cleared, content_type="application/json").json()
    assert after["games"][game.number - 1]["injured"] == []
