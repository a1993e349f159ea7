"""Test trades of picks and players between two managers."""

import pytest
from django.urls import reverse

from core.errors import Refused
from drafts.models import Draft, Pick, Trade
from drafts.queries.room import draft_with_division, load_room
from drafts.queries.trades import tradable_items
from drafts.refusals import DraftRefusal, TradeRefusal
from drafts.services.late_teams import add_late_team
from drafts.services.program import finish_by_program
from drafts.services.trading import accept_trade, close_trade, offer_trade
from tests.drafts.rooms import DIRECTOR, card_set_for, free_cards, pick, running, teams_of
from tests.factories import SeriesFactory
from tests.refusing import refuses
from tournaments.action_log.writing import Actor
from tournaments.models import Action
from tournaments.queries.entrants import Entrant, Person
from tournaments.services.undo import undo_action
from weekend.queries.verification import verify_tournament

pytestmark = [pytest.mark.django_db, pytest.mark.database]
MANAGER = Actor("Ann")


@pytest.fixture
def draft():
    return running(4, trades_allowed=True)


def _room(draft):
    return load_room(draft_with_division(pk=draft.pk))


def _offer(team, partner, offered, requested):
    return offer_trade(team=team, partner_id=partner.pk, offered=offered, requested=requested, actor=MANAGER)


def _accept(team, trade):
    return accept_trade(team=team, trade_id=trade.pk, actor=MANAGER)


def test_future_picks_can_be_traded(draft):
    first, second, *_ = teams_of(draft)
    trade = _offer(first, second, [1], [2])
    assert _room(draft).team_at(1) == first, "an offer changes nothing"
    _accept(second, trade)
    room = _room(draft)
    assert (room.team_at(1), room.team_at(2)) == (second, first)
    pick(draft, second)
    assert Pick.objects.get(overall=1).team == second
    assert _room(draft).on_the_clock == 2


def test_players_can_be_traded_and_appear_in_the_log(draft):
    first, second, *_ = teams_of(draft)
    cards = free_cards(draft)[:2]
    pick(draft, first, cards[0])
    pick(draft, second, cards[1])
    trade = _offer(first, second, [1], [2])
    offer = Action.objects.first()
    assert not any(card.name in f"{offer.sentence} {offer.after} {offer.public}" for card in cards)
    _accept(second, trade)
    assert list(Pick.objects.filter(team=first).values_list("card_id", flat=True)) == [cards[1].pk]
    assert all(card.name in Action.objects.first().sentence for card in cards)


def test_trading_a_player_for_a_future_pick_preserves_roster_sizes(draft):
    first, second, *_ = teams_of(draft)
    pick(draft, first)
    trade = _offer(first, second, [1], [7])
    _accept(second, trade)
    finish_by_program(draft_id=draft.pk, actor=DIRECTOR)
    rounds = _room(draft).profile.draft.rounds
    assert [Pick.objects.filter(team=team).count() for team in teams_of(draft)] == [rounds] * 4


def _picks_differing_from_log(draft):
    return verify_tournament(draft.division.tournament)


def test_undoing_a_trade_restores_players_and_picks(draft):
    first, second, *_ = teams_of(draft)
    card = free_cards(draft)[0]
    pick(draft, first, card)
    _accept(second, _offer(first, second, [1], [7]))
    assert _picks_differing_from_log(draft) == []
    action = Action.objects.filter(verb="accept_trade").get()
    undo_action(action=action, actor=DIRECTOR)
    draft.refresh_from_db()
    assert draft.traded_turns == []
    assert Pick.objects.get(card=card).team == first
    assert Trade.objects.get().state == Trade.State.UNDONE
    assert _picks_differing_from_log(draft) == []


def test_cannot_undo_a_trade_after_a_second_trade_of_the_same_turn(draft):
    first, second, third, _ = teams_of(draft)
    _accept(second, _offer(first, second, [1], [2]))
    action = Action.objects.filter(verb="accept_trade").get()
    _accept(third, _offer(second, third, [1], [3]))
    with refuses(TradeRefusal.TRADED_SINCE):
        undo_action(action=action, actor=DIRECTOR)


def test_cannot_undo_a_trade_after_a_traded_turn_is_used(draft):
    first, second, *_ = teams_of(draft)
    _accept(second, _offer(first, second, [1], [2]))
    pick(draft, second)
    assert _picks_differing_from_log(draft) == []
    with refuses(TradeRefusal.TRADED_SINCE):
        undo_action(action=Action.objects.get(verb="accept_trade"), actor=DIRECTOR)


def test_invalid_offers_are_refused(draft):
    first, second, *_ = teams_of(draft)
    for partner, offered, requested, refusal in (
        (first, [1], [2], TradeRefusal.NO_PARTNER),
        (second, [], [2], TradeRefusal.NOTHING_CHOSEN),
        (second, [1, 8], [2], TradeRefusal.UNEQUAL),
        (second, [3], [2], TradeRefusal.NOT_YOURS),
        (second, [9999], [2], TradeRefusal.NOT_YOURS),
    ):
        with refuses(refusal):
            _offer(first, partner, offered, requested)
    Draft.objects.update(trades_allowed=False)
    with refuses(TradeRefusal.NOT_ALLOWED):
        _offer(first, second, [1], [2])
    Draft.objects.update(trades_allowed=True)
    SeriesFactory(division=draft.division, home=first, away=second, status="final")
    with refuses(DraftRefusal.ROSTERS_ARE_FINAL):
        _offer(first, second, [1], [2])


def test_second_ballpark_is_refused():
    draft = running(4, card_set=card_set_for(4), trades_allowed=True)
    first, second, *_ = teams_of(draft)
    parks = list(draft.card_set.ballparks.all())
    for overall, team, park in ((1, first, parks[0]), (2, second, parks[1])):
        Pick.objects.create(
            draft=draft, overall=overall, team=team, park=park, made_by="manager", made_at=draft.division.draft.deadline
        )
    Draft.objects.update(next_overall=3)
    with refuses(TradeRefusal.COUNTS):
        _offer(first, second, [1], [7])
    assert _offer(first, second, [1], [2])


def test_changed_and_closed_offers_are_refused(draft):
    first, second, *_ = teams_of(draft)
    trade = _offer(first, second, [1], [2])
    with refuses(TradeRefusal.NOT_OPEN):
        _accept(first, trade)  # only the other manager can accept it
    pick(draft, first)
    with refuses(TradeRefusal.CHANGED_SINCE):
        _accept(second, trade)
    close_trade(team=second, trade_id=trade.pk, actor=MANAGER)
    with refuses(TradeRefusal.NOT_OPEN):
        close_trade(team=first, trade_id=trade.pk, actor=MANAGER)
    with refuses(TradeRefusal.NO_SUCH_TRADE):
        close_trade(team=teams_of(draft)[3], trade_id=trade.pk, actor=MANAGER)
    assert Trade.objects.get().state == Trade.State.DECLINED


def test_traded_turns_stay_in_their_round_after_a_late_team_joins(draft):
    first, second, *_ = teams_of(draft)
    _accept(second, _offer(first, second, [8], [7]))
    assert _room(draft).label(8) == "2.04"
    try:
        add_late_team(
            draft_id=draft.pk,
            actor=DIRECTOR,
            entrant=Entrant("Late", (Person("Zoe", "Akron", "OH"),)),
            reason="walk-in",
        )
    except Refused:
        pytest.fail("the division has room")
    room = _room(draft)
    assert [turn["overall"] for turn in room.draft.traded_turns] == [8, 9]
    assert (room.team_at(9), room.team_at(8)) == (second, first)


def test_team_previews_offers_and_accepts_a_trade_on_its_pages(draft, manager_of):
    first, second, *_ = teams_of(draft)
    pick(draft, first, free_cards(draft)[0])
    browser, partner_browser = manager_of(first), manager_of(second)
    slug = first.tournament.slug

    def page(name, team):
        return reverse(name, args=[slug, team.pk])

    chosen = {"partner": second.pk, "offered": ["1"], "requested": ["2"]}
    assert browser.get(page("new_trade", first), {"partner": second.pk}).status_code == 200
    assert browser.post(page("new_trade", first), {**chosen, "requested": []}).status_code == 409
    assert 'id="trade-preview"' in browser.post(page("new_trade", first), chosen).content.decode()
    assert browser.post(page("new_trade", first), {**chosen, "confirm": "1"}).status_code == 302
    trade = Trade.objects.get()
    assert f'data-trade="{trade.pk}"' in browser.get(page("trades", first)).content.decode()
    assert (
        reverse("trades", args=[slug, second.pk])
        in partner_browser.get(reverse("my_team", args=[slug])).content.decode()
    )
    partner_browser.post(page("answer_trade", second), {"accept": str(trade.pk)})
    trade.refresh_from_db()
    assert trade.state == Trade.State.ACCEPTED
    board = browser.get(reverse("draft_board", args=[slug, draft.division_id])).content.decode()
    assert f"to {second.name}" in board
    assert partner_browser.get(page("trades", first)).status_code == 403


def test_imported_selection_of_a_traded_turn_belongs_to_its_new_team(draft):
    first, second, *_ = teams_of(draft)
    pick(draft, first)
    Pick.objects.update(team=second, origin="from Team 1")  # as stored by the import of a league draft
    room = _room(draft)
    assert 1 not in [item.overall for item in tradable_items(room, first.pk)]
    assert tradable_items(room, second.pk)[0].overall == 1
    _accept(first, _offer(second, first, [1], [8]))
    assert Pick.objects.get().team == first
    assert _room(draft).team_at(8) == second
