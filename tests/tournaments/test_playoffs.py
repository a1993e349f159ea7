"""Test the playoffs: seeded from the standings, played to a champion, and never paired wrongly."""

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from core.errors import Refused
from rules_engine.profile import default_profile, load_profile, text_of
from tests.factories import DivisionFactory, TeamFactory, TournamentFactory
from tests.markup import as_single_line
from tests.pdf_reading import pages_of
from tests.refusing import refuses
from tests.tournaments.test_standings import play
from tournaments.action_log.writing import PROGRAM, record_action
from tournaments.documents import standings_pdf
from tournaments.models import Action, Series, Team, Tournament
from tournaments.queries.bracket_picture import bracket_picture
from tournaments.queries.playoffs import load_bracket
from tournaments.refusals import PlayoffRefusal
from tournaments.services.playoffs import remove_playoffs, start_playoffs, update_bracket
from tournaments.services.undo import preview_undo, undo_action

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def tournament() -> Tournament:
    """Create two divisions of three. In each, the first team won everything and the second beat the third."""
    tournament = TournamentFactory(advance_per_division=2, best_of="5,7", stage="round_robin")
    for position, name in enumerate(["East", "West"], start=1):
        division = DivisionFactory(tournament=tournament, name=name, position=position)
        first_team, two, three = (TeamFactory(division=division, slot=n, name=f"{name} {n}") for n in (1, 2, 3))
        play(first_team, two, "HHH" if position == 1 else "HHA")
        play(first_team, three, "HHH")
        play(two, three, "HHH")
    return tournament


def win(series: Series, winner: Team) -> None:
    """Set the result that the games service would tally."""
    letter = "H" if winner.pk == series.home_id else "A"
    needed = series.games_planned // 2 + 1
    Series.objects.filter(pk=series.pk).update(
        outcomes=letter * needed,
        home_wins=needed * (letter == "H"),
        away_wins=needed * (letter == "A"),
        status=Series.Status.COMPLETE,
    )


def best_of(tournament: Tournament, place: int) -> Series:
    return tournament.series.select_related("home", "away").get(stage=Series.Stage.PLAYOFF, bracket_place=str(place))


def test_division_winners_are_seeded_first(tournament: Tournament) -> None:
    seeds = start_playoffs(tournament=tournament, actor=PROGRAM)
    assert [team.name for team in seeds] == ["East 1", "West 1", "West 2", "East 2"]
    first, second = best_of(tournament, 1), best_of(tournament, 2)
    assert (first.home.name, first.away.name, first.games_planned) == ("East 1", "East 2", 5)
    assert (second.home.name, second.away.name) == ("West 1", "West 2")
    assert first.is_best_of
    assert first.home_decided


def test_winners_are_seeded_by_the_editions_ranking_rule(client: Client) -> None:
    """West 1 has more games over .500, and East 1 has the better percentage."""
    profile = load_profile(default_profile())
    shares = replace(profile, standings=replace(profile.standings, rank_by="winning_percentage"))
    tournament = TournamentFactory(advance_per_division=1, stage="round_robin", profile_text=text_of(shares))
    for position, (name, outcomes) in enumerate([("West", "HHHHA"), ("East", "HH")], start=1):
        division = DivisionFactory(tournament=tournament, name=name, position=position)
        play(*(TeamFactory(division=division, slot=n, name=f"{name} {n}") for n in (1, 2)), outcomes)
    page = client.get(reverse("bracket", args=[tournament.slug])).content.decode()
    assert "then winning percentage" in page
    assert page.index("East 1") < page.index("West 1")
    start_playoffs(tournament=tournament, actor=PROGRAM)
    assert [team.name for team in load_bracket(tournament).seeds] == ["East 1", "West 1"]


def third_place_ahead_of_a_second(**settings: Any) -> Tournament:
    """East 3 finishes at +3 behind two better records. West 2 has 0 and is second."""
    tournament = TournamentFactory(advance_per_division=3, best_of="5,7", stage="round_robin", **settings)
    east = DivisionFactory(tournament=tournament, name="East", position=1)
    teams = [TeamFactory(division=east, slot=n, name=f"East {n}") for n in range(1, 6)]
    for place, outcomes in enumerate(["HHHHHH", "HHHHH", "HHH"]):
        play(teams[place], teams[3 + place % 2], outcomes)
    west = DivisionFactory(tournament=tournament, name="West", position=2)
    first, second, third, fourth = (TeamFactory(division=west, slot=n, name=f"West {n}") for n in range(1, 5))
    play(first, third, "HH")
    play(second, fourth, "H")
    play(third, fourth, "HH")
    return tournament


@pytest.mark.parametrize(
    ("edition", "order", "sentence"),
    [
        (
            "purestrat@2",
            ["East 1", "West 1", "East 2", "East 3", "West 2", "West 3"],
            "Seeding: division winners first, then games over .500. A d20 breaks ties between equal records.",
        ),
        (
            "purestrat@1",
            ["East 1", "West 1", "East 2", "West 2", "East 3", "West 3"],
            "Seeding: place in the division first, then games over .500. A d20 breaks ties between equal records.",
        ),
    ],
)
def test_seeding_follows_the_edition_and_is_explained_on_the_bracket(client, edition, order, sentence) -> None:
    tournament = third_place_ahead_of_a_second(profile_key=edition)
    start_playoffs(tournament=tournament, actor=PROGRAM)
    assert [team.name for team in load_bracket(tournament).seeds] == order
    for name in ("bracket", "bracket_big_screen"):
        assert sentence in client.get(reverse(name, args=[tournament.slug])).content.decode()
    assert sentence in " ".join("".join(pages_of(standings_pdf(tournament, runs={}))).split())
    assert client.get(reverse("api_best_ofs", args=[tournament.slug])).json()["seeding"] == sentence


def test_semifinal_winners_meet_in_the_final(tournament: Tournament) -> None:
    start_playoffs(tournament=tournament, actor=PROGRAM)
    for place in (1, 2):
        series = best_of(tournament, place)
        win(series, series.away)
        update_bracket(tournament)
    final = best_of(tournament, 3)
    assert {final.home.name, final.away.name} == {"East 2", "West 2"}
    assert (final.home.name, final.games_planned) == ("West 2", 7), "the better seed opens at home"
    assert str(final) == "East 2 at West 2, final"
    assert load_bracket(tournament).champion is None
    win(final, final.home)
    update_bracket(tournament)
    assert load_bracket(tournament).champion == final.home


def test_corrected_semifinal_replaces_an_unstarted_final(tournament: Tournament) -> None:
    start_playoffs(tournament=tournament, actor=PROGRAM)
    for place in (1, 2):
        series = best_of(tournament, place)
        win(series, series.home)
        update_bracket(tournament)
    win(best_of(tournament, 1), best_of(tournament, 1).away)
    update_bracket(tournament)
    assert {best_of(tournament, 3).home.name, best_of(tournament, 3).away.name} == {"West 1", "East 2"}
    Series.objects.filter(pk=best_of(tournament, 3).pk).update(status=Series.Status.PLAYING)
    win(best_of(tournament, 1), best_of(tournament, 1).home)
    with refuses(PlayoffRefusal.PAIRING_CHANGED):
        update_bracket(tournament)


@pytest.mark.parametrize("series", ["another winner", "no result"])
def test_semifinal_cannot_change_after_the_final(tournament: Tournament, series: str) -> None:
    start_playoffs(tournament=tournament, actor=PROGRAM)
    for place in (1, 2, 3):
        win(best_of(tournament, place), best_of(tournament, place).home)
        update_bracket(tournament)
    semifinal = best_of(tournament, 1)
    if series == "another winner":
        win(semifinal, semifinal.away)
    else:
        Series.objects.filter(pk=semifinal.pk).update(
            outcomes="", home_wins=0, away_wins=0, status=Series.Status.SCHEDULED
        )
    with refuses(PlayoffRefusal.WINNER_ELIMINATED):
        update_bracket(tournament)


def test_seeding_is_refused_while_a_tie_or_game_is_open(tournament: Tournament) -> None:
    Series.objects.filter(tournament=tournament, home__name="East 1", away__name="East 2").update(
        outcomes="HH", home_wins=2
    )
    with pytest.raises(Refused, match="East: some games haven't been played yet"):
        start_playoffs(tournament=tournament, actor=PROGRAM)
    assert not Team.objects.filter(seed__isnull=False).exists()


def test_seeding_can_be_removed_until_a_game_begins(tournament: Tournament, director_of) -> None:
    director = director_of(tournament)
    start_playoffs(tournament=tournament, actor=PROGRAM)
    remove_playoffs(tournament=tournament, actor=PROGRAM)
    assert not tournament.series.filter(stage=Series.Stage.PLAYOFF).exists()
    start_playoffs(tournament=tournament, actor=PROGRAM)
    assert "Undo seeding" in as_single_line(director.get(f"/t/{tournament.slug}/playoffs/").content.decode())
    Series.objects.filter(pk=best_of(tournament, 1).pk).update(status=Series.Status.PLAYING)
    assert "Undo seeding" not in as_single_line(director.get(f"/t/{tournament.slug}/playoffs/").content.decode())
    with refuses(PlayoffRefusal.SERIES_STARTED):
        remove_playoffs(tournament=tournament, actor=PROGRAM)


def test_seeding_can_be_undone_and_redone_in_the_same_order(
    tournament: Tournament,
) -> None:
    seeds = [team.pk for team in start_playoffs(tournament=tournament, actor=PROGRAM)]
    action = Action.objects.get(verb="start_best_ofs")
    preview = preview_undo(action=action)
    assert preview.changes[0] == "East 1 is no longer seeded 1."
    assert len([change for change in preview.changes if change.endswith("was removed from the schedule.")]) == 2
    assert tournament.series.filter(stage=Series.Stage.PLAYOFF).count() == 2, "the preview has changed nothing"
    undone = undo_action(action=action, actor=PROGRAM)
    assert not tournament.series.filter(stage=Series.Stage.PLAYOFF).exists()
    undo_action(action=undone, actor=PROGRAM)
    assert [team.pk for team in load_bracket(tournament).seeds] == seeds
    assert tournament.series.filter(stage=Series.Stage.PLAYOFF).count() == 2
    remove_playoffs(tournament=tournament, actor=PROGRAM)
    taken_back = Action.objects.get(verb="take_back_best_ofs")
    second = Team.objects.get(name="West 2")
    Series.objects.filter(home=second).update(outcomes="AAA", home_wins=0, away_wins=3)
    assert preview_undo(action=taken_back).refusal == str(Refused(PlayoffRefusal.OTHER_SEEDING))


def stage_of(tournament: Tournament) -> str:
    """Return the stage shown by the API and the tournament's page."""
    return str(Client().get(reverse("api_tournament", args=[tournament.slug])).json()["stage"])


def test_stage_follows_seeding_removal_and_undo(tournament: Tournament, director_of) -> None:
    director = director_of(tournament)
    director.post(reverse("start_playoffs", args=[tournament.slug]))
    assert stage_of(tournament) == "playoffs"
    director.post(reverse("undo_seeding", args=[tournament.slug]))
    assert stage_of(tournament) == "round_robin"
    removal = Action.objects.get(verb="take_back_best_ofs")
    undone = undo_action(action=removal, actor=PROGRAM)
    assert stage_of(tournament) == "playoffs"
    undo_action(action=undone, actor=PROGRAM)
    assert stage_of(tournament) == "round_robin"
    director.post(reverse("api_best_ofs", args=[tournament.slug]), {}, content_type="application/json")
    assert stage_of(tournament) == "playoffs"
    undo_action(action=Action.objects.filter(verb="start_best_ofs").latest("pk"), actor=PROGRAM)
    assert stage_of(tournament) == "round_robin"


def test_seeding_cannot_be_undone_after_a_series_begins(tournament: Tournament) -> None:
    start_playoffs(tournament=tournament, actor=PROGRAM)
    Series.objects.filter(pk=best_of(tournament, 1).pk).update(status=Series.Status.PLAYING)
    preview = preview_undo(action=Action.objects.get(verb="start_best_ofs"))
    assert preview.refusal == str(Refused(PlayoffRefusal.SERIES_STARTED))


def single_game_to_play(tournament: Tournament, home: str = "East 2", away: str = "East 3") -> None:
    """Create an unplayed fourth game between two teams that can't affect who advances."""
    Series.objects.filter(home__name=home, away__name=away).update(games_planned=4, status=Series.Status.PLAYING)


def test_director_can_seed_with_open_games_for_a_logged_reason(tournament: Tournament, director_of) -> None:
    single_game_to_play(tournament)
    director = director_of(tournament)
    page = director.get(f"/t/{tournament.slug}/playoffs/").content.decode()
    assert "East: some games haven&#x27;t been played yet." in page
    assert "Reason to start the playoffs anyway" in page
    with pytest.raises(Refused, match="East: some games haven't been played yet"):
        start_playoffs(tournament=tournament, actor=PROGRAM)
    answer = director.post(f"/t/{tournament.slug}/playoffs/start/", {"reason": "the hall closes"})
    assert answer.status_code == 302
    action = Action.objects.get(verb="start_best_ofs")
    assert action.sentence.endswith("Still open: East: some games haven't been played yet.")
    assert action.reason == "the hall closes"
    tournament.refresh_from_db()
    assert tournament.stage == "playoffs"


def test_seeding_with_open_games_requires_a_decided_cut(tournament: Tournament) -> None:
    single_game_to_play(tournament)
    Series.objects.filter(home__name="East 2", away__name="East 3").update(outcomes="HA", home_wins=1, away_wins=1)
    with pytest.raises(Refused, match="based on results so far, 2 teams tied for the last spot|not every game"):
        start_playoffs(tournament=tournament, actor=PROGRAM, reason="late")


def test_tied_seeds_roll_at_the_table(tournament: Tournament, director_of) -> None:
    Series.objects.filter(home__name="East 1", away__name="East 2").update(outcomes="HHA", home_wins=2, away_wins=1)
    level = {name: Team.objects.get(name=name).pk for name in ("East 1", "West 1")}
    rows = {name: tournament.teams.get(pk=pk) for name, pk in level.items()}
    with refuses(PlayoffRefusal.ROLLS_MISSING) as refused:
        start_playoffs(tournament=tournament, actor=PROGRAM, rolls={level["East 1"]: [4]})
    assert set(refused.value.ruling.facts["teams"]) == {"East 1", "West 1"}
    seeds = start_playoffs(
        tournament=tournament, actor=PROGRAM, rolls={level["East 1"]: [4, 19], level["West 1"]: [4, 2]}
    )
    assert seeds[0] == rows["East 1"]
    assert "East 1 4 19" in Action.objects.get(verb="start_best_ofs").sentence


def test_teams_with_tied_records_in_different_divisions_roll(tournament: Tournament) -> None:
    Series.objects.filter(home__name="West 1", away__name="West 2").update(outcomes="HHH", home_wins=3, away_wins=0)
    start_playoffs(tournament=tournament, actor=PROGRAM)
    sentence = Action.objects.get(verb="start_best_ofs").sentence
    assert "d20 for tied records: East 1 " in sentence
    assert "West 2 " in sentence


def test_only_qualified_team_is_the_champion() -> None:
    tournament = TournamentFactory(advance_per_division=1)
    division = DivisionFactory(tournament=tournament)
    first_team, two = TeamFactory(division=division, slot=1), TeamFactory(division=division, slot=2)
    play(first_team, two, "HHH")
    start_playoffs(tournament=tournament, actor=PROGRAM)
    assert load_bracket(tournament).champion == first_team


def test_page_shows_bracket_seeds_and_waiting_teams(tournament: Tournament, client: Client, director_of) -> None:
    address = f"/t/{tournament.slug}/playoffs/"
    before = client.get(address).content.decode()
    assert "Qualified teams" in before
    assert "Seed playoffs" not in before, "the public sees no button"
    director_of(tournament).post(f"{address}start/")
    tournament.refresh_from_db()
    assert tournament.stage == Tournament.Stage.PLAYOFFS
    page = client.get(address).content.decode()
    assert "Semifinals" in page
    assert "best of 7" in page
    assert page.count("to be decided") == 2


def test_champion_appears_on_big_screen_pages_and_pdf(tournament: Tournament, client: Client) -> None:
    tournament.stage = "playoffs"
    tournament.save()
    start_playoffs(tournament=tournament, actor=PROGRAM)
    pages = ("tournament", "standings", "standings_big_screen", "round_big_screen", "bracket")

    def crowned() -> list[bool]:
        shown = [client.get(reverse(name, args=[tournament.slug])).content.decode() for name in pages]
        return ["champion" in page and "4-0 over" in page for page in shown]

    assert not any(crowned())
    assert "Champion" not in pages_of(standings_pdf(tournament))[0]
    for place in (1, 2, 3):
        series = best_of(tournament, place)
        win(series, series.home)
        update_bracket(tournament)
    assert load_bracket(tournament).champion.name == "East 1"
    record_action(tournament=tournament, actor=PROGRAM, verb="test", sentence="Pages kept for visitors are made anew.")
    assert all(crowned())
    assert "Champion: East 1 Won the final 4-0 over West 1." in pages_of(standings_pdf(tournament))[0]


def test_only_the_director_can_seed(tournament: Tournament, client: Client, assistant_of, manager_of) -> None:
    address = f"/t/{tournament.slug}/playoffs/start/"
    team = tournament.teams.first()
    assert [c.post(address).status_code for c in (client, manager_of(team), assistant_of(tournament))] == [403] * 3
    assert not tournament.series.filter(stage=Series.Stage.PLAYOFF).exists()


@pytest.mark.parametrize("qualifiers", [2, 3, 4, 5, 6, 8, 12, 16])
def test_bracket_boxes_do_not_overlap_and_are_connected(qualifiers: int) -> None:
    tournament = TournamentFactory(stage="playoffs", best_of="5,7")
    for seed in range(1, qualifiers + 1):
        TeamFactory(division__tournament=tournament, tournament=tournament, name=f"Seed {seed}", seed=seed)
    picture = bracket_picture(load_bracket(tournament), {})
    assert picture is not None
    assert len(picture.lines) == len(picture.boxes) - 1 == qualifiers - 2
    for box in picture.boxes:
        assert box.y >= 0
        assert box.note_at < picture.height, "what is said under the lowest is not cut off"
        assert box.right <= picture.width
        neighbors = [box for box in picture.boxes if box is not box and box.x == box.x]
        assert all(abs(box.y - box.y) > box.note_at - box.y for box in neighbors)
    shown = {line.name for box in picture.boxes for line in box.lines} - {"to be decided"}
    assert len(shown) == qualifiers


def test_bracket_shows_runs_for_every_game(tournament: Tournament, client: Client) -> None:
    start_playoffs(tournament=tournament, actor=PROGRAM)
    series = Series.objects.filter(stage="playoff").select_related("home", "away").order_by("pk")[0]
    runs = {series.pk: [(7, 1), (2, 5)]}
    picture = bracket_picture(load_bracket(tournament), runs)
    assert picture is not None
    box = next(box for box in picture.boxes if box.meeting.series == series)
    by_name = {line.name: [scored for _, scored in line.runs] for line in box.lines}
    assert by_name == {series.home.name: [7, 2], series.away.name: [1, 5]}
    long_final = bracket_picture(load_bracket(tournament), {series.pk: [(10, 11)] * 7})
    assert long_final is not None
    lines = [line for box in long_final.boxes for line in box.lines if line.runs]
    assert len(lines) == 2
    for line in lines:
        named = replace(line, team=TeamFactory.build(name="Chattanooga Blue Herons")).short_name
        assert named.startswith("Chattanooga Blue He")
        assert named.endswith("…"), "seven games leave no room for a very long name: it is cut and touches none"
    page = client.get(reverse("bracket", args=[tournament.slug])).content.decode()
    assert page.count("<rect") - page.count('class="badge') == 3
    assert page.count('class="badge') == 4, "a crest for every team that is known"
    assert f'href="{series.get_absolute_url()}"' in page
    paper = " ".join(pages_of(standings_pdf(tournament, runs=runs)))
    assert f"{series.home.name} 7 2" in paper


def test_big_screen_shows_the_champions_path(tournament: Tournament, client: Client) -> None:
    start_playoffs(tournament=tournament, actor=PROGRAM)
    Tournament.objects.filter(pk=tournament.pk).update(stage="playoffs")
    wall = reverse("bracket_big_screen", args=[tournament.slug])
    assert "to be decided" in client.get(wall).content.decode()
    while open_series := Series.objects.filter(stage="playoff", status="scheduled").select_related("home", "away"):
        for series in open_series:
            win(series, series.home)
            update_bracket(tournament)
    board = load_bracket(tournament)
    record_action(tournament=tournament, actor=PROGRAM, verb="test", sentence="Pages kept for visitors are made anew.")
    page = client.get(wall).content.decode()
    assert f"{board.champion}</h1>" in page
    assert [name for name, _ in board.road] == ["Semifinals", "Final"]
    assert all(result in page for _, result in board.road)
