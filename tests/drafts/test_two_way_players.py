"""Test that a player's roles depend on two facts: a hitter's card and a pitcher's card (T10.11, T10.2, T31.10)."""

import io
from importlib import import_module

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse
from openpyxl import load_workbook

from drafts.card_files import CardFileFaults, card_file, read_card_file, template_file
from drafts.models import PlayerCard
from drafts.queries.autodrafting import worth_by_card
from drafts.queries.pool import load_pool, search
from drafts.queries.rosters import load_roster
from drafts.services.card_sets import import_card_set, load_season
from rules_engine.profile import load_profile
from rules_engine.systems import KEYS
from seasons.players_and_parks import read_season
from seasons.workbooks import read_workbook
from tests.drafts.rooms import card_set_for, on_the_clock, pick, running
from tests.factories import CardSetFactory, PitcherFactory

PROFILE = load_profile("purestrat@1")
OHTANI = {
    **{"name": "Shohei Ohtani", "sort_name": "Ohtani, Shohei", "bats": "L", "throws": "R", "positions": {}},
    **{"games": 157, "pitching_games": 28, "games_started": 28, "outs_pitched": 498, "batters_faced": 660},
    **{"at_bats": 586, "hits": 160, "doubles": 30, "homeruns": 34, "walks": 72, "hits_allowed": 124},
}


def team_page(team) -> str:
    response = Client().get(reverse("team", args=[team.tournament.slug, team.pk]))
    assert response.status_code == 200
    return response.content.decode()


@pytest.mark.django_db
def test_f02_catcher_with_mop_up_innings_is_drafted_as_a_catcher() -> None:
    card_set = load_season(year=2022)
    (kelly,) = search(load_pool(card_set, PROFILE), text="Carson Kelly")
    assert (kelly.label, kelly.reason) == ("C", "317 AB + 29 W = 346: eligible")
    draft = running(2, card_set=card_set)
    team = on_the_clock(draft)
    pick(draft, team, PlayerCard.objects.get(pk=kelly.id))
    roster = load_roster(team)
    assert [card.name for card in roster.team_draft.hitters] == ["Carson Kelly"]
    assert roster.team_draft.pitchers == []
    shown = team_page(team)
    assert "Position players (1)" in shown
    assert "317 AB" in shown


@pytest.mark.parametrize(("year", "at_bats_and_walks"), [(2021, 633), (2022, 658), (2023, 588)])
def test_f04_real_two_way_player_has_both_cards(year: int, at_bats_and_walks: int) -> None:
    players = {player.name: player for player in read_season(year).players}
    ohtani = players["Shohei Ohtani"]
    assert (ohtani.is_pitcher, ohtani.is_starter) == (True, True)
    assert ohtani.counts["at_bats"] + ohtani.counts["walks"] == at_bats_and_walks


def test_few_pitches_in_a_season_do_not_make_a_pitcher() -> None:
    hitters = {(2020, "Shohei Ohtani"), (1993, "Chili Davis"), (2023, "Austin Hedges"), (1945, "Al Libke")}
    for year, name in hitters:
        (card,) = [player for player in read_season(year).players if player.name == name]
        assert not card.is_pitcher, name


@pytest.mark.django_db
def test_f04_two_way_player_counts_once_as_starter_and_hitter() -> None:
    card_set = card_set_for(2)
    card = PitcherFactory(card_set=card_set, **OHTANI)
    draft = running(2, card_set=card_set)
    team = on_the_clock(draft)
    pick(draft, team, card)
    team_draft = load_roster(team).team_draft
    assert (team_draft.players, team_draft.starters) == (1, 1)
    assert team_draft.hitters == team_draft.pitchers != []
    assert team_draft.cards[0].label == "SP 1B (no position)"
    shown = team_page(team)
    assert "Position players (1)" in shown
    assert "Pitchers who may start (1)" in shown
    assert "586 AB, 34 HR" in shown
    assert "166.0 IP" in shown


@pytest.mark.django_db
def test_f04_two_way_player_value_includes_batting_and_pitching() -> None:
    card_set = card_set_for(2)
    arm = PitcherFactory(card_set=card_set, **OHTANI | {"name": "Arm", "at_bats": 0, "walks": 0})
    both = PitcherFactory(card_set=card_set, **OHTANI)
    worth = worth_by_card(load_pool(card_set, PROFILE), 2)
    assert worth[both.pk] > worth[arm.pk]


@pytest.mark.django_db
def test_f04_list_shows_both_hands_and_both_lines() -> None:
    card_set = card_set_for(2)
    PitcherFactory(card_set=card_set, **OHTANI)
    pool = load_pool(card_set, PROFILE)
    (ohtani,) = search(pool, text="ohtani")
    assert ohtani.hands == "bats L, throws R"
    assert [search(pool, text="ohtani", hand=hand) != [] for hand in "LRS"] == [True, True, False]
    assert [search(pool, text="ohtani", role=role) != [] for role in ("hitter", "starter", "reliever")] == [
        *(True, True, False)
    ]


def cards_in(*rows: dict[str, object]) -> bytes:
    """Return the template with these players."""
    workbook = load_workbook(io.BytesIO(template_file(KEYS[0])))
    sheet = workbook["Players"]
    headings = [cell.value for cell in sheet[1]]
    for row in rows:
        sheet.append([row.get(heading) for heading in headings])
    file = io.BytesIO()
    workbook.save(file)
    return file.getvalue()


BAT = {"Code": "oh1", "Name": "Shohei Ohtani", "Clubs": "LAA", "Bats": "L", "G": 157, "AB": 586, "H": 160, "W": 72}
ARM = {"Code": "oh2", "Name": "Ohtani, Shohei", "Clubs": "LAA", "Throws": "R", "Roles": "S", "IP": 166, "P G": 28}


@pytest.mark.django_db
@pytest.mark.parametrize("rows", [(BAT, ARM), (ARM, BAT), (BAT, {**ARM, "Code": "oh1"}), (BAT, {**ARM, "Clubs": ""})])
def test_f04_batting_and_pitching_rows_merge_into_a_single_player(rows) -> None:
    contents = read_card_file(read_workbook(cards_in(*rows)), KEYS[0])
    (card,) = contents.cards
    assert (card.code, card.name, card.bats, card.throws) == ("oh1", "Shohei Ohtani", "L", "R")
    assert (card.at_bats, card.outs_pitched, card.has_hitter_card, card.is_starter) == (586, 498, True, True)
    assert "Two-way players from two rows: Shohei Ohtani." in contents.note("cards.xlsx")
    card_set = import_card_set(name="Two-way", system=KEYS[0], cards=contents.cards, parks=[])
    (pooled,) = load_pool(card_set, PROFILE)
    assert (pooled.is_hitter, pooled.may_start, pooled.eligible) == (True, True, True)


def test_namesakes_with_different_birth_years_stay_separate() -> None:
    rows = ({**BAT, "Born": 1994}, {**ARM, "Born": 1980})
    assert len(read_card_file(read_workbook(cards_in(*rows)), KEYS[0]).cards) == 2


@pytest.mark.django_db
def test_hitter_card_set_only_by_the_file_round_trips() -> None:
    contents = read_card_file(read_workbook(cards_in({**ARM, "Roles": "S H"})), KEYS[0])
    card_set = import_card_set(name="Two-way", system=KEYS[0], cards=contents.cards, parks=[])
    assert card_set.cards.get().has_hitter_card
    (card_read,) = read_card_file(read_workbook(card_file(card_set)), KEYS[0]).cards
    assert (card_read.is_pitcher, card_read.is_starter, card_read.also_hits) == (True, True, True)


TRADED = [
    {"Code": "s0", "Name": "Juan Soto*", "Clubs": "2TM", "AB": 524, "H": 127, "HR": 27, "W": 135, "Positions": "RF"},
    {"Code": "s1", "Name": "Juan Soto*", "Clubs": "WSN", "AB": 342, "H": 84, "HR": 21, "W": 91, "Positions": "RF"},
    {"Code": "s2", "Name": "Juan Soto*", "Clubs": "SDP", "AB": 182, "H": 43, "HR": 6, "W": 44, "Positions": "RF"},
]


@pytest.mark.parametrize("mark", ["TOT", "2TM", "2 TM", "", "WSN-SDP"])
def test_f08_traded_player_rows_merge_into_the_total(mark: str) -> None:
    contents = read_card_file(read_workbook(cards_in({**TRADED[0], "Clubs": mark}, *TRADED[1:])), KEYS[0])
    (card,) = contents.cards
    assert (card.name, card.at_bats, card.homeruns) == ("Juan Soto", 524, 27)
    assert card.clubs in ("WSN-SDP", mark)
    assert [left.clubs for left in contents.left_out] == ["WSN", "SDP"]


def test_f08_total_that_differs_from_its_rows_raises_a_question() -> None:
    with pytest.raises(CardFileFaults) as caught:
        read_card_file(read_workbook(cards_in({**TRADED[0], "AB": 500}, *TRADED[1:])), KEYS[0])
    (fault,) = caught.value.faults
    assert (fault.row, fault.heading) == (2, "Clubs")


def test_f08_two_rows_with_equal_name_and_hand_raise_a_question() -> None:
    rows = [{**row, "Throws": "L"} for row in TRADED[1:]]
    with pytest.raises(CardFileFaults) as caught:
        read_card_file(read_workbook(cards_in(*rows)), KEYS[0])
    (fault,) = caught.value.faults
    assert (fault.row, fault.heading) == (3, "Born")
    assert len(read_card_file(read_workbook(cards_in(rows[0], {**rows[1], "Throws": "R"})), KEYS[0]).cards) == 2


@pytest.mark.django_db
def test_migration_corrects_mop_up_pitchers_only_in_stored_seasons() -> None:
    mop_up = {"at_bats": 317, "walks": 29, "batters_faced": 22, "outs_pitched": 14, "is_reliever": True}
    season, file = (CardSetFactory(name=name, source=name) for name in ("season", "file"))
    for card_set in (season, file):
        PitcherFactory(card_set=card_set, **mop_up, is_starter=False)
        PitcherFactory(card_set=card_set, **OHTANI)
    import_module("drafts.migrations.0009_two_way_players").correct_mop_ups(apps, None)
    assert [card.is_pitcher for card in season.cards.order_by("pk")] == [False, True]
    assert [card.is_pitcher for card in file.cards.order_by("pk")] == [True, True]
