"""Test a team's queue on the server."""

import pytest

from drafts.models import QueuedPlayer
from drafts.queries.choosing import pick_label_by_card, queued_picks
from drafts.queries.room import draft_with_division, load_room
from drafts.refusals import DraftRefusal, QueueRefusal, SelectionFinding
from drafts.services.program import let_program_pick
from drafts.services.queueing import LONGEST_QUEUE, add_to_queue, move_in_queue, queue_of_team, remove_from_queue
from drafts.services.selections import Selection
from tests.drafts.rooms import DIRECTOR, division_of, free_cards, opened, pick, running, teams_of
from tests.factories import HitterFactory
from tests.refusing import refuses
from tournaments.models import Action

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def add(draft, team, card):
    return add_to_queue(draft_id=draft.pk, team_id=team.pk, selection=Selection(card_id=card.pk), actor=DIRECTOR)


def move(draft, team, queued, way):
    move_in_queue(draft_id=draft.pk, team_id=team.pk, queued_id=queued.pk, move=way, actor=DIRECTOR)


def cards(team):
    return list(queue_of_team(team.pk).values_list("card_id", flat=True))


def test_queue_preserves_entry_order_without_duplicates():
    draft = opened()
    team = teams_of(draft)[0]
    first_card, two = free_cards(draft)[:2]
    for card in (two, first_card, two):
        add(draft, team, card)
    assert cards(team) == [two.pk, first_card.pk]


@pytest.mark.parametrize(
    ("way", "order"),
    [("up", [1, 0, 2, 3]), ("down", [0, 2, 1, 3]), ("top", [1, 0, 2, 3]), ("bottom", [0, 2, 3, 1])],
)
def test_queued_player_can_be_moved(way, order):
    draft = opened()
    team = teams_of(draft)[0]
    wished = free_cards(draft)[:4]
    queue = [add(draft, team, card) for card in wished]
    move(draft, team, queue[1], way)
    assert cards(team) == [wished[place].pk for place in order]


def test_moving_past_either_end_of_the_queue_changes_nothing():
    draft = opened()
    team = teams_of(draft)[0]
    queue = [add(draft, team, card) for card in free_cards(draft)[:2]]
    move(draft, team, queue[0], "up")
    move(draft, team, queue[1], "down")
    assert cards(team) == [queue[0].card_id, queue[1].card_id]
    with refuses(QueueRefusal.UNKNOWN_MOVE):
        move(draft, team, queue[0], "sideways")


def test_removal_is_idempotent_and_limited_to_own_queue():
    draft = opened()
    mine, theirs, *_ = teams_of(draft)
    queued = add(draft, mine, free_cards(draft)[0])
    remove_from_queue(draft_id=draft.pk, team_id=theirs.pk, queued_id=queued.pk, actor=DIRECTOR)
    with refuses(QueueRefusal.NOT_IN_QUEUE):
        move(draft, theirs, queued, "up")
    assert cards(mine) == [queued.card_id]
    for _ in range(2):
        remove_from_queue(draft_id=draft.pk, team_id=mine.pk, queued_id=queued.pk, actor=DIRECTOR)
    assert cards(mine) == []


def test_queue_marks_drafted_players_with_their_pick():
    draft = running()
    first, second, *_ = teams_of(draft)
    card, second_card = free_cards(draft)[:2]
    add(draft, second, card)
    add(draft, second, second_card)
    pick(draft, first, card)
    room = load_room(draft_with_division(pk=draft.pk))
    assert [queued.pick_label for queued in queued_picks(room, second.pk, pick_label_by_card(room))] == ["1.01", ""]


def test_log_and_events_do_not_reveal_a_queue():
    draft = opened()
    team = teams_of(draft)[0]
    card = HitterFactory(card_set=draft.card_set, name="Secret Weapon")
    draft = running(division=draft.division, card_set=draft.card_set)
    add(draft, team, card)
    row = Action.objects.first()
    row_text = f"{row.sentence} {row.before} {row.after} {row.public}"
    assert row.verb == "add_to_queue"
    assert "Secret" not in row_text
    assert f"'card': {card.pk}" not in row_text


def test_queue_rejects_cards_from_other_sets_and_too_many_players():
    draft = opened()
    team = teams_of(draft)[0]
    with refuses(SelectionFinding.UNKNOWN_PLAYER):
        add(draft, team, HitterFactory())
    with refuses(DraftRefusal.NOT_IN_THIS_DRAFT):
        add(draft, division_of(1).teams.get(), free_cards(draft)[0])
    design = {"name": "Yard", "singles": 5, "homeruns": 5}
    with refuses(QueueRefusal.DESIGNED_PARK):
        add_to_queue(draft_id=draft.pk, team_id=team.pk, selection=Selection(design=design), actor=DIRECTOR)
    wished = free_cards(draft)[: LONGEST_QUEUE + 1]
    QueuedPlayer.objects.bulk_create(
        QueuedPlayer(team=team, card=card, position=place) for place, card in enumerate(wished[:-1], start=1)
    )
    with refuses(QueueRefusal.FULL):
        add(draft, team, wished[-1])


def test_autopick_skips_a_drafted_player_in_the_queue():
    draft = running()
    first, second, *_ = teams_of(draft)
    drafted, next_best = free_cards(draft)[:2]
    for card in (drafted, next_best):
        add(draft, second, card)
    pick(draft, first, drafted)
    let_program_pick(draft_id=draft.pk, team_id=second.pk, on=True, actor=DIRECTOR)
    made = second.picks.get()
    assert (made.card_id, made.made_by) == (next_best.pk, "queue")
