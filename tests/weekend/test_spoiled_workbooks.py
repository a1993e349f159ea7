"""Test workbooks of complete cards and card sets with random changes: imported, or rejected with messages."""

import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openpyxl import load_workbook

from drafts.card_files import CardFileFaults, read_card_file, template_file
from rules_engine.systems import KEYS
from rules_engine.systems.strat_o_matic import system
from seasons.card_workbook import cards_workbook, read_cards
from seasons.workbooks import read_workbook
from tests.rules_engine.systems.strat_o_matic.real_league import real_league

QUICK = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
CELLS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**9), 10**9),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=20),
    st.dates(),
    st.sampled_from(["=1+1", "1-7", "ss-9e999", "*8-10/11,12 (19-14)", "HOMERUN 1-10 / DOUBLE 12-20", "N/A", "TRUE"]),
)


def whole_cards() -> bytes:
    cards = real_league().cards
    few = dict(sorted(cards.items())[:6])
    return cards_workbook(system, few, {"ATL": list(few)})


def read_whole_cards(data: bytes, folder: Path) -> Any:
    path = folder / "cards.xlsx"
    path.write_bytes(data)
    return read_cards(system, path)


def read_card_set(data: bytes, folder: Path) -> Any:
    return read_card_file(read_workbook(data), KEYS[0])


KINDS: dict[str, tuple[Callable[[], bytes], Callable[[bytes, Path], Any]]] = {
    "whole cards": (whole_cards, read_whole_cards),
    "card set": (lambda: template_file(KEYS[0]), read_card_set),
}
EVERY_KIND = pytest.mark.parametrize("kind", KINDS)


def read_or_refused(kind: str, data: bytes, folder: Path) -> None:
    try:
        KINDS[kind][1](data, folder)
    except CardFileFaults as refusal:
        assert all(str(fault).strip() for fault in refusal.faults)  # noqa: PT017 - either outcome is right
        assert refusal.faults  # noqa: PT017


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the directory with an intact file of each kind."""
    folder = tmp_path_factory.mktemp("sound")
    for kind, (make, _) in KINDS.items():
        (folder / kind).write_bytes(make())
    return folder


PLACES = st.integers(0, 10**6)  # modulo the number available
BYTES = st.lists(st.tuples(PLACES, st.integers(0, 40), st.binary(max_size=8)), min_size=1, max_size=3)
HOW = st.sampled_from(("cut", "insert", "replace", "empty"))
JUNK = st.sampled_from((b"<", b">", b"</c>", b"\xff", b"9999999", b"<row r='-1'>", b'"', b"A0"))
CHANGES = st.lists(st.tuples(PLACES, PLACES, PLACES, CELLS), min_size=1, max_size=4)


@EVERY_KIND
@QUICK
@given(changes=BYTES)
def test_workbook_with_changed_bytes_is_read_or_rejected(
    kind: str, sound: Path, tmp_path: Path, changes: list[tuple[int, int, bytes]]
) -> None:
    content = bytearray((sound / kind).read_bytes())
    for place, cut, junk in changes:
        start = place % len(content)
        content[start : start + cut] = junk
    read_or_refused(kind, bytes(content), tmp_path)


@EVERY_KIND
@QUICK
@given(part=PLACES, place=PLACES, how=HOW, junk=JUNK)
def test_workbook_with_damaged_parts_is_read_or_rejected(
    kind: str, sound: Path, tmp_path: Path, part: int, place: int, how: str, junk: bytes
) -> None:
    """The archive is intact but its content isn't: truncated XML, or numbers instead of sheets."""
    written = BytesIO()
    with zipfile.ZipFile(BytesIO((sound / kind).read_bytes())) as old, zipfile.ZipFile(written, "w") as new:
        for number, name in enumerate(old.namelist()):
            sheet = old.read(name)
            if number == part % len(old.namelist()):
                at = place % (len(sheet) + 1)
                sheet = {
                    "cut": sheet[:at],
                    "insert": sheet[:at] + junk + sheet[at:],
                    "replace": sheet[:at] + junk + sheet[at + len(junk) :],
                    "empty": b"",
                }[how]
            new.writestr(name, sheet)
    read_or_refused(kind, written.getvalue(), tmp_path)


@EVERY_KIND
@QUICK
@given(changes=CHANGES)
def test_workbook_with_changed_cells_is_read_or_rejected(
    kind: str, sound: Path, tmp_path: Path, changes: list[tuple[int, int, int, Any]]
) -> None:
    workbook = load_workbook(BytesIO((sound / kind).read_bytes()))
    for number, row, column, value in changes:
        sheet = workbook[workbook.sheetnames[number % len(workbook.sheetnames)]]
        sheet.cell(1 + row % (sheet.max_row + 1), 1 + column % (sheet.max_column + 1)).value = value
    changed = BytesIO()
    workbook.save(changed)
    read_or_refused(kind, changed.getvalue(), tmp_path)
