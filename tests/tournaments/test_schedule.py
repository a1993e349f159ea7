"""Test the schedule: published from the rules' round robin, and changed by the director within the rules."""

from itertools import combinations

import pytest

from core.errors import Refused, Stale
from tests.factories import DivisionFactory, TeamFactory, TournamentFactory
from tests.markup import as_single_line
from tournaments.action_log.snapshots import fingerprint
from tournaments.action_log.writing import PROGRAM
from tournaments.models import Division, Series, Tournament
from tournaments.services.scheduling import move_series, publish_schedule, remove_schedule, swap_rounds
from tournaments.services.undo import undo_action

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def division_of(size: int, tournament: Tournament | None = None, first_table: int = 1, position: int = 1) -> Division:
    division = DivisionFactory(
        tournament=tournament or TournamentFactory(stage=Tournament.Stage.DRAFT),
        name=f"Division {position}",
        position=position,
        first_table=first_table,
    )
    for slot in range(1, size + 1):
        TeamFactory(division=division, slot=slot, name=f"Team {position}-{slot:02}")
    return division


def publish(division: Division) -> list[Series]:
    return publish_schedule(division=division, actor=PROGRAM)


@pytest.mark.parametrize("size", [8, 9, 13, 14])
def test_b_6_teams_meet_once_without_sharing_tables(size):
    division = division_of(size)
    series = publish(division)
    pairs = {frozenset((series.home_id, series.away_id)) for series in series}
    teams = division.teams.values_list("pk", flat=True)
    assert pairs == {frozenset(pair) for pair in combinations(teams, 2)}
    assert len(series) == size * (size - 1) // 2
    rounds = {series.round for series in series}
    assert len(rounds) == (size if size % 2 else size - 1)
    for number in rounds:
        playing = [pk for series in series if series.round == number for pk in (series.home_id, series.away_id)]
        assert len(playing) == len(set(playing)) == size - size % 2
    assert {series.games_planned for series in series} == {division.tournament.series_length}


def test_schedule_can_be_replaced_until_a_game_begins():
    division = division_of(8)
    publish(division)
    publish_schedule(division=division, actor=PROGRAM, seed=7)
    assert division.series.count() == 28
    Series.objects.filter(pk=division.series.first().pk).update(status=Series.Status.PLAYING)
    with pytest.raises(Refused, match="is already being played"):
        publish(division)
    with pytest.raises(Refused, match="is already being played"):
        remove_schedule(division=division, actor=PROGRAM)


def test_two_divisions_never_share_a_table_in_a_round():
    first = division_of(8)
    second = division_of(8, first.tournament, first_table=4, position=2)
    publish(first)
    with pytest.raises(Refused, match="Table 4 is taken by Division 1"):
        publish(second)
    Division.objects.filter(pk=second.pk).update(first_table=5)
    second.refresh_from_db()
    publish(second)
    assert first.tournament.series.count() == 56


def test_publishing_requires_an_open_draft():
    division = division_of(8, TournamentFactory())
    with pytest.raises(Refused, match="Open the draft first"):
        publish(division)


def test_swaps_two_rounds():
    division = division_of(8)
    publish(division)
    before = {series.pk: series.round for series in division.series.all()}
    swap_rounds(division=division, actor=PROGRAM, first=1, second=7)
    after = {series.pk: series.round for series in division.series.all()}
    turned = {1: 7, 7: 1}
    assert after == {pk: turned.get(number, number) for pk, number in before.items()}


def test_rejects_swapping_a_started_round():
    division = division_of(8)
    publish(division)
    Series.objects.filter(pk=division.series.filter(round=1).first().pk).update(status=Series.Status.PLAYING)
    with pytest.raises(Refused, match="Round 1 has started"):
        swap_rounds(division=division, actor=PROGRAM, first=1, second=2)
    with pytest.raises(Refused, match="Round 9 doesn.t exist"):
        swap_rounds(division=division, actor=PROGRAM, first=9, second=2)


def test_series_moves_only_to_a_round_where_both_teams_are_free():
    division = division_of(9)
    publish(division)
    moved = division.series.filter(round=1).first()
    with pytest.raises(Refused, match=r"T0\.08: .* already plays .* in round 2"):
        move_series(series=moved, actor=PROGRAM, to_round=2, to_table=20)
    move_series(series=moved, actor=PROGRAM, to_round=10, to_table=1)
    moved.refresh_from_db()
    assert (moved.round, moved.table) == (10, 1)


def test_rejects_an_occupied_table_in_any_division():
    first = division_of(8)
    second = division_of(8, first.tournament, first_table=5, position=2)
    publish(first)
    publish(second)
    moved = first.series.filter(round=1, table=1).get()
    with pytest.raises(Refused, match="Table 2 is taken"):
        move_series(series=moved, actor=PROGRAM, to_round=1, to_table=2)
    with pytest.raises(Refused, match="Table 5 is taken by Division 2"):
        move_series(series=moved, actor=PROGRAM, to_round=1, to_table=5)
    move_series(series=moved, actor=PROGRAM, to_round=1, to_table=20)
    moved.refresh_from_db()
    assert moved.table == 20


def test_rejects_a_change_from_a_stale_page():
    division = division_of(8)
    old = fingerprint(publish(division))
    old = fingerprint(division.series.select_related("home", "away"))
    swap_rounds(division=division, actor=PROGRAM, first=1, second=2, made_from=old)
    with pytest.raises(Stale):
        swap_rounds(division=division, actor=PROGRAM, first=1, second=2, made_from=old)


def test_swap_and_publication_can_be_undone_from_the_log():
    division = division_of(8)
    publish(division)
    placed = set(division.series.values_list("pk", "round", "table"))
    swap_rounds(division=division, actor=PROGRAM, first=1, second=2)
    undo_action(action=division.tournament.actions.first(), actor=PROGRAM)
    assert set(division.series.values_list("pk", "round", "table")) == placed
    publication = division.tournament.actions.get(verb="publish_schedule")
    Series.objects.filter(pk=division.series.first().pk).update(status=Series.Status.PLAYING)
    with pytest.raises(Refused, match="was changed later"):
        undo_action(action=publication, actor=PROGRAM)
    Series.objects.update(status=Series.Status.SCHEDULED)
    undo_action(action=publication, actor=PROGRAM)
    assert not division.series.exists()


# pages


def test_schedule_page_shows_tables_and_byes_with_the_current_round_first(client):
    division = division_of(9)
    publish(division)
    Series.objects.filter(division=division, round=1).update(status=Series.Status.COMPLETE, outcomes="HHA", home_wins=2)
    page = as_single_line(client.get(f"/t/{division.tournament.slug}/schedule/").content.decode())
    assert page.index("Round 2 ") < page.index("Round 1<")
    assert page.count("Bye: ") == 9
    assert "complete" in page
    assert "swap" not in page.lower()


def test_team_schedule_shows_only_its_series_and_bye(client):
    division = division_of(9)
    publish(division)
    team = division.teams.get(slot=4)
    page = client.get(f"/t/{division.tournament.slug}/schedule/?team={team.pk}").content.decode()
    assert page.count("/series/") == 8
    assert page.count("Bye: Team 1-04") == 1
    assert page.count("Bye: ") == 1


@pytest.mark.parametrize("team", ["0", "999999", "x'", "99999999999999999999"])
def test_invalid_team_parameter_shows_the_whole_schedule(client, team):
    division = division_of(8)
    publish(division)
    answer = client.get(f"/t/{division.tournament.slug}/schedule/?team={team}")
    assert answer.content.decode().count("/series/") == 28


def test_schedule_query_count_is_constant(client, settings, django_assert_num_queries):
    settings.PAGE_CACHE_SECONDS = 0
    small, large = division_of(8), division_of(14)
    publish(small)
    publish(large)
    for division in (small, large):
        with django_assert_num_queries(6):
            client.get(f"/t/{division.tournament.slug}/schedule/")


def test_director_previews_the_schedule_before_publishing(director_of):
    division = division_of(8)
    browser = director_of(division.tournament)
    address = f"/t/{division.tournament.slug}/schedule/{division.pk}/publish/"
    page = browser.get(address).content.decode()
    assert "Not published yet" in page
    assert as_single_line(page).count("<caption>Round") == 7
    assert not division.series.exists()
    made_from = fingerprint([])
    for _ in range(2):  # a double click publishes once
        browser.post(address, {"made_from": made_from})
    assert division.series.count() == 28
    assert division.tournament.actions.filter(verb="publish_schedule").count() == 1


def test_schedule_change_has_a_preview(director_of):
    division = division_of(8)
    publish(division)
    browser = director_of(division.tournament)
    address = f"/t/{division.tournament.slug}/schedule/{division.pk}/change/"
    moved = division.series.filter(round=1).first()
    page = browser.get(f"{address}?series={moved.pk}&round=2&table=20").content.decode()
    assert "not legal" in page
    assert "already plays" in page
    assert 'method="post"' not in page
    page = browser.get(f"{address}?first=1&second=3").content.decode()
    assert "Swap rounds 1 and 3" in page
    assert as_single_line(page).count("<caption>Round") == 2
    browser.post(
        address,
        {"first": 1, "second": 3, "made_from": fingerprint(list(division.series.order_by("round", "table", "pk")))},
    )
    moved.refresh_from_db()
    assert moved.round == 3


def test_rejects_swapping_rounds_without_a_schedule(director_of):
    division = division_of(8)
    address = f"/t/{division.tournament.slug}/schedule/{division.pk}/change/?first=1&second=2"
    answer = director_of(division.tournament).get(address)
    assert answer.status_code == 200
    assert "No round is scheduled yet." in answer.content.decode()


def test_earlier_rounds_series_can_still_be_rolled_and_moved(director_of):
    division = division_of(8)
    series = publish(division)
    Tournament.objects.update(stage=Tournament.Stage.ROUND_ROBIN)
    behind, *not_started = [series for series in series if series.round == 1]
    in_progress = [series for series in series if series.round == 2][:2]
    Series.objects.filter(pk__in=[series.pk for series in not_started]).update(
        status=Series.Status.COMPLETE, outcomes="HHH"
    )
    Series.objects.filter(pk__in=[series.pk for series in in_progress]).update(status=Series.Status.PLAYING)
    slug = division.tournament.slug
    page = director_of(division.tournament).get(f"/t/{slug}/schedule/").content.decode()
    assert 'Round 2 <span class="state now">now</span>' in page
    assert f'href="/t/{slug}/schedule/home/{behind.pk}/"' in page
    assert page.count("roll d20") == 3
