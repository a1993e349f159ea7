"""Test pasted rankings: parsing, matching, saving and following."""

import pytest
from django.urls import reverse

from drafts.models import Draft, MockDraft, PlayerCard, Ranking, ScoutedPlayer
from drafts.queries.card_finder import CardFinder
from drafts.queries.my_list import load_my_list
from drafts.queries.pool import load_pool
from drafts.queries.ranking_plan import LEAVE_OUT, plan_ranking
from drafts.queries.ranking_rows import read_ranking
from drafts.queries.scouting import ranked_cards, scouting_by_card
from drafts.refusals import RankingFault, RankingRefusal
from drafts.services.clock import ClockSettings, open_draft
from drafts.services.mock_drafts import let_program_make_mock_pick, start_mock_draft
from drafts.services.my_list import (
    clear_ranking,
    follow_ranking,
    queue_ranking,
    restore_previous_ranking,
    save_ranking,
    save_scouting,
)
from drafts.services.program import let_program_pick
from tests.drafts.rooms import DIRECTOR, opened, pick, running, teams_of
from tests.factories import CardSetFactory, HitterFactory
from tests.refusing import refuses
from tournaments.models import Action

CLUBS = frozenset(("SEA", "CIN", "NYY", "HOU"))


def _read(text):
    return [(name.name, name.team, name.birth_year, name.tier) for name in read_ranking(text, CLUBS).names]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Ken Griffey Jr.", ("Ken Griffey Jr.", "", None)),
        ("1. Ken Griffey Jr., SEA, 1969", ("Ken Griffey Jr.", "SEA", 1969)),
        ("12) Ken Griffey, sea", ("Ken Griffey", "SEA", None)),
        ("#3 Ken Griffey - OF - SEA", ("Ken Griffey", "SEA", None)),
        ("3\tKen Griffey\tSEA\t1969", ("Ken Griffey", "SEA", 1969)),
        ("Ken Griffey (SEA, b. 1969)", ("Ken Griffey", "SEA", 1969)),
        ("Ken Griffey CF/RF SEA", ("Ken Griffey", "SEA", None)),
        ("Ken Griffey, SEA-CIN", ("Ken Griffey", "SEA-CIN", None)),
        ("J. D. Drew", ("J. D. Drew", "", None)),
    ],
)
def test_parses_common_ranking_lines(line, expected):
    assert [name[:3] for name in _read(line)] == [expected]


def test_blank_lines_rules_and_headings_separate_tiers():
    assert [name[3] for name in _read("A One\nB Two\n\n\nC Three\n---\nD Four\n")] == [1, 1, 2, 3]
    assert [name[3] for name in _read("Tier 1\nA One\nTier 2: good\nB Two")] == [1, 2]
    assert [name[3] for name in _read("A One\nB Two")] == [None, None]


def test_parses_columns_with_headings():
    names = read_ranking(
        "My ranking\nRank,Player,Tm,Born,Tier,Notes\n2,B Two,CIN,,2,slow\n1,A One,SEA,Jan 3 1970,1,\n", CLUBS
    ).names
    assert [(name.name, name.team, name.birth_year, name.tier, name.note) for name in names] == [
        ("A One", "SEA", 1970, 1, ""),
        ("B Two", "CIN", None, 2, "slow"),
    ]
    words = read_ranking("Last name;First name;Tier\nOne;Al;gold\nTwo;Bo;silver\nSix;Cy;gold", CLUBS).names
    assert [(name.name, name.tier) for name in words] == [("Al One", 1), ("Bo Two", 2), ("Cy Six", 1)]


@pytest.fixture
def card_set(db):
    card_set = CardSetFactory(system="")
    for name, club, year in (
        ("Ken Griffey", "SEA", 1969),
        ("Ken Griffey", "CIN", 1950),
        ("Barry Larkin", "CIN", 1964),
        ("Luis Castillo", "FLA", 1975),
    ):
        first, last = name.split()
        HitterFactory(card_set=card_set, name=name, sort_name=f"{last}, {first}", clubs=club, birth_year=year)
    return card_set


@pytest.fixture
def plan_of(card_set):
    draft = opened(2, card_set=card_set)
    finder = CardFinder(load_pool(card_set, draft.division.tournament.profile))

    def plan(text, answers=None):
        return plan_ranking(finder, text, {}, answers or {})

    plan.team = teams_of(draft)[0]
    return plan


def _years(plan):
    return [ranked.card.birth_year for ranked in plan.ranked]


def test_names_are_matched_by_club_and_birth_year(plan_of):
    assert _years(plan_of("Ken Griffey, SEA\nGriffey, Ken, 1950\nLarkin")) == [1969, 1950, 1964]


def test_ambiguous_names_become_questions(plan_of):
    plan = plan_of("Ken Griffey\nLuis Castillo, 1992\nBarry Larkin")
    assert [question.row for question in plan.questions] == [1, 2]
    griffey = next(card for card in plan.questions[0].cards if card.birth_year == 1950)
    answered = plan_of("Ken Griffey\nLuis Castillo, 1992\nBarry Larkin", {1: str(griffey.id), 2: LEAVE_OUT})
    assert _years(answered) == [1950, 1964]
    assert not answered.questions


def test_unknown_and_repeated_players_are_skipped_with_a_reason(plan_of):
    plan = plan_of("Barry Larkin\nNobody Known\nLarkin, Barry")
    assert [(row.row, row.ruling.finding) for row in plan.left_out] == [
        (2, RankingFault.UNKNOWN_PLAYER),
        (3, RankingFault.LISTED_TWICE),
    ]


def test_saving_replaces_ranks_preserves_notes_and_can_be_undone(plan_of):
    team = plan_of.team
    log = Action.objects.count()
    save_ranking(team=team, plan=plan_of("Larkin\n\nCastillo"))
    larkin, castillo = ranked_cards(team.pk)
    save_scouting(team=team, card_id=larkin, is_favorite=True, note=" steals  bases ")
    save_ranking(team=team, plan=plan_of("Ken Griffey, SEA"))
    scouting = scouting_by_card(team.pk)
    assert castillo not in scouting
    assert (scouting[larkin].rank, scouting[larkin].is_favorite, scouting[larkin].note) == (None, True, "steals bases")
    assert restore_previous_ranking(team=team) == 2
    assert ranked_cards(team.pk) == [larkin, castillo]
    assert [scouting.tier for scouting in scouting_by_card(team.pk).values()] == [1, 2]
    clear_ranking(team=team)
    assert ranked_cards(team.pk) == []
    save_scouting(team=team, card_id=larkin, is_favorite=False, note="")
    assert not ScoutedPlayer.objects.exists()
    assert Action.objects.count() == log, "the list is private"


def test_refuses_unusable_rankings(plan_of):
    team = plan_of.team
    with refuses(RankingRefusal.UNANSWERED):
        save_ranking(team=team, plan=plan_of("Ken Griffey"))
    with refuses(RankingRefusal.NOBODY):
        save_ranking(team=team, plan=plan_of("Nobody"))
    with refuses(RankingRefusal.NO_PREVIOUS):
        restore_previous_ranking(team=team)
    with refuses(RankingRefusal.UNKNOWN_PLAYER):
        save_scouting(team=team, card_id=HitterFactory().pk, is_favorite=True, note="")
    with refuses(RankingRefusal.LONG_NOTE):
        save_scouting(team=team, card_id=PlayerCard.objects.first().pk, is_favorite=True, note="x" * 201)
    with refuses(RankingRefusal.NOBODY_TO_QUEUE):
        queue_ranking(tournament=team.tournament, team=team, actor=DIRECTOR, replace=False)


def test_exported_ranking_text_round_trips(plan_of):
    team = plan_of.team
    save_ranking(team=team, plan=plan_of("Ken Griffey, CIN\nLarkin\n\nKen Griffey, SEA"))
    before = ranked_cards(team.pk)
    text = load_my_list(team.tournament, team).as_text
    plan = plan_of(text)
    assert [ranked.card.id for ranked in plan.ranked] == before
    assert [ranked.tier for ranked in plan.ranked] == [1, 1, 2]


def _rank(team, *cards):
    for rank, card in enumerate(cards, 1):
        ScoutedPlayer.objects.create(team=team, card=card, rank=rank)


@pytest.mark.django_db
def test_autopick_follows_the_ranking_after_the_queue():
    draft = running()
    first, second, *_ = teams_of(draft)
    best, next_best, third = PlayerCard.objects.filter(card_set=draft.card_set)[30:33]
    for team in (first, second):
        _rank(team, best, next_best, third)
        follow_ranking(team=team, on=True)
    let_program_pick(draft_id=draft.pk, team_id=first.pk, on=True, actor=DIRECTOR)
    assert (first.picks.get().card, first.picks.get().made_by) == (best, "queue")
    follow_ranking(team=second, on=False)
    let_program_pick(draft_id=draft.pk, team_id=second.pk, on=True, actor=DIRECTOR)
    assert second.picks.get().made_by == "program"


@pytest.mark.django_db
def test_autopick_follows_the_ranking_in_a_mock_draft():
    draft = opened()
    team = teams_of(draft)[0]
    wished = PlayerCard.objects.filter(card_set=draft.card_set)[40]
    Ranking.objects.create(team=team)
    _rank(team, wished)
    start_mock_draft(tournament=team.tournament, team=team, team_count=8, position=1)
    let_program_make_mock_pick(team_id=team.pk)
    assert MockDraft.objects.get().selections[0]["card"] == wished.pk


@pytest.mark.django_db
def test_only_undrafted_ranked_players_are_queued():
    draft = running()
    first, second, *_ = teams_of(draft)
    drafted, free = PlayerCard.objects.filter(card_set=draft.card_set)[:2]
    pick(draft, first, drafted)
    _rank(second, drafted, free)
    assert queue_ranking(tournament=second.tournament, team=second, actor=DIRECTOR, replace=False) == 1
    assert second.queue.get().card == free


@pytest.mark.django_db
def test_rankings_carry_over_to_a_new_card_set():
    before, after = CardSetFactory(), CardSetFactory()
    same, namesake, absentee = (
        HitterFactory(card_set=before, name=name, birth_year=1969) for name in ("Ann", "Bob", "Cy")
    )
    new_card = HitterFactory(card_set=after, name="Ann", birth_year=1969)
    HitterFactory.create_batch(2, card_set=after, name="Bob", birth_year=1969)
    HitterFactory(card_set=after, name="Cy", birth_year=1901)
    draft = opened(card_set=before)
    team = teams_of(draft)[0]
    _rank(team, namesake, same, absentee)
    open_draft(division=draft.division, card_set=after, settings=ClockSettings(), actor=DIRECTOR)
    rows = ScoutedPlayer.objects.filter(team=team).order_by("rank")
    assert [(row.card, row.rank) for row in rows] == [(namesake, 1), (new_card, 2), (absentee, 3)]


@pytest.mark.django_db
def test_director_is_warned_about_a_small_card_set(director_of):
    draft = opened(card_set=CardSetFactory(system=""))
    address = f"/t/{draft.division.tournament.slug}/draft/{draft.division.pk}/dashboard/"
    page = " ".join(director_of(draft.division.tournament).get(address).content.decode().split())
    assert "has 0 eligible players, but the teams need 200." in page


class TestPages:
    def test_manager_pastes_answers_and_saves_a_ranking(self, plan_of, manager_of):
        team = plan_of.team
        browser = manager_of(team)
        page = reverse("ranking_sheet", args=[team.tournament.slug, team.pk])
        assert browser.get(page).status_code == 200
        text = "Larkin\n\nKen Griffey"
        shown = browser.post(page, {"text": text}).content.decode()
        assert 'data-read="1"' in shown
        assert 'data-asked="1"' in shown
        assert browser.post(page, {"text": text, "confirm": "1"}).status_code == 422
        griffey = PlayerCard.objects.get(birth_year=1969)
        saved = browser.post(page, {"text": text, "confirm": "1", "answer-3": str(griffey.pk)})
        assert saved.status_code == 302
        my_list = browser.get(saved.url).content.decode()
        assert f'data-card="{griffey.pk}"' in my_list
        assert browser.post(page, {"text": "Nobody"}).status_code == 422
        assert browser.post(page, {"text": ""}).status_code == 422

    def test_manager_changes_a_ranking_on_the_page(self, plan_of, manager_of):
        team = plan_of.team
        browser = manager_of(team)
        save_ranking(team=team, plan=plan_of("Larkin"))
        page = reverse("my_list_change", args=[team.tournament.slug, team.pk])
        for change in ("ignore", "follow", "queue", "clear", "restore", "nothing"):
            assert browser.post(page, {"change": change}).status_code == 302
        assert team.queue.count() == 1
        assert len(ranked_cards(team.pk)) == 1

    def test_player_page_saves_notes_and_compares_players(self, plan_of, manager_of):
        team = plan_of.team
        browser = manager_of(team)
        larkin = PlayerCard.objects.get(birth_year=1964)
        page = reverse("my_player", args=[team.tournament.slug, team.pk, larkin.pk])
        browser.post(page, {"is_favorite": "on", "note": "leader"})
        assert "leader" in browser.get(page).content.decode()
        assert "Castillo" in browser.get(f"{page}?with=castillo").content.decode()
        assert browser.get(f"{page}?with=griffey").content.decode().count("?with=") == 2
        assert browser.get(f"{page}?with=nobody").status_code == 200
        assert browser.post(page, {"note": "x" * 300}).status_code == 422

    @pytest.mark.django_db
    def test_only_its_manager_can_sort_and_filter_by_a_ranking(self, manager_of, director_of):
        draft = running()
        team = teams_of(draft)[0]
        cards = list(PlayerCard.objects.filter(card_set=draft.card_set)[50:53])
        _rank(team, *cards)
        ScoutedPlayer.objects.filter(card=cards[2]).update(note="a sleeper")
        page = reverse("draft_pick", args=[team.tournament.slug, team.division_id])
        browser = manager_of(team)
        by_list = browser.get(f"{page}?sort=mine").content.decode()
        places = [by_list.index(f'data-card="{card.pk}"') for card in cards]
        assert places == sorted(places)
        assert by_list.count("data-card=") > 3
        assert browser.get(f"{page}?mine=ranked").content.decode().count("data-card=") == 3
        noted = browser.get(f"{page}?mine=noted").content.decode()
        assert noted.count("data-card=") == 1
        assert "a sleeper" in noted
        assert "a sleeper" not in director_of(team.tournament).get(f"{page}?team={team.pk}&q=").content.decode()
        assert Draft.objects.get().state == "running"
