"""T0.08, branches 1 and 2: Test that the covering manager plays, enters and signs for the dropped team."""

import re

import pytest
from django.db.models import Q

from core.errors import Refused
from games.queries.usage import usage_of_teams
from pitching.models import SignOff
from pitching.queries.signatures import unsigned_series, unsigned_series_for
from tests.factories import DivisionFactory, ManagerFactory, TeamFactory
from tests.games.test_dropped_teams import RoundRobin
from tests.markup import as_single_line
from tests.pdf_reading import pages_of
from tournaments.action_log.writing import PROGRAM
from tournaments.documents import team_schedule_pdf
from tournaments.models import Series, Team
from tournaments.queries.dropouts import drop_out
from tournaments.queries.schedule import schedule_of
from tournaments.queries.snapshot import TournamentSnapshot
from tournaments.queries.standings import standings_of
from tournaments.services.covers import change_covers
from tournaments.services.dropouts import drop_team
from tournaments.services.scheduling import publish_schedule
from tournaments.services.undo import preview_undo, undo_action

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def sentences(worked_out):
    return {consequence.team.name: consequence.sentence for consequence in worked_out.consequences}


@pytest.fixture
def odd():
    """Create seven teams. The Sharks drop out before the first round."""
    league = RoundRobin(teams=7)
    drop_team(team=league.sharks.team, actor=PROGRAM, after_round=0)
    league.left = Series.objects.filter(covered_by__isnull=False).select_related("home", "away", "covered_by")
    return league


@pytest.fixture
def outsiders():
    """Create eight teams in one division and two in a second, one of which covers every series of the Sharks."""
    league = RoundRobin()
    second = DivisionFactory(tournament=league.tournament, name="Second")
    league.helper = TeamFactory(division=second, name="Helpers", slot=1)
    ManagerFactory(team=league.helper, name="Ann")
    return league


def cover_all(league, helper):
    left = [league.of_sharks(number) for number in range(1, 8)]
    covers = {covered.pk: helper.pk for covered in left}
    return drop_team(team=league.sharks.team, actor=PROGRAM, after_round=0, cover="outside", covers=covers)


def test_t0_08_branch_1_assigns_the_bye_team_to_every_remaining_series(odd):
    assert odd.left.count() == 6
    for covered in odd.left:
        playing = Series.objects.filter(round=covered.round).values_list("home_id", "away_id")
        assert covered.covered_by_id not in {pk for pair in playing for pk in pair}
        assert covered.covered_team == odd.sharks.team


def test_t0_08_printed_schedule_lists_the_covering_manager(odd):
    covered = odd.left.order_by("round").first()
    paper = " ".join(pages_of(team_schedule_pdf(odd.tournament, odd.opponent(covered, odd.sharks.team).team)))
    assert f"{covered.covered_by} for Sharks (T0.08)" in " ".join(paper.split())


def test_t0_08_covering_manager_enters_and_signs_on_a_personal_device(odd, manager_of, client):
    covered = odd.left.first()
    slug, cover = odd.tournament.slug, covered.covered_by
    ManagerFactory(team=cover, name="Bea")
    browser = manager_of(cover)
    page = browser.get(f"/t/{slug}/me/").content.decode()
    assert "You're playing for a team that dropped out" in page
    assert f"/t/{slug}/series/{covered.pk}/enter/" in page
    assert browser.get(f"/t/{slug}/series/{covered.pk}/enter/").status_code == 200
    odd.play(covered, acting_team=odd.sharks.team.pk)
    sheet_of = covered.away if covered.home == odd.sharks.team else covered.home
    assert [
        part.unsigned for part in unsigned_series_for(cover, unsigned_series(TournamentSnapshot(odd.tournament)))
    ] == [[sheet_of]]
    answer = browser.post(f"/t/{slug}/series/{covered.pk}/sign/{sheet_of.pk}/")
    assert answer.status_code == 302
    signed = SignOff.objects.get(series=covered)
    assert (signed.sheet_of, signed.signed_by, signed.signer, signed.how) == (sheet_of, odd.sharks.team, "Bea", "phone")
    series_page = client.get(f"/t/{slug}/series/{covered.pk}/").content.decode()
    assert f"Played for Sharks by {cover}" in as_single_line(series_page)
    assert f"played for Sharks by {cover.name} (T0.08)" in as_single_line(
        client.get(f"/t/{slug}/schedule/").content.decode()
    )


def test_t0_08_cover_does_not_change_the_covering_teams_record_or_sheet(odd):
    covered = odd.left.first()
    odd.play(covered)
    (table,) = standings_of(odd.tournament)
    played = {row.team: row.played for row in table.rows}
    assert (played[covered.covered_by_id], played[covered.home_id], played[covered.away_id]) == (0, 2, 2)
    usages = usage_of_teams(covered.covered_by_id, odd.sharks.team.pk)
    assert (len(usages[covered.covered_by_id].columns), len(usages[odd.sharks.team.pk].columns)) == (0, 2)


def test_t0_08_covering_manager_cannot_sign_the_covered_sheet_or_enter_other_series(odd, manager_of):
    covered = odd.left[0]
    uncovered = next(series for series in odd.left if covered.covered_by_id not in series.playing_team_ids)
    browser = manager_of(covered.covered_by)
    odd.play(covered)
    slug = odd.tournament.slug
    assert browser.post(f"/t/{slug}/series/{covered.pk}/sign/{odd.sharks.team.pk}/").status_code == 403
    assert browser.get(f"/t/{slug}/series/{uncovered.pk}/enter/").status_code == 403
    assert browser.get(f"/t/{slug}/series/{covered.pk}/enter/").status_code == 200


def test_t0_08_branch_2_director_chooses_a_team_from_another_division(outsiders, director_of, manager_of):
    browser = director_of(outsiders.tournament)
    address = f"/t/{outsiders.tournament.slug}/people/{outsiders.sharks.team.pk}/drop/"
    assert "Helpers (Second, free)" in browser.get(address).content.decode()
    first = outsiders.of_sharks(1)
    browser.post(address, {"after_round": "0", "cover": "outside", f"cover_{first.pk}": str(outsiders.helper.pk)})
    first.refresh_from_db()
    assert first.covered_by == outsiders.helper
    assert outsiders.of_sharks(2).covered_by is None
    outsiders.play(first, acting_team=outsiders.sharks.team.pk)
    assert (
        manager_of(outsiders.helper).get(f"/t/{outsiders.tournament.slug}/series/{first.pk}/enter/").status_code == 200
    )


def test_t0_08_cover_form_is_the_same_during_and_after_the_drop(outsiders, director_of):
    browser, first = director_of(outsiders.tournament), outsiders.of_sharks(1)
    people = f"/t/{outsiders.tournament.slug}/people/{outsiders.sharks.team.pk}"
    field = re.compile(rf'<select[^>]*name="cover_{first.pk}".*?</select>', re.DOTALL)
    (offered,) = field.findall(browser.get(f"{people}/drop/").content.decode())
    assert "selected" not in offered
    cover_all(outsiders, outsiders.helper)
    (afterwards,) = field.findall(browser.get(f"{people}/covers/").content.decode())
    assert f'value="{outsiders.helper.pk}" selected' in " ".join(afterwards.split())
    assert " ".join(offered.split()) == " ".join(afterwards.replace("selected", "").split())


def test_t0_08_branch_2_rejects_covers_from_the_same_division(outsiders):
    with pytest.raises(Refused, match="replacements come from outside") as refusal:
        cover_all(outsiders, outsiders.bears.team)
    assert refusal.value.field.startswith("cover_")
    assert not Series.objects.filter(covered_by__isnull=False).exists()


def test_t0_08_undo_removes_covers_unless_they_have_played(outsiders):
    cover_all(outsiders, outsiders.helper)
    action = outsiders.tournament.actions.filter(verb="drop_team").get()
    covered = outsiders.of_sharks(1)
    outsiders.play(covered)
    assert "was changed later" in preview_undo(action=action).refusal
    outsiders.save([], covered)
    undo_action(action=action, actor=PROGRAM)
    assert not Series.objects.filter(covered_by__isnull=False).exists()
    outsiders.sharks.team.refresh_from_db()
    assert outsiders.sharks.team.dropped_after_round is None


def test_t0_08_preview_shows_the_effect_on_every_pitching_sheet():
    league = RoundRobin()
    dropped = league.opponent(league.of_sharks(2), league.sharks.team).team
    met = [league.opponent(league.series_of(dropped, number), dropped).team.name for number in range(1, 8)]
    for number in (1, 2, 3):
        league.play(league.series_of(dropped, number))
    sentences_shown = sentences(drop_out(dropped, 3))
    assert set(sentences_shown) == set(met)
    assert sentences_shown[met[2]] == "faced it last: the round 3 series is erased from the sheet and becomes a bye"
    assert sentences_shown[met[3]] == "never faced it: round 4 becomes a bye, and the sheet doesn't change"
    assert sentences_shown["Sharks"].startswith(
        "faced it earlier, so the columns for round 2 stay. In the last series, round 7 against"
    )
    assert sentences_shown["Sharks"].endswith("In the playoffs, starters are counted from the second-to-last series")
    assert not Series.objects.filter(status=Series.Status.VOID).exists()


def test_t0_08_preview_lists_covers_and_opponents_in_an_odd_division():
    league = RoundRobin(teams=7)
    worked_out = drop_out(league.sharks.team, 0)
    texts = [f"{consequence.team.name} {consequence.sentence}" for consequence in worked_out.consequences]
    assert len(texts) == 12
    covered = worked_out.left[0]
    opponent, cover = covered.opponent.name, covered.cover.name
    assert (
        f"{opponent} plays round {covered.series.round} against {cover}, covering for Sharks, and it counts as usual"
        in texts
    )
    assert any(
        f"{covered.cover.name} covers round {covered.series.round} for Sharks against {opponent}, but" in sentence
        for sentence in texts
    )


def test_t0_08_covers_can_change_after_the_drop_for_unstarted_series(outsiders, director_of, manager_of):
    cover_all(outsiders, outsiders.helper)
    further_team = TeamFactory(division=outsiders.helper.division, name="Others", slot=2)
    first, second, third = (outsiders.of_sharks(number) for number in (1, 2, 3))
    outsiders.play(first)
    browser = director_of(outsiders.tournament)
    address = f"/t/{outsiders.tournament.slug}/people/{outsiders.sharks.team.pk}/covers/"
    assert f'name="cover_{first.pk}"' not in browser.get(address).content.decode(), "it has begun"
    helper = str(outsiders.helper.pk)
    left = {f"cover_{outsiders.of_sharks(number).pk}": helper for number in range(4, 8)}
    changed = {f"cover_{second.pk}": str(further_team.pk), f"cover_{third.pk}": ""}
    answer = browser.post(address, left | changed, follow=True)
    assert "2 series changed." in answer.content.decode()
    covers = dict(Series.objects.filter(covered_by__isnull=False).values_list("round", "covered_by__name"))
    assert covers == {1: "Helpers", 2: "Others", **dict.fromkeys(range(4, 8), "Helpers")}
    enter = f"/t/{outsiders.tournament.slug}/series/{second.pk}/enter/"
    assert manager_of(further_team).get(enter).status_code == 200
    assert manager_of(outsiders.helper).get(enter).status_code == 403

    undo_action(action=outsiders.tournament.actions.get(verb="change_covers"), actor=PROGRAM)
    assert outsiders.of_sharks(2).covered_by == outsiders.helper


def test_t0_08_rejects_covers_from_an_even_division_and_for_started_series(outsiders):
    cover_all(outsiders, outsiders.helper)
    first, second = outsiders.of_sharks(1), outsiders.of_sharks(2)
    with pytest.raises(Refused, match="Bears can't cover round 2 .T0.08.: .*replacements come from outside") as refusal:
        change_covers(team=outsiders.sharks.team, actor=PROGRAM, covers={second.pk: outsiders.bears.team.pk})
    assert refusal.value.field == f"cover_{second.pk}"
    outsiders.play(first)
    with pytest.raises(Refused, match="upcoming series"):
        change_covers(team=outsiders.sharks.team, actor=PROGRAM, covers={first.pk: None})
    with pytest.raises(Refused, match="has not dropped out"):
        change_covers(team=outsiders.bears.team, actor=PROGRAM, covers={})


def test_t0_08_bye_team_can_be_assigned_again_in_an_odd_division(odd, director_of):
    covered = odd.left.order_by("round").first()
    bye = covered.covered_by
    change_covers(team=odd.sharks.team, actor=PROGRAM, covers={covered.pk: None})
    with pytest.raises(Refused, match="can't cover"):
        change_covers(
            team=odd.sharks.team, actor=PROGRAM, covers={covered.pk: odd.opponent(covered, odd.sharks.team).team.pk}
        )
    address = f"/api/v1/tournaments/{odd.tournament.slug}/teams/{odd.sharks.team.pk}/covers/"
    sent = {"covers": {str(covered.pk): bye.pk}}
    answer = director_of(odd.tournament).post(address, sent, content_type="application/json")
    assert [series["id"] for series in answer.json()] == [covered.pk]
    covered.refresh_from_db()
    assert covered.covered_by == bye


def test_t0_08_second_dropout_preserves_remaining_covers_and_shows_lost_covers(odd, director_of):
    lost = odd.left.order_by("round")[1]
    leaver = lost.covered_by
    sentences_shown = [
        consequence.sentence for consequence in drop_out(leaver, 0).consequences if consequence.team == odd.sharks.team
    ]
    assert sentences_shown[0] == (
        f"dropped out earlier. {leaver} can no longer cover round {lost.round}, and no team in the division is free. "
        "Choose an outside team, or let the director enter the results"
    )
    browser, slug = director_of(odd.tournament), odd.tournament.slug
    assert "can no longer cover" in browser.get(f"/t/{slug}/people/{leaver.pk}/drop/").text
    drop_team(team=leaver, actor=PROGRAM, after_round=0, cover="outside", compensation="$5 a game")
    lost.refresh_from_db()
    assert lost.covered_by is None
    of_first = Series.objects.filter(covered_by__isnull=False)
    assert of_first.count() == 5, "the other covers of the first stand"
    Series.objects.filter(round__lt=lost.round).update(status=Series.Status.COMPLETE)
    assert f"no manager is covering for {odd.sharks.team}" in browser.get(f"/t/{slug}/dashboard/").text
    undo_action(action=odd.tournament.actions.filter(verb="drop_team").latest("pk"), actor=PROGRAM)
    lost.refresh_from_db()
    assert lost.covered_by == leaver


@pytest.fixture
def beside_an_odd_division():
    """Create eight teams with the Sharks gone, and seven others, one of which covers during its bye each round."""
    league = RoundRobin()
    odd = DivisionFactory(tournament=league.tournament, name="Second", position=2, first_table=5)
    for slot in range(1, 8):
        ManagerFactory(team=TeamFactory(division=odd, slot=slot, name=f"Odd {slot}"))
    publish_schedule(division=odd, actor=PROGRAM)
    league.on_bye = {round_made.number: odd.teams.get(pk=round_made.byes[0]) for round_made in schedule_of(odd).rounds}
    return league


def of_sharks(league):
    return Series.objects.filter(Q(home=league.sharks.team) | Q(away=league.sharks.team))


def test_t0_08_team_on_bye_is_listed_first_and_imputed_teams_are_not_listed(beside_an_odd_division, director_of):
    league = beside_an_odd_division
    third = DivisionFactory(tournament=league.tournament, name="Third", position=3)
    TeamFactory(division=third, name="Machine", kind=Team.Kind.IMPUTED)
    browser = director_of(league.tournament)
    page = browser.get(f"/t/{league.tournament.slug}/people/{league.sharks.team.pk}/drop/").text
    offered = re.split(r'name="cover_\d+"', page)[1:]
    assert len(offered) == 7
    for number, options in enumerate(offered, start=1):
        words = re.sub(r"\s+", " ", options)
        first = re.search(r'<option value="\d+" ?> ?(.*?) ?</option>', words)
        assert first.group(1) == f"{league.on_bye[number]} (Second, on bye)"
    assert "Machine" not in page


def test_t0_08_second_dropout_removes_covers_from_the_other_division(beside_an_odd_division, director_of):
    """The team on a bye must cover in its own division. A team that leaves no longer covers, even this round."""
    league = beside_an_odd_division
    covers = {league.of_sharks(number).pk: league.on_bye[number].pk for number in range(1, 8)}
    drop_team(team=league.sharks.team, actor=PROGRAM, after_round=0, cover="outside", covers=covers)
    leaver = league.on_bye[1]
    sentences_shown = [
        consequence.sentence
        for consequence in drop_out(leaver, 1).consequences
        if consequence.team == league.sharks.team
    ]
    remedy = "no team in the division is free. Choose an outside team, or let the director enter the results"
    assert sentences_shown[0] == f"dropped out earlier. {leaver} can no longer cover round 1, and {remedy}"
    second = f"{league.on_bye[2]} can't cover round 2, because it must play for {leaver}"
    assert sentences_shown[1] == f"dropped out earlier. {second}, and {remedy}"
    drop_team(team=leaver, actor=PROGRAM, after_round=1)
    assert not of_sharks(league).filter(covered_by__isnull=False).exists()
    assert (
        f"no manager is covering for {league.sharks.team}"
        in director_of(league.tournament).get(f"/t/{league.tournament.slug}/dashboard/").text
    )
    undo_action(action=league.tournament.actions.filter(verb="drop_team").latest("pk"), actor=PROGRAM)
    assert of_sharks(league).filter(covered_by__isnull=False).count() == 7


def test_t0_08_covering_manager_sees_the_compensation_offered(odd, director_of, manager_of):
    covered, slug = odd.left.first(), odd.tournament.slug
    covers = {f"cover_{series.pk}": str(series.covered_by_id) for series in odd.left}
    director = director_of(odd.tournament)
    director.post(f"/t/{slug}/people/{odd.sharks.team.pk}/covers/", covers | {"compensation": "a free lunch"})
    page = " ".join(manager_of(covered.covered_by).get(f"/t/{slug}/me/").text.split())
    assert "Compensation offered: a free lunch." in as_single_line(page)
    action = odd.tournament.actions.latest("pk")
    assert action.sentence == "Covers for Sharks, which dropped out: compensation: a free lunch (T0.08)."
    undo_action(action=action, actor=PROGRAM)
    assert "Compensation offered" not in manager_of(covered.covered_by).get(f"/t/{slug}/me/").text
