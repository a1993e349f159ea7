"""Test crests: letters and colors next to a team's name, chosen or derived, and readable on any background."""

import re
from pathlib import Path

import pytest
from django.conf import settings

from core.crests import PALETTE, crest_and_name, crest_html, team_crest
from core.errors import Refused
from tests.conftest import signed_in
from tests.factories import DivisionFactory, ManagerAccessFactory, TeamFactory, TournamentFactory
from tournaments.action_log.snapshots import fingerprint
from tournaments.action_log.writing import Actor
from tournaments.models import Action, Role
from tournaments.queries.entrants import Entrant, Person
from tournaments.services.crests import choose_crest
from tournaments.services.entrants import add_entrants, edit_team
from tournaments.services.undo import undo_action

TOKENS = (Path(settings.BASE_DIR) / "static/css/tokens.css").read_text()
LEAST = 4.5  # contrast ratio to 1


def luminance(color: str) -> float:
    """Return the WCAG 2.2 luminance of a #rgb or #rrggbb color."""
    digits = color.removeprefix("#")
    pairs = [digit * 2 for digit in digits] if len(digits) == 3 else re.findall("..", digits)
    parts = [int(pair, 16) / 255 for pair in pairs]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first_color: str, second_color: str) -> float:
    darker, lighter = sorted((luminance(first_color), luminance(second_color)))
    return (lighter + 0.05) / (darker + 0.05)


def test_black_on_white_contrast_is_21_to_1() -> None:
    assert contrast("#000", "#ffffff") == pytest.approx(21)


def test_every_palette_crest_is_readable() -> None:
    rules = re.findall(r"\.c-(\w+) \{ --ground: (#\w+); --letters: (#\w+); \}", TOKENS)
    assert {key for key, _, _ in rules} == set(PALETTE)
    assert len(rules) == len(PALETTE) == TOKENS.count("--ground"), "one pair each, for light and dark pages"
    assert len({(ground, letters) for _, ground, letters in rules}) == len(PALETTE)
    for key, ground, letters in rules:
        assert contrast(ground, letters) >= LEAST, key


@pytest.mark.django_db
def test_new_teams_get_distinct_crests() -> None:
    tournament = TournamentFactory()
    names = ["Toledo Stokers", "Tacoma Sandgnats", "Tulsa Spinners", *(f"Club {n}" for n in range(10, 19))]
    add_entrants(
        tournament=tournament,
        actor=Actor("Ann"),
        entrants=[Entrant(name, (Person(f"Ann of {name}"),)) for name in names],
    )
    first, *further_teams = tournament.teams.order_by("pk")
    assert first.badge == team_crest("Toledo Stokers"), "the name gives it while nobody else has the same"
    badges = [team.badge for team in (first, *further_teams)]
    assert {badge.palette for badge in badges} == set(PALETTE), "twelve teams wear twelve pairs of colours"
    assert len({badge.letters for badge in badges[:3]}) == 3
    renamed = Entrant("Boise Herons", (Person("Ann"),))
    edit_team(
        team=further_teams[0],
        actor=Actor("Ann"),
        made_from=fingerprint(further_teams[0]),
        entrant=renamed,
        is_absent=False,
    )
    assert tournament.teams.get(name="Boise Herons").badge.letters == "BH"


@pytest.mark.parametrize(
    ("name", "letters"),
    [("Toledo Stokers", "TS"), ("Bears", "BE"), ("New York City Nine", "NYC"), ("Élan", "ÉL"), ("X", "X"), ("-", "?")],
)
def test_crest_is_derived_from_the_team_name(name: str, letters: str) -> None:
    crest = team_crest(name)
    assert crest.letters == letters
    assert crest == team_crest(name)
    assert crest.palette in PALETTE
    assert team_crest(name, "ZZ", "teal") == ("ZZ", "teal")
    assert team_crest(name, "", "Choose colors from the palette").palette == crest.palette


def test_crest_letters_are_hidden_from_screen_readers_and_escaped() -> None:
    assert crest_html(team_crest("x", '"<b', "red")) == (
        '<i class="crest c-red" data-letters="&quot;&lt;b" aria-hidden="true"></i>'
    )
    assert crest_and_name(team_crest("A&B"), "A&B").endswith("</i>A&amp;B")


@pytest.fixture
def teams(db):
    division = DivisionFactory()
    return [TeamFactory(division=division, name=name) for name in ("Bears", "Sharks")]


def shown(team):
    team.refresh_from_db()
    return team.badge


def test_crest_choice_is_logged_and_can_be_undone(teams) -> None:
    bears, _ = teams
    before = bears.badge
    choose_crest(team=bears, actor=Actor("Ann"), letters=" br ", palette="navy")
    assert shown(bears) == ("BR", "navy")
    action = Action.objects.get(verb="choose_crest")
    assert (action.actor, action.sentence) == ("Ann", "New crest for Bears: BR in navy and gold.")
    choose_crest(team=bears, actor=Actor("Ann"), letters="BR", palette="navy")
    assert Action.objects.filter(verb="choose_crest").count() == 1
    undo_action(action=action, actor=Actor("Ann"))
    assert shown(bears) == before


def test_two_teams_cannot_choose_the_same_crest(teams) -> None:
    bears, sharks = teams
    usual = sharks.badge
    with pytest.raises(Refused, match=f"Sharks already has {usual}"):
        choose_crest(team=bears, actor=Actor("Ann"), letters=usual.letters, palette=usual.palette)
    second_palette = next(key for key in PALETTE if key != usual.palette)
    choose_crest(team=bears, actor=Actor("Ann"), letters=usual.letters, palette=second_palette)
    elsewhere = TeamFactory(name="Elsewhere")
    choose_crest(team=elsewhere, actor=Actor("Ann"), letters=usual.letters, palette=usual.palette)
    assert shown(elsewhere) == usual


@pytest.mark.parametrize(("letters", "palette"), [("A", "navy"), ("ABCD", "navy"), ("A-", "navy"), ("AB", "pink")])
def test_rejects_an_invalid_crest(teams, letters: str, palette: str) -> None:
    before = teams[0].badge
    with pytest.raises(Refused):
        choose_crest(team=teams[0], actor=Actor("Ann"), letters=letters, palette=palette)
    assert shown(teams[0]) == before


def test_manager_can_choose_only_the_own_teams_crest(teams, client) -> None:
    bears, sharks = teams
    slug = bears.tournament.slug
    visitor = client.get(f"/t/{slug}/teams/{bears.pk}/").content.decode()
    assert "Crest and colors" not in visitor
    browser = signed_in(ManagerAccessFactory(team=bears, role=Role.MANAGER))
    assert "Crest and colors" in browser.get(f"/t/{slug}/teams/{bears.pk}/").content.decode()
    assert "Crest and colors" not in browser.get(f"/t/{slug}/teams/{sharks.pk}/").content.decode()
    answer = browser.post(f"/t/{slug}/teams/{bears.pk}/crest/", {"crest": "brs", "colours": "teal"}, follow=True)
    assert "Crest for Bears saved." in answer.content.decode()
    crest = '<i class="crest c-teal" data-letters="BRS" aria-hidden="true"></i>'
    for page in (f"teams/{bears.pk}/", "standings/", ""):
        assert crest in client.get(f"/t/{slug}/{page}", {"now": "1"}).content.decode(), page


def test_api_shows_and_sets_the_crest(teams) -> None:
    bears, sharks = teams
    browser = signed_in(ManagerAccessFactory(team=bears, role=Role.MANAGER))
    address = f"/api/v1/tournaments/{bears.tournament.slug}/teams/{bears.pk}/"
    assert browser.get(address).json()["crest"] == "BE"
    chosen = {"letters": "BS", "colours": "gold"}
    answer = browser.put(f"{address}crest/", chosen, content_type="application/json")
    assert (answer.status_code, answer.json()["crest"], answer.json()["colours"]) == (200, "BS", "gold")
    choose_crest(team=sharks, actor=Actor("Bob"), letters="SH", palette="red")
    same = {"letters": "SH", "colours": "red"}
    assert browser.put(f"{address}crest/", same, content_type="application/json").status_code == 400
