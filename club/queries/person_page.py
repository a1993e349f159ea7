"""A person's page: tournaments and finishes, head-to-head records, and drafted players."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from django.db.models import Q

from club.models import ManagerLink, PastResult, Person, PersonRating, TeamFinish
from club.queries.names import PersonName, hidden_names_of, manager_names, person_names, public_name, public_team_name
from club.queries.ratings import ratings_of
from club.queries.seasons import PersonSeason, season_lines_of, tournament_day, tournament_facts
from drafts.models import Pick
from rules_engine.competition.standings import record_text
from tournaments.access.visibility import counted_by_club
from tournaments.models import Series, Team, Tournament

FAVORITES = 10
_FINISH = [f"finish__{name}" for name in ("team", "wins", "losses", "ties", "place")]
_PLACES = {1: "Champion", 2: "Runner-up"}


class CareerTeam(NamedTuple):
    """A team that a person managed, with its finish once the tournament is over."""

    team: Team
    name: str
    partners: Sequence[str]
    finish: TeamFinish | None

    @property
    def tournament(self) -> Tournament:
        return self.team.tournament

    @property
    def year(self) -> int:
        return tournament_day(self.tournament).year

    @property
    def record(self) -> str:
        finish = self.finish
        return record_text(finish.wins, finish.losses, finish.ties) if finish is not None else ""

    @property
    def place(self) -> str:
        return _PLACES.get(self.finish.place, "") if self.finish is not None else self.tournament.get_stage_display()


class HeadToHead(NamedTuple):
    """Games against one opponent. `opponent` is None for all unlisted people together."""

    opponent: PersonName | None
    wins: int = 0
    losses: int = 0
    ties: int = 0

    def after(self, wins: int, losses: int, ties: int) -> "HeadToHead":
        """Return the totals including another series."""
        return HeadToHead(self.opponent, self.wins + wins, self.losses + losses, self.ties + ties)

    @property
    def name(self) -> str:
        return public_name(self.opponent)

    @property
    def record(self) -> str:
        return record_text(self.wins, self.losses, self.ties)


class FavoritePlayer(NamedTuple):
    """A player and how often the person drafted him."""

    name: str
    drafts: int
    average_pick: Fraction

    @property
    def average_shown(self) -> str:
        return f"{float(self.average_pick):.1f}"


@dataclass(frozen=True)
class Career:
    """All data on a person's page."""

    person: Person
    teams: Sequence[CareerTeam]
    head_to_head: Sequence[HeadToHead]
    players: Sequence[FavoritePlayer]
    seasons: Sequence[tuple[int, PersonSeason]]
    ratings: Sequence[PersonRating]
    past_results: Sequence[PastResult]

    @property
    def finishes(self) -> list[TeamFinish]:
        return [team.finish for team in self.teams if team.finish is not None]

    @property
    def _results(self) -> list[TeamFinish | PastResult]:
        return [*self.finishes, *self.past_results]

    @property
    def record(self) -> str:
        """Return the record across all results, including imported ones."""
        results = self._results
        return record_text(
            sum(result.wins or 0 for result in results),
            sum(result.losses or 0 for result in results),
            sum(result.ties for result in results),
        )

    @property
    def tournaments(self) -> int:
        """Return the number of tournaments. An imported whole-year result without tournaments doesn't count."""
        return len(self.teams) + sum(bool(result.tournament) for result in self.past_results)

    @property
    def titles(self) -> int:
        return sum(result.place == 1 for result in self._results)

    @property
    def finals(self) -> int:
        return sum(result.place in (1, 2) for result in self._results)

    @property
    def favorites(self) -> Sequence[FavoritePlayer]:
        return self.players[:FAVORITES]


def career_of(person: Person) -> Career:
    """Return a person's career. Other people are named only if they agreed to be listed."""
    teams = _teams_of(person)
    team_ids = [row.team.pk for row in teams]
    return Career(
        person,
        teams,
        _head_to_head(person, team_ids),
        _players(team_ids),
        season_lines_of(person),
        ratings_of(person),
        list(person.past_results.order_by("-year", "tournament", "pk")),
    )


def _teams_of(person: Person) -> list[CareerTeam]:
    teams = (
        Team.objects.filter(counted_by_club("tournament__"), person_links__person=person)
        .select_related("tournament", "finish")
        .only("name", "tournament__stage", *tournament_facts("tournament__"), *_FINISH)
        .prefetch_related(*manager_names(""))
    )
    rows = [_career_team(person, team) for team in teams]
    return sorted(rows, key=lambda row: (tournament_day(row.tournament), row.team.pk), reverse=True)


def _career_team(person: Person, team: Team) -> CareerTeam:
    partners = [public_name(link.person) for link in team.person_links.all() if link.person_id != person.pk]
    # the page is about this person, so the name can appear in the team's name
    hidden = [name for name in hidden_names_of(team) if name != person.name]
    return CareerTeam(team, public_team_name(team, hidden), partners, getattr(team, "finish", None))


def _head_to_head(person: Person, team_ids: Sequence[int]) -> list[HeadToHead]:
    """Return the record against each listed person, and the combined record against everyone else."""
    opponents = _opponent_teams(team_ids)
    people = _people_of_teams({team for team, *_ in opponents})
    totals: dict[PersonName | None, HeadToHead] = {}
    for team, wins, losses, ties in opponents:
        listed = [rival for rival in people.get(team, []) if rival.is_public and rival.pk != person.pk]
        opponents_named: list[PersonName | None] = [*listed] or [None]
        for opponent in opponents_named:
            totals[opponent] = totals.get(opponent, HeadToHead(opponent)).after(wins, losses, ties)
    return sorted(
        totals.values(), key=lambda row: (row.opponent is None, -(row.wins + row.losses + row.ties), row.name)
    )


def _opponent_teams(team_ids: Sequence[int]) -> list[tuple[int, int, int, int]]:
    """Return (opponent, wins, losses, ties) for each series with a decided game."""
    series = Series.objects.filter(Q(home__in=team_ids) | Q(away__in=team_ids)).exclude(status=Series.Status.VOID)
    own = set(team_ids)
    rows = []
    for home, away, home_wins, away_wins, ties in series.order_by().values_list(
        "home", "away", "home_wins", "away_wins", "ties"
    ):
        if home_wins or away_wins or ties:
            is_home = home in own
            rows.append((away, home_wins, away_wins, ties) if is_home else (home, away_wins, home_wins, ties))
    return rows


def _people_of_teams(team_ids: set[int]) -> dict[int, list[PersonName]]:
    links = list(ManagerLink.objects.filter(team__in=team_ids).values_list("team_id", "person_id"))
    names = person_names({person for _, person in links})
    people: dict[int, list[PersonName]] = defaultdict(list)
    for team, person in links:
        people[team].append(names[person])
    return people


def _players(team_ids: Sequence[int]) -> list[FavoritePlayer]:
    """Return the drafted players, most often drafted first."""
    picks = Pick.objects.filter(team__in=team_ids, card__isnull=False).order_by()
    overall_by_player: dict[str, list[int]] = defaultdict(list)
    for name, overall in picks.values_list("card__name", "overall"):
        overall_by_player[name].append(overall)
    players = [
        FavoritePlayer(name, len(numbers), Fraction(sum(numbers), len(numbers)))
        for name, numbers in overall_by_player.items()
    ]
    return sorted(players, key=lambda player: (-player.drafts, player.average_pick, player.name))


def export_of(person: Person, career: Career) -> dict[str, object]:
    """Return all of the club's data about a person as plain JSON. Only listed people are named besides the person."""
    return {
        "person": {
            "id": person.pk,
            "name": person.name,
            "home_town": person.home_town,
            "region": person.region,
            "time_zone": person.time_zone,
            "email": person.email,
            "is_listed": person.is_listed,
            "created_at": person.created_at.isoformat(),
        },
        "tournaments": [_exported_team(row) for row in career.teams],
        "past_results": [_exported_past_result(row) for row in career.past_results],
        "seasons": [_exported_season(year, line) for year, line in career.seasons],
        "ratings": [
            {"kind": row.kind, "rating": row.rating, "deviation": row.deviation, "games": row.games}
            for row in career.ratings
        ],
        "head_to_head": [
            {"opponent": row.name, "wins": row.wins, "losses": row.losses, "ties": row.ties}
            for row in career.head_to_head
        ],
        "drafted_players": [{"name": player.name, "drafts": player.drafts} for player in career.players],
    }


def _exported_team(row: CareerTeam) -> dict[str, object]:
    finish = row.finish
    return {
        "tournament": row.tournament.name,
        "team": row.name,
        "partners": list(row.partners),
        "wins": finish.wins if finish else None,
        "losses": finish.losses if finish else None,
        "ties": finish.ties if finish else None,
        "place": finish.place if finish else None,
    }


def _exported_past_result(row: PastResult) -> dict[str, object]:
    return {
        "year": row.year,
        "tournament": row.tournament,
        "wins": row.wins,
        "losses": row.losses,
        "ties": row.ties,
        "finish": row.finish,
        "points": None if row.points is None else str(row.points),
    }


def _exported_season(year: int, line: PersonSeason) -> dict[str, object]:
    corrections = [{"points": str(row.points), "reason": row.reason} for row in line.corrections]
    return {"year": year, "points": line.shown, "corrections": corrections}
