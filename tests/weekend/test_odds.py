"""Test the odds: calculated by the worker from drafted cards, cached, and shown to the director's chosen audience."""

import pytest
from django.urls import reverse

from core.errors import Refused
from rules_engine.baseball import simulation
from tabletop import season_games
from tabletop.services import odds_calculation
from tabletop.services.odds import request_odds, show_odds, stop_odds
from tabletop.tasks import work_out_odds
from tests.pdf_reading import pages_of
from tests.weekend.test_play_drafted_teams import Weekend
from tournaments.action_log.writing import Actor
from tournaments.documents import standings_pdf
from tournaments.long_work import report
from tournaments.models import Action, Odds, Series
from tournaments.queries.odds_table import usual_error
from tournaments.services.undo import undo_action

pytestmark = pytest.mark.django_db
DIRECTOR = Actor("Director")


@pytest.fixture
def hall(monkeypatch) -> Weekend:
    """Create three teams: the Yankees, the Braves and, in a different division, the Yankees again."""
    monkeypatch.setattr(season_games, "GAMES", 24)
    monkeypatch.setattr(simulation, "GAMES_AT_ONCE", 4)
    return Weekend()


def worked_out(hall: Weekend) -> Odds:
    odds = request_odds(tournament=hall.tournament)
    work_out_odds(odds.pk)
    odds.refresh_from_db()
    assert (odds.state, odds.fault) == ("done", "")
    return odds


def page(client, hall: Weekend, name: str = "standings"):
    return client.get(reverse(name, args=[hall.tournament.slug]))


@pytest.mark.database
def test_odds_simulate_every_matchup_in_both_parks_and_the_rest_of_the_season(hall):
    odds = worked_out(hall)
    assert (odds.games_done, odds.games_wanted, odds.seasons, odds.seasons_done) == (24, 24, 1_000, 1_000)
    met = [tuple(game[:2]) for game in odds.scores]
    teams = (hall.sharks.pk, hall.bears.pk, hall.comets.pk)
    assert {pair: met.count(pair) for pair in met} == {
        (first_team, second_team): 4 for first_team in teams for second_team in teams if first_team != second_team
    }
    assert all(away != home for _, _, away, home, _ in odds.scores), "games are played to their end"
    assert any(share != (home > away) for _, _, away, home, share in odds.scores), "luck at the plate is taken off"
    assert set(odds.shares) == {str(team) for team in teams}
    assert sum(share[2] for share in odds.shares.values()) == pytest.approx(1, abs=0.001)
    action = Action.objects.get(verb="work_out_odds")
    assert odds.rests_on == action.pk


def test_odds_reuse_simulated_games_until_the_teams_change(hall):
    first = worked_out(hall)
    second_result = worked_out(hall)
    assert second_result.scores == first.scores
    assert second_result.teams_as_drafted == first.teams_as_drafted
    hall.drafts[hall.sharks.division].picks.filter(team=hall.sharks).last().delete()
    assert worked_out(hall).teams_as_drafted != first.teams_as_drafted


def test_odds_stay_staff_only_until_shared_and_hidden_during_a_round(hall, client, director_of):
    worked_out(hall)
    director = director_of(hall.tournament)
    assert "To win the title" in page(director, hall).content.decode()
    assert "To win the title" not in page(client, hall).content.decode()
    assert "after the director calculates and shares them" in page(client, hall, "odds").content.decode()
    show_odds(tournament=hall.tournament, shown="between", actor=DIRECTOR)
    for name in ("standings", "odds", "draft"):
        assert "To win the title" in page(client, hall, name).content.decode(), name
    Series.objects.filter(pk=hall.series.pk).update(status=Series.Status.PLAYING)
    show_odds(tournament=hall.tournament, shown="always", actor=DIRECTOR)
    assert "To win the title" in page(client, hall).content.decode()
    show_odds(tournament=hall.tournament, shown="between", actor=DIRECTOR)
    assert "To win the title" not in page(client, hall).content.decode()


def test_odds_visibility_change_can_be_undone(hall, director_of):
    director = director_of(hall.tournament)
    director.post(reverse("odds_show", args=[hall.tournament.slug]), {"shown": "always"})
    hall.tournament.refresh_from_db()
    assert hall.tournament.odds_shown == "always"
    action = Action.objects.get(verb="show_odds")
    assert action.sentence == "Odds visible to: Everyone, also during a round."
    undo_action(action=action, actor=DIRECTOR)
    hall.tournament.refresh_from_db()
    assert hall.tournament.odds_shown == "nobody"
    answer = director.post(reverse("odds_show", args=[hall.tournament.slug]), {"shown": "all"}, follow=True)
    assert "Choose who sees the odds." in answer.content.decode()


def test_outdated_odds_are_flagged(hall, director_of):
    worked_out(hall)
    director = director_of(hall.tournament)
    assert "Results have changed" not in page(director, hall, "odds").content.decode()
    show_odds(tournament=hall.tournament, shown="always", actor=DIRECTOR)
    assert "Results have changed since these odds were calculated." in page(director, hall, "odds").content.decode()


def test_odds_require_a_single_season_and_a_draft(hall, director_of):
    hall.card_set.season = None
    hall.card_set.save()
    director = director_of(hall.tournament)
    answer = director.post(reverse("calculate_odds", args=[hall.tournament.slug]), follow=True)
    assert "Odds require cards from one real season" in answer.content.decode()
    hall.drafts[hall.comets.division].picks.all().delete()
    with pytest.raises(Refused, match="Comets has not drafted anyone yet"):
        request_odds(tournament=hall.tournament)
    assert not Odds.objects.exists()


def test_failed_odds_report_the_team_and_preserve_earlier_results(hall):
    before = worked_out(hall).shares
    draft = hall.drafts[hall.comets.division]
    keep = draft.picks.filter(card__code="jeterde01").values_list("pk", flat=True)
    draft.picks.filter(team=hall.comets).exclude(pk__in=list(keep)).delete()
    odds = request_odds(tournament=hall.tournament)
    work_out_odds(odds.pk)
    odds.refresh_from_db()
    assert odds.state == "failed"
    assert odds.fault.startswith("Comets: ")
    assert odds.shares == before


@pytest.mark.database
def test_odds_can_be_stopped_before_the_worker_starts(hall):
    odds = request_odds(tournament=hall.tournament)
    assert request_odds(tournament=hall.tournament).pk == odds.pk
    stop_odds(odds=odds)
    work_out_odds(odds.pk)
    odds.refresh_from_db()
    assert (odds.state, odds.shares) == ("cancelled", {})
    with pytest.raises(Refused, match="not being calculated"):
        stop_odds(odds=odds)


@pytest.mark.parametrize("stops", [False, True])
def test_odds_report_progress_and_stop_when_asked(hall, monkeypatch, stops):
    odds, messages = request_odds(tournament=hall.tournament), []

    def report_and_note(work, **facts):
        messages.append(facts.get("games_done"))
        if stops and len(messages) == 5:
            stop_odds(odds=odds)
        return report(work, **facts)

    monkeypatch.setattr(odds_calculation, "report", report_and_note)
    work_out_odds(odds.pk)
    odds.refresh_from_db()
    done = [games for games in messages if games is not None]
    assert done == sorted(done)
    if stops:
        assert (odds.state, odds.scores) == ("cancelled", [])
        assert done[-1] < 24
    else:
        assert len({games for games in done if 0 < games < 24}) > 3
        assert (odds.state, done[-1]) == ("done", 24)


def test_odds_are_the_same_with_several_processes(hall, monkeypatch):
    alone = worked_out(hall)
    Odds.objects.all().delete()
    monkeypatch.setattr(odds_calculation, "FEW_GAMES", 0)
    monkeypatch.setattr(odds_calculation, "usable_cores", lambda: 2)
    together = worked_out(hall)
    assert (together.scores, together.shares) == (alone.scores, alone.shares)


def test_page_shows_error_and_time_and_offers_higher_precision(hall, director_of):
    director, address = director_of(hall.tournament), reverse("calculate_odds", args=[hall.tournament.slug])
    assert "Normal: ±2.7 points" in page(director, hall, "odds").content.decode()
    first = worked_out(hall)
    Odds.objects.update(games_seconds=10.0, seasons_seconds=2.0)
    error = usual_error(first)
    text = page(director, hall, "odds").content.decode()
    assert f"<span data-odds-error>±{error:.1f} points</span>" in text
    assert "<span data-odds-time>12 seconds</span>" in text
    assert f"High: ±{error / 2:.1f} points, 48 seconds" in text
    assert f"Highest: ±{error / 4:.1f} points, 3 minutes" in text
    director.post(address, {"precision": "2"})
    work_out_odds(first.pk)
    precise = Odds.objects.get()
    # with so few games, the estimated error is itself too rough to compare
    assert (precise.state, precise.games_wanted, precise.seasons) == ("done", 4 * 24, 4_000)


@pytest.mark.parametrize("precision", ["3", "much", "-1"])
def test_rejects_an_unknown_precision(hall, director_of, precision):
    director = director_of(hall.tournament)
    sent = {"precision": precision}
    answer = director.post(reverse("calculate_odds", args=[hall.tournament.slug]), sent, follow=True)
    assert "Choose a precision from the list." in answer.content.decode()
    address = reverse("api_odds", args=[hall.tournament.slug])
    assert director.post(address, sent, content_type="application/json").status_code == 400
    assert not Odds.objects.exists()


def test_public_odds_are_printed(hall):
    worked_out(hall)
    assert "To win the title" not in "".join(pages_of(standings_pdf(hall.tournament)))
    show_odds(tournament=hall.tournament, shown="always", actor=DIRECTOR)
    hall.tournament.refresh_from_db()
    text = "".join(pages_of(standings_pdf(hall.tournament)))
    assert "To win the title" in text
    assert "Sharks" in text


def test_api_calculates_and_returns_odds_with_errors(hall, client, director_of):
    address = reverse("api_odds", args=[hall.tournament.slug])
    assert client.get(address).json()["lines"] == []
    director = director_of(hall.tournament)
    response = director.post(address, content_type="application/json")
    assert (response.status_code, response.json()["state"]) == (202, "waiting")
    work_out_odds(Odds.objects.get().pk)
    assert director.patch(address, {"shown": "always"}, content_type="application/json").json() == {"shown": "always"}
    data = client.get(address).json()
    assert (data["seasons"], data["games"]) == (1_000, 24)
    assert data["usual_error"] > 0
    assert data["seconds"] > 0
    assert data["is_old"] is True
    assert [set(line) for line in data["lines"]] == [
        {"team", "name", "division", "advance", "advance_error", "win", "win_error"}
    ] * 3
