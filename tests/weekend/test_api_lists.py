"""Test the API's lists: pagination, filters, and a number of queries that doesn't grow with the rows."""

import re
from collections.abc import Callable
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from club.models import (
    Ballplayer,
    ClubChange,
    ManagerLink,
    Person,
    PersonRating,
    PlayerTotals,
    PointsCorrection,
)
from club.services.draft_totals import renew_draft_totals
from drafts.models import CardSet, CardUpload, Pick, QueuedPlayer
from games.models import Game, Mistake, RulingRequest
from pitching.models import SignOff
from rules_engine.competition.points import Finish
from tests.api_addresses import urlpatterns
from tests.club.building import add_finish
from tests.drafts.rooms import card_set_for
from tests.drills.api_sequences import description
from tests.factories import (
    AccessFactory,
    BallparkFactory,
    CardSetFactory,
    DivisionFactory,
    DraftFactory,
    GameFactory,
    HitterFactory,
    ManagerAccessFactory,
    ManagerFactory,
    PitcherFactory,
    SeriesFactory,
    TeamFactory,
    TournamentFactory,
)
from tests.games.building import League, complete_games
from tournaments.access.links import link_token
from tournaments.action_log.writing import PROGRAM, record_action
from tournaments.models import Action, Delivery, Device, Shootout, SignUp, TieBreakRoll
from tournaments.services.announcements import announce

pytestmark = pytest.mark.django_db


class Place:
    """A tournament that gets one row after another."""

    def __init__(self):
        self.tournament = TournamentFactory()
        self.division = DivisionFactory(tournament=self.tournament)
        self.card_set = CardSetFactory()
        self.draft = DraftFactory(division=self.division, card_set=self.card_set)
        self.team = self.drafting_team()
        self.drafting_team()
        self.person = Person.objects.create(name="Ray Dow")
        director = AccessFactory(tournament=self.tournament)
        self.browser = Client(headers={"Authorization": f"Bearer {link_token(director)}"})
        organizer = AccessFactory(tournament=None, role="organiser")
        self.organizer = Client(headers={"Authorization": f"Bearer {link_token(organizer)}"})

    def drafting_team(self):
        return TeamFactory(division=self.division, slot=self.division.teams.count() + 1)

    def series(self):
        home, away = (TeamFactory(division=self.division) for _ in range(2))
        return SeriesFactory(division=self.division, home=home, away=away)

    def pick(self, card):
        overall = self.draft.picks.count() + 1
        size = self.division.teams.count()
        team = self.division.teams.order_by("slot")[(overall - 1) % size]
        return Pick.objects.create(
            draft=self.draft, overall=overall, team=team, card=card, made_by="manager", made_at=timezone.now()
        )

    def signature(self):
        series = self.series()
        return SignOff.objects.create(
            series=series,
            sheet_of=series.home,
            signed_by=series.away,
            signer="Ann",
            how="phone",
            signed_at=timezone.now(),
            seal="0" * 64,
            code=f"AAAA-{series.pk:04}",
            content={},
        )


def drafted_player(place: Place) -> None:
    place.pick(HitterFactory(card_set=place.card_set))
    renew_draft_totals(place.tournament)


def queued_card(place: Place) -> None:
    card = HitterFactory(card_set=place.card_set)
    QueuedPlayer.objects.create(team=place.team, card=card, position=place.team.queue.count() + 1)


def tie_roll(place: Place) -> None:
    TieBreakRoll.objects.create(tournament=place.tournament, division=place.division, rolls={"1": 4})


def draft(place: Place) -> None:
    second_division = DivisionFactory(tournament=place.tournament)
    DraftFactory(division=second_division, card_set=place.card_set)
    TeamFactory(division=second_division, slot=1)


def game_from_the_table(place: Place) -> None:
    """Create a game with a visiting batter and pitcher who are in no other game."""
    number = Game.objects.count()
    line = {"name": f"Adams {number}", "hits": 2, "at_bats": 4, "outs": 27}
    box = {"away": {"batting": [line], "pitching": [line]}, "home": {"batting": [], "pitching": []}}
    GameFactory(series=place.series(), box=box)


def player_totals(place: Place) -> None:
    player = Ballplayer.objects.create(name=f"P {Ballplayer.objects.count()}", season=1998)
    PlayerTotals.objects.create(player=player, teams=1, games=3, pitching_games=2)


def announcement(place: Place) -> None:
    announce(tournament=place.tournament, sentence=f"Lunch at {Action.objects.count()}.", actor=PROGRAM)


def finish(place: Place) -> None:
    """Add a result for a new person."""
    person = Person.objects.create(name=f"P {Person.objects.count()}")
    add_finish(person, TournamentFactory(starts_on="2026-05-01", stage="finished"), Finish(9, 5, 14, 0, 7, 0, 8))


def rating(place):
    PersonRating.objects.create(
        person=Person.objects.create(name=f"P {Person.objects.count()}", is_listed=True),
        kind=PersonRating.Kind.FACE_TO_FACE,
        rating=1500,
        deviation=60,
        volatility=0.06,
        games=20,
        tournaments=2,
        last_played_on=timezone.localdate(),
    )


def champion(place: Place) -> None:
    person = Person.objects.create(name=f"P {Person.objects.count()}")
    add_finish(person, TournamentFactory(starts_on="2026-05-01", stage="finished"), Finish(9, 5, 14, 7, 7, 1, 8))


def unlinked_manager(place: Place) -> None:
    """Create a manager whose region differs from that of the person with the same name."""
    team = TeamFactory(division=place.division)
    ManagerFactory(team=team, name=place.person.name, region=f"R{team.pk}")
    Person.objects.filter(pk=place.person.pk).update(region="OH")


def filling_card(place: Place) -> None:
    """Create a card that meets a roster need. The first call adds a pool from which a team can become legal."""
    if not place.card_set.cards.exists():
        card_set_for(2).cards.update(card_set=place.card_set)
    HitterFactory(card_set=place.card_set, positions={"C": 140})


# list URL -> function that adds a row to the list
LISTS: dict[str, Callable[[Place], object]] = {
    "tournaments/": lambda place: TournamentFactory(),
    "deleted-tournaments/": lambda place: TournamentFactory(deleted_at=timezone.now()),
    "tournaments/{slug}/teams/": lambda place: ManagerFactory(team=TeamFactory(division=place.division)),
    "tournaments/{slug}/sign-ups/": lambda place: SignUp.objects.create(tournament=place.tournament, name="Ray"),
    "tournaments/{slug}/webhook/deliveries/": lambda place: Delivery.objects.create(
        tournament=place.tournament, channel="webhook", target="webhook:0", key=f"test:{uuid4()}", event="test"
    ),
    "tournaments/{slug}/teams/{team}/roster/check/cards/": filling_card,
    "devices/": lambda place: Device.objects.create(
        key=uuid4().hex, access=ManagerAccessFactory(team=TeamFactory(division=place.division))
    ),
    "tournaments/{slug}/invitations/": lambda place: ManagerAccessFactory(team=TeamFactory(division=place.division)),
    "tournaments/{slug}/series/": lambda place: place.series(),
    "tournaments/{slug}/standings/{division}/rolls/": tie_roll,
    "tournaments/{slug}/actions/": lambda place: record_action(
        tournament=place.tournament, actor=PROGRAM, verb="test", sentence="An act."
    ),
    "card-uploads/": lambda place: CardUpload.objects.create(name="Long", file_name="long.xlsx"),
    "card-sets/": lambda place: CardSetFactory(),
    "card-sets/{card_set}/cards/": lambda place: HitterFactory(card_set=place.card_set),
    "card-sets/{card_set}/ballparks/": lambda place: BallparkFactory(card_set=place.card_set),
    "tournaments/{slug}/drafts/": draft,
    "tournaments/{slug}/drafts/{division}/cards/": lambda place: HitterFactory(card_set=place.card_set),
    "tournaments/{slug}/drafts/{division}/parks/": lambda place: BallparkFactory(card_set=place.card_set),
    "tournaments/{slug}/drafts/{division}/picks/": lambda place: place.pick(HitterFactory(card_set=place.card_set)),
    "tournaments/{slug}/drafts/{division}/queues/{team}/": queued_card,
    "tournaments/{slug}/rosters/": lambda place: place.pick(PitcherFactory(card_set=place.card_set)),
    "tournaments/{slug}/teams/{team}/roster/": lambda place: Pick.objects.create(
        draft=place.draft,
        overall=place.draft.picks.count() + 1,
        team=place.team,
        park=BallparkFactory(card_set=place.card_set),
        made_by="manager",
        made_at=timezone.now(),
    ),
    "tournaments/{slug}/rulings/": lambda place: RulingRequest.objects.create(
        series=place.series(), asked_by="Ann", question="May I?"
    ),
    "tournaments/{slug}/mistakes/": lambda place: Mistake.objects.create(
        series=place.series(), game=1, kind="reentry", offended=place.team, options=["accept"], rule="T31.3"
    ),
    "tournaments/{slug}/shootouts/": lambda place: Shootout.objects.create(
        tournament=place.tournament,
        division=place.division,
        home=TeamFactory(division=place.division),
        away=TeamFactory(division=place.division),
    ),
    "tournaments/{slug}/signatures/": lambda place: place.signature(),
    "tournaments/{slug}/players/batters/": game_from_the_table,
    "tournaments/{slug}/players/pitchers/": game_from_the_table,
    "tournaments/{slug}/announcement/": announcement,
    "people/to-link/": unlinked_manager,
    "people/{person}/links/": lambda place: ManagerLink.objects.create(
        person=place.person, team=TeamFactory(division=place.division), name_key="ann"
    ),
    "tournaments/{slug}/club-people/": lambda place: Person.objects.create(name=f"P {Person.objects.count()}"),
    "club-changes/": lambda place: ClubChange.objects.create(kind="edit", person=place.person, actor="Olive"),
    "seasons/{year}/corrections/": lambda place: PointsCorrection.objects.create(
        person=place.person, year=2026, points=2, reason="Late"
    ),
    "people/": lambda place: Person.objects.create(name=f"P {Person.objects.count()}", is_listed=True),
    "seasons/{year}/": finish,
    "champions/": champion,
    "ratings/": rating,
    "players/batting/": player_totals,
    "players/pitching/": player_totals,
    "drafted-players/": drafted_player,
}
# they have `sort`, because sorting by a percentage omits players with few at-bats or innings
SORTED_LISTS = {"players/batting/", "players/pitching/"}
FOR_ORGANIZERS = {
    "deleted-tournaments/",
    "devices/",
    "people/to-link/",
    "people/{person}/links/",
    "tournaments/{slug}/club-people/",
    "club-changes/",
    "seasons/{year}/corrections/",
}
# unpaginated responses -> function that adds a row
WHOLE: dict[str, Callable[[Place], object]] = {
    "tournaments/{slug}/divisions/": draft,
    "records/": champion,
    "tournaments/{slug}/rolls/": lambda place: ManagerFactory(team=TeamFactory(division=place.division)),
    "tournaments/{slug}/schedule/": lambda place: place.series(),
    "tournaments/{slug}/standings/": lambda place: place.series(),
    "tournaments/{slug}/drafts/{division}/board/": lambda place: place.pick(HitterFactory(card_set=place.card_set)),
    "tournaments/{slug}/teams/{team}/sheet/": lambda place: place.pick(PitcherFactory(card_set=place.card_set)),
    "tournaments/{slug}/divisions/{division}/board/": lambda place: place.pick(PitcherFactory(card_set=place.card_set)),
}


def _count_queries(place: Place, address: str, query: str = "") -> tuple[int, object]:
    CardSet.objects.filter(pk=place.card_set.pk).update(version=CardSet.objects.get(pk=place.card_set.pk).version + 1)
    parts = {
        "slug": place.tournament.slug,
        "division": place.division.pk,
        "team": place.team.pk,
        "card_set": place.card_set.pk,
        "year": 2026,
        "person": place.person.pk,
    }
    with CaptureQueriesContext(connection) as queries:
        browser = place.organizer if address in FOR_ORGANIZERS else place.browser
        answer = browser.get(f"/api/v1/{address.format(**parts)}?{query}")
    assert answer.status_code == 200, answer.content
    return len(queries), answer.json()


def test_every_paginated_endpoint_has_a_test_row():
    paged = {
        str(pattern.pattern)
        for pattern in urlpatterns
        if getattr(getattr(pattern.callback, "view_class", None), "pagination_class", None)
    }
    expected_fields = {
        address.format(
            slug="<slug:slug>",
            division="<int:division_id>",
            team="<int:team_id>",
            card_set="<int:card_set_id>",
            year="<int:year>",
            person="<int:person_id>",
        )
        for address in LISTS
    }
    assert paged == expected_fields


@pytest.mark.parametrize("address", sorted(LISTS))
def test_list_query_count_does_not_grow_with_rows(address):
    place = Place()
    LISTS[address](place)
    few, single = _count_queries(place, address)
    for _ in range(3):
        LISTS[address](place)
    many, four = _count_queries(place, address)
    assert four["count"] >= single["count"] + 3
    assert len(four["results"]) == four["count"]
    assert many == few


@pytest.mark.parametrize("address", sorted(LISTS.keys() - SORTED_LISTS))
def test_every_ordering_field_sorts_both_ways_and_is_in_the_schema(address):
    place = Place()
    for _ in range(3):
        LISTS[address](place)
    parameters = _list_parameters(address)
    for field in parameters["ordering"]["schema"]["items"]["enum"]:
        _, ordered = _count_queries(place, address, f"ordering={field}")
        assert ordered["count"] >= 3, field
        name = field.removeprefix("-")
        values = [row[name] for row in ordered["results"] if isinstance(row.get(name), int)]
        if name in ("id", "overall", "wins", "rank"):
            assert values == sorted(values, reverse=field.startswith("-")), field
    if "search" in parameters:
        _, rows = _count_queries(place, address, "search=no+row+has+this")
        assert rows["count"] == 0


def _list_parameters(address):
    """Return a list's query parameters in the schema, by name."""
    pattern = re.sub(r"{[a-z_]+}", "{}", f"/api/v1/{address}")
    operation = next(
        methods["get"]
        for path, methods in description()["paths"].items()
        if re.sub(r"{[a-z_]+}", "{}", path) == pattern
    )
    return {parameter["name"]: parameter for parameter in operation["parameters"]}


def test_ordering_handles_multiple_fields_nulls_and_case():
    place = Place()
    for name, seed in (("bears", 2), ("Akron", 1), ("Cubs", None)):
        TeamFactory(division=place.division, name=name, seed=seed)
    address = f"/api/v1/tournaments/{place.tournament.slug}/teams/"

    def names(query):
        rows = place.browser.get(f"{address}?{query}").json()["results"]
        return [row["name"] for row in rows if row["name"] in ("bears", "Akron", "Cubs")]

    assert names("ordering=name") == ["Akron", "bears", "Cubs"]
    assert names("ordering=-name") == ["Cubs", "bears", "Akron"]
    assert names("ordering=-seed,name") == ["bears", "Akron", "Cubs"]
    assert names("search=AKR") == ["Akron"]


def test_search_requires_every_word_to_match():
    place = Place()
    team = TeamFactory(division=place.division, name="Akron Aces")
    for position, name in enumerate(("Ann Byers", "Ann Smith"), start=1):
        ManagerFactory(team=team, name=name, position=position)
    address = f"/api/v1/tournaments/{place.tournament.slug}/teams/"
    assert [row["id"] for row in place.browser.get(f"{address}?search=ann+akron").json()["results"]] == [team.pk]
    assert place.browser.get(f"{address}?search=ann+sharks").json()["count"] == 0
    Person.objects.create(name="Ann Byers", region="OH", is_listed=True)
    Person.objects.create(name="Ann Hidden", region="OH")
    assert [row["name"] for row in Client().get("/api/v1/people/?search=oh+ann").json()["results"]] == ["Ann Byers"]


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("ordering=name,colour", "ordering"),
        ("ordering=managers__home_town", "ordering"),
        ("search=" + "x" * 201, "search"),
    ],
)
def test_invalid_ordering_or_search_returns_400_with_the_field(query, field):
    answer = Client().get(f"/api/v1/tournaments/{Place().tournament.slug}/teams/?{query}")
    assert answer.status_code == 400
    assert answer.json()["field"] == field
    if field == "ordering":
        assert "Choose from: division, id, is_absent, kind, name, seed, slot." in answer.json()["detail"]


@pytest.mark.parametrize("address", sorted(WHOLE))
def test_unpaginated_query_count_does_not_grow_with_rows(address):
    place = Place()
    WHOLE[address](place)
    few, single = _count_queries(place, address)
    for _ in range(3):
        WHOLE[address](place)
    many, four = _count_queries(place, address)
    assert len(str(four)) > len(str(single))
    assert many == few


def test_full_results_query_count_does_not_grow_with_games():
    league = League()
    entries = complete_games(league, league.series[0])
    league.save(entries[:1], complete=False)
    address = f"/api/v1/tournaments/{league.tournament.slug}/series/{league.series[0].pk}/results/"
    with CaptureQueriesContext(connection) as few:
        assert len(Client().get(address).json()["games"]) == 1
    league.save(entries)
    with CaptureQueriesContext(connection) as many:
        assert len(Client().get(address).json()["games"]) == 3
    assert len(few) == len(many)


def test_pagination_covers_every_row_and_ends():
    place = Place()
    for _ in range(5):
        place.series()
    address, seen = f"/api/v1/tournaments/{place.tournament.slug}/series/?page_size=2", []
    while address:
        data = place.browser.get(address).json()
        assert data["count"] == 5
        seen += [row["id"] for row in data["results"]]
        address = data["next"]
    assert seen == sorted(set(seen))
    assert len(seen) == 5
    beyond = place.browser.get(f"/api/v1/tournaments/{place.tournament.slug}/series/?page=9")
    assert beyond.status_code == 404


@pytest.mark.parametrize(
    "parameters",
    ["page=0", "page=-1", "page=last", "page_size=x", "page_size=201", "page=1.5", "page=", "page=9" + "9" * 50],
)
def test_malformed_page_returns_400_with_the_parameter(parameters):
    place = Place()
    answer = place.browser.get(f"/api/v1/tournaments/{place.tournament.slug}/series/?{parameters}")
    assert answer.status_code == 400
    assert answer.json()["field"] == parameters.partition("=")[0]


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("divison=3", "divison"),
        ("round=two", "round"),
        ("team=1e9", "team"),
        ("team=99999999999999999999", "team"),
        ("stage=final", "stage"),
        ("team=%00", "team"),
    ],
)
def test_unknown_or_malformed_parameter_returns_400_with_the_field(query, field):
    place = Place()
    answer = place.browser.get(f"/api/v1/tournaments/{place.tournament.slug}/series/?{query}")
    assert answer.status_code == 400
    assert answer.json()["field"] == field


def test_series_can_be_filtered_by_team_round_and_stage():
    place = Place()
    matching, series_elsewhere = place.series(), place.series()
    series_elsewhere.round = 2
    series_elsewhere.save()

    def ids_of(query):
        data = place.browser.get(f"/api/v1/tournaments/{place.tournament.slug}/series/?{query}").json()
        return [row["id"] for row in data["results"]]

    assert ids_of(f"team={matching.home_id}") == [matching.pk]
    assert ids_of(f"team={matching.away_id}&round=1") == [matching.pk]
    assert ids_of(f"team={matching.away_id}&round=2") == []
    assert ids_of("round=2") == [series_elsewhere.pk]
    assert ids_of("stage=playoff") == []
    assert ids_of(f"division={place.division.pk}") == [matching.pk, series_elsewhere.pk]


def test_cards_can_be_filtered_and_sorted():
    card_set = CardSetFactory()
    mays = HitterFactory(
        card_set=card_set, name="Willie Mays", sort_name="Mays, Willie", positions={"CF": 150}, homeruns=52
    )
    ruth = HitterFactory(
        card_set=card_set, name="Babe Ruth", sort_name="Ruth, Babe", bats="L", positions={"RF": 140}, homeruns=60
    )
    idle = HitterFactory(
        card_set=card_set, name="Idle Al", sort_name="Al, Idle", at_bats=3, walks=0, positions={"C": 1}
    )
    ace = PitcherFactory(card_set=card_set, name="An Ace", sort_name="Ace, An")
    address = f"/api/v1/card-sets/{card_set.pk}/cards/"

    def ids_of(query):
        return [row["id"] for row in Client().get(f"{address}?{query}").json()["results"]]

    assert ids_of("name=mays") == [mays.pk]
    assert ids_of("position=OF&sort=homeruns") == [ruth.pk, mays.pk]
    assert ids_of("position=OF&sort=-homeruns") == [mays.pk, ruth.pk]
    assert ids_of("hand=L") == [ruth.pk]
    assert ids_of("role=starter") == [ace.pk]
    assert idle.pk in ids_of("")
    assert idle.pk not in ids_of("eligible=true")
    data = Client().get(f"{address}{ace.pk}/").json()
    assert data["innings_pitched"] == "200.0"
    assert (data["may_start"], data["may_relieve"]) == (True, False)
    assert data["rule"] == "T27.53"
    assert Client().get(f"{address}?position=XX").json()["field"] == "position"
