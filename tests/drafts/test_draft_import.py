"""Test that a draft held elsewhere is imported as a finished draft, and that a single undo removes it."""

import re
from collections.abc import Callable

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from core.imports.preview_choices import answers_by_row, chosen_columns
from core.imports.tables import ImportTable
from drafts.models import Draft, Pick
from drafts.queries.board import load_board
from drafts.queries.pick_table import BoardCell
from drafts.queries.room import draft_with_division, load_room
from drafts.queries.roster import load_team_draft
from drafts.refusals import DraftRefusal, DraftSheetRefusal
from drafts.services.imported_drafts import DraftSheet, import_draft
from drafts.services.turns import pick_facts
from tests.drafts.pools import make_pool
from tests.drafts.rooms import DIRECTOR, division_of, opened
from tests.factories import AccessFactory
from tests.refusing import refuses
from tournaments.access.links import link_token
from tournaments.models import Action
from tournaments.services.undo import undo_action

pytestmark = [pytest.mark.django_db, pytest.mark.database]
TEAMS = 8


@pytest.fixture
def draft() -> Draft:
    return opened(TEAMS, division=division_of(TEAMS), card_set=make_pool(teams=TEAMS))


def rows_of(draft: Draft) -> list[list[str]]:
    """Return 25 eligible players and a ballpark for each team, in pick order."""
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


def test_imports_a_finished_draft_that_can_be_undone(draft: Draft, director_of: Callable[..., Client]) -> None:
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


def test_import_without_ballparks_leaves_skipped_turns(draft: Draft) -> None:
    rows = [row for row in rows_of(draft) if not row[3].startswith("Park")]
    sheet = DraftSheet(ImportTable([*enumerate([["Team", "Rd", "Overall", "Player"], *rows], 1)]))
    assert import_draft(draft_id=draft.pk, sheet=sheet, actor=DIRECTOR).state == Draft.State.PAUSED
    assert load_room(draft_with_division(pk=draft.pk)).skipped == [*range(25 * TEAMS + 1, 26 * TEAMS + 1)]


@pytest.mark.parametrize(
    ("row", "column", "value"),
    [(3, 0, "Nobody's team"), (3, 3, "the player of row 2")],
)
def test_invalid_row_is_reported_and_nothing_is_saved(
    draft: Draft, director_of: Callable[..., Client], row: int, column: int, value: str
) -> None:
    rows = rows_of(draft)
    rows[row][column] = rows[0][3] if value == "the player of row 2" else value
    page = director_of(draft.division.tournament).post(page_of(draft), {"text": as_text(rows), "confirm": "1"})
    assert page.status_code == 422
    assert counts(page.text)["faults"] == 1
    assert f"Row {row + 2}: " in page.text
    assert not Pick.objects.exists()


def test_unknown_player_can_be_imported_without_a_card(draft: Draft, director_of: Callable[..., Client]) -> None:
    director = director_of(draft.division.tournament)
    rows = rows_of(draft)
    rows[3][3] = "Joe Nobody"
    text = as_text(rows)
    page = director.post(page_of(draft), {"text": text, "confirm": "1"})
    assert (page.status_code, counts(page.text)["asked"]) == (422, 1)
    assert director.post(page_of(draft), {"text": text, "confirm": "1", "answer-5": "+"}).status_code == 302
    pick = Pick.objects.get(overall=4)
    assert (pick.unused, pick.uncarded_name, pick.card) == (Pick.Unused.NO_CARD, "Joe Nobody", None)
    draft.refresh_from_db()
    assert draft.state == Draft.State.FINISHED


def league_rows(draft: Draft) -> list[list[str]]:
    """Return a draft with a trade, a compensation pick, an unused pick, and a player without a card."""
    rows = rows_of(draft)
    first, second = rows[0][0], rows[1][0]
    rows[0][0] = f"{second} (from {first})"  # traded in both directions
    rows[1][0] = f"{first} via {second}"
    rows[2][3] = "did not use"
    rows[3][3] = "Joe Prospect (no card)"
    compensated = next(row for row in rows[4:] if row[0] == rows[2][0])
    compensated[1] = "Comp"
    return rows


def test_f47_imports_traded_and_unused_picks(draft: Draft, director_of: Callable[..., Client]) -> None:
    director = director_of(draft.division.tournament)
    rows = league_rows(draft)
    page = director.post(page_of(draft), {"text": as_text(rows)})
    assert counts(page.text) == {"read": 26 * TEAMS, "asked": 0, "faults": 0, "open": 0}
    assert director.post(page_of(draft), {"text": as_text(rows), "confirm": "1"}).status_code == 302
    draft.refresh_from_db()
    assert draft.state == Draft.State.FINISHED
    room = load_room(draft_with_division(pk=draft.pk))
    first, second = room.team_at(1), room.team_at(2)
    board = load_board(room)
    picks = {pick.overall: pick for pick in board.picks}
    cells = {overall: BoardCell(room, overall, pick) for overall, pick in picks.items()}
    assert (cells[1].team, cells[1].origin) == (second, f"from {first.name}")
    assert f"to {second.name}, from {first.name}" in cells[1].lines
    assert (cells[2].team, cells[2].origin) == (first, f"from {second.name}")
    assert (cells[3].name, picks[3].unused) == ("did not use", "passed")
    assert (cells[4].name, cells[4].detail) == ("Joe Prospect", "no card")
    assert [pick.team_id for pick in picks.values() if pick.origin == "compensation"] == [room.team_at(3).pk]
    assert len(load_team_draft(room, second.pk).picks) == 26

    board_page = director.get(reverse("draft_board", args=[draft.division.tournament.slug, draft.division_id]))
    assert f"to {second.name}, from {first.name}" in board_page.text
    undo_action(action=Action.objects.get(verb="import_draft"), actor=DIRECTOR)
    assert not Pick.objects.exists()


def test_finished_draft_round_trips_through_export_and_import(draft: Draft, director_of: Callable[..., Client]) -> None:
    tournament = draft.division.tournament
    director = director_of(tournament)
    director.post(page_of(draft), {"text": as_text(league_rows(draft)), "confirm": "1"})
    facts = [pick_facts(pick) for pick in Pick.objects.order_by("overall")]
    for kind in ("csv", "xlsx"):
        content = director.get(f"/t/{tournament.slug}/export/draft.{kind}").content
        undo_action(action=Action.objects.filter(verb="import_draft", undone_by=None).last(), actor=DIRECTOR)
        upload = SimpleUploadedFile(f"draft.{kind}", content)
        page = director.post(page_of(draft), {"file": upload, "confirm": "1"})
        assert page.status_code == 302, (page.context["plan"].questions[:2], page.context["form"].errors)
        assert [pick_facts(pick) for pick in Pick.objects.order_by("overall")] == facts


def test_very_long_numbers_do_not_crash(draft: Draft, director_of: Callable[..., Client]) -> None:
    long_number = "9" * 5000
    text = f"Team\tOverall\tPlayer\nNobody's team\t{long_number}\tJoe Nobody\n"
    page = director_of(draft.division.tournament).post(page_of(draft), {"text": text})
    assert page.status_code == 200
    assert counts(page.text)["faults"] == 1
    assert answers_by_row({f"answer-{long_number}": "1", "answer-3": "7"}) == {3: "7"}
    assert chosen_columns({f"column-{long_number}": "team", "column-2": "team"}, {"team"}) == {2: "team"}


def test_cannot_import_into_a_started_draft(draft: Draft) -> None:
    sheet = DraftSheet(
        ImportTable([*enumerate([["Team", "Overall", "Player"], *(row[:1] + row[2:] for row in rows_of(draft))], 1)])
    )
    import_draft(draft_id=draft.pk, sheet=sheet, actor=DIRECTOR)
    with refuses(DraftRefusal.ALREADY_STARTED):
        import_draft(draft_id=draft.pk, sheet=sheet, actor=DIRECTOR)


def test_rejects_a_sheet_without_headings(draft: Draft) -> None:
    with refuses(DraftSheetRefusal.NO_HEADINGS):
        import_draft(draft_id=draft.pk, sheet=DraftSheet(ImportTable([(1, ["Hawks", "Al Baker"])])), actor=DIRECTOR)


def test_sheet_can_be_checked_and_imported_through_the_api(draft: Draft) -> None:
    tournament = draft.division.tournament
    director = Client(headers={"Authorization": f"Bearer {link_token(AccessFactory(tournament=tournament))}"})
    address = f"/api/v1/tournaments/{tournament.slug}/drafts/{draft.division_id}/sheet/"
    rows = rows_of(draft)
    stranger = [*rows[:-1], [rows[-1][0], rows[-1][1], rows[-1][2], "Nobody Known"]]
    plan = director.post(f"{address}check/", {"text": as_text(stranger)}, content_type="application/json").json()
    assert [question["text"] for question in plan["questions"]] == ["Nobody Known"]
    refused = director.post(address, {"text": as_text(stranger)}, content_type="application/json")
    assert refused.status_code == 400
    assert not Pick.objects.exists()
    stored = director.post(address, {"text": as_text(rows)}, content_type="application/json").json()
    assert stored["clock"]["state"] == "finished", stored
    assert Pick.objects.count() == 26 * TEAMS
