"""Test mistakes by both managers (T31.8), the last clause of T31.6, and questions that the pitching sheet answers."""

import pytest
from django.urls import reverse

from games.models import Mistake
from rules_engine.eligibility.mistakes import MistakeKind
from tests.edition_scenes.scene import words
from tests.games.building import DESK, League, complete_games
from tournaments.models import Action, Notice
from tournaments.services.undo import undo_action

pytestmark = pytest.mark.django_db


@pytest.fixture
def league():
    league = League(profile_text="", stage="round_robin")
    league.save(complete_games(league, league.series[0])[:2])
    return league


def report(league, client, kind, **fields):
    address = reverse("report_mistake", args=[league.tournament.slug, league.series[0].pk])
    offended = {} if kind in ("dice", "other") else {"offended": league.bears.team.pk}
    return client.post(address, {"kind": kind, "game": "2", "inning": "7", **offended, **fields}, follow=True)


def question_page(league, client, kind, **query):
    address = reverse("report_mistake", args=[league.tournament.slug, league.series[0].pk])
    return client.get(address, {"kind": kind, "game": "2", "offended": league.bears.team.pk, **query})


def answer(league, client, choice):
    mistake = Mistake.objects.get()
    return client.post(f"/t/{league.tournament.slug}/mistakes/{mistake.pk}/answer/", {"choice": choice}, follow=True)


@pytest.mark.parametrize("kind", ["dice", "other"])
def test_t31_8_is_no_mistake_until_both_managers_agree(league, manager_of, kind):
    sharks, bears = manager_of(league.sharks.team), manager_of(league.bears.team)
    page = report(league, sharks, kind, recognised_in_time="on", note="Bunt with two out")
    assert "it is not a mistake unless both managers agree" in words(page)
    answer(league, sharks, "from_dice")
    assert (Mistake.objects.get().chosen, Mistake.objects.get().proposed) == ("", "from_dice")
    answer(league, bears, "from_dice")
    mistake = Mistake.objects.get()
    assert (mistake.chosen, mistake.reason) == ("from_dice", "both managers agree, and it was found in time")
    assert Notice.objects.filter(about=mistake.about_playing_on, answered_at=None).exists()


def test_t31_8_counterproposal_goes_back_to_the_first_manager(league, manager_of):
    sharks, bears = manager_of(league.sharks.team), manager_of(league.bears.team)
    report(league, sharks, "dice", recognised_in_time="on")
    answer(league, sharks, "replay")
    answer(league, bears, "from_dice")
    mistake = Mistake.objects.get()
    assert (mistake.chosen, mistake.proposed, mistake.agreed) == ("", "from_dice", [league.bears.team.pk])
    answer(league, sharks, "from_dice")
    assert Mistake.objects.get().chosen == "from_dice"


def test_t31_8_undoing_the_agreement_reopens_the_mistake(league, manager_of):
    clients = manager_of(league.sharks.team), manager_of(league.bears.team)
    report(league, clients[0], "dice", recognised_in_time="on")
    for client in clients:
        answer(league, client, "from_dice")
    undo_action(action=Action.objects.latest("pk"), actor=DESK)
    mistake = Mistake.objects.get()
    assert (mistake.chosen, mistake.proposed, mistake.agreed) == ("", "", [])
    assert mistake.reason == "it is not a mistake unless both managers agree"


def test_t31_8_late_discovery_offers_no_options(league, manager_of):
    page = words(report(league, manager_of(league.sharks.team), "other", note="Batted out of turn"))
    assert "after the first batter of the next half-inning" in page
    assert Mistake.objects.get().options == []


def test_t31_8_other_mistakes_require_a_description(league, manager_of):
    page = report(league, manager_of(league.sharks.team), "other", recognised_in_time="on")
    assert page.status_code == 400
    assert "Enter what happened, in one sentence (T31.8)." in words(page)


@pytest.mark.parametrize(
    ("legal", "sentence"),
    [
        ({"can_be_made_legal": "on"}, "the lineup must be made legal"),
        ({}, "he keeps playing the position with the worst defense"),
    ],
)
def test_t31_6_player_without_a_legal_replacement_stays_at_his_worst_rating(league, manager_of, legal, sentence):
    page = report(league, manager_of(league.bears.team), "defence", needed_for_defence="on", **legal)
    assert sentence in words(page)


def test_offers_only_the_offending_teams_pitchers(league, manager_of):
    page = question_page(league, manager_of(league.bears.team), "illegal_pitcher").content.decode()
    assert "Sharks Starter 1" in page
    assert "Bears Starter 1" not in page
    page = question_page(league, manager_of(league.bears.team), "illegal_pitcher", offended=league.sharks.team.pk)
    assert "Sharks Starter 1" not in page.content.decode()


def test_facts_known_from_the_sheet_are_not_requested(league, manager_of):
    client = manager_of(league.bears.team)
    page = question_page(league, client, "illegal_pitcher").content.decode()
    assert 'name="batters_faced"' in page
    assert 'name="was_eligible"' not in page
    assert 'name="started"' not in page
    coming = question_page(league, client, "illegal_pitcher", game=3).content.decode()
    assert 'name="started"' in coming
    assert 'name="was_eligible"' not in coming
    # until game 2 is entered, no one knows who is rested for game 3 of the next series
    assert 'name="outs_left"' not in question_page(league, client, "last_third").content.decode()


def test_sheet_determines_eligibility(league, manager_of):
    rested, tired = league.sharks.starters[2], league.sharks.starters[0]
    for card, eligible in ((rested, 1), (tired, 0)):
        fields = {"game": "3", "batters_faced": "2", "started": "on", "card": card.pk}
        report(league, manager_of(league.bears.team), "illegal_pitcher", **fields)
        assert Mistake.objects.latest("pk").facts["was_eligible"] == eligible


def test_pinch_hitter_without_a_pitching_card_cannot_pitch(league, manager_of):
    fields = {"pitchers_who_may_pitch": "3"}
    report(league, manager_of(league.bears.team), "pitcher_not_announced", **fields)
    assert Mistake.objects.get().facts["pinch_hitter_may_pitch"] == 0
    report(league, manager_of(league.bears.team), "pitcher_not_announced", card=league.sharks.relievers[0].pk, **fields)
    assert Mistake.objects.latest("pk").facts["pinch_hitter_may_pitch"] == 1


def test_every_mistake_kind_has_a_form(league, manager_of):
    for kind in MistakeKind:
        assert question_page(league, manager_of(league.bears.team), kind.value).status_code == 200
