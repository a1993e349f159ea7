"""Benchmark a large federation's pages: 500 tournaments over ten years, 5,000 people and 40,000 games."""

import gc
import random
import statistics
from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from itertools import combinations
from time import perf_counter

from django.conf import settings
from django.db.models import Count
from django.test import Client
from django.utils import timezone

from bench.figure import Figure, cpu_seconds
from club.models import Ballplayer, ClubTournament, Person, PlayerTotals, TeamFinish, TournamentLine
from club.services.finishes import follow_tournaments
from club.services.player_statistics import renew_stale_totals
from drafts.models import CardSet, Draft, Pick, PlayerCard
from games.models import Game
from tournaments.models import Action, Division, Manager, Series, Team, Tournament

TOURNAMENTS, TEAMS, PEOPLE, REGULARS = 500, 13, 5_000, 100
HITTERS, SEASONS = 9, 30
FIRST_YEAR, YEARS = 2016, 10
LAST_YEAR = FIRST_YEAR + YEARS - 1
REGIONS = ("Midwest", "Northeast", "South", "West")
BUILD_SECONDS, PAGE_MS, CACHED_MS, SEARCH_MS, YEAR_SECONDS = 600, 40, 5, 50, 10
_READS = 9
_SEARCHES = {
    "search for “moore” among people": "/people/?q=moore",
    "search for “Player 42” among people": "/people/?q=Player+42",
    "search for “star 4” among players": "/players/?q=star+4",
    "search for “moore” on the whole site": "/search/?q=moore",
    "the sitemap": "/sitemap.xml",
}


def figures() -> Iterator[Figure]:
    settings.PAGE_CACHE_SECONDS = 3600
    started_at = perf_counter()
    games = build_federation()
    follow_tournaments()
    Person.objects.update(is_listed=True, is_listing_chosen=True)
    yield Figure(f"{TOURNAMENTS} tournaments, {games:,} games: made", perf_counter() - started_at, "s", BUILD_SECONDS)
    gc.collect()
    gc.freeze()  # like a web process after its start (config/asgi.py)
    for name, address in _pages().items():
        first, cached = _page_ms(address)
        yield Figure(f"{name}, {PEOPLE:,} people, first after a change", first, "ms", PAGE_MS)
        yield Figure(f"{name}, again", cached, "ms", CACHED_MS)
    for name, address in _SEARCHES.items():
        first, _ = _page_ms(address)
        yield Figure(f"{name}, first after a change", first, "ms", SEARCH_MS)
    yield Figure(
        f"totals of {Ballplayer.objects.count():,} players added up again", _totals_seconds(), "s", YEAR_SECONDS
    )
    yield Figure(f"a change in each tournament of {LAST_YEAR} followed", _changed_year_seconds(), "s", YEAR_SECONDS)
    yield Figure(f"all results, statistics and ratings of {LAST_YEAR} computed", _new_year_seconds(), "s", YEAR_SECONDS)


def _pages() -> dict[str, str]:
    regular = Person.objects.annotate(teams=Count("links")).latest("teams")
    return {
        "the club's site": "/",
        "a person of many tournaments": regular.get_absolute_url(),
        "the list of people": "/people/",
        "a year": f"/seasons/{LAST_YEAR}/",
        "champions": "/champions/",
        "records": "/records/",
        "ratings": "/ratings/",
        "calendar": "/calendar/",
        "latest results": "/results/",
        "player statistics, batting": "/players/?sort=average",
        "player statistics, pitching": "/players/?statistics=pitching&sort=earned_run_average",
        "a player of many tournaments": PlayerTotals.objects.latest("teams").player.get_absolute_url(),
    }


def build_federation() -> int:
    """Create finished tournaments, and return their number of games."""
    dice = random.Random(1998)
    games = 0
    for number in range(TOURNAMENTS):
        day = date(FIRST_YEAR, 1, 3) + timedelta(days=number * 365 * YEARS // TOURNAMENTS)
        tournament = Tournament.objects.create(
            slug=f"event-{number}", name=f"Event {number}", stage=Tournament.Stage.FINISHED, starts_on=day, best_of="7"
        )
        Action.objects.create(tournament=tournament, actor="Bench", verb="finish_tournament", sentence="The end")
        teams = _make_teams(tournament, number, dice)
        games += _play(tournament, teams, dice)
    return games


def _person_name(number: int) -> str:
    return f"Player {number} {('Moore', 'Lee', 'Reyes', 'Kowalski', 'Ito')[number % 5]}"


def _make_teams(tournament: Tournament, number: int, dice: random.Random) -> list[Team]:
    """Enter two regulars, who play ten times a year, and ten people who play in no other tournament."""
    division = Division.objects.create(tournament=tournament, name="American", position=1)
    newcomers = (PEOPLE - REGULARS) // TOURNAMENTS + 1
    first = REGULARS + number * newcomers
    people = dice.sample(range(REGULARS), TEAMS - newcomers) + [*range(first, first + newcomers)]
    teams = Team.objects.bulk_create(
        Team(
            tournament=tournament, division=division, slot=slot, seed=slot if slot <= 2 else None, name=f"Team {person}"
        )
        for slot, person in enumerate(people, start=1)
    )
    Manager.objects.bulk_create(
        Manager(team=team, name=_person_name(person), region=REGIONS[person % len(REGIONS)], position=1)
        for team, person in zip(teams, people, strict=True)
    )
    _draft(division, teams, 1970 + number % SEASONS)
    return teams


def _draft(division: Division, teams: list[Team], season: int) -> None:
    """Draft each team's hitters and pitcher from a season's cards."""
    cards, is_new = CardSet.objects.get_or_create(
        name=f"Cards of {season}", season=season, source=CardSet.Source.SEASON
    )
    if is_new:
        numbers = range(TEAMS * (HITTERS + 1))
        PlayerCard.objects.bulk_create(
            PlayerCard(card_set=cards, code=f"c{season}-{number}", name=f"Star {number}", sort_name=f"Star {number}")
            for number in numbers
        )
    draft = Draft.objects.create(division=division, card_set=cards)
    Pick.objects.bulk_create(
        Pick(
            draft=draft, team=teams[overall % TEAMS], card=card, overall=overall, made_by=Pick.MadeBy.PROGRAM,
            made_at=timezone.now(),
        )
        for overall, card in enumerate(cards.cards.order_by("pk"))
    )  # fmt: skip


def _play(tournament: Tournament, teams: list[Team], dice: random.Random) -> int:
    """Play a round robin with one game per pair, and a final."""
    rows = [
        _series(tournament, home, away, dice, 1, division=teams[0].division) for home, away in combinations(teams, 2)
    ]
    final = _series(
        tournament, teams[0], teams[1], dice, 1, stage=Series.Stage.PLAYOFF, bracket_place="1", is_best_of=True
    )
    final.outcomes, final.home_wins, final.away_wins, final.games_planned = "HAHHH", 4, 1, 7
    series = Series.objects.bulk_create([*rows, final])
    return len(Game.objects.bulk_create(game for row in series for game in _games(row, dice)))


def _series(tournament: Tournament, home: Team, away: Team, dice: random.Random, games: int, **more: object) -> Series:
    outcomes = "".join(dice.choice("HA") for _ in range(games))
    assert tournament.starts_on is not None
    completed_at = datetime.combine(tournament.starts_on, time(20), UTC)
    return Series(
        tournament=tournament, round=1, home=home, away=away, games_planned=games, status=Series.Status.COMPLETE,
        completed_at=completed_at, outcomes=outcomes, home_wins=outcomes.count("H"), away_wins=outcomes.count("A"),
        **more,
    )  # fmt: skip


def _games(series: Series, dice: random.Random) -> Iterator[Game]:
    for number, outcome in enumerate(series.outcomes, start=1):
        won, lost = dice.randrange(3, 12), dice.randrange(0, 3)
        home_runs, away_runs = (won, lost) if outcome == "H" else (lost, won)
        yield Game(
            series=series, number=number, home=series.home, away=series.away, status=Game.Status.FINAL,
            home_runs=home_runs, away_runs=away_runs,
            box={side: _box(team, dice) for side, team in (("home", series.home), ("away", series.away))},
        )  # fmt: skip


def _box(team: Team, dice: random.Random) -> dict[str, list[dict[str, str | int]]]:
    """Return one side's box score, with the names of its drafted players."""
    first = (team.slot or 1) - 1
    batting: list[dict[str, str | int]] = [
        {
            "name": f"Star {first + place * TEAMS}",
            "at_bats": 4,
            "hits": dice.randrange(3),
            "homeruns": dice.randrange(2),
        }
        for place in range(HITTERS)
    ]
    pitching: list[dict[str, str | int]] = [
        {"name": f"Star {first + HITTERS * TEAMS}", "outs": 27, "earned_runs": dice.randrange(6)}
    ]
    return {"batting": batting, "pitching": pitching}


def _page_ms(address: str) -> tuple[float, float]:
    """Return the CPU time of the first request after a club change, and of the next request, in milliseconds."""
    client = Client()

    def read() -> None:
        answer = client.get(address)
        if answer.status_code != 200:
            raise RuntimeError(f"{address} answered {answer.status_code}")

    first, cached = [], []
    for _ in range(_READS):
        _record_change(Tournament.objects.latest("pk"))
        first.append(cpu_seconds(read))
        cached.append(cpu_seconds(read))
    return 1000 * statistics.median(first), 1000 * statistics.median(cached)


def _record_change(tournament: Tournament) -> None:
    Action.objects.create(tournament=tournament, actor="Bench", verb="announce", sentence="A change")


def _totals_seconds() -> float:
    PlayerTotals.objects.all().delete()
    return cpu_seconds(renew_stale_totals)


def _changed_year_seconds() -> float:
    for tournament in Tournament.objects.filter(starts_on__year=LAST_YEAR):
        _record_change(tournament)
    return cpu_seconds(follow_tournaments)


def _new_year_seconds() -> float:
    """Return the seconds to compute the year as if all its tournaments had just finished."""
    for model in (ClubTournament, TeamFinish, TournamentLine):
        model.objects.filter(tournament__starts_on__year=LAST_YEAR).delete()
    renew_stale_totals()
    for tournament in Tournament.objects.filter(starts_on__year=LAST_YEAR):
        _record_change(tournament)
    return cpu_seconds(follow_tournaments)
