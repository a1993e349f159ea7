"""A draft that was held elsewhere becomes a finished draft, through the page, and one undo takes it back."""

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from core.imports.preview_choices import answers_by_row, chosen_columns
from core.imports.tables import Table
from drafts.models import Draft, Pick
from drafts.queries.room import draft_with_division, load_room
from drafts.refusals import DraftRefusal, DraftSheetRefusal
from drafts.services.imported_drafts import DraftSheet, import_draft
from tests.drafts.pools import make_pool
from tests.drafts.rooms import DIRECTOR, division_of, opened
from tests.refusing import refuses
from tournaments.models import Action
from tournaments.services.undo import undo_action

pytestmark = [pytest.mark.django_db, pytest.mark.database]
TEAMS = 8


@pytest.fixture
def draft() -> Draft:
    return opened(TEAMS, division=division_of(TEAMS), card_set=make_pool(teams=TEAMS))


def rows_of(draft: Draft) -> list[list[str]]:
    """Return 25 eligible players and a ballpark for each team, in the order of the turns."""
    room = load_room(draft_with_division(pk=draft.pk))
    cards = [card for card in room.pool if card.eligible]
    parks = list(draft.card_set.ballparks.all())
    rows = []
    for overall in range(1, room.total + 1):
        name = cards.pop(0).name if overall <= 25 * TEAMS else parks.pop(0).name
        turn = room.turn(overall)
        rows.append([room.team_at(overall).name, str(turn.round), str(overall), name])
    return rows


def as_text(rows: list[list[str]]) -> str:
    return "\n".join("\t".join(row) for row in [["Team", "Rd", "Overall Pick", "Player"], *rows])


def page_of(draft: Draft) -> str:
    return reverse("draft_import", args=[draft.division.tournament.slug, draft.division_id])


def counts(page: str) -> dict[str, int]:
    names = ("read", "asked", "faults", "open")
    return {name: int(re.findall(rf'data-{name}="(\d+)"', page)[0]) for name in names}


def test_a_complete_sheet_becomes_a_finished_draft_that_can_be_undone(
    draft: Draft, director_of: Callable[..., Client]
) -> None:
    director = director_of(draft.division.tournament)
    rows = rows_of(draft)
    text = as_text(rows)
    page = director.post(page_of(draft), {"text": text})
    assert counts(page.text) == {"read": 26 * TEAMS, "asked": 0, "faults": 0, "open": 0}
    assert not Pick.objects.exists()

    assert director.post(page_of(draft), {"text": text, "confirm": "1"}).status_code == 302
    draft.refresh_from_db()
    assert draft.state == Draft.State.FINISHED
    room = load_room(draft_with_division(pk=draft.pk))
    picks = Pick.objects.filter(card__isnull=False).select_related("team")
    stored = {pick.overall: (pick.team.name, room.cards[pick.card_id or 0].name) for pick in picks}
    assert stored == {int(row[2]): (row[0], row[3]) for row in rows[: 25 * TEAMS]}

    undo_action(action=Action.objects.get(verb="import_draft"), actor=DIRECTOR)
    draft.refresh_from_db()
    assert (draft.state, draft.next_overall) == (Draft.State.WAITING, 1)
    assert not Pick.objects.exists()


def test_a_sheet_without_ballparks_leaves_turns_to_make_up(draft: Draft) -> None:
    rows = [row for row in rows_of(draft) if not row[3].startswith("Park")]
    sheet = DraftSheet(Table([*enumerate([["Team", "Rd", "Overall", "Player"], *rows], 1)]))
    assert import_draft(draft_id=draft.pk, sheet=sheet, actor=DIRECTOR).state == Draft.State.PAUSED
    assert load_room(draft_with_division(pk=draft.pk)).skipped == [*range(25 * TEAMS + 1, 26 * TEAMS + 1)]


@pytest.mark.parametrize(
    ("row", "column", "value"),
    [(3, 0, "Nobody's team"), (3, 3, "Joe Nobody"), (3, 3, "the player of row 2")],
)
def test_a_row_that_is_wrong_is_named_and_nothing_is_stored(
    draft: Draft, director_of: Callable[..., Client], row: int, column: int, value: str
) -> None:
    rows = rows_of(draft)
    rows[row][column] = rows[0][3] if value == "the player of row 2" else value
    page = director_of(draft.division.tournament).post(page_of(draft), {"text": as_text(rows), "confirm": "1"})
    assert page.status_code == 422
    assert counts(page.text)["faults"] == 1
    assert f"Row {row + 2}: " in page.text
    assert not Pick.objects.exists()


def test_numbers_of_any_length_are_no_crash(draft: Draft, director_of: Callable[..., Client]) -> None:
    long_number = "9" * 5000
    text = f"Team\tOverall\tPlayer\nNobody's team\t{long_number}\tJoe Nobody\n"
    page = director_of(draft.division.tournament).post(page_of(draft), {"text": text})
    assert page.status_code == 200
    assert counts(page.text)["faults"] == 1
    assert answers_by_row({f"answer-{long_number}": "1", "answer-3": "7"}) == {3: "7"}
    assert chosen_columns({f"column-{long_number}": "team", "column-2": "team"}, {"team"}) == {2: "team"}


def test_a_draft_that_has_started_takes_no_sheet(draft: Draft) -> None:
    sheet = DraftSheet(
        Table([*enumerate([["Team", "Overall", "Player"], *(row[:1] + row[2:] for row in rows_of(draft))], 1)])
    )
    import_draft(draft_id=draft.pk, sheet=sheet, actor=DIRECTOR)
    with refuses(DraftRefusal.ALREADY_STARTED):
        import_draft(draft_id=draft.pk, sheet=sheet, actor=DIRECTOR)


def test_a_sheet_without_headings_is_refused(draft: Draft) -> None:
    with refuses(DraftSheetRefusal.NO_HEADINGS):
        import_draft(draft_id=draft.pk, sheet=DraftSheet(Table([(1, ["Hawks", "Al Baker"])])), actor=DIRECTOR)
