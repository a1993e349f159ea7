"""Test an edition's open questions: asked before the draft in its newest version, and once in earlier ones."""

import pytest
from django.test import Client

from rules_engine.eligibility.game_ending import conceded_score
from rules_engine.profile import load_profile, with_lines
from tests.edition_scenes.scene import words
from tournaments.action_log.writing import PROGRAM
from tournaments.models import Action, Tournament
from tournaments.services.setup import create_tournament
from tournaments.services.stages import obstacles_ahead
from tournaments.services.undo import undo_action

pytestmark = pytest.mark.django_db

FIRST_DAY = "game.rounds_on_first_day"
THREE_POINTS = {"game.concession_lead", "game.double_switch_from", "game.pitcher_hits_for_fielder"}


def made(edition: str, stage: str = Tournament.Stage.SIGN_UP) -> Tournament:
    tournament = create_tournament(actor=PROGRAM, name="Worlds", profile_key=edition)
    Tournament.objects.filter(pk=tournament.pk).update(stage=stage)
    tournament.refresh_from_db()
    return tournament


def post(browser: Client, tournament: Tournament, **values: object):
    """Submit the page's form with these values."""
    tournament.refresh_from_db()
    address = f"/t/{tournament.slug}/rules/set/"
    form = browser.get(address).context["form"]
    shown = {field.html_name: field.value() for field in form if field.value() is not None}
    typed = {name.replace("__", "."): value for name, value in values.items()}
    answer = browser.post(address, {**shown, "version": tournament.version, **typed}, follow=True)
    tournament.refresh_from_db()
    return answer


def test_t33_0_first_day_rounds_are_set_before_the_draft(director_of):
    tournament = made("purestrat_nationals@2")
    director = director_of(tournament)
    assert "leaves one rule to the director" in obstacles_ahead(tournament)[0].sentence
    page = words(director.get(f"/t/{tournament.slug}/rules/"))
    assert "The director sets how many rounds are played on the first day. left to the director" in page
    assert post(director, tournament).status_code == 400, "there is no proposal"
    assert "at least 1" in words(post(director, tournament, game__rounds_on_first_day="0"))
    page = words(post(director, tournament, game__rounds_on_first_day="4"))
    assert "Rounds played on the first day: 4." in page
    assert "set by the director" in page
    assert not any("to the director" in obstacle.sentence for obstacle in obstacles_ahead(tournament))


@pytest.mark.parametrize(
    ("edition", "more"), [("stpc_2020@2", set()), ("stpc_2024@2", {"division.imputed_per_division"})]
)
def test_open_rules_in_the_2020_edition_block_the_draft(edition, more):
    assert {*load_profile(edition).open_settings} == THREE_POINTS | more
    assert "leaves" in obstacles_ahead(made(edition))[0].sentence


def test_t33_0_first_version_tournament_confirms_its_rounds_once(director_of, client):
    tournament = made("purestrat_nationals@1", Tournament.Stage.ROUND_ROBIN)
    director, dashboard = director_of(tournament), f"/t/{tournament.slug}/dashboard/"
    assert tournament.profile.game.rounds_on_first_day == 5
    sentence = "No source settles 1 rule in this edition. Confirm or change the current values (T0.09)"
    assert sentence in words(director.get(dashboard))
    rules = f"/t/{tournament.slug}/rules/"
    assert "Rounds played on the first day: 5. left to the director" in words(client.get(rules))
    page = words(post(director, tournament))
    assert "Rounds played on the first day: 5. set by the director" in page
    assert sentence not in words(director.get(dashboard))
    assert (tournament.profile.key, tournament.profile.game.rounds_on_first_day) == ("purestrat_nationals@1", 5)
    assert "so you can't change them" in words(director.get(f"{rules}set/"))
    undo_action(action=Action.objects.latest("pk"), actor=PROGRAM)
    assert sentence in words(director.get(dashboard))
    post(director, tournament, game__rounds_on_first_day="3")
    assert tournament.profile.game.rounds_on_first_day == 3


def test_after_the_draft_only_newly_opened_rules_can_be_set(director_of):
    tournament = made("stpc_2020@1", Tournament.Stage.DRAFT)
    director = director_of(tournament)
    page = words(director.get(f"/t/{tournament.slug}/rules/set/"))
    assert "A conceded game is lost by at least … runs." in page
    assert "mercy" not in page
    post(director, tournament, game__concession_lead="0", game__mercy="yes", game__double_switch_from="3")
    assert (tournament.profile.game.concession_lead, tournament.profile.game.mercy) == (0, False)
    assert "A conceded game keeps its score." in words(director.get(f"/t/{tournament.slug}/rules/"))


def test_complete_edition_has_no_open_rules(director_of):
    tournament = made("purestrat@1", Tournament.Stage.ROUND_ROBIN)
    director = director_of(tournament)
    assert "No source settles" not in words(director.get(f"/t/{tournament.slug}/dashboard/"))

    assert "so you can't change them" in words(director.get(f"/t/{tournament.slug}/rules/set/"))


def test_t0_05_director_can_let_a_conceded_game_retain_its_score():
    profile = with_lines(load_profile("stpc_2020@2"), {"game.concession_lead": 0}, "our club's rule")
    assert conceded_score(14, 2, profile) == (14, 2)
