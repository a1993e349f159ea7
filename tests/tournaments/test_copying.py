"""Test a new tournament that starts with an earlier one's data."""

from datetime import date

import pytest
from django.test import Client

from rules_engine.profile import load_profile
from tests.factories import CardSetFactory, DivisionFactory, DraftFactory, TeamFactory
from tests.markup import as_single_line
from tests.tournaments.test_setup import FORM
from tournaments.action_log.writing import PROGRAM
from tournaments.models import Tournament
from tournaments.services.edition import set_edition_lines
from tournaments.services.setup import create_tournament

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def source() -> Tournament:
    """Create three teams of relatives and strangers, a custom rule, a timetable, and a draft with a slow clock."""
    tournament = create_tournament(actor=PROGRAM, name="Fall Classic", starts_on=date(2026, 10, 3), series_length=2)
    Tournament.objects.filter(pk=tournament.pk).update(
        timetable={
            "begins": "2026-10-03T09:30",
            "minutes_per_game": 30,
            "between": 10,
            "opens": "09:00",
            "closes": "23:00",
            "breaks": [["12:30", 60, "Lunch"]],
        }
    )
    tournament.refresh_from_db()
    set_edition_lines(
        tournament=tournament,
        actor=PROGRAM,
        version=tournament.version,
        values={"game.mercy": False},
        reason="No mercy here",
    )
    division = DivisionFactory(tournament=tournament, name="Gold")
    hawks = TeamFactory(division=division, name="Hawks", slot=1, crest="HX", colours="teal")
    owls = TeamFactory(division=division, name="Owls", slot=2, apart_from=hawks)
    TeamFactory(division=division, name="Machine", kind="imputed", slot=3)
    hawks.managers.create(name="Ann Lee", home_town="Akron", region="OH")
    owls.managers.create(name="Bob Lee")
    DraftFactory(division=division, card_set=CardSetFactory(name="1975"), seconds_per_pick=240)
    tournament.refresh_from_db()
    return tournament


def _form(source: Tournament, *teams: str) -> dict[str, object]:
    ids = [source.teams.get(name=name).pk for name in teams]
    edition = {"profile_key": source.profile_key, "series_length": "2"}
    return {**FORM, **edition, "name": "Winter Classic", "starts_on": "2027-01-16", "team": ids}


def test_copy_form_proposes_settings_and_managed_teams(source: Tournament, organizer: Client) -> None:
    page = organizer.get(f"/new/?copy={source.slug}").content.decode()
    assert 'value="Fall Classic"' in page
    assert 'value="2026-10-03"' not in page
    for team in source.teams.all():
        is_ticked = f'name="team" value="{team.pk}" checked' in as_single_line(page)
        assert is_ticked == (team.kind == "managed")


def test_copy_has_rules_timetable_and_selected_teams(source: Tournament, organizer: Client) -> None:
    organizer.post(f"/new/?copy={source.slug}", _form(source, "Hawks", "Owls"))
    copy = Tournament.objects.get(name="Winter Classic")
    assert copy.stage == "signup"
    assert not copy.profile.game.mercy
    assert copy.timetable == {**source.timetable, "begins": "2027-01-16T09:30"}
    hawks, owls = copy.teams.order_by("name")
    assert (hawks.name, hawks.crest, hawks.colours, hawks.division, hawks.slot) == ("Hawks", "HX", "teal", None, None)
    assert [(person.name, person.home_town, person.region) for person in hawks.managers.all()] == [
        ("Ann Lee", "Akron", "OH")
    ]
    assert owls.apart_from == hawks
    assert not copy.accesses.exists()


def test_copy_omits_unselected_teams_and_another_editions_rules(source: Tournament, organizer: Client) -> None:
    form = _form(source, "Hawks")
    organizer.post(f"/new/?copy={source.slug}", {**form, "profile_key": "stpc_2024@2"})
    copy = Tournament.objects.get(name="Winter Classic")
    assert [team.name for team in copy.teams.all()] == ["Hawks"]
    assert copy.profile == load_profile("stpc_2024@2")


def test_copy_enters_no_teams_if_the_director_imports_a_list(source: Tournament, organizer: Client) -> None:
    organizer.post(f"/new/?copy={source.slug}", {**_form(source, "Hawks", "Owls"), "teams": "none"})
    assert not Tournament.objects.get(name="Winter Classic").teams.exists()


def test_draft_setup_proposes_the_copied_tournaments_cards_and_clock(source: Tournament, organizer: Client) -> None:
    organizer.post(f"/new/?copy={source.slug}", _form(source))
    copy = Tournament.objects.get(name="Winter Classic")
    division = DivisionFactory(tournament=copy)
    page = organizer.get(f"/t/{copy.slug}/draft/{division.pk}/dashboard/settings/").content.decode()
    chosen = source.divisions.get().draft.card_set_id
    assert f'<option value="{chosen}" selected>' in page
    assert 'value="4"' in page  # minutes


def test_failed_copy_creates_nothing(source: Tournament, organizer: Client) -> None:
    form = {**_form(source, "Hawks"), "name": source.name, "starts_on": "2026-10-03"}
    assert organizer.post(f"/new/?copy={source.slug}", form).status_code == 400
    assert Tournament.objects.count() == 1


def test_copying_an_unknown_tournament_returns_404(organizer: Client) -> None:
    assert organizer.get("/new/?copy=no-such-weekend").status_code == 404
