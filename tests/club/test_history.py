"""Test past results from a club's own records: previewed, stored with their people, marked as imported, and undone."""

from datetime import date
from fractions import Fraction
from html import unescape
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from openpyxl import Workbook

from club.models import ClubChange, PastResult, Person, PersonRating
from club.queries.champions import champions
from club.queries.history_sheets import plan_history
from club.queries.people import listed_people
from club.queries.person_page import career_of, export_of
from club.queries.records import best_marks
from club.queries.seasons import season_lines_of, season_table, season_years
from club.services.history import HistorySheet, import_history
from club.services.people import edit_person, merge_people, undo_change
from club.services.privacy import remove_person
from core.errors import Refused
from core.imports.headings import ColumnChoices
from core.imports.tables import table_of_text
from rules_engine.competition.points import Finish
from tests.club.building import add_finish
from tests.conftest import signed_in
from tests.factories import AccessFactory, TournamentFactory
from tournaments.action_log.writing import Actor
from tournaments.models import ColumnMapping, Role, Team, Tournament

pytestmark = pytest.mark.django_db
ORGANIZER = Actor("Olive")
SHEET = """Name,State,Year,Event,W,L,Finish,PO wins,Teams,Points
Ann Poe,OH,2011,Akron,18,10,Champion,8,12,54.5
Bob Ray,TX,2011,Akron,17,11,Runner-up,5,12,
"Lee, Cy",CA,2011,Akron,9,19,,0,12,
Ann Poe,OH,2012,Boise,12,16,Semifinal,,,
"""


@pytest.fixture
def organizer() -> Client:
    return signed_in(AccessFactory(tournament=None, role=Role.ORGANISER, label="Olive"))


def run_import(text: str = SHEET, *, answers: dict[int, str] | None = None, year: int | None = None) -> ClubChange:
    sheet = HistorySheet(table_of_text(text), ColumnChoices(), answers or {}, year)
    return import_history(sheet=sheet, actor=ORGANIZER)


def left_out(text: str, **options: object) -> list[tuple[int, str]]:
    plan = plan_history(table_of_text(text), ColumnChoices(), {}, **options)
    return [(fault.row, fault.ruling.finding.name) for fault in plan.left_out]


def points_in(year: int) -> dict[str, Fraction]:
    return {line.person.name: line.points for line in season_table(year)}


def test_imported_rows_become_results_for_new_people() -> None:
    change = run_import()
    rows = [
        (row.person.name, row.person.region, row.year, row.tournament, row.record, row.place_text)
        for row in PastResult.objects.order_by("pk").select_related("person")
    ]
    assert rows == [
        ("Ann Poe", "OH", 2011, "Akron", "18-10", "Champion"),
        ("Bob Ray", "TX", 2011, "Akron", "17-11", "Runner-up"),
        ("Cy Lee", "CA", 2011, "Akron", "9-19", ""),
        ("Ann Poe", "OH", 2012, "Boise", "12-16", "Semifinal"),
    ]
    assert change.number == "4 results"
    assert not Person.objects.filter(is_listed=True).exists()


def test_points_come_from_the_sheet_or_the_formula() -> None:
    run_import()
    # Bob has 17 wins, 6 games over .500, 5 playoff wins at 2 points each, and a third of 12 entrants
    assert points_in(2011) == {"Ann Poe": Fraction("54.5"), "Bob Ray": Fraction(17 + 6 + 10 + 4), "Cy Lee": Fraction(9)}
    assert season_years() == [2012, 2011]


def test_whole_year_row_counts_in_addition_to_the_best_tournaments() -> None:
    tournaments = "\n".join(f"Ann Poe,2011,Event {number},{number}" for number in (10, 20, 30, 40))
    run_import(f"Name,Year,Tournament,Points\nAnn Poe,2011,,100\n{tournaments}")
    # without a Regional, the best three of four count
    assert points_in(2011) == {"Ann Poe": Fraction(100 + 20 + 30 + 40)}


def test_rank_in_a_whole_year_row_is_not_a_title() -> None:
    run_import("Name,Year,Tournament,Rank,Points\nAnn Poe,2011,,1,100\nAnn Poe,2011,Akron,1st,20")
    assert [(row.place, row.place_text) for row in PastResult.objects.order_by("pk")] == [(0, "1"), (1, "Champion")]
    assert career_of(Person.objects.get()).titles == 1


def test_imported_and_played_results_share_a_season_line() -> None:
    ann = Person.objects.create(name="Ann Poe", region="OH")
    tournament = TournamentFactory(starts_on="2011-05-01", stage=Tournament.Stage.FINISHED)
    add_finish(ann, tournament, Finish(10, 10, 28, 0, 7, 0, 8))
    run_import()
    assert points_in(2011)["Ann Poe"] == Fraction("64.5")
    ((year, line),) = [entry for entry in season_lines_of(ann) if entry[0] == 2011]
    assert (year, line.imported, line.tournaments) == (2011, 1, 2)


def test_name_matching_two_people_needs_an_answer() -> None:
    ann = Person.objects.create(name="Poe, Ann")
    bobs = [Person.objects.create(name="Bob Ray", region=region) for region in ("TX", "TX")]
    plan = plan_history(table_of_text(SHEET), ColumnChoices(), {})
    (question,) = plan.questions
    assert (question.row, question.name, [*question.candidates], question.rows) == (3, "Bob Ray", bobs, 1)
    with pytest.raises(Refused) as refused:
        run_import()
    assert refused.value.code == "UNANSWERED"
    assert not PastResult.objects.exists()
    run_import(answers={3: str(bobs[1].pk)})
    assert PastResult.objects.get(wins=17).person == bobs[1]
    assert PastResult.objects.filter(person=ann).count() == 2


def test_person_from_a_different_region_needs_only_one_answer() -> None:
    ann = Person.objects.create(name="Ann Poe", region="NY")
    (question,) = plan_history(table_of_text(SHEET), ColumnChoices(), {}).questions
    assert (question.row, question.rows, [*question.candidates]) == (2, 2, [ann])
    run_import(answers={2: "+"})
    new_person = Person.objects.get(name="Ann Poe", region="OH")
    assert PastResult.objects.filter(person=new_person).count() == 2
    assert not ann.past_results.exists()


def test_new_name_in_two_regions_needs_an_answer() -> None:
    text = "Name,Region,Year,W,L\nAl Fox,OH,2011,9,5\nAl Fox,TX,2012,8,6\nAl Fox,TX,2013,7,7"
    (question,) = plan_history(table_of_text(text), ColumnChoices(), {}).questions
    assert (question.row, question.earlier_row, question.rows) == (3, 2, 2)
    change = run_import(text, answers={3: "="})
    assert Person.objects.count() == 1
    undo_change(change=change, actor=ORGANIZER)
    run_import(text, answers={3: "+"})
    assert Person.objects.count() == 2


def test_rows_can_be_skipped_by_an_answer() -> None:
    Person.objects.create(name="Bob Ray", region="CA")
    run_import(answers={3: "-"})
    assert sorted(PastResult.objects.values_list("wins", flat=True)) == [9, 12, 18]


@pytest.mark.parametrize(
    ("row", "code"),
    [
        (",2011,Akron,9-5,", "NO_NAME"),
        ("Total,2011,Akron,9-5,", "NO_NAME"),
        ("Ann Poe,,Akron,9-5,", "NO_YEAR"),
        ("Ann Poe,11,Akron,9-5,", "NO_YEAR"),
        ("Ann Poe,2011,Akron,2026-09-05,", "BAD_RECORD"),
        ("Ann Poe,2011,Akron,,many", "BAD_POINTS"),
        ("Ann Poe,2011,Akron,,NaN", "BAD_POINTS"),
        ("Ann Poe,2011,Akron,,1e9", "BAD_POINTS"),
        ("Ann Poe,2011,Akron,,", "NO_RESULT"),
        ("Bob Ray,2011,AKRON,8-6,", "LISTED_TWICE"),
    ],
)
def test_invalid_rows_are_reported_and_skipped(row: str, code: str) -> None:
    text = f"Name,Year,Tournament,Record,Points\nBob Ray,2011,Akron,9-5,\n{row}\nCy Lee,2011,Akron,8-6-1,12"
    assert left_out(text) == [(3, code)]
    run_import(text)
    assert PastResult.objects.count() == 2
    assert PastResult.objects.get(points=12).ties == 1


@pytest.mark.parametrize(
    ("row", "code"),
    [("Ann,2011,x,5", "BAD_NUMBER"), ("Ann,2011,9,", "HALF_A_RECORD"), ("Ann,2011,-9,5", "BAD_NUMBER")],
)
def test_invalid_numbers_are_reported(row: str, code: str) -> None:
    assert left_out(f"Name,Year,W,L\n{row}") == [(2, code)]
    with pytest.raises(Refused) as refused:
        run_import(f"Name,Year,W,L\n{row}")
    assert refused.value.code == "NO_ROWS"


def test_second_import_skips_existing_results() -> None:
    run_import()
    assert left_out(SHEET) == [(row, "ALREADY_IMPORTED") for row in (2, 3, 4, 5)]


def test_tournaments_played_in_pennant_are_skipped() -> None:
    ann = Person.objects.create(name="Ann Poe")
    tournament = TournamentFactory(name="Akron", starts_on="2011-05-01", stage=Tournament.Stage.FINISHED)
    add_finish(ann, tournament, Finish(10, 4, 14, 0, 7, 0, 8))
    assert left_out(SHEET) == [(row, "PLAYED_HERE") for row in (2, 3, 4)]


def test_year_can_come_from_the_form_or_the_sheet_title(organizer: Client) -> None:
    text = "Name,Points\nAnn Poe,12"
    assert left_out(text) == [(2, "NO_YEAR")]
    run_import(text, year=2010)
    assert PastResult.objects.get().year == 2010
    book = Workbook()
    book.active.title = "Season 2009"
    book.active.append(["Name", "Points"])
    book.active.append(["Ann Poe", 12.5])
    second = book.create_sheet("2008")
    second.append(["Name", "Points"])
    second.append(["Ann Poe", 7])
    page = post_file(organizer, book)
    assert 'data-read="2"' in page
    organizer.post("/history/import/", {"table": hidden_table(page), "confirm": "1"})
    assert sorted(PastResult.objects.values_list("year", "points")) == [(2008, 7), (2009, Fraction("12.5")), (2010, 12)]


def post_file(organizer: Client, book: Workbook) -> str:
    content = BytesIO()
    book.save(content)
    upload = SimpleUploadedFile("history.xlsx", content.getvalue())
    return organizer.post("/history/import/", {"file": upload}).content.decode()


def hidden_table(page: str) -> str:
    return unescape(page.partition('name="table" value="')[2].partition('"')[0])


def test_imported_results_appear_on_the_persons_page_and_in_the_api() -> None:
    run_import()
    Person.objects.update(is_listed=True)
    ann = Person.objects.get(name="Ann Poe")
    career = career_of(ann)
    assert (career.record, career.titles, career.finals, career.tournaments) == ("30-26", 1, 1, 2)
    page = Client().get(f"/people/{ann.pk}/").content.decode()
    assert "imported" in page
    assert "Semifinal" in page
    sent = Client().get(f"/api/v1/people/{ann.pk}/").json()
    assert [(row["year"], row["points"], row["place"]) for row in sent["past_results"]] == [
        (2012, None, 0),
        (2011, 54.5, 1),
    ]
    assert sent["seasons"] == {"2012": 12.0, "2011": 54.5}
    assert [(line.person.name, line.record, line.titles) for line in listed_people()] == [
        ("Ann Poe", "30-26", 1),
        ("Bob Ray", "17-11", 0),
        ("Cy Lee", "9-19", 0),
    ]
    assert [row["tournament"] for row in export_of(ann, career)["past_results"]] == ["Boise", "Akron"]
    assert "54.5*" in Client().get("/seasons/2011/").content.decode()


def test_champions_and_records_include_imported_results_for_listed_people() -> None:
    run_import()
    (champion,) = champions()
    assert (champion.managers, champion.title, champion.iso_day, champion.record) == (
        "",
        "Akron",
        "2011",
        "18-10",
    )
    Person.objects.update(is_listed=True)
    (sent,) = Client().get("/api/v1/champions/").json()["results"]
    assert (sent["managers"], sent["slug"], sent["date"], sent["wins"]) == ("Ann Poe", None, "2011", 18)
    assert "imported" in Client().get("/champions/").content.decode()
    marks = {kind.key: [(row.mark, row.title) for row in records] for kind, records in best_marks().items()}
    assert marks["wins"][0] == (18, "Akron, 2011")
    assert marks["playoff_wins"] == [(8, "Akron, 2011"), (5, "Akron, 2011")]
    assert marks["longest_streak"] == []
    assert Client().get("/api/v1/records/").json()[0]["marks"][0]["tournament"] is None
    assert Client().get("/records/").status_code == 200
    assert Client().get("/feeds/champions.atom").status_code == 200


def test_undo_removes_results_and_unused_people() -> None:
    bob = Person.objects.create(name="Bob Ray")
    change = run_import()
    ann = Person.objects.get(name="Ann Poe")
    add_finish(ann, TournamentFactory(starts_on=date(2026, 5, 1)), Finish(10, 4, 14, 0, 7, 0, 8))
    assert change.can_be_undone
    undo_change(change=change, actor=ORGANIZER)
    assert not PastResult.objects.exists()
    assert set(Person.objects.values_list("pk", flat=True)) == {bob.pk, ann.pk}
    with pytest.raises(Refused) as refused:
        undo_change(change=change, actor=ORGANIZER)
    assert refused.value.code == "ALREADY_UNDONE"


def test_missing_region_is_filled_in_and_can_be_undone() -> None:
    bob, cy = Person.objects.create(name="Bob Ray"), Person.objects.create(name="Cy Lee")
    change = run_import()
    edit_person(person=cy, actor=ORGANIZER, values={"name": "Cy Lee", "region": "CA"}, is_listed=True)
    regions = [*Person.objects.filter(pk__in=[bob.pk, cy.pk]).order_by("pk").values_list("region", flat=True)]
    assert regions == ["TX", "CA"]
    undo_change(change=change, actor=ORGANIZER)
    assert [*Person.objects.order_by("pk").values_list("region", flat=True)] == ["", "CA"]


def test_import_changes_no_tournament() -> None:
    tournament = TournamentFactory(starts_on="2011-05-01", stage=Tournament.Stage.FINISHED)
    add_finish(Person.objects.create(name="Ann Poe"), tournament, Finish(10, 4, 14, 0, 7, 0, 8))
    before = [*Team.objects.values_list()], [*Tournament.objects.values_list()]
    run_import()
    assert before == ([*Team.objects.values_list()], [*Tournament.objects.values_list()])
    assert not PersonRating.objects.exists()


def test_merge_moves_imported_results_and_undo_moves_them_back() -> None:
    run_import()
    ann, bob = Person.objects.get(name="Ann Poe"), Person.objects.get(name="Bob Ray")
    with pytest.raises(Refused) as refused:
        merge_people(person=ann, duplicate=bob, actor=ORGANIZER)
    assert refused.value.code == "SAME_RESULT"
    anne = Person.objects.create(name="Anne Poe")
    change = merge_people(person=anne, duplicate=ann, actor=ORGANIZER)
    assert anne.past_results.count() == 2
    undo_change(change=change, actor=ORGANIZER)
    assert ann.past_results.count() == 2


def test_removed_persons_results_stay_without_a_name() -> None:
    run_import()
    ann = Person.objects.get(name="Ann Poe")
    Person.objects.update(is_listed=True)
    remove_person(person=ann, actor=ORGANIZER, is_confirmed=True)
    assert PastResult.objects.filter(person=ann).count() == 2
    assert [champion.managers for champion in champions()] == [""]
    assert "Ann Poe" not in Client().get("/seasons/2011/").content.decode()


def test_page_imports_pasted_cells_and_remembers_columns(organizer: Client) -> None:
    pasted = "Who knows\tWhen\tGood\tBad\nAnn Poe\t2011\t9\t5"
    page = organizer.post("/history/import/", {"text": pasted})
    assert page.status_code == 422
    assert "Choose the column for names" in page.content.decode()
    columns = {"column-0": "name", "column-1": "year", "column-2": "wins", "column-3": "losses"}
    table = hidden_table(page.content.decode())
    preview = organizer.post("/history/import/", {"table": table, **columns}).content.decode()
    assert 'data-read="1"' in preview
    assert not PastResult.objects.exists()
    assert organizer.post("/history/import/", {"table": table, **columns, "confirm": "1"}).status_code == 302
    assert PastResult.objects.get().record == "9-5"
    assert ColumnMapping.objects.get().purpose == "history"
    second_preview = organizer.post("/history/import/", {"text": pasted.replace("Ann", "Di")}).content.decode()
    assert 'data-read="1"' in second_preview
    assert "data-remembered" in second_preview


def test_csv_preview_shows_questions_and_skipped_rows(organizer: Client) -> None:
    Person.objects.create(name="Bob Ray", region="CA")
    content = (SHEET + ",OH,2013,Akron,9,5,,,,\n").encode("cp1252")
    upload = SimpleUploadedFile("history.csv", content)
    page = organizer.post("/history/import/", {"file": upload}).content.decode()
    assert all(text in page for text in ('data-read="3"', 'data-asked="1"', 'data-left-out="1"', "Row 6: no name"))


def test_import_can_be_undone_on_the_page(organizer: Client) -> None:
    change = run_import()
    assert "4 results" in organizer.get("/history/import/").content.decode()
    assert organizer.post(f"/people/changes/{change.pk}/undo/").headers["Location"] == "/history/import/"
    assert not PastResult.objects.exists()


def test_person_page_query_count_does_not_grow_with_years(django_assert_max_num_queries) -> None:
    ann = Person.objects.create(name="Ann Poe")
    run_import("Name,Year,W,L\n" + "\n".join(f"Ann Poe,{year},9,5" for year in range(1991, 2011)))
    for year in range(2011, 2016):
        tournament = TournamentFactory(starts_on=date(year, 5, 1), stage=Tournament.Stage.FINISHED)
        add_finish(ann, tournament, Finish(10, 4, 14, 0, 7, 0, 8))
    with django_assert_max_num_queries(6):
        assert len(season_lines_of(ann)) == 25
    with django_assert_max_num_queries(14):
        assert len(career_of(ann).past_results) == 20
