"""Test that a team's requirements from rulings appear on its pages and printouts until they are met.

The weekend is that of test_dropped_teams.py, with eight teams, seven rounds of two games, and a team gone after round
3.
"""

import pytest
from django.test import Client
from django.urls import reverse

from drafts.models import Pick
from games.models import Game
from games.queries.carry_over import carryover_rules
from games.queries.requirements import requirements_of
from games.queries.usage import usage_of_teams
from games.scoresheet.entries import GameEntry
from tests.edition_scenes.scene import words
from tests.games.building import League, won_by_home
from tests.games.test_dropped_teams import RoundRobin, after_the_drop, play_on
from tests.pdf_reading import pages_of
from tournaments.action_log.writing import PROGRAM
from tournaments.models import Series, Team, Tournament
from tournaments.services.dropouts import drop_team
from tournaments.services.undo import undo_action

pytestmark = pytest.mark.django_db

LAST_SERIES = "Your last series, games 13 and 14, uses the rotation from games 3 and 4."
SWINGMEN = "Save your swingmen in games 11 and 12."
NEXT_ROUND = "Set your rotation for the playoffs from games 11 and 12, your second-to-last series."


def required(team: Team) -> list[str]:
    tournament = Tournament.objects.get(pk=team.tournament_id)
    requirements = requirements_of(usage_of_teams(team.pk)[team.pk], carryover_rules(tournament))
    return [requirement.code for requirement in requirements]


def shown(browser: Client, team: Team) -> dict[str, str]:
    """Return the text of every page and printout that shows a team's requirements."""
    slug = team.tournament.slug
    sheet = browser.get(reverse("sheet", args=[slug, team.pk]))
    _, _, planner = sheet.content.decode().partition('id="planner"')
    sheet_words = words(sheet)
    papers = {
        kind: browser.get(reverse("sheet_pdf", args=[slug, team.pk, kind])).content for kind in ("current", "blank")
    }
    papers["team sheet"] = browser.get(reverse("team_sheet_pdf", args=[slug, team.pk])).content
    printed = {name: " ".join(" ".join(pages_of(paper)).split()) for name, paper in papers.items()}
    own = words(browser.get(f"{reverse('my_team', args=[slug])}?team={team.pk}"))
    return {"page": own, "sheet": sheet_words, "planner": planner, **printed}


def test_t0_08_item_3_is_shown_everywhere_until_the_last_series_is_over(director_of):
    weekend = after_the_drop()
    sharks = weekend.sharks.team
    director = director_of(weekend.tournament)
    for place, text in shown(director, sharks).items():
        if place != "planner":
            assert f"{LAST_SERIES} {SWINGMEN}" in text, place
            assert NEXT_ROUND in text, place
    play_on(weekend, last=5)
    assert required(sharks) == ["last_series_and_swingmen", "next_round"]
    assert 'data-requirement="last_series_and_swingmen"' in shown(director, sharks)["planner"], (
        "games 11-14 are planned"
    )
    play_on(weekend, first=6)
    assert required(sharks) == ["last_series", "next_round"]
    assert "swingmen" not in shown(director, sharks)["page"]
    weekend.play(weekend.of_sharks(7), Sharks="CD")
    assert required(sharks) == ["next_round"]
    for place, text in shown(director, sharks).items():
        assert LAST_SERIES not in text, place


def test_t0_08_swingmen_warning_needs_five_starters_including_a_swingman():
    weekend = after_the_drop()
    Pick.objects.filter(card=weekend.sharks.swingman).delete()
    assert required(weekend.sharks.team)[0] == "last_series"


def test_t0_08_next_rotation_is_shown_until_the_first_playoff_series_ends():
    weekend = after_the_drop()
    play_on(weekend)
    weekend.play(weekend.of_sharks(7), Sharks="CD")
    sharks, bears = weekend.sharks.team, weekend.bears.team
    Tournament.objects.update(stage=Tournament.Stage.PLAYOFFS)
    assert required(sharks) == [], "Sharks have not qualified"
    best_of = Series.objects.create(
        tournament=weekend.tournament, stage=Series.Stage.PLAYOFF, round=1, home=sharks, away=bears, games_planned=3
    )
    assert required(sharks) == ["next_round"]
    best_of.status = Series.Status.COMPLETE
    best_of.save()
    assert required(sharks) == []


def test_t0_08_next_rotation_is_not_required_without_carryover():
    weekend = after_the_drop()
    Tournament.objects.update(pitching_carries_over=False)
    assert required(weekend.sharks.team) == ["last_series_and_swingmen"]


def test_t0_08_item_1_bye_is_shown_until_the_team_plays_again(director_of):
    weekend = after_the_drop()
    coming = next(
        series
        for series in Series.objects.filter(status=Series.Status.VOID, round=4)
        if weekend.dropped in series.teams()
    )
    opponent = next(team for team in coming.teams() if team != weekend.dropped)
    sentence = f"Round 4 is a bye: {weekend.dropped.name} dropped out. Your pitching sheet doesn't change."
    director = director_of(weekend.tournament)
    for place, text in shown(director, opponent).items():
        if place != "planner":
            assert sentence in text, place
    weekend.play(weekend.series_of(opponent, 5), **{weekend.last.team.name: "CD"})
    for place, text in shown(director, opponent).items():
        assert sentence not in text, place


def test_t0_08_item_2_erased_series_is_shown_until_the_next_series_ends(director_of):
    weekend = after_the_drop()
    last = weekend.last.team
    sentence = f"Your round 3 series against {weekend.dropped.name} is erased from your pitching sheet"
    director = director_of(weekend.tournament)
    for place, text in shown(director, last).items():
        if place != "planner":
            assert sentence in text, place
    weekend.play(weekend.series_of(last, 4), **{last.name: "CD"})
    for place, text in shown(director, last).items():
        assert sentence not in text, place


def test_t0_08_undoing_the_drop_removes_all_requirements():
    weekend = after_the_drop()
    undo_action(action=weekend.tournament.actions.filter(verb="drop_team").get(), actor=PROGRAM)
    assert [required(side.team) for side in weekend.sides] == [[]] * 8


def with_a_suspended_game() -> tuple[League, Game]:
    league = League(stage=Tournament.Stage.ROUND_ROBIN)
    sharks, bears = league.sharks, league.bears
    outings = sharks.start(1, "6.0"), bears.start(1, "5.0")
    league.save([GameEntry(1, home_runs=1, away_runs=0, innings=6, ending="suspended", outings=outings)])
    return league, Game.objects.get(status="suspended")


def test_t33_0_suspended_game_is_shown_to_both_teams_until_it_is_finished(director_of):
    league, game = with_a_suspended_game()
    director = director_of(league.tournament)
    for team, opponent in ((league.sharks.team, "Bears"), (league.bears.team, "Sharks")):
        sentence = f"Game 1 against {opponent} is suspended. Relief in games 2-4 counts against the rest of that game."
        for place, text in shown(director, team).items():
            assert sentence in text, (place, team)
    league.save([won_by_home(1, [league.sharks.start(1, "9.0")], [league.bears.start(1, "8.0")])])
    assert (required(league.sharks.team), required(league.bears.team)) == ([], [])
    game.refresh_from_db()
    assert game.status == Game.Status.FINAL


def test_t0_08_suspended_game_against_a_dropped_team_is_void(director_of):
    """Three teams have played the dropped team. The Sharks' unfinished game against it stays on their sheet."""
    weekend = RoundRobin()
    weekend.dropped = weekend.opponent(weekend.of_sharks(2), weekend.sharks.team).team
    weekend.play(weekend.series_of(weekend.dropped, 1))
    met = weekend.of_sharks(2)
    outings = tuple(weekend.side_of[team].start(3, "5.0") for team in (met.home_id, met.away_id))
    halted = GameEntry(1, home_runs=1, away_runs=0, innings=5, ending="suspended", outings=outings)
    weekend.save([halted], met, first_home=met.home_id)
    weekend.play(weekend.series_of(weekend.dropped, 3), **{weekend.dropped.name: "DA"})
    assert "suspended" in required(weekend.sharks.team)
    drop_team(team=weekend.dropped, actor=PROGRAM, after_round=3, cover="nobody")
    assert "suspended" not in required(weekend.sharks.team)
    director = director_of(weekend.tournament)
    slug = weekend.tournament.slug
    assert "No games are suspended" in words(director.get(reverse("suspended", args=[slug])))
    assert "Finish the game" not in words(director.get(reverse("dashboard", args=[slug])))
    own = f"{reverse('my_team', args=[slug])}?team={weekend.sharks.team.pk}"
    assert "Suspended game" not in words(director.get(own))


def test_t31_2_rest_after_an_accepted_appearance_is_shown_until_it_ends(director_of):
    league = League(stage=Tournament.Stage.ROUND_ROBIN)
    sharks, bears = league.sharks, league.bears
    first = [
        won_by_home(1, [sharks.start(1, "9.0")], [bears.start(1, "8.0")]),
        won_by_home(2, [bears.start(2, "9.0")], [sharks.start(2, "8.0")]),
        won_by_home(3, [sharks.start(1, "9.0", accept=True, footnote="nobody notice_items")], [bears.start(3, "8.0")]),
    ]
    league.save(first)
    director = director_of(league.tournament)
    sentence = "Sharks Starter 1's accepted appearance in game 3 counts: he can't start in games 4-6."
    for place, text in shown(director, sharks.team).items():
        assert sentence in text.replace("&#x27;", "'"), place
    second = [
        won_by_home(1, [sharks.start(3, "9.0")], [bears.start(4, "8.0")]),
        won_by_home(2, [bears.start(5, "9.0")], [sharks.start(4, "8.0")]),
        won_by_home(3, [sharks.start(5, "9.0")], [bears.start(1, "8.0")]),
    ]
    league.save(second[:2], league.series[1], complete=False)
    assert required(sharks.team) == ["does_not_start"]
    league.save(second, league.series[1])
    assert required(sharks.team) == []
    for place, text in shown(director, sharks.team).items():
        assert "accepted appearance" not in text, place
