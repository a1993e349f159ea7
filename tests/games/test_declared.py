"""T0.09: Test rotations declared in advance: checked by T10.2, shown if the edition says so, and stored."""

from dataclasses import replace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from core.errors import Refused
from games.queries.declared import declared_cards, declared_for_series, rotation_of
from games.refusals import DeclarationRefusal
from games.services.declared import declare_rotation
from rules_engine.eligibility.declared import DeclarationFinding
from rules_engine.profile import load_profile, text_of
from tests.edition_scenes.scene import words
from tests.games.building import DESK, League, complete_games
from tests.refusing import refuses
from tournaments.models import Action, Series, Team, Tournament
from tournaments.services.undo import preview_undo, undo_action

pytestmark = [pytest.mark.django_db, pytest.mark.database]
ONLINE = "purestrat_online@1"


def league(**lines):
    edition = load_profile(ONLINE)
    edition = replace(edition, pitching=replace(edition.pitching, **lines))
    return League(profile_key=ONLINE, profile_text=text_of(edition))


def team_of(side):
    return Team.objects.select_related("tournament", "division").get(pk=side.team.pk)


def declare(side, starters):
    """Declare starters: a mapping of rounds to starter numbers by game."""
    cards = {
        number: [None if n is None else side.starters[n - 1].pk for n in numbers]
        for number, numbers in starters.items()
    }
    return declare_rotation(team=team_of(side), starters=cards, actor=DESK)


def names_of(rotation):
    return [
        [game.name.removeprefix("Sharks Starter ") for game in round_shown.games] for round_shown in rotation.rounds
    ]


def test_declared_season_checks_each_start_against_earlier_starts():
    made = league()
    declare(made.sharks, {1: [1, 2, 3], 2: [4, 5, 1], 3: [2, 3, 4]})
    assert names_of(rotation_of(team_of(made.sharks))) == [["1", "2", "3"], ["4", "5", "1"], ["2", "3", "4"]]
    with pytest.raises(Refused, match="Round 2, game 1, Sharks Starter 1: .*T10.2") as refused:
        declare(made.sharks, {2: [1, 5, 4]})
    assert refused.value.field == "start_2_1"
    assert declared_cards(team_of(made.sharks))[2] == [card.pk for card in made.sharks.starters[3:]] + [
        made.sharks.starters[0].pk
    ]


def test_starts_wiped_out_before_power_rounds_require_no_rest():
    wiped = {"starts_carry_into_power_rounds": False, "relief_carries_into_power_rounds": False}
    made = league(**wiped)
    Tournament.objects.update(round_robins=2, rounds_played=2, power_rounds=1)
    declare(made.sharks, {1: [1, 2, 3], 2: [4, 5, 1], 3: [1, 4, 5]})
    with pytest.raises(Refused, match="Round 3, game 2, Sharks Starter 1: .*T10.2"):
        declare(made.sharks, {3: [1, 1, 4]})
    with pytest.raises(Refused, match="Round 2, game 1, Sharks Starter 1: .*T10.2"):
        declare(made.sharks, {2: [1, 5, 4]})
    made.save(complete_games(made, made.series[0]))
    rotation = rotation_of(team_of(made.sharks))
    assert rotation.refused == [], "the round robin goes on, and the power round begins anew"


def test_starts_carry_into_power_rounds_if_the_rules_say_so():
    made = league()
    Tournament.objects.update(round_robins=2, rounds_played=2, power_rounds=1)
    with pytest.raises(Refused, match="Round 3, game 1, Sharks Starter 1: .*T10.2"):
        declare(made.sharks, {1: [1, 2, 3], 2: [4, 5, 1], 3: [1, 4, 5]})


def test_round_without_declared_starters_rests_the_previous_starters():
    made = league()
    declare(made.sharks, {1: [1, 2, 3], 3: [1, 2, 3]})
    assert rotation_of(team_of(made.sharks)).refused == []
    with pytest.raises(Refused, match="Round 2, game 1, Sharks Starter 3: .*T10.2"):
        declare(made.sharks, {2: [3, 4, 5]})


def test_rejects_relievers_opposing_pitchers_and_unscheduled_rounds():
    made = league()
    for starters, finding in (
        ({1: [made.sharks.relievers[0].pk]}, DeclarationFinding.NO_STARTER),
        ({1: [made.bears.starters[0].pk]}, DeclarationFinding.NO_STARTER),
        ({9: [made.sharks.starters[0].pk]}, DeclarationRefusal.NO_SUCH_ROUND),
        ({1: [made.sharks.starters[0].pk] * 4}, DeclarationRefusal.TOO_MANY_GAMES),
    ):
        with refuses(finding):
            declare_rotation(team=team_of(made.sharks), starters=starters, actor=DESK)
    assert declared_cards(team_of(made.sharks)) == {}


def test_declaration_is_final_and_public_once_the_season_starts():
    made = league()
    declare(made.sharks, {1: [1, 2, 3], 2: [4, 5, 1]})
    assert declared_for_series(Series.objects.get(pk=made.series[0].pk)) == []
    made.save(complete_games(made, made.series[0]))
    with pytest.raises(Refused, match="T0.09"):
        declare(made.sharks, {2: [5, 4, 1]})
    (shown,) = declared_for_series(Series.objects.get(pk=made.series[0].pk))
    assert shown.team.name == "Sharks"


def test_query_count_for_two_rotations_matches_a_single_rotation(django_assert_num_queries):
    made = league()
    for side in made.sides:
        declare(side, {1: [1, 2, 3]})
    made.save(complete_games(made, made.series[0]))
    team = team_of(made.sharks)
    series = Series.objects.select_related("home", "away", "tournament").get(pk=made.series[0].pk)
    with CaptureQueriesContext(connection) as series_queries:
        rotation_of(team)
    with django_assert_num_queries(len(series_queries)):
        assert {declaration.team.name for declaration in declared_for_series(series)} == {"Sharks", "Bears"}


def test_declaration_before_each_series_closes_only_started_rounds():
    made = league(rotation_declared="before_each_series")
    made.save(complete_games(made, made.series[0]))
    with pytest.raises(Refused, match="T0.09"):
        declare(made.sharks, {1: [1, 2, 3]})
    with pytest.raises(Refused, match="T10.2"):
        declare(made.sharks, {2: [3, 4, 5]})  # he started the previous game
    declare(made.sharks, {2: [4, 5, 1]})
    assert [bool(round_shown.still_open) for round_shown in rotation_of(team_of(made.sharks)).rounds] == [
        False,
        True,
        True,
    ]


def test_undeclared_starter_is_reported_but_the_game_counts(director_of):
    made = league()
    declare(made.sharks, {1: [1, 3, 2]})
    made.save(complete_games(made, made.series[0]))
    series = Series.objects.select_related("home", "away", "tournament").get(pk=made.series[0].pk)
    assert series.status == Series.Status.COMPLETE
    departures = [game.departure for game in rotation_of(team_of(made.sharks)).rounds[0].games]
    assert departures[0] is None
    assert str(departures[1]).startswith("T0.09")
    assert departures[1].facts["declared"] == "Sharks Starter 3"
    page = director_of(made.tournament).get(reverse("enter_series", args=[made.tournament.slug, series.pk]))
    assert "Sharks Starter 3 was declared to start game 2, but Sharks Starter 2 started it" in page.content.decode()
    assert "not a violation" in page.content.decode()


def test_rules_without_declarations_refuse_them():
    made = League()
    with pytest.raises(Refused, match="T0.09"):
        declare(made.sharks, {1: [1, 2, 3]})
    assert declared_for_series(made.series[0]) == []


def test_log_hides_starters_and_allows_undo_until_the_declaration_is_public():
    made = league()
    declare(made.sharks, {1: [1, 2, 3]})
    declare(made.sharks, {2: [4, 5, 1]})
    first, second = Action.objects.filter(verb="declare_rotation").order_by("pk")
    assert "Starter" not in second.sentence
    assert "changed its declared starters later" in preview_undo(action=first).refusal
    undo_action(action=second, actor=DESK)
    assert list(declared_cards(team_of(made.sharks))) == [1]
    made.save(complete_games(made, made.series[0]))
    assert "T0.09" in preview_undo(action=first).refusal


def test_manager_declares_the_rotation_on_its_page(manager_of, director_of):
    made = league()
    mine, second_manager = manager_of(made.sharks.team), manager_of(made.bears.team)
    address = reverse("rotation", args=[made.tournament.slug, made.sharks.team.pk])
    Tournament.objects.update(stage="round_robin")
    waits = (
        (mine, "me", "You haven't declared your starters yet (T0.09)"),
        (director_of(made.tournament), "dashboard", "Sharks hasn't declared its starters (T0.09)"),
    )
    for reader, page, sentence in waits:
        assert sentence in words(reader.get(f"/t/{made.tournament.slug}/{page}/"))
    order = {f"turn_{n}": card.pk for n, card in enumerate(made.sharks.starters[:4], start=1)}
    filled = mine.post(address, {**order, "turn_5": "", "turn_6": "", "fill": "1"}).content.decode()
    assert filled.count("selected") == 4 + 9
    assert declared_cards(team_of(made.sharks)) == {}
    typed = {
        f"start_{round_number}_{game}": made.sharks.starters[((round_number - 1) * 3 + game - 1) % 5].pk
        for round_number in (1, 2, 3)
        for game in (1, 2, 3)
    }
    assert mine.post(address, {**dict.fromkeys(typed, ""), "start_1_1": typed["start_1_1"]}).status_code == 302
    assert declared_cards(team_of(made.sharks)) == {1: [typed["start_1_1"], None, None]}
    assert mine.post(address, typed).status_code == 302
    for reader, page, sentence in waits:
        assert sentence not in words(reader.get(f"/t/{made.tournament.slug}/{page}/"))
    assert len(declared_cards(team_of(made.sharks))) == 3
    assert mine.post(address, {**typed, "start_1_2": made.sharks.starters[0].pk}).status_code == 409
    assert second_manager.post(address, typed).status_code == 403
    assert "Sharks Starter 1" not in second_manager.get(address).content.decode()
    made.save(complete_games(made, made.series[0]))
    assert "Sharks Starter 1" in second_manager.get(address).content.decode()
    series = second_manager.get(reverse("series", args=[made.tournament.slug, made.series[0].pk])).content.decode()
    assert "Sharks declared" in series
    assert (
        second_manager.get(reverse("rotation_pdf", args=[made.tournament.slug, made.sharks.team.pk])).status_code == 200
    )


def test_only_its_own_team_can_declare_through_the_api(manager_of):
    made = league()
    address = f"/api/v1/tournaments/{made.tournament.slug}/teams/{made.sharks.team.pk}/rotation/"
    body = {"rounds": [{"round": 1, "starters": [card.pk for card in made.sharks.starters[:3]]}]}
    answer = manager_of(made.sharks.team).put(address, body, content_type="application/json")
    assert answer.status_code == 200, answer.content
    assert answer.json()["rounds"][0]["starters"] == body["rounds"][0]["starters"]
    assert manager_of(made.bears.team).get(address).json() == {"rounds": []}
    assert manager_of(made.bears.team).put(address, body, content_type="application/json").status_code == 403
