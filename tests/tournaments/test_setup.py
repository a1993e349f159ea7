"""Test opening a tournament, its settings, and both pages."""

import re
from datetime import date

import pytest
from django.core.management import call_command

from core.errors import Refused, Stale
from rules_engine.help_texts import HELP_TEXTS
from tests.factories import SeriesFactory, TournamentFactory
from tests.markup import as_single_line
from tournaments.access.links import access_of_token
from tournaments.action_log.snapshots import SETTINGS
from tournaments.action_log.writing import PROGRAM
from tournaments.forms.settings import SettingsForm
from tournaments.models import Action, Role, Tournament
from tournaments.queries.rules_in_force import rules_in_words
from tournaments.refusals import SettingRefusal
from tournaments.services.setup import change_settings, create_tournament, locked_settings

pytestmark = [pytest.mark.django_db, pytest.mark.database]

FORM = {
    "name": "Winter Weekend",
    "place": "Dayton, Ohio",
    "starts_on": "2027-01-16",
    "time_zone": "America/New_York",
    "profile_key": "purestrat@2",
    "series_length": "3",
    "round_robins": "1",
    "rounds_played": "0",
    "power_rounds": "0",
    "advance_per_division": "2",
    "wild_cards": "0",
    "consolation_best_of": "",
    "best_of": "5,7",
    "home_pattern": "2-3-2",
    "pitching_carries_over": "on",
    "suspended_games": "on",
    "paper": "letter",
}


def test_new_tournament_starts_in_sign_up_and_is_logged():
    made = create_tournament(actor=PROGRAM, name="  Winter \n Weekend ", starts_on=date(2027, 1, 16))
    assert (made.name, made.slug, made.stage) == ("Winter Weekend", "winter-weekend", "signup")
    assert Action.objects.get(tournament=made).sentence == "Winter Weekend is open for sign-up."


def test_rejects_a_duplicate_name_and_date():
    create_tournament(actor=PROGRAM, name="Été", starts_on=date(2027, 1, 16))
    with pytest.raises(Refused, match="already a tournament with this name"):
        create_tournament(actor=PROGRAM, name="ETE", starts_on=date(2027, 1, 16))
    assert create_tournament(actor=PROGRAM, name="Été", starts_on=date(2028, 1, 15)).slug == "ete-2"


@pytest.mark.parametrize(
    ("setting", "value", "sentence"),
    [
        ("best_of", "4,7", "odd numbers"),
        ("best_of", "", "blank"),
        ("series_length", 5, "less than or equal to 4"),
        ("time_zone", "Mars/Olympus", "no.* zone"),
        ("profile_key", "nobody@9", "no edition"),
        ("name", "x" * 300, "120"),
    ],
)
def test_rejects_an_invalid_setting_with_its_field(setting, value, sentence):
    with pytest.raises(Refused, match=sentence) as refused:
        create_tournament(actor=PROGRAM, **{"name": "Winter", setting: value})
    assert refused.value.field == setting
    assert not Tournament.objects.exists()


def test_rejects_a_stale_settings_form():
    made = create_tournament(actor=PROGRAM, name="Winter")
    change_settings(tournament=made, actor=PROGRAM, version=1, place="Dayton")
    with pytest.raises(Stale):
        change_settings(tournament=made, actor=PROGRAM, version=1, place="Columbus")
    made.refresh_from_db()
    assert (made.place, made.version) == ("Dayton", 2)


def test_saving_unchanged_settings_logs_nothing():
    made = create_tournament(actor=PROGRAM, name="Winter")
    change_settings(tournament=made, actor=PROGRAM, version=1, name="Winter")
    assert made.actions.count() == 1


def test_t0_09_edition_and_format_are_locked_by_stage():
    drafting = TournamentFactory(stage=Tournament.Stage.DRAFT)
    assert set(locked_settings(drafting)) == {"profile_key"}
    with pytest.raises(Refused, match="used this edition"):
        change_settings(tournament=drafting, actor=PROGRAM, version=1, profile_key="purestrat_internet@1")
    playing = TournamentFactory(stage=Tournament.Stage.PLAYOFFS)
    assert {"best_of", "home_pattern", "advance_per_division"} <= set(locked_settings(playing))


def test_series_length_is_locked_once_a_schedule_exists():
    series = SeriesFactory(division__tournament__stage=Tournament.Stage.DRAFT)
    assert locked_settings(series.tournament)["series_length"].finding is SettingRefusal.SCHEDULE_USES_IT


def test_organizer_creates_a_tournament_and_sees_its_teams_page(organizer):
    answer = organizer.post("/new/", FORM, follow=True)
    assert answer.redirect_chain[-1][0] == "/t/winter-weekend/people/"
    made = Tournament.objects.get()
    assert (made.starts_on, made.best_of_lengths) == (date(2027, 1, 16), [5, 7])


def test_form_errors_preserve_the_entered_values(organizer):
    answer = organizer.post("/new/", {**FORM, "best_of": "5,6", "place": 'The "Inn" <b>'})
    page = answer.content.decode()
    assert answer.status_code == 400
    assert "not a list of series lengths" in page
    assert 'aria-invalid="true"' in page
    assert "The &quot;Inn&quot; &lt;b&gt;" in page
    assert not Tournament.objects.exists()


@pytest.mark.parametrize("day", ["9999-12-31", "0001-01-01"])
def test_date_at_the_calendars_limit_is_a_field_error(organizer, director_of, day):
    answer = organizer.post("/new/", {**FORM, "starts_on": day})
    assert answer.status_code == 400
    assert list(answer.context["form"].errors) == ["starts_on"]
    tournament = TournamentFactory()
    address = f"/api/v1/tournaments/{tournament.slug}/"
    change = {"starts_on": day, "version": tournament.version}
    refused = director_of(tournament).patch(address, change, content_type="application/json")
    assert (refused.status_code, refused.json()["field"]) == (400, "starts_on"), refused.content


def test_double_click_creates_one_tournament(organizer):
    organizer.post("/new/", FORM)
    answer = organizer.post("/new/", FORM)
    assert "already a tournament with this name" in answer.content.decode()
    assert Tournament.objects.count() == 1


def test_stale_settings_page_shows_both_versions_and_then_saves(director_of):
    made = create_tournament(actor=PROGRAM, name="Winter", place="Dayton")
    browser = director_of(made)
    change_settings(tournament=made, actor=PROGRAM, version=1, place="Columbus")
    answer = browser.post("/t/winter/settings/", {**FORM, "name": "Winter", "place": "Akron", "version": "1"})
    page = answer.content.decode()
    assert "Someone else saved" in page
    assert "<td>Columbus</td><td>Akron</td>" in as_single_line(page)
    assert 'name="version" value="2"' in page
    browser.post("/t/winter/settings/", {**FORM, "name": "Winter", "place": "Akron", "version": "2"})
    assert Tournament.objects.get().place == "Akron"


def test_locked_field_cannot_be_posted(director_of):
    made = TournamentFactory(stage=Tournament.Stage.DRAFT)
    answer = director_of(made).get(f"/t/{made.slug}/settings/")
    assert "Locked. The draft used this edition" in answer.content.decode()
    director_of(made).post(f"/t/{made.slug}/settings/", {**FORM, "version": "1", "profile_key": "purestrat_internet@2"})
    made.refresh_from_db()
    assert made.profile_key == "purestrat@2"


def test_rules_page_lists_every_rule_with_its_number(client):
    made = TournamentFactory()
    page = client.get(f"/t/{made.slug}/rules/").content.decode()
    assert "The draft has 26 rounds." in page
    assert "A starter needs 125.0 innings on his card." in page
    assert "T10.2" in page
    lines = [line for _, lines in rules_in_words(made.profile) for line in lines]
    assert all("{" not in line.sentence for line in lines)
    assert page.count('<th scope="row" class="rule">set by the director</th>') > 8
    carried_over = {
        line.sentence
        for line in lines
        if not line.rule and line.sentence.startswith(("Starts carry over", "Relief carries over"))
    }
    assert len(carried_over) == 8
    assert {line.sentence for line in lines if not line.rule} == carried_over | {
        "Extra innings are played like any other.",
        "The game is Strat-O-Matic.",
        "Games are played under the star edition of the game rules.",
        "Teams are ranked by games over .500.",
        "Playoff seeding: division winners first, then by record.",
        "Strength of schedule counts the opponents' games over .500.",
        "Ties for an advancing spot: head to head, then playoff game, then strength of schedule, then d20.",
        "Ties for seeding only: head to head, then d20.",
        "Wild cards among the next teams in each division: record, then run difference, then d20.",
    }


def test_rules_page_explains_rules_in_sentences(client):
    page = client.get(f"/t/{TournamentFactory().slug}/rules/").content.decode()
    people = page[page.index("Rules applied by hand") :]
    assert "The visiting team names its starting pitcher first." in people
    assert all(text.sentence in people and text.rule in people for text in HELP_TEXTS)


def test_rules_page_ends_with_playing_table_rules(client):
    made = TournamentFactory()
    page = client.get(f"/t/{made.slug}/rules/").content.decode()
    table = as_single_line(page).split("<caption>At the table</caption>")[1].split("</table>")[0]
    rows = re.findall(r'class="rule">(.*?)</th><td>(.*?)\s*</td>', table)
    assert [rule for rule, _ in rows] == ["T0.02", "T0.03", "T0.03", "T0.02", "T0.08"]
    assert rows[2][1] == "One page of information, and any notes on your own cards."
    assert rows[3][1] == "Late for the draft: a team is picked for the manager or the manager is disqualified."


def test_extended_edition_shows_its_differences(client):
    made = TournamentFactory(profile_key="purestrat_internet@1")
    page = client.get(f"/t/{made.slug}/rules/").content.decode()
    assert "In the round robin, the bullpen starts every series fresh." in page
    assert "Base: Relief carries over from series to series." in page


def test_organizer_link_command_prints_a_stable_working_link(client, capsys):
    call_command("create_organizer_link", "--base", "http://localhost:8000")
    call_command("create_organizer_link", "--base", "http://localhost:8000")
    first, second = capsys.readouterr().out.split()
    assert first == second
    access = access_of_token(first.rstrip("/").rsplit("/", 1)[-1])
    assert access is not None
    assert access.role == Role.ORGANISER
    client.post(first.removeprefix("http://localhost:8000"))
    assert client.get("/new/").status_code == 200


def test_create_tournament_command_prints_the_directors_link(capsys):
    call_command("create_tournament", "Spring Weekend", "--date", "2027-04-10", "--base", "http://host")
    made = Tournament.objects.get()
    assert (made.name, made.starts_on) == ("Spring Weekend", date(2027, 4, 10))
    link = capsys.readouterr().out.split()[-1]
    access = access_of_token(link.rstrip("/").rsplit("/", 1)[-1])
    assert (access.role, access.tournament) == (Role.DIRECTOR, made)


def test_new_tournament_uses_the_default_edition():
    """Editions are listed by name, and the first on the list leaves nearly every rule to the director."""
    assert SettingsForm()["profile_key"].value() == Tournament().profile_key == "purestrat@2"


def test_earlier_edition_version_is_offered_only_if_the_tournament_uses_it(director_of):
    """Used editions are never edited, so their tournaments still show them alongside the newest versions."""
    for made in (TournamentFactory(), TournamentFactory(profile_key="stpc_2020@1")):
        form = director_of(made).get(f"/t/{made.slug}/settings/").context["form"]
        choices = dict(form.fields["profile_key"].choices)
        earlier = {key: title for key, title in choices.items() if key.endswith("@1")}
        expected = {"stpc_2020@1": "STPC tournament rules of 2020 (stpc_2020@1, earlier version)"}
        assert earlier == (expected if made.profile_key == "stpc_2020@1" else {})
        assert {"purestrat@2", "stpc_2024@2"} <= choices.keys()


def test_new_tournament_form_shows_five_main_fields(organizer):
    page = organizer.get("/new/").content.decode()
    main, _, more = page.partition("<details")
    for name in ("name", "starts_on", "place", "time_zone", "preset"):
        assert f'name="{name}"' in main
    assert more
    for name in ("series_length", "profile_key", "paper"):
        assert f'name="{name}"' in more
    assert "<details open" not in as_single_line(page)


def test_every_advanced_setting_has_help_text(organizer):
    form = organizer.get("/new/").context["form"]
    assert all(field.help_text for _, fields in form.field_groups for field in fields)
    names = {field.name for _, fields in form.field_groups for field in fields}
    assert names | {field.name for field in form.main_fields} == set(SETTINGS)


@pytest.mark.parametrize(
    ("preset", "teams", "length", "advance", "best_of"),
    [
        ("weekend", "12", 3, 4, [5, 7]),
        ("weekend", "", 3, 4, [5, 7]),
        ("weekend", "8", 4, 4, [5, 7]),
        ("weekend", "10", 3, 4, [5, 7]),
        ("weekend", "14", 2, 4, [5, 7]),
        ("two_divisions", "9", 4, 2, [5, 7]),
        ("one_day", "8", 2, 2, [3]),
        ("one_day", "10", 1, 2, [3]),
        ("own", "10", 3, 2, [5, 7]),
    ],
)
def test_preset_sets_a_format_that_fits_the_teams(organizer, preset, teams, length, advance, best_of):
    organizer.post("/new/", {**FORM, "preset": preset, "team_count": teams})
    made = Tournament.objects.get()
    assert (made.series_length, made.advance_per_division, made.best_of_lengths) == (length, advance, best_of)


def test_changed_setting_overrides_the_preset(organizer):
    organizer.post("/new/", {**FORM, "preset": "weekend", "advance_per_division": "6"})
    made = Tournament.objects.get()
    assert (made.advance_per_division, made.series_length) == (6, 3)


@pytest.mark.parametrize(
    ("teams", "sentence"),
    [
        ("10", "10 teams: 9 rounds of 3-game series, 27 games."),
        ("11", "11 teams: 11 rounds of 3-game series, 30 games, with one bye for each team."),
    ],
)
def test_next_page_summarizes_the_round_robin(organizer, teams, sentence):
    page = organizer.post("/new/", {**FORM, "preset": "weekend", "team_count": teams}, follow=True).content.decode()
    assert sentence in page


@pytest.mark.parametrize("teams", ["7", "15"])
def test_preset_accepts_8_to_14_teams(organizer, teams):
    form = organizer.post("/new/", {**FORM, "preset": "weekend", "team_count": teams}).context["form"]
    assert "team_count" in form.errors
    assert not Tournament.objects.exists()


def test_all_errors_are_listed_with_links_to_their_fields(organizer):
    create_tournament(actor=PROGRAM, name="Winter Weekend", starts_on=date(2027, 1, 16))
    answer = organizer.post("/new/", {**FORM, "time_zone": "Mars", "best_of": "4", "preset": "nonsense"})
    page = as_single_line(answer.content.decode())
    summary = page.partition('role="alert"')[2].partition("</ul>")[0]
    assert "Correct 4 fields." in summary
    for name in ("name", "time_zone", "best_of", "preset"):
        assert f'href="#id_{name}"' in summary
        assert f'id="id_{name}"' in page
    assert "<details open" in page
    assert Tournament.objects.count() == 1


def test_more_settings_stay_closed_for_errors_above_them(organizer):
    page = as_single_line(organizer.post("/new/", {**FORM, "name": ""}).content.decode())
    assert "Correct 1 field." in page
    assert "<details open" not in page
