"""Test ratings based on finished tournaments' games, against the paper's example and sums calculated by hand."""

from datetime import date

import pytest
from django.test import Client
from django.utils import timezone

from club.glicko2 import OpponentGames, Rating, rate, rest
from club.models import ClubTournament, Person, PersonRating, RatingRun
from club.queries.rated_games import rated_tournaments
from club.queries.ratings import rating_lines
from club.services.finishes import follow_tournament
from club.services.people import merge_people
from club.services.ratings import renew_ratings
from club.services.seasons import set_tournament_facts
from tests.club.building import follow_finished, make_final, make_team
from tests.factories import GameFactory, SeriesFactory, TournamentFactory
from tournaments.action_log.writing import Actor
from tournaments.models import Series, SeriesTime, Team, Tournament

ORGANIZER = Actor("Olive")


def test_matches_the_example_in_the_glicko_paper() -> None:
    """Source: Glickman, "Example of the Glicko-2 system": 1464.06, 151.52 and 0.05999."""
    opponents = [
        OpponentGames(Rating(1400, 30), 1, 1),
        OpponentGames(Rating(1550, 100), 1, 0),
        OpponentGames(Rating(1700, 300), 1, 0),
    ]
    rating = rate(Rating(1500, 200, 0.06), opponents)
    assert rating.rating == pytest.approx(1464.06, abs=0.01)
    assert rating.deviation == pytest.approx(151.52, abs=0.01)
    assert rating.volatility == pytest.approx(0.05999, abs=0.00001)


def test_several_games_against_one_opponent_count_like_single_games() -> None:
    single_games = [OpponentGames(Rating(1600, 80), 1, score) for score in (1, 0, 0.5, 1)]
    together = rate(Rating(), [OpponentGames(Rating(1600, 80), 4, 2.5)])
    assert together == pytest.approx(rate(Rating(), single_games))


def test_surprising_results_raise_volatility() -> None:
    rating = rate(Rating(1200, 50), [OpponentGames(Rating(1900, 50), 20, 20)])
    assert rating.volatility > 0.06
    assert rating.rating > 1300


def test_inactivity_raises_the_deviation_up_to_the_default() -> None:
    rating = rest(Rating(1620, 55, 0.06), 4)
    assert (rating.rating, rating.volatility) == (1620, 0.06)
    assert rating.deviation == pytest.approx((55**2 + 4 * (0.06 * 173.7178) ** 2) ** 0.5)
    assert rest(Rating(1620, 55, 0.06), 10_000).deviation == 350
    assert rest(rating, 0) == pytest.approx(rating)


def play_weekend(day: date = date(2026, 3, 7), *, is_practice: bool = False) -> Tournament:
    """Create a weekend in which Ann beats Bob 3-1 in the round robin and 4-2 in the final."""
    tournament = TournamentFactory(is_practice=is_practice)
    ann, bob = (make_team(tournament, name) for name in ("Ann Poe", "Bob Ray"))
    SeriesFactory(
        division=ann.division, tournament=tournament, home=ann, away=bob, games_planned=4, outcomes="HHHA",
        home_wins=3, away_wins=1, status=Series.Status.COMPLETE,
    )  # fmt: skip
    make_final(ann, bob)
    follow_finished(tournament, day)
    return tournament


def rounded(rating: Rating) -> Rating:
    return Rating(*(round(number, 6) for number in rating))


def ratings_by_name(kind: str = "face_to_face") -> dict[str, Rating]:
    renew_ratings()
    rows = PersonRating.objects.filter(kind=kind).select_related("person")
    return {row.person.name: rounded(Rating(row.rating, row.deviation, row.volatility)) for row in rows}


@pytest.mark.django_db
def test_each_tournament_is_a_rating_period() -> None:
    play_weekend()
    ann, bob = rate(Rating(), [OpponentGames(Rating(), 10, 7)]), rate(Rating(), [OpponentGames(Rating(), 10, 3)])
    assert ratings_by_name() == {"Ann Poe": rounded(ann), "Bob Ray": rounded(bob)}
    play_weekend(date(2026, 5, 9))  # 63 days later: two rating periods without games
    ann, bob = rest(ann, 2), rest(bob, 2)
    second = {"Ann Poe": rate(ann, [OpponentGames(bob, 10, 7)]), "Bob Ray": rate(bob, [OpponentGames(ann, 10, 3)])}
    assert ratings_by_name() == {name: rounded(rating) for name, rating in second.items()}
    assert PersonRating.objects.get(person__name="Ann Poe").games == 20


@pytest.mark.django_db
def test_ratings_are_recalculated_only_after_changes(django_assert_num_queries) -> None:
    tournament = play_weekend()
    assert renew_ratings() is True
    with django_assert_num_queries(5):
        assert renew_ratings() is False
    played = tournament.series.filter(outcomes="HHHA")
    played.update(outcomes="HHHH", home_wins=4, away_wins=0)
    ClubTournament.objects.update(read_through=5)  # the correction came from the activity log
    assert ratings_by_name()["Ann Poe"] == rounded(rate(Rating(), [OpponentGames(Rating(), 10, 8)]))


@pytest.mark.django_db
def test_only_games_between_two_people_are_rated() -> None:
    tournament = play_weekend()
    expected = ratings_by_name()
    ann, bob = (Team.objects.get(name=f"{name}'s team") for name in ("Ann Poe", "Bob Ray"))
    imputed, absent, dropped = (make_team(tournament, name) for name in ("Cy Lee", "Di Fox", "Ed Orr"))
    Team.objects.filter(pk=imputed.pk).update(kind=Team.Kind.IMPUTED)
    Team.objects.filter(pk=absent.pk).update(is_absent=True)
    Team.objects.filter(pk=dropped.pk).update(dropped_after_round=1)
    complete = {"tournament": tournament, "division": ann.division, "status": Series.Status.COMPLETE, "round": 2}
    for opponent in (imputed, absent, dropped):
        SeriesFactory(home=ann, away=opponent, outcomes="HHH", home_wins=3, **complete)
    void = SeriesFactory(home=ann, away=bob, outcomes="HH", home_wins=2, **complete)
    Series.objects.filter(pk=void.pk).update(status=Series.Status.VOID)
    forfeited = SeriesFactory(home=bob, away=ann, outcomes="AT", away_wins=1, ties=1, never_begun=1, **complete)
    GameFactory(series=forfeited, number=1, home=bob, away=ann, status="final", ending="forfeited", conceded_by=bob)
    play_weekend(date(2026, 1, 1), is_practice=True)
    follow_tournament(tournament)
    RatingRun.objects.all().delete()
    assert {name: rating for name, rating in ratings_by_name().items() if name in expected} == expected
    assert not PersonRating.objects.filter(person__name__in=("Cy Lee", "Di Fox")).exists()


@pytest.mark.django_db
def test_dropped_team_is_rated_for_the_rounds_it_played() -> None:
    tournament = TournamentFactory()
    ann, bob = (make_team(tournament, name) for name in ("Ann Poe", "Bob Ray"))
    Team.objects.filter(pk=bob.pk).update(dropped_after_round=1)
    complete = {"tournament": tournament, "division": ann.division, "status": Series.Status.COMPLETE}
    SeriesFactory(home=ann, away=bob, round=1, outcomes="AA", away_wins=2, **complete)
    SeriesFactory(home=ann, away=bob, round=2, outcomes="HH", home_wins=2, covered_by=ann, **complete)
    follow_finished(tournament, date(2026, 3, 7))
    assert ratings_by_name()["Bob Ray"] == rounded(rate(Rating(), [OpponentGames(Rating(), 2, 2)]))


@pytest.mark.django_db
def test_partner_who_gets_the_points_is_rated() -> None:
    tournament = TournamentFactory()
    pair, bob = make_team(tournament, "Ann Poe", "Cy Lee"), make_team(tournament, "Bob Ray")
    pair.managers.filter(name="Cy Lee").update(gets_points=True)
    make_final(pair, bob)
    follow_finished(tournament, date(2026, 3, 7))
    assert set(ratings_by_name()) == {"Cy Lee", "Bob Ray"}


@pytest.mark.django_db
def test_online_and_face_to_face_play_are_rated_separately() -> None:
    tournament = play_weekend()
    for series in tournament.series.all():
        SeriesTime.objects.create(series=series, starts_at=timezone.now(), sequence=1)
    follow_tournament(tournament)
    assert ClubTournament.objects.get().is_face_to_face is False
    assert ratings_by_name() == {}
    assert set(ratings_by_name("online")) == {"Ann Poe", "Bob Ray"}
    # the organizer's correction takes precedence, and the next update doesn't revert it
    choice = {"is_counted": True, "is_regional": False, "is_face_to_face": True}
    set_tournament_facts(facts=ClubTournament.objects.get(), actor=ORGANIZER, **choice)
    follow_tournament(tournament)
    assert set(ratings_by_name()) == {"Ann Poe", "Bob Ray"}
    assert ratings_by_name("online") == {}


@pytest.mark.django_db
def test_online_edition_counts_as_online_play() -> None:
    tournament = play_weekend()
    Tournament.objects.filter(pk=tournament.pk).update(profile_key="purestrat_internet@2")
    follow_tournament(Tournament.objects.get(pk=tournament.pk))
    assert ClubTournament.objects.get().is_face_to_face is False
    assert set(ratings_by_name("online")) == {"Ann Poe", "Bob Ray"}


@pytest.mark.django_db
def test_merging_people_combines_their_games() -> None:
    play_weekend()
    tournament = TournamentFactory()
    make_final(make_team(tournament, "Anne Poe"), make_team(tournament, "Bob Ray"))
    follow_finished(tournament, date(2026, 3, 20))
    assert set(ratings_by_name()) == {"Ann Poe", "Anne Poe", "Bob Ray"}
    ann, anne = Person.objects.get(name="Ann Poe"), Person.objects.get(name="Anne Poe")
    merge_people(person=ann, duplicate=anne, actor=ORGANIZER)
    assert set(ratings_by_name()) == {"Ann Poe", "Bob Ray"}
    assert PersonRating.objects.get(person=ann).games == 16


@pytest.mark.django_db
def test_rating_list_shows_only_listed_people() -> None:
    play_weekend()
    Person.objects.filter(name="Bob Ray").update(is_listed=False)
    renew_ratings()
    assert [line.person.name for line in rating_lines("face_to_face")] == ["Ann Poe"]
    assert len(rating_lines("face_to_face", is_organizer=True)) == 2
    page = Client().get("/ratings/").content.decode()
    assert "Ann Poe" in page
    assert "Bob Ray" not in page
    rows = Client().get("/api/v1/ratings/").json()["results"]
    assert [(row["name"], row["games"], row["is_provisional"], row["rank"]) for row in rows] == [
        ("Ann Poe", 10, True, None)
    ]
    assert Client().get("/api/v1/ratings/?kind=online").json()["results"] == []
    assert Client().get("/api/v1/ratings/?kind=mail").status_code == 400


@pytest.mark.django_db
def test_persons_page_and_api_show_ratings() -> None:
    play_weekend()
    renew_ratings()
    row = PersonRating.objects.get(person__name="Ann Poe")
    assert row.shown in Client().get(f"/people/{row.person_id}/").content.decode()
    (sent,) = Client().get(f"/api/v1/people/{row.person_id}/").json()["ratings"]
    assert (sent["kind"], sent["rating"], sent["games"]) == ("face_to_face", round(row.rating, 1), 10)


@pytest.mark.django_db
def test_provisional_ratings_come_last_without_a_rank() -> None:
    for name, rating, deviation in (("Ann", 1700, 200), ("Bob", 1500, 60), ("Cy", 1600, 55)):
        person = Person.objects.create(name=name, is_listed=True)
        PersonRating.objects.create(
            person=person, kind="online", rating=rating, deviation=deviation, volatility=0.06, games=9, tournaments=1,
            last_played_on=date(2026, 3, 7),
        )  # fmt: skip
    assert [(line.rank, line.person.name) for line in rating_lines("online")] == [(1, "Cy"), (2, "Bob"), (None, "Ann")]


@pytest.mark.django_db
def test_rating_query_count_does_not_grow_with_tournaments(django_assert_num_queries) -> None:
    for month in range(1, 5):
        play_weekend(date(2026, month, 7))
    with django_assert_num_queries(5):
        assert len(rated_tournaments()) == 4
