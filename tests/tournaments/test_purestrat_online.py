"""Test a purestrat_online tournament from sign-up on: d100 rolls for positions, 20 games, and 8 in power rounds."""

import pytest
from django.urls import reverse

from tests.edition_scenes.scene import words
from tournaments.action_log.writing import PROGRAM
from tournaments.models import Series, SlotRoll, Tournament
from tournaments.services.power_rounds import pair_power_round

pytestmark = pytest.mark.django_db

FORM = {
    "name": "Online league",
    "time_zone": "America/Chicago",
    "profile_key": "purestrat_online@2",
    "series_length": 3,
    "round_robins": 1,
    "rounds_played": 0,
    "power_rounds": 0,
    "advance_per_division": 2,
    "wild_cards": 0,
    "best_of": "5,7",
    "home_pattern": "2-3-2",
    "paper": "letter",
    "version": 0,
}


def opened(organizer, **otherwise) -> Tournament:
    answer = organizer.post(reverse("new_tournament"), {**FORM, **otherwise})
    assert answer.status_code == 302, words(answer)
    return Tournament.objects.get()


def better_teams_win_all_four():
    for series in Series.objects.exclude(status=Series.Status.COMPLETE).select_related("home", "away"):
        home = series.home.slot < series.away.slot
        series.status, series.outcomes = Series.Status.COMPLETE, "HHHH" if home else "AAAA"
        series.home_wins, series.away_wins = (4, 0) if home else (0, 4)
        series.save()


def test_every_team_plays_28_games(organizer):
    tournament = opened(organizer)
    slug = tournament.slug
    assert (tournament.series_length, tournament.rounds_played, tournament.power_rounds) == (4, 5, 2)
    organizer.post(reverse("divisions", args=[slug]), {"count": 1})
    for number in range(8):
        organizer.post(reverse("add_team", args=[slug]), {"team": f"Club {number}", "manager": f"Ann {number}"})
    assert tournament.teams.count() == 8
    assert "Roll the d100 for" in words(organizer.get(reverse("rolls", args=[slug])))
    organizer.post(reverse("roll_dice", args=[slug]))
    values = list(SlotRoll.objects.values_list("value", flat=True))
    assert len(values) >= 8
    assert all(1 <= value <= 100 for value in values)
    for slot, team in enumerate(tournament.teams.all(), start=1):
        team.slot = slot
        team.division = tournament.divisions.get()
        team.save()
    Tournament.objects.update(stage="round_robin")
    division = tournament.divisions.get()
    organizer.post(reverse("schedule_publish", args=[slug, division.pk]))
    assert {series.games_planned for series in Series.objects.all()} == {4}
    assert max(series.round for series in Series.objects.all()) == 5
    for _ in range(2):
        better_teams_win_all_four()
        pair_power_round(division=division, actor=PROGRAM)
    for team in tournament.teams.all():
        of_team = [*team.home_series.all(), *team.away_series.all()]
        assert sum(series.games_planned for series in of_team) == 28
        assert sum(series.games_planned for series in of_team if series.round > 5) == 8


def test_custom_format_overrides_the_editions_and_rules_show_both(organizer):
    tournament = opened(organizer, series_length=2, power_rounds=1)
    assert (tournament.series_length, tournament.rounds_played, tournament.power_rounds) == (2, 0, 1)
    page = words(organizer.get(reverse("rules", args=[tournament.slug])))
    assert "2 (the edition says 4)" in page
    assert "power rounds (the edition says 2)" in page


def test_changing_the_edition_during_sign_up_applies_its_format(organizer):
    tournament = opened(organizer, profile_key="purestrat@2")
    assert tournament.series_length == 3
    later = {**FORM, "version": tournament.version}
    organizer.post(reverse("settings", args=[tournament.slug]), later)
    tournament.refresh_from_db()
    assert (tournament.series_length, tournament.rounds_played, tournament.power_rounds) == (4, 5, 2)
