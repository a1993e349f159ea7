"""Test that one table definition sets the columns on the page, big screen, printout, file and API."""

from typing import NamedTuple

from django.template import engines

from core.api.tables import row_serializer
from core.paper import Letterhead, multi_page
from core.paper_tables import printed_table
from core.tables import Align, Column, Entry, FilledTable, Order, Place, Remark, TableDefinition, link_html
from tests.pdf_reading import words_of


class Park(NamedTuple):
    name: str
    seats: int
    is_roofed: bool


PARKS: TableDefinition[Park] = TableDefinition(
    "parks",
    (
        Column(
            *("name", "Park", lambda park: park.name, Place.READ | Place.FILE | Place.API, Align.LEFT, 0),
            cell=lambda park: link_html(f"/parks/{park.seats}/", park.name),
            names_row=True,
            kind=str,
        ),
        Column(
            *("seats", "Seats in thousands", lambda park: park.seats, Place.PAGE | Place.PAPER | Place.FILE),
            head="Seats, of {most}",
            text=lambda park: f"{park.seats}k",
            tone="quiet",
        ),
        Column("roof", "", lambda park: park.is_roofed, Place.API, kind=bool),
    ),
)
DOME, YARD = Park("Dome <1> & Co", 48, True), Park("The Yard", 37, False)


class Parks:
    def filled(self, viewer: int | None = None) -> FilledTable[Park]:
        rows = [Entry(DOME, is_cut=True), Remark("below: no roof", Place.PAGE), Entry(YARD, is_mine=viewer == 37)]
        return FilledTable(PARKS, rows, {"most": 48})


def page(place: str, viewer: int | None = None) -> str:
    template = engines["django"].from_string(f'{{% table parks "{place}" viewer style="wide" %}}')
    return template.render({"parks": Parks(), "viewer": viewer})


def test_page_table_has_headings_links_and_classes_and_escapes_names():
    shown = page("page", viewer=37)
    assert '<table class="parks wide">' in shown
    assert '<th scope="col" class="n seats quiet">Seats, of 48</th>' in shown
    assert '<th scope="row" class="name"><a href="/parks/48/">Dome &lt;1&gt; &amp; Co</a></th>' in shown
    assert '<td class="n seats quiet">37k</td>' in shown
    assert '<td></td><td colspan="1" class="quiet">below: no roof</td>' in shown
    assert shown.index('class="cut"') < shown.index("Dome") < shown.index('class="mine"') < shown.index("Yard")


def test_each_place_shows_its_own_columns_and_remarks():
    wall = page("wall")
    assert "The Yard" in wall
    assert "Seats" not in wall
    assert "no roof" not in wall


def test_file_has_plain_titles_and_values():
    assert PARKS.titles(Place.FILE) == ("Park", "Seats in thousands")
    assert list(PARKS.values(Place.FILE, [DOME])) == [("Dome <1> & Co", 48)]


def test_api_returns_and_describes_its_columns():
    serializer = row_serializer("ParkSerializer", PARKS)
    assert serializer(DOME).data == {"name": "Dome <1> & Co", "roof": True}
    described = serializer().fields
    assert {name: type(field).__name__ for name, field in described.items()} == {
        "name": "CharField",
        "roof": "BooleanField",
    }


def test_printed_table_shows_page_columns_with_right_aligned_numbers():
    letterhead = Letterhead("Parks", "", None, "letter", "UTC")
    words = words_of(multi_page(letterhead, "Parks", [printed_table(Parks().filled(), 552)]))
    ends = {word.text: round(word.right) for word in words}
    assert {"Park", "Dome <1> & Co", "The Yard"} <= set(ends)
    assert ends["Seats, of 48"] == ends["48k"] == ends["37k"] == 612 - 30 - 3


def test_sortable_table_links_to_each_order_and_reverses_the_current_order():
    seats = Column("seats", "Seats", lambda park: park.seats, Place.PAGE, sort="seats", meaning="Seats in thousands")
    actions = Column("acts", "Pick", lambda park: "", Place.PAGE, is_header_hidden=True)
    parks = TableDefinition("parks", (seats, actions))

    def head(by: str) -> str:
        filled = parks.filled([DOME, YARD], order=Order(by, lambda sort: f"?sort={sort}&page=1"))
        return engines["django"].from_string('{% table parks "page" %}').render({"parks": filled})

    link = '<a href="?sort={}&amp;page=1" title="Seats in thousands">Seats{}</a></th>'
    assert '<th scope="col" class="n seats">' + link.format("seats", "") in head("name")
    assert '<th scope="col" class="n seats" aria-sort="descending">' + link.format("-seats", " ▼") in head("seats")
    assert '<th scope="col" class="n seats" aria-sort="ascending">' + link.format("seats", " ▲") in head("-seats")
    assert '<th scope="col" class="n acts"><span class="hide">Pick</span></th>' in head("name")


def test_column_can_be_replaced_by_several():
    two = [Column(name, name.title(), lambda park: park.seats, Place.FILE) for name in ("lower", "upper")]
    assert PARKS.replace_column("seats", *two).titles(Place.FILE) == ("Park", "Lower", "Upper")
