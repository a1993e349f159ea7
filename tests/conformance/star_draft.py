"""STAR cases of the draft: order, rolls, ballparks, rescinded picks; and what a manager may have beside him."""

import re

from rules_engine.competition.information import computer_allowed, information_allowed
from rules_engine.competition.rolls import roll_order
from rules_engine.draft.ballpark import ParkNumbers, park_selection, player_selection
from rules_engine.draft.order import draft_totals, turn_at, turn_of, turns_of_position
from rules_engine.draft.rescind import (
    PickedCard,
    choices_after_rescission,
    may_rescind,
    naming_stands,
    new_choice,
)
from rules_engine.draft.slots import Slot, SlotBoard, choices_of_high_roll, draw_imputed, late_for_draft, slot_available
from rules_engine.eligibility.cards import HitterCard, hitter_eligible, pitcher_usable
from tests.conformance.star_cards import positions_on
from tests.conformance.words.people import card_described, said_eligible, selection, taken
from tests.conformance.words.reading import UnknownWords, listed, pick, plain, says

SYSTEM = "star_tournament"
SETS = {"between", "first_to_choose_may_pick", "possible_outcomes"}
DRAFT, FACE_TO_FACE, INTERNET = "draft", "face-to-face", "internet"
PLACES = (
    (r"draft", DRAFT),
    (r"internet|online", INTERNET),
    (r"face.to.face|\bgame|play|series|at the table|match|robin|tourn", FACE_TO_FACE),
)


def draft_order(given, edition):
    teams, rules = given["teams"], edition.draft
    if "overall_pick" in given:
        turn = turn_at(teams, given["overall_pick"], serpentine=rules.serpentine)
    elif "round" in given:
        turn = turn_of(teams, given["draft_position"], given["round"], serpentine=rules.serpentine)
    else:
        turn = None
    totals = draft_totals(teams, rules)
    answer = {
        "rounds": totals.rounds,
        "total_selections": totals.total_selections,
        "players_drafted": totals.players_drafted,
        "ballparks_drafted": totals.ballparks_drafted,
    }
    if turn:
        answer |= {"overall_pick": turn.overall, "round": turn.round, "draft_position": turn.position}
    elif "draft_position" in given:
        turns = turns_of_position(teams, given["draft_position"], rules.rounds, serpentine=rules.serpentine)
        answer["overall_picks"] = [turn.overall for turn in turns]
    return answer


def draft_roll(given, edition):
    answer = {}
    if "rolls_of_20_sided_die" in given:
        answer |= rolled(given["rolls_of_20_sided_die"], given.get("question", "who chooses first"))
    if "high_roller_wants_position" in given or any(key.startswith("imputed_team_random") for key in given):
        answer |= imputed_placed(given, edition)
    if "format_lets_roller_choose_division" in given or "first_to_choose" in given:
        may_pick = choices_of_high_roll(given.get("format_lets_roller_choose_division", False))
        answer["first_to_choose_may_pick"] = list(may_pick)
    if given.get("manager_is_late_for_draft"):
        answer["possible_outcomes"] = list(late_for_draft().facts["outcomes"])
    if "computer_used_during" in given:
        place = pick("computer_used_during", given["computer_used_during"], PLACES)
        answer["allowed"] = place == INTERNET or bool(computer_allowed(at_the_draft=place == DRAFT))
    if "pages_of_information_used" in given:
        answer["allowed"] = information(given)
    return answer


def information(given):
    if pick("setting", given.get("setting", "face-to-face play"), PLACES) != FACE_TO_FACE:
        return True
    size = plain(given.get("page_size_inches", "8.5x11")).replace(" 1/2", ".5")
    sides = tuple(float(side) for side in re.findall(r"\d+(?:\.\d+)?", size))
    if len(sides) != 2:
        raise UnknownWords("page_size_inches", size, "two numbers")
    return bool(information_allowed(given["pages_of_information_used"], sides))


def rolled(rolls, question):
    """Who chooses first; a question about the whole order wants every tie rolled again."""
    order = roll_order({who: thrown if isinstance(thrown, list) else [thrown] for who, thrown in rolls.items()})
    first = order.first
    settled = order.decided if says(question, r"order|everyone|everybody|all") else first is not None
    level = list(order.rerolls[0]) if first is None else [who for group in order.rerolls for who in group]
    return {
        "first_to_choose": first,
        "order_of_choice": list(order.order) if order.decided else None,
        "action": "choose" if settled else "re-roll",
        "between": level,
    }


def imputed_placed(given, edition):
    one = [given["imputed_team_random_position"]] if "imputed_team_random_position" in given else []
    drawn = given.get("imputed_team_random_positions", one)
    humans = given.get("human_players")
    teams = given.get("teams_in_division", edition.division.largest if humans is None else humans + len(drawn))
    board = SlotBoard({"division": teams}, {})
    for place in drawn:
        free = [slot.position for slot in board.open]
        draws = iter([free.index(place) + 1])
        board = draw_imputed(board, [("division", f"imputed {place}")], lambda _, draws=draws: next(draws))
    answer = {"positions_open_to_high_roller": [slot.position for slot in board.open]}
    if "high_roller_wants_position" in given:
        wanted = Slot("division", given["high_roller_wants_position"])
        answer["choice_allowed"] = bool(slot_available(board, wanted, "high roller"))
    return answer


def draft_ballpark(given, edition):
    rules, selected = edition.draft, selection("selection", given["selection"])
    team_parks = int(given.get("team_has_park", False))
    if selected == "player":
        return {
            "allowed": bool(
                player_selection(team_players=given.get("team_players_drafted", 0), team_parks=team_parks, rules=rules)
            )
        }
    ruling = park_selection(
        team_parks=team_parks,
        parks_selected_in_division=given.get("parks_already_selected_in_division", 0),
        taken_in_division=given.get("taken_in_this_division", False),
        design=designed(given) if selected == "design" else None,
        rules=rules,
    )
    return {"allowed": bool(ruling)}


def designed(given):
    """The numbers of a designed park; what a case leaves out is the same for left and right."""
    level = {"left": 10, "right": 10}
    homeruns, singles = given.get("homeruns", level), given.get("singles", level)
    return ParkNumbers(homeruns["left"], homeruns["right"], singles["left"], singles["right"])


def draft_rescind(given, edition):
    if "double_up_drafter" in given:
        return after_rescission(given)
    if "announced" in given:
        return announced(given, edition)
    teams = given["teams"]
    first, second = (picked(given, key) for key in ("earlier_pick", "latest_pick"))
    ruling = may_rescind(
        teams=teams,
        overall=overall_of_latest(given),
        earlier=[*picked_before(given), first],
        latest=second,
        made_since=given.get("selections_made_since_by_anyone", 0),
        rules=edition.draft,
    )
    return {"may_rescind": bool(ruling)}


def picked(given, key):
    """A case that only names the rounds speaks of two shortstops without another position."""
    card = given.get(key, {"positions": ["SS"]})
    return of_card(card)


def picked_before(given):
    return [of_card(card) for card in given.get("earlier_picks", ())]


def of_card(card):
    positions = positions_on(card.get("positions"))
    return PickedCard(positions, card.get("pitcher", False), card.get("ballpark", card.get("park", False)))


def overall_of_latest(given):
    if "latest_pick_overall" in given:
        return given["latest_pick_overall"]
    named = [value for key, value in given.items() if key.startswith("second_") and key.endswith("_round")]
    number = given.get("round") or named[0]
    return turn_of(given["teams"], given.get("draft_position", given["teams"] // 2), number).overall


def after_rescission(given):
    drafter, since = given["double_up_drafter"], listed(given["drafters_who_selected_since"])
    seats = [drafter, *since]
    again = choices_after_rescission(len(seats), 1, len(since)) if given["rescinded_in_time"] else []
    words = {True: "(may change or keep their selection)", False: "(selects a different player)"}
    answer = {"order_of_new_choices": [f"{seats[one.position - 1]} {words[one.may_keep]}" for one in again]}
    for key, named in given.items():
        if match := re.fullmatch(r"(.+?)(_now_names|_changes_to)", key):
            ruling = new_choice(
                is_double_up_drafter=plain(match[1]) == plain(drafter),
                names_rescinded=plain(named) == plain(given["rescinded_player"]),
            )
            answer["allowed"] = bool(ruling) and given["rescinded_in_time"]
    return answer


def announced(given, edition):
    text = given["announced"]
    stands = naming_stands(
        on_the_clock=given["manager_turn"],
        eligible=eligible_as_described(text, edition),
        undrafted=not taken(text),
    )
    number, teams = given.get("round", 1), given.get("teams", 10)
    position = given.get("draft_position", teams // 2)
    change = given.get("double_up", False) and may_rescind(
        teams=teams,
        overall=turn_of(teams, position, number).overall,
        earlier=[PickedCard(("SS",))],
        latest=PickedCard(("SS",)),
        made_since=given.get("selections_made_since_by_anyone", 0),
        rules=edition.draft,
    )
    return {"pick_stands": bool(stands), "change_allowed": not stands or bool(change)}


def eligible_as_described(text, edition):
    """By the card that the words of a case describe (T10.11, T10.2), else by what they say."""
    card = card_described("announced", text)
    if card is None:
        return said_eligible("announced", text)
    return bool(hitter_eligible(card, edition) if isinstance(card, HitterCard) else pitcher_usable(card, edition))


ADAPTERS = {
    "draft_order": draft_order,
    "draft_roll": draft_roll,
    "draft_ballpark": draft_ballpark,
    "draft_rescind": draft_rescind,
}
