"""Scenes of the draft, the divisions and the eligible cards."""

from django.utils import timezone

from drafts.models import Ballpark, Draft, Pick
from tests.drafts.rooms import POSITIONS, division_of, free_cards, opened, pick, running, teams_of
from tests.edition_scenes.scene import Scene, director, words
from tests.factories import (
    CardSetFactory,
    DivisionFactory,
    HitterFactory,
    PickFactory,
    TeamFactory,
    TournamentFactory,
)
from tests.games.building import League
from tournaments.models import Team


def room(text: str) -> Draft:
    """Return a draft in progress with two teams."""
    return running(2, division=division_of(2, tournament__profile_text=text))


def page(draft: Draft, end: str = "", **query: object) -> str:
    tournament = draft.division.tournament
    address = f"/t/{tournament.slug}/draft/{draft.division_id}/{end}"
    return words(director(tournament).get(address, query))


def take_park(draft: Draft, team: Team) -> str:
    """Pick a ballpark for the team on the clock, and return the director's page."""
    tournament, park = draft.division.tournament, Ballpark.objects.filter(card_set=draft.card_set, picks=None).first()
    address = f"/t/{tournament.slug}/draft/{draft.division_id}/pick/make/"
    draft.refresh_from_db()
    form = {"team": team.pk, "park": park.pk, "overall": draft.next_overall}
    return words(director(tournament).post(address, form, follow=True))


def board(text: str) -> str:
    return page(room(text))


def roster(text: str) -> str:
    team = League(profile_text=text).sharks.team
    return words(director(team.tournament).get(f"/t/{team.tournament.slug}/teams/{team.pk}/"))


def second_park(text: str) -> str:
    draft = room(text)
    first, second = teams_of(draft)
    for team in (first, second):
        take_park(draft, team)
    return take_park(draft, second)


def third_turn(text: str) -> str:
    draft = room(text)
    for team in teams_of(draft):
        pick(draft, team)
    return page(draft, "dashboard/")


def parks(text: str) -> str:
    return page(room(text), "pick/", role="parks")


def double_up_of_round_2(text: str) -> str:
    draft = room(text)
    first, second = teams_of(draft)
    for team, position in ((first, "SS"), (second, "C"), (second, "1B"), (first, "SS")):
        pick(draft, team, free_cards(draft, position)[0])
    return page(draft, "pick/rescind/", team=first.pk)


def start_with_two_teams(text: str) -> str:
    draft = opened(2, division=division_of(2, tournament__profile_text=text))
    tournament = draft.division.tournament
    address = f"/t/{tournament.slug}/draft/{draft.division_id}/dashboard/clock/"
    return words(director(tournament).post(address, {"act": "start"}, follow=True))


def imputed_team(text: str) -> str:
    """Add an imputed team to a division of seven teams."""
    tournament = TournamentFactory(profile_text=text)
    division = DivisionFactory(tournament=tournament)
    for number in range(7):
        TeamFactory(division=division, name=f"Club {number}")
    address = f"/t/{tournament.slug}/people/imputed/"
    form = {"name": "The Machine", "division": division.pk}
    return words(director(tournament).post(address, form, follow=True))


def player_named(text: str, **card: object) -> str:
    card_set = CardSetFactory()
    player = HitterFactory(card_set=card_set, **card)
    draft = running(2, division=division_of(2, tournament__profile_text=text), card_set=card_set)
    return page(draft, "pick/confirm/", card=player.pk)


def catcher_named(text: str) -> str:
    return player_named(text, at_bats=200, walks=50, positions={"C": 80}, has_catcher_rating=True)


def roll_of_25(text: str) -> str:
    """Enter a roll of 25 for a team's draft position, as the director."""
    division = division_of(2, tournament__profile_text=text)
    tournament, team = division.tournament, division.teams.first()
    address = f"/t/{tournament.slug}/rolls/typed/"
    Team.objects.filter(division=division).update(slot=None)
    return words(director(tournament).post(address, {f"roll_{team.pk}": 25}, follow=True))


def shortstop_without_injury(text: str) -> str:
    """Draft two players for every position except short, whose only player can't be injured."""
    team = League(profile_text=text).sharks.team
    draft = Draft.objects.get(division=team.division)
    Pick.objects.filter(team=team, card__is_pitcher=False).delete()
    twice = [position for position in POSITIONS if position != "SS"] * 2
    for overall, position in enumerate(["SS", *twice], start=1001):
        card = HitterFactory(card_set=draft.card_set, positions={position: 140}, can_be_injured=position != "SS")
        PickFactory(draft=draft, team=team, card=card, overall=overall, made_at=timezone.now())
    return words(director(team.tournament).get(f"/t/{team.tournament.slug}/teams/{team.pk}/"))


WHOLE = {"draft.rounds": 13, "draft.ballparks": 0}  # a complete League roster: 13 players, 6 of whom can start

SCENES = {
    "draft.rounds": Scene(27, "26 26.02 · 52 26.01 · 51 All times", "27 27.01 · 53 27.02 · 54 All times", board),
    "draft.players": Scene(
        13,
        "not legal T0.02 13 players, but 25 are needed",
        "legal T10.2 6 pitchers can start, but 4 are needed",
        roster,
        WHOLE,
    ),
    "draft.ballparks": Scene(
        2,
        "T0.02: The team already has its ballpark. Each team drafts 1.",
        "On the clock Team 1",
        second_park,
    ),
    "draft.serpentine": Scene(False, "On the clock Team 2", "On the clock Team 1", third_turn),
    "draft.first_park_may_be_designed": Scene(False, "Design the first park in the division", "", parks),
    "draft.rescind_through_round": Scene(
        1, "can be rescinded until pick 5 is made", "Pick 4 comes after 3, the first of round 2", double_up_of_round_2
    ),
    "division.smallest": Scene(
        2, "T0.02: a division has 8 to 14 teams, but this one has 2", "On the clock Team 1", start_with_two_teams
    ),
    "division.largest": Scene(
        1,
        "On the clock Team 1",
        "T0.02: a division has 1 to 1 teams, but this one has 2",
        start_with_two_teams,
        {"division.smallest": 1},
    ),
    "division.imputed_per_division": Scene(
        0,
        "The Machine has been entered as an imputed team",
        "T0.12: 1 imputed teams in one division: the limit here is 0",
        imputed_team,
    ),
    "division.fewest_participants": Scene(
        8,
        "The Machine has been entered as an imputed team",
        "T0.12: 7 participants: a sanctioned tournament needs at least 8",
        imputed_team,
    ),
    "cards.hitter_at_bats_and_walks": Scene(600, "500 AB + 50 W = 550: eligible", "T10.11: Hitter", player_named),
    "cards.catcher_at_bats_and_walks": Scene(
        260, "200 AB + 50 W = 250: eligible", "not eligible, needs 260 with a catcher rating", catcher_named
    ),
    "cards.starters_on_team": Scene(
        7,
        "legal T10.2 6 pitchers can start, but 4 are needed",
        "not legal T10.2 6 pitchers can start, but 7 are needed",
        roster,
        {**WHOLE, "draft.players": 13},
    ),
    "draft.slot_dice": Scene(4, "25 is not on a 20-sided die.", "Roll the 4 d20 for", roll_of_25),
    "draft.slot_die_sides": Scene(100, "25 is not on a 20-sided die.", "Roll the d100 for", roll_of_25),
    "cards.backup_at_each_position": Scene(
        True,
        "legal T31.10 every position has the players that this edition requires",
        "can play SS: each position needs a backup",
        shortstop_without_injury,
    ),
}
