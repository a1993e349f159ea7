"""Test formats: single and double round robins, partial round robins, and power rounds."""

import pytest

from core.errors import Refused
from tests.edition_scenes.scene import words
from tests.factories import DivisionFactory, TeamFactory, TournamentFactory
from tests.refusing import refuses
from tournaments.action_log.writing import PROGRAM
from tournaments.models import Action, Division, Series
from tournaments.queries.standings import standings_of
from tournaments.refusals import ScheduleRefusal
from tournaments.services.power_rounds import pair_power_round
from tournaments.services.scheduling import publish_schedule
from tournaments.services.undo import undo_action

pytestmark = pytest.mark.django_db


def division_of(teams: int, **tournament: object) -> Division:
    division = DivisionFactory(tournament=TournamentFactory(stage="round_robin", series_length=3, **tournament))
    for slot in range(1, teams + 1):
        TeamFactory(division=division, slot=slot, name=f"Club {slot}")
    publish_schedule(division=division, actor=PROGRAM)
    return division


def better_team_wins_all(division: Division) -> None:
    """Let the team with the lower slot win every open series 3-0."""
    for series in Series.objects.filter(division=division, status=Series.Status.SCHEDULED).select_related(
        "home", "away"
    ):
        home = series.home.slot < series.away.slot
        Series.objects.filter(pk=series.pk).update(
            status=Series.Status.COMPLETE,
            outcomes="HHH" if home else "AAA",
            home_wins=3 * home,
            away_wins=3 * (not home),
        )


@pytest.mark.parametrize(
    ("facts", "rounds", "series"),
    [
        ({}, 7, 28),
        ({"round_robins": 2}, 14, 56),
        ({"rounds_played": 5}, 5, 20),
        ({"round_robins": 2, "rounds_played": 9}, 9, 36),
    ],
)
def test_round_robin_can_be_single_double_or_partial(facts, rounds, series):
    made = Series.objects.filter(division=division_of(8, **facts))
    assert (max(series.round for series in made), len(made)) == (rounds, series)


def test_power_rounds_pair_neighbors_without_rematches():
    division = division_of(8, rounds_played=3, power_rounds=2)
    better_team_wins_all(division)
    (table,) = standings_of(division.tournament)
    assert (table.is_complete, table.power_rounds_to_come, table.prospect_sentences) == (False, 2, [])
    met = {frozenset((series.home_id, series.away_id)) for series in Series.objects.all()}
    made = pair_power_round(division=division, actor=PROGRAM)
    assert {series.round for series in made} == {4}
    assert len(made) == 4
    assert not met & {frozenset((series.home_id, series.away_id)) for series in made}
    with pytest.raises(Refused, match="Play every earlier game first"):
        pair_power_round(division=division, actor=PROGRAM)
    better_team_wins_all(division)
    pair_power_round(division=division, actor=PROGRAM)
    better_team_wins_all(division)
    (table,) = standings_of(division.tournament)
    assert table.is_complete
    with refuses(ScheduleRefusal.NO_POWER_ROUND_LEFT):
        pair_power_round(division=division, actor=PROGRAM)


def test_director_pairs_a_power_round_and_undoes_it(director_of, manager_of):
    division = division_of(8, rounds_played=2, power_rounds=1)
    schedule, stage = (f"/t/{division.tournament.slug}/{page}/" for page in ("schedule", "stage"))
    director = director_of(division.tournament)
    offer = "Pair the next power round"
    assert offer not in words(director.get(schedule))
    better_team_wins_all(division)
    assert offer in words(director.get(schedule))
    assert "can now be paired by the standings" in words(director.get(f"/t/{division.tournament.slug}/dashboard/"))
    assert "still to be paired: 1. You can reduce the number in the settings." in words(director.get(stage))
    address = f"/t/{division.tournament.slug}/schedule/{division.pk}/power/"
    assert manager_of(division.teams.first()).post(address).status_code == 403
    assert "has been paired" in words(director_of(division.tournament).post(address, follow=True))
    assert Series.objects.filter(round=3).count() == 4
    assert offer not in words(director.get(schedule))
    undo_action(action=Action.objects.get(verb="pair_power_round"), actor=PROGRAM)
    assert not Series.objects.filter(round=3).exists()


def test_last_team_gets_only_one_bye():
    division = division_of(9, rounds_played=2, power_rounds=2)
    better_team_wins_all(division)
    pair_power_round(division=division, actor=PROGRAM)
    first = Action.objects.latest("pk").sentence
    better_team_wins_all(division)
    pair_power_round(division=division, actor=PROGRAM)
    second = Action.objects.latest("pk").sentence
    assert first.split(".")[1] != second.split(".")[1]


def test_bye_team_covers_between_power_rounds(director_of):
    division = division_of(9, rounds_played=2, power_rounds=1)
    better_team_wins_all(division)
    team = division.teams.get(name="Club 1")
    address = f"/t/{division.tournament.slug}/people/{team.pk}/drop/"
    director = director_of(division.tournament)
    assert "Power rounds still to be paired: 1. The team is paired as usual" in words(director.get(address))
    director.post(address, {"after_round": 2, "cover": "nobody"})
    made = pair_power_round(division=division, actor=PROGRAM)
    covered = {series.covered_by.name for series in made if team in series.teams()}
    assert len(covered) == 1
    assert not covered & {side.name for series in made for side in series.teams()}


def test_dropped_team_is_not_paired_in_power_rounds(director_of):
    division = division_of(8, rounds_played=2, power_rounds=1)
    better_team_wins_all(division)
    team = division.teams.get(name="Club 1")
    director = director_of(division.tournament)
    director.post(f"/t/{division.tournament.slug}/people/{team.pk}/drop/", {"after_round": 2, "cover": "nobody"})
    made = pair_power_round(division=division, actor=PROGRAM)
    assert len(made) == 3
    assert not any(team in series.teams() for series in made)


def test_neighbors_can_meet_again_after_a_full_round_robin():
    division = division_of(8, power_rounds=1, advance_per_division=1)
    better_team_wins_all(division)
    made = pair_power_round(division=division, actor=PROGRAM)
    assert [(series.home.slot, series.away.slot) for series in made] == [(1, 2), (3, 4), (5, 6), (7, 8)]


def test_rules_state_the_number_of_round_robins(client):
    tournament = TournamentFactory(round_robins=2, rounds_played=9, power_rounds=3)
    page = words(client.get(f"/t/{tournament.slug}/rules/"))
    assert "twice; 9 rounds are played; then 3 power rounds" in page


@pytest.mark.parametrize(
    ("choice", "lengths", "sentence"),
    [
        ("2-3-2", "3,5,7", "alternating in a best of 3, 2-2-1 in a best of 5, 2-3-2 in a best of 7"),
        ("2-2-1", "5,7", "2-2-1 in a best of 5, 2-2-1-1-1 in a best of 7"),
        ("alternate", "1,7", "alternating in a best of 7"),
    ],
)
def test_t0_16_rules_state_the_home_pattern_by_length(client, choice, lengths, sentence):
    tournament = TournamentFactory(home_pattern=choice, best_of=lengths)
    assert f"Home games in a playoff series {sentence} Pitching carries over" in words(
        client.get(f"/t/{tournament.slug}/rules/")
    ).replace(" : ", " ")


def test_t0_16_settings_explain_lengths_without_a_pattern(director_of):
    tournament = TournamentFactory()
    page = words(director_of(tournament).get(f"/t/{tournament.slug}/settings/"))
    assert "2-3-2 for best of 7, 2-2-1 for best of 5" in page


@pytest.mark.parametrize(
    ("advance", "power_rounds", "last_pairs"),
    [
        (1, 1, [(1, 2), (3, 4)]),
        (2, 1, [(1, 4), (2, 3)]),
        (3, 1, [(1, 2), (3, 4)]),
        (2, 4, [(1, 4), (2, 3)]),
        (1, 4, [(1, 2), (3, 4)]),
    ],
)
def test_last_power_round_pairs_first_with_fourth_when_two_advance(director_of, advance, power_rounds, last_pairs):
    division = division_of(8, power_rounds=power_rounds, advance_per_division=advance)
    director, address = director_of(division.tournament), f"/t/{division.tournament.slug}/schedule/{division.pk}/power/"
    for _ in range(power_rounds):
        better_team_wins_all(division)
        director.post(address)
    made = Series.objects.filter(round=7 + power_rounds).select_related("home", "away").order_by("table")
    assert [(series.home.slot, series.away.slot) for series in made] == [*last_pairs, (5, 6), (7, 8)]
