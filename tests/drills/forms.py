"""Define the drills' forms, each with its data and a check that the database saved it exactly once."""

from collections.abc import Callable, Iterator, Mapping
from itertools import count
from typing import Final, NamedTuple

from drafts.models import Draft, Pick, PlayerCard
from games.models import Game, RulingRequest
from pitching.models import SignOff
from tests.drafts.rooms import running
from tests.drills.visitor import Visitor
from tests.factories import TournamentFactory
from tests.games.building import League, complete_games
from tournaments.models import Access, Action, Series, Team

KEPT: Final = (200, 302)
_numbers = count(1)
_TEAMS = 14  # a tournament can have more, but its pages grow with them


class Form(NamedTuple):
    """A form, with a check that the database has the acknowledged data."""

    send: Callable[[Visitor], tuple[int, str]]
    is_stored: Callable[[], bool]


def teams() -> Iterator[Form]:
    """Enter teams in sign-up."""
    while True:
        tournament = TournamentFactory(slug=f"sign-up-{next(_numbers)}")
        for _ in range(_TEAMS):
            yield team_form(tournament.slug, f"Team {next(_numbers)}")


def team_form(slug: str, name: str) -> Form:
    form = {"team": name, "manager": f"Manager of {name}"}
    return Form(
        lambda visitor: visitor.send(f"/t/{slug}/people/add/", form),
        lambda: Team.objects.filter(tournament__slug=slug, name=name, managers__isnull=False).exists(),
    )


def questions() -> Iterator[Form]:
    """Send questions to the director."""
    series = League(rounds=1).series[0]
    for number in count(1):
        yield _question(series, f"May he do that? ({number})")


def _question(series: Series, text: str) -> Form:
    return Form(
        lambda visitor: visitor.send(f"{series.get_absolute_url()}ask/", {"question": text}),
        lambda: RulingRequest.objects.filter(series=series, question=text).count() == 1,
    )


def picks() -> Iterator[Form]:
    """Pick players for the team on the clock."""
    while True:
        draft = running(8)
        cards = PlayerCard.objects.filter(card_set=draft.card_set, is_pitcher=False).order_by("?")
        for card in cards:
            draft.refresh_from_db()
            team = on_the_clock(draft)
            if team is None:
                break
            yield _pick(draft, team, card, draft.next_overall)


def on_the_clock(draft: Draft) -> Team | None:
    """Return the team on the clock in an unchanged serpentine order."""
    sides = list(Team.objects.filter(division=draft.division).order_by("slot"))
    turn, place = divmod(draft.next_overall - 1, len(sides))
    return None if draft.state != "running" or turn > 15 else (sides[::-1] if turn % 2 else sides)[place]


def _pick(draft: Draft, team: Team, card: PlayerCard, overall: int) -> Form:
    form = {"team": team.pk, "overall": overall, "card": card.pk, "override": "a drill"}
    path = f"/t/{draft.division.tournament.slug}/draft/{draft.division_id}/pick/make/"
    return Form(
        lambda visitor: visitor.send(path, form),
        lambda: Pick.objects.filter(draft=draft, overall=overall, card=card).count() == 1,
    )


def results() -> Iterator[Form]:
    """Enter the first game of a series with different runs each time."""
    series = League(rounds=1).series[0]
    while True:
        series.refresh_from_db()
        home_runs = Game.objects.filter(series=series).values_list("home_runs", flat=True).first() or 0
        # an unchanged result would be saved without a new action
        yield _result(series, series.version, home_runs % 40 + 1)


def _result(series: Series, version: int, runs: int) -> Form:
    game = {"number": 1, "home_runs": runs, "away_runs": 0, "innings": 9, "ending": "played_out", "outings": []}
    path = f"/api/v1/tournaments/{series.tournament.slug}/series/{series.pk}/results/"
    saved = Action.objects.filter(verb="save_series_results", subject=f"series:{series.pk}", after__version=version + 1)
    return Form(
        lambda visitor: visitor.put(path, {"version": version, "games": [game], "complete": False}),
        lambda: [action.after["games"][0]["home_runs"] for action in saved] == [runs],
    )


KINDS: Final[Mapping[str, Callable[[], Iterator[Form]]]] = {
    "teams": teams,
    "questions": questions,
    "picks": picks,
    "results": results,
}


class Race(NamedTuple):
    """Two forms sent at the same time, and how often the result that must be unique exists."""

    forms: tuple[Form, Form]
    times: Callable[[], int]


def races() -> Iterator[Race]:
    """Return the races in turn. Each starts from the state that the previous race left."""
    kinds = [_same_team(), _same_turn(), _same_version(), _same_sheet(), _same_links()]
    while True:
        for kind in kinds:
            yield next(kind)


def _same_team() -> Iterator[Race]:
    while True:
        tournament = TournamentFactory(slug=f"race-{next(_numbers)}")
        for _ in range(_TEAMS):
            name = f"Team {next(_numbers)}"
            form, entered = team_form(tournament.slug, name), Team.objects.filter(tournament=tournament, name=name)
            yield Race((form, form), entered.count)


def _same_turn() -> Iterator[Race]:
    """Draft two different players with the same pick."""
    while True:
        draft = running(8)
        cards = iter(PlayerCard.objects.filter(card_set=draft.card_set, is_pitcher=False).order_by("?"))
        for card, following in zip(cards, cards, strict=False):
            draft.refresh_from_db()
            team, overall = on_the_clock(draft), draft.next_overall
            if team is None:
                break
            actions = Action.objects.filter(subject=f"draft:{draft.pk}", verb="make_pick", after__overall=overall)
            yield Race((_pick(draft, team, card, overall), _pick(draft, team, following, overall)), actions.count)


def _same_version() -> Iterator[Race]:
    """Submit two results based on the same version."""
    series = League(rounds=1).series[0]
    for number in count(1):
        series.refresh_from_db()
        version = series.version
        saved = Action.objects.filter(subject=f"series:{series.pk}", after__version=version + 1)
        yield Race((_result(series, version, 1 + number % 9), _result(series, version, 11 + number % 9)), saved.count)


def _same_sheet() -> Iterator[Race]:
    """Sign a sheet on two of the director's devices, for a team without a manager."""
    league = League(rounds=1)
    series = league.series[0]
    league.save(complete_games(league, series))
    Team.objects.filter(pk=series.away_id).update(kind=Team.Kind.IMPUTED)
    path = f"{series.get_absolute_url()}sign/{series.home_id}/"
    standing = SignOff.objects.filter(series=series, sheet_of=series.home, broken_at=None)
    form = Form(lambda visitor: visitor.send(path, {}), standing.exists)
    while True:
        SignOff.objects.filter(series=series).delete()
        yield Race((form, form), standing.count)


def _same_links() -> Iterator[Race]:
    """Request links for all teams twice. No team may get two."""
    league = League(rounds=1)
    links = Access.objects.filter(tournament=league.tournament, role="manager")
    form = Form(lambda visitor: visitor.send(f"/t/{league.tournament.slug}/people/links/", {}), links.exists)
    while True:
        links.delete()
        yield Race((form, form), lambda: links.filter(team=league.sharks.team).count())
