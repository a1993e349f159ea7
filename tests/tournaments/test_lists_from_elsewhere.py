"""Test lists of people from web forms, payment services and messages."""

from typing import Any

import pytest

from core.imports.tables import table_of_text
from tournaments.forms.entrant_lists import read_list

WEB_FORM = """Timestamp,Email Address,Full Name (first & last),What would you like to call your team?,City,ST
4/1/2026 10:02:11,ann@example.com,"Lee, Ann",Hawks,Waco,TX
4/2/2026 9:00:00,bob@example.com,Bob Hart,Owls,Tulsa,OK
"""
PAYMENTS = "Name,Amount,From Email Address\nAnn Lee,25.00,ann@example.com\nBob Hart,25.00,bob@example.com\n"
MESSAGE = "1. Hawks - Ann Lee\n2. Owls \N{EN DASH} Bob Hart\n3. Larks - TBD\n"
TITLED = "Lone Star Open 2026,,\n,,\nNo,Player,Franchise Name\n1,Ann Lee,Hawks\n2,Bob Hart,Owls\nTotal,2,\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (WEB_FORM, [("Hawks", ["Ann Lee"]), ("Owls", ["Bob Hart"])]),
        (PAYMENTS, [("Lee", ["Ann Lee"]), ("Hart", ["Bob Hart"])]),
        (MESSAGE, [("Hawks", ["Ann Lee"]), ("Owls", ["Bob Hart"]), ("Larks", [])]),
        (TITLED, [("Hawks", ["Ann Lee"]), ("Owls", ["Bob Hart"])]),
        ("Team\nHawks\nOwls\n", [("Hawks", []), ("Owls", [])]),
        ("Team 1,Manager 1\nTeam 2,Manager 2\n", [("Team 1", ["Manager 1"]), ("Team 2", ["Manager 2"])]),
        ("Hawks,Ann Lee\nClub,Bob Hart\n", [("Hawks", ["Ann Lee"]), ("Club", ["Bob Hart"])]),
        ("Hawks - North\nOwls\n", [("Hawks - North", []), ("Owls", [])]),
    ],
    ids=["web form", "payments", "message", "titled", "one column", "numbered", "team named Club", "dash in a name"],
)
def test_reads_team_lists_from_web_forms_and_messages(text: str, expected: list[tuple[str, Any]]) -> None:
    entrants = read_list(table_of_text(text)).entrants
    assert [(entrant.team, [person.name for person in entrant.managers]) for entrant in entrants] == expected


@pytest.mark.parametrize("heading", ["ST", "State/region", "State or Province", "Region / State"])
def test_home_town_includes_its_state(heading: str) -> None:
    (first, _) = read_list(table_of_text(WEB_FORM.replace("ST\n", f"{heading}\n"))).entrants
    assert (first.managers[0].home_town, first.managers[0].region) == ("Waco", "TX")
