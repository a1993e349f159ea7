"""Test entering, changing and removing teams: by form or by list, with conflicts shown before anything is saved."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from core.errors import Refused, Stale
from core.imports.tables import UnreadableTable, read_table_file, table_of_text
from tests.factories import DivisionFactory, ManagerAccessFactory, ManagerFactory, TeamFactory, TournamentFactory
from tests.markup import as_single_line
from tests.refusing import refuses
from tournaments.action_log.snapshots import fingerprint
from tournaments.action_log.writing import PROGRAM
from tournaments.forms.entrant_lists import EntrantList, ListError, read_list
from tournaments.models import Action, Team, Tournament
from tournaments.queries.divisions import division_sizes, setup_ruling
from tournaments.queries.entrants import Entrant, Person, check_entrants, teams_of
from tournaments.refusals import EntrantFault, EntrantRefusal
from tournaments.services.divisions import set_divisions
from tournaments.services.entrants import add_entrants, add_imputed_team, edit_team, remove_team

pytestmark = [pytest.mark.django_db, pytest.mark.database]

EIGHT = "\n".join(f"Team {letter},Manager {letter}" for letter in "ABCDEFGH")


def read_text(text: str) -> EntrantList:
    return read_list(table_of_text(text))


def entrant(team: str, *managers: str) -> Entrant:
    return Entrant(team, tuple(Person(name) for name in managers))


def enter(tournament: Tournament, *entrants: Entrant) -> list[Team]:
    return add_entrants(tournament=tournament, actor=PROGRAM, entrants=entrants)


def test_team_can_have_two_managers_but_not_three():
    tournament = TournamentFactory()
    (team,) = enter(tournament, entrant("Sluggers", "Ann Kelly", "Bob Kelly"))
    assert [manager.name for manager in team.managers.all()] == ["Ann Kelly", "Bob Kelly"]
    with pytest.raises(Refused, match="one or two"):
        enter(tournament, entrant("Crowd", "A", "B", "C"))


@pytest.mark.parametrize(
    ("team", "manager", "fault"),
    [
        ("MÜLLERS", "Other", "already a team “Müllers”"),
        (" mullers ", "Other", "already a team “Müllers”"),
        ("New", "ANN  KÉLLY", "already manages Müllers"),
        ("", "Other", "team name is missing"),
        ("New", "  ", "Enter the manager"),
        ("x" * 300, "Other", "300 characters, but at most 80 are allowed"),
        ("New", "y" * 81, "81 characters, but at most 80 are allowed"),
    ],
)
def test_conflicts_ignore_case_and_accents(team, manager, fault):
    tournament = TournamentFactory()
    enter(tournament, entrant("Müllers", "Ann Kelly"))
    with pytest.raises(Refused, match=fault):
        enter(tournament, entrant("Fine", "Fine"), entrant(team, manager))
    assert tournament.teams.count() == 1


def test_duplicate_name_in_a_list_is_flagged_on_both_lines():
    checked = check_entrants(TournamentFactory(), [entrant("Reds", "Ann"), entrant("REDS", "Bob")])
    faults = [entrant.faults[0] for entrant in checked]
    assert [fault.finding for fault in faults] == [EntrantFault.TEAM_LISTED_TWICE] * 2
    assert [fault.facts["team"] for fault in faults] == ["Reds", "REDS"]


def test_entering_a_list_twice_saves_it_once():
    tournament = TournamentFactory()
    enter(tournament, entrant("Reds", "Ann"), entrant("Cubs", "Bob"))
    assert enter(tournament, entrant("Reds", "Ann"), entrant("Cubs", "Bob")) == []
    assert (tournament.teams.count(), tournament.actions.count()) == (2, 1)


def test_teams_are_fixed_once_the_draft_opens():
    team = TeamFactory(division__tournament__stage=Tournament.Stage.DRAFT)
    with refuses(EntrantRefusal.SIGN_UP_IS_OVER):
        enter(team.tournament, entrant("Late", "Late"))
    with refuses(EntrantRefusal.SIGN_UP_IS_OVER):
        remove_team(team=team, actor=PROGRAM)
    assert Team.objects.filter(pk=team.pk).exists()


def test_edited_team_may_reuse_its_name_and_managers():
    tournament = TournamentFactory()
    (team,) = enter(tournament, entrant("Reds", "Ann"))
    edit_team(team=team, actor=PROGRAM, made_from=mark(team), entrant=entrant("REDS", "Ann", "Bob"), is_absent=True)
    team = tournament.teams.get()
    assert (team.name, team.is_absent, team.managers.count()) == ("REDS", True, 2)
    assert Action.objects.first().sentence == "REDS: name, attendance, managers changed."


def test_rejects_a_stale_team_form():
    tournament = TournamentFactory()
    (team,) = enter(tournament, entrant("Reds", "Ann"))
    old = mark(team)
    edit_team(team=team, actor=PROGRAM, made_from=old, entrant=entrant("Reds", "Ann"), is_absent=True)
    with pytest.raises(Stale, match="Someone else changed Reds"):
        edit_team(team=team, actor=PROGRAM, made_from=old, entrant=entrant("Blues", "Ann"), is_absent=False)
    assert tournament.teams.get().is_absent


def mark(team: Team) -> str:
    return fingerprint(Team.objects.get(pk=team.pk))


def test_t0_12_division_may_have_one_imputed_team():
    tournament = TournamentFactory()
    add_entrants(tournament=tournament, actor=PROGRAM, entrants=read_text(EIGHT).entrants)
    set_divisions(tournament=tournament, actor=PROGRAM, count=1)
    robot = add_imputed_team(tournament=tournament, actor=PROGRAM, name="Robot")
    assert robot.division is not None
    with pytest.raises(Refused, match=r"T0\.12: 2 imputed teams in one division: the limit here is 1"):
        add_imputed_team(tournament=tournament, actor=PROGRAM, name="Robot II")
    assert setup_ruling(tournament).reason == "8 participants in one division of 9 teams."


def test_t0_12_six_participants_need_exactly_two_imputed_teams():
    tournament = TournamentFactory()
    add_entrants(tournament=tournament, actor=PROGRAM, entrants=read_text(EIGHT).entrants[:6])
    set_divisions(tournament=tournament, actor=PROGRAM, count=1)
    add_imputed_team(tournament=tournament, actor=PROGRAM, name="Robot")
    add_imputed_team(tournament=tournament, actor=PROGRAM, name="Robot II")
    assert setup_ruling(tournament)
    with pytest.raises(Refused, match=r"T0\.12"):
        add_imputed_team(tournament=tournament, actor=PROGRAM, name="Robot III")


def test_division_sizes_follow_from_the_teams():
    tournament = TournamentFactory()
    entrants = [entrant(f"Team {number}", f"Manager {number}") for number in range(17)]
    add_entrants(tournament=tournament, actor=PROGRAM, entrants=entrants)
    first, second = set_divisions(tournament=tournament, actor=PROGRAM, count=2)
    assert [division_size.size for division_size in division_sizes(tournament)] == [9, 8]
    Team.objects.filter(pk__in=tournament.teams.values("pk")[:10]).update(division=second)
    assert [division_size.size for division_size in division_sizes(tournament)] == [7, 10]


def test_removing_a_division_can_be_undone():
    division = DivisionFactory(name="National", position=2)
    DivisionFactory(tournament=division.tournament, name="American", position=1)
    team = TeamFactory(division=division, slot=3)
    set_divisions(tournament=division.tournament, actor=PROGRAM, count=1)
    team.refresh_from_db()
    assert (team.division, team.slot) == (None, None)


# lists


def test_list_accepts_commas_semicolons_tabs_quotes_and_a_header():
    assert read_text('"Kelly, Ann\'s",Ann "The Arm" Kelly,Bob').entrants[0] == Entrant(
        "Kelly, Ann's", (Person('Ann "The Arm" Kelly'), Person("Bob")), line=1
    )
    assert read_text("Reds;Ann\nCubs;Bob").entrants[1] == Entrant("Cubs", (Person("Bob"),), line=2)
    assert read_text("\nReds\tAnn").entrants[0].line == 2
    headed = read_text("Manager,Team,Town,Proxy\nAnn,Reds,Dayton,Zoe")
    assert headed.entrants == [Entrant("Reds", (Person("Ann", "Dayton"),), "Zoe", line=2)]
    assert "read as the heading row" in headed.notes[0]


def test_mixed_separators_are_read_and_noted():
    text = "Reds\tAnn Adams\nBears, Bob Brown, Cy Clark\nSmith, Jones & Co\tDee Day\nOwls; Ed East"
    read = read_text(text)
    assert [(entrant.team, [manager.name for manager in entrant.managers]) for entrant in read.entrants] == [
        ("Reds", ["Ann Adams"]),
        ("Bears", ["Bob Brown", "Cy Clark"]),
        ("Smith, Jones & Co", ["Dee Day"]),
        ("Owls", ["Ed East"]),
    ]
    assert [entrant.line for entrant in read.entrants] == [1, 2, 3, 4]
    assert table_of_text(text).notes == [
        "Line 2 was read with commas, the first with tabs.",
        "Line 4 was read with semicolons, the first with tabs.",
    ]


@pytest.mark.parametrize("text", ["", "  \n ,,\n", "team,manager\n"])
def test_empty_list_is_reported(text):
    with pytest.raises(ListError, match=r"empty|no teams"):
        read_text(text)


def test_rejects_a_list_above_the_team_limit():
    with pytest.raises(ListError, match="1,000 lines, but a tournament has at most 200"):
        read_text("\n".join(f"Team {n},Manager {n}" for n in range(1000)))


def test_other_encodings_are_read_with_a_note():
    table = read_table_file("Señores,Peña".encode("cp1252"), "list.csv")
    assert table.rows == [(1, ["Señores", "Peña"])]
    assert "Windows-1252" in table.notes[0]
    for encoding in ("utf-16", "utf-8-sig"):
        table = read_table_file("Señores,Peña".encode(encoding), "list.csv")
        assert (table.rows, table.notes) == ([(1, ["Señores", "Peña"])], [])


@pytest.mark.parametrize("raw", [b"\xff\xfe\x00", b"\x00Ann"])
def test_rejects_a_binary_file(raw):
    with pytest.raises(UnreadableTable, match="list.csv: .*CSV UTF-8"):
        read_table_file(raw, "list.csv")


# pages


def test_pasted_list_is_saved_after_confirmation(director_of):
    tournament = TournamentFactory()
    browser = director_of(tournament)
    page = browser.post(f"/t/{tournament.slug}/people/list/", {"text": EIGHT}).content.decode()
    assert "Enter 8 teams" in page
    assert "no conflicts" in page
    assert not tournament.teams.exists()
    for _ in range(2):  # a double click
        answer = browser.post(f"/t/{tournament.slug}/people/list/", {"text": EIGHT, "confirm": "yes"}, follow=True)
    assert tournament.teams.count() == 8
    assert "already entered. Nothing was added twice" in answer.content.decode()


def test_uploaded_list_with_conflicts_cannot_be_confirmed(director_of):
    tournament = TournamentFactory()
    ManagerFactory(team=TeamFactory(division=None, tournament=tournament, name="Reds"), name="Ann")
    browser = director_of(tournament)
    upload = SimpleUploadedFile("list.csv", b"Reds,Zoe\n<b>Cubs</b>,Bob\n,Cy\n", content_type="text/csv")
    page = browser.post(f"/t/{tournament.slug}/people/list/", {"file": upload}).content.decode()
    assert "2 lines need your answer" in " ".join(page.split())
    assert "There is already a team “Reds”." in page
    assert "The team name is missing." in page
    assert "&lt;b&gt;Cubs&lt;/b&gt;" in page
    assert 'name="confirm"' not in page
    answer = browser.post(f"/t/{tournament.slug}/people/list/", {"text": "Reds,Zoe\n<b>Cubs</b>,Bob", "confirm": "yes"})
    assert answer.status_code == 400
    assert tournament.teams.count() == 1


def test_conflicts_can_be_resolved_on_the_preview(director_of):
    tournament = TournamentFactory()
    browser, address = director_of(tournament), f"/t/{tournament.slug}/people/list/"
    text = "Team,Manager,E-mail\nHawks,Ann Lee,\n,Greg Tanner,greg@example.com\nOwls,Ann Lee,\nOwls,Bob Hart,"
    page = browser.post(address, {"text": text}).content.decode()
    assert 'name="team-3" value="Tanner"' in " ".join(page.split())
    answers = {
        **{"line-2": "Hawks / Ann Lee", "team-2": "Hawks", "manager-2": "Ann Lee (Waco)"},
        **{"line-3": " / Greg Tanner", "team-3": "Larks", "manager-3": "Greg Tanner"},
        **{"line-4": "Owls / Ann Lee", "team-4": "Owls", "manager-4": "Ann Lee", "leave-4": "yes"},
        **{"line-5": "another line / Bob Hart", "team-5": "Wrens"},
    }
    page = browser.post(address, {"text": text, **answers}).content.decode()
    assert "Enter 3 teams" in " ".join(page.split())
    browser.post(address, {"text": text, **answers, "confirm": "yes", "keep_emails": "1"})
    teams = {team.name: team for team in tournament.teams.order_by("name")}
    assert [*teams] == ["Hawks", "Larks", "Owls"]
    assert teams["Hawks"].managers.get().name == "Ann Lee (Waco)"
    assert teams["Owls"].managers.get().name == "Bob Hart"
    assert [(person.team, person.email) for person in tournament.sign_ups.all()] == [
        (teams["Larks"], "greg@example.com")
    ]


@pytest.mark.parametrize(
    ("raw", "sentence"),
    [
        (b"\x00\x01\x02", "not a text file"),
        (b"\xff\xd8\xff\xe0\x00\x10JFIF", "This is a photo, not a sheet"),
        (b"%PDF-1.4 Owls", "This is a PDF, not a sheet"),
        (b"x" * (1024 * 1024 + 1), "larger than 1 MB"),
        (b"", "empty"),
        (b"Team,Manager\n" + b"Reds,Ann\n" * 1000, "1,000 lines, but a tournament has at most 200"),
    ],
)
def test_invalid_upload_is_explained(director_of, raw, sentence):
    tournament = TournamentFactory()
    answer = director_of(tournament).post(
        f"/t/{tournament.slug}/people/list/", {"file": SimpleUploadedFile("x.csv", raw)}
    )
    assert answer.status_code == 400
    assert sentence in answer.content.decode()


def test_invalid_team_form_retains_its_values(director_of):
    tournament = TournamentFactory()
    answer = director_of(tournament).post(
        f"/t/{tournament.slug}/people/add/", {"team": "“Quoted” <i>" + "x" * 300, "manager": "Ann"}
    )
    page = answer.content.decode()
    assert answer.status_code == 400
    assert "characters, but at most 80 are allowed" in page
    assert "“Quoted” &lt;i&gt;xxx" in page


def test_stale_team_form_shows_both_versions(director_of):
    tournament = TournamentFactory()
    (team,) = enter(tournament, entrant("Reds", "Ann"))
    old = mark(team)
    edit_team(team=team, actor=PROGRAM, made_from=old, entrant=entrant("Reds", "Anna"), is_absent=False)
    answer = director_of(tournament).post(
        f"/t/{tournament.slug}/people/{team.pk}/", {"team": "Reds", "manager": "Annie", "made_from": old}
    )
    assert "<td>Anna</td><td>Annie</td>" in as_single_line(answer.content.decode())
    assert tournament.teams.get().managers.get().name == "Anna"


def test_removing_a_team_asks_for_confirmation(director_of):
    tournament = TournamentFactory()
    division = DivisionFactory(tournament=tournament, name="American")
    team = TeamFactory(division=division, slot=4, name="Reds")
    browser = director_of(tournament)
    page = browser.get(f"/t/{tournament.slug}/people/{team.pk}/remove/").content.decode()
    assert "Position 4 of American will be open again." in page
    assert tournament.teams.exists()
    for _ in range(2):
        answer = browser.post(f"/t/{tournament.slug}/people/{team.pk}/remove/")
    assert answer.status_code == 404  # the second click finds that the team no longer exists
    assert not tournament.teams.exists()


def test_people_page_query_count_is_constant(director_of, django_assert_max_num_queries, django_assert_num_queries):
    tournament = TournamentFactory()
    browser = director_of(tournament)
    enter(tournament, entrant("Reds", "Ann"))
    with django_assert_max_num_queries(16) as counted:
        browser.get(f"/t/{tournament.slug}/people/")
    enter(tournament, entrant("Cubs", "Bob"), entrant("Mets", "Cy", "Di"))
    with django_assert_num_queries(len(counted)):
        browser.get(f"/t/{tournament.slug}/people/")


def test_divisions_set_before_sign_up_do_not_share_tables():
    tournament = TournamentFactory()
    set_divisions(tournament=tournament, actor=PROGRAM, count=2)
    entrants = [entrant(f"Team {number}", f"Manager {number}") for number in range(28)]
    add_entrants(tournament=tournament, actor=PROGRAM, entrants=entrants)
    assert setup_ruling(tournament).reason == "28 participants in 2 divisions of 14 and 14 teams."
    set_divisions(tournament=tournament, actor=PROGRAM, count=2)
    assert [division.first_table for division in tournament.divisions.all()] == [1, 8]


def test_t0_02_refusal_identifies_the_small_division():
    tournament = TournamentFactory()
    entrants = [entrant(f"Team {number}", f"Manager {number}") for number in range(15)]
    add_entrants(tournament=tournament, actor=PROGRAM, entrants=entrants)
    set_divisions(tournament=tournament, actor=PROGRAM, count=2)
    assert "National has 7 teams. A division must have 8 to 14" in setup_ruling(tournament).reason


def test_imputed_team_gets_a_manager_only_on_its_own_page(director_of):
    tournament = TournamentFactory()
    robot = TeamFactory(division=None, tournament=tournament, name="Robot", kind=Team.Kind.IMPUTED)
    address = f"/t/{tournament.slug}/people/{robot.pk}/"
    browser = director_of(tournament)
    assert 'name="manager"' not in browser.get(address).content.decode()
    form = {"team": "Robot", "manager": "Zoe Fox", "made_from": mark(robot)}
    assert "Assign a manager" in browser.post(address, form).content.decode()
    assert not robot.managers.exists()


def test_imputed_team_needs_a_unique_name():
    tournament = TournamentFactory()
    first, second = (DivisionFactory(tournament=tournament, position=position) for position in (1, 2))
    for division in (first, second):
        for slot in range(1, 8):
            ManagerFactory(team=TeamFactory(division=division, slot=slot))
    add_imputed_team(tournament=tournament, actor=PROGRAM, name="Ghosts", division=first)
    with refuses(EntrantFault.TEAM_EXISTS):
        add_imputed_team(tournament=tournament, actor=PROGRAM, name="ghosts", division=second)


def test_director_is_reminded_about_a_former_managers_link(director_of):
    tournament = TournamentFactory()
    (team,) = enter(tournament, entrant("Sluggers", "Ann Kelly", "Bob Kelly"))
    director, address = director_of(tournament), f"/t/{tournament.slug}/people/{team.pk}/"
    ManagerAccessFactory(team=team)
    team = teams_of(tournament).get()
    same_people = {"team": "Sluggers", "manager": "Ann Kelly", "second": "Bob Kelly"}
    page = director.post(address, same_people | {"made_from": fingerprint(team)}, follow=True).content.decode()
    assert "former manager" not in page
    split = {"team": "Sluggers", "manager": "Ann Kelly", "second": "Cy Dow", "made_from": fingerprint(team)}
    assert "former manager" in director.post(address, split, follow=True).content.decode()
    assert [manager.name for manager in team.managers.order_by("position")] == ["Ann Kelly", "Cy Dow"]
