"""Adapters for the STAR draft: order, rolls, ballparks, announced and rescinded picks, and a manager's materials."""

import re

from django.utils import timezone

from core.errors import Refused
from drafts.models import Draft, Pick
from drafts.queries.room import draft_with_division, load_room
from drafts.services.drafting import make_pick
from drafts.services.rescinding import plan_rescission
from drafts.services.selections import Selection
from rules_engine.competition.information import computer_allowed, information_allowed
from rules_engine.competition.rolls import roll_order
from rules_engine.draft.ballpark import ParkNumbers, check_park_selection, check_player_selection
from rules_engine.draft.order import draft_totals, turn_at
from rules_engine.draft.rescind import PickedCard, check_new_choice, may_rescind, turns_after_rescission
from rules_engine.draft.slots import Slot, SlotBoard, check_slot, choices_of_high_roll, draw_imputed, late_for_draft
from rules_engine.eligibility.cards import HitterCard
from tests.conformance.adapters import TOURNAMENT_PROFILE
from tests.conformance.star_cards import positions_on
from tests.conformance.words.people import card_described, is_eligible, is_unavailable, selection
from tests.conformance.words.reading import UnknownWords, listed, pick, plain, says
from tests.factories import CardSetFactory, DivisionFactory, DraftFactory, HitterFactory, PitcherFactory, TeamFactory
from tournaments.action_log.writing import PROGRAM

SYSTEM = "star_tournament"
SETS = {"between", "first_to_choose_may_pick", "possible_outcomes"}
DATABASE = {"draft_rescind"}
STORY = {"draft_ballpark": {"park"}}
DRAFT, FACE_TO_FACE, INTERNET = "draft", "face-to-face", "internet"
PLACES = (
    (r"draft", DRAFT),
    (r"internet|online", INTERNET),
    (r"face.to.face|\bgame|play|series|at the table|match|robin|tourn", FACE_TO_FACE),
)


OTHER_DIVISIONS = ("parks_already_selected_in_other_divisions", "taken_in_another_division")


def draft_order(facts, edition):
    teams, rules = facts["teams"], edition.draft
    totals = draft_totals(teams, rules)
    answer = {
        "rounds": totals.rounds,
        "total_selections": totals.total_selections,
        "players_drafted": totals.players_drafted,
        "ballparks_drafted": totals.ballparks_drafted,
    }
    if "overall_pick" in facts:
        turn = turn_at(teams, facts["overall_pick"], serpentine=rules.serpentine)
        return answer | {"overall_pick": turn.overall, "round": turn.round, "draft_position": turn.position}
    if "draft_position" in facts:
        turns = turns_of(teams, facts["draft_position"], facts.absent("round", rules.rounds), rules)
        answer["overall_picks"] = turns
        answer |= {"overall_pick": turns[-1]} if "round" in facts else {}
    return answer


def turns_of(teams, position, rounds, rules):
    """Return one draft position's overall picks over this many rounds, from the whole draft order."""
    turns = (turn_at(teams, overall, serpentine=rules.serpentine) for overall in range(1, teams * rounds + 1))
    return [turn.overall for turn in turns if turn.position == position]


def draft_roll(facts, edition):
    answer = {}
    if "rolls_of_20_sided_die" in facts:
        answer |= rolled(facts["rolls_of_20_sided_die"], facts.absent("question", "who chooses first"))
    if "high_roller_wants_position" in facts or any(key.startswith("imputed_team_random") for key in facts):
        answer |= imputed_placed(facts, edition)
    if "format_lets_roller_choose_division" in facts or "first_to_choose" in facts:
        may_pick = choices_of_high_roll(facts.absent("format_lets_roller_choose_division", False))
        answer["first_to_choose_may_pick"] = list(may_pick) if facts.absent("first_to_choose", "he") else []
    if facts.get("manager_is_late_for_draft"):
        answer["possible_outcomes"] = list(late_for_draft().facts["outcomes"])
    if "computer_used_during" in facts:
        place = pick("computer_used_during", facts["computer_used_during"], PLACES)
        answer["allowed"] = bool(computer_allowed(place))
    if "pages_of_information_used" in facts:
        answer["allowed"] = information(facts)
    return answer


def information(facts):
    place = pick("setting", facts.absent("setting", "face-to-face play"), PLACES)
    size = plain(facts.absent("page_size_inches", "8.5x11")).replace(" 1/2", ".5")
    sides = tuple(float(side) for side in re.findall(r"\d+(?:\.\d+)?", size))
    if len(sides) != 2:
        raise UnknownWords("page_size_inches", size, "two numbers")
    of_no_matter(facts, "extra_notes_on_own_cards")  # not a number: it means many or none
    return bool(information_allowed(place, facts["pages_of_information_used"], sides))


def of_no_matter(facts, *keys):
    """Require numbers or booleans with no effect on the rule."""
    for key in keys:
        if not isinstance(facts.absent(key, 0), int):
            raise UnknownWords(key, facts[key], "a number, or true or false")


def rolled(rolls, question):
    """Return the first team to choose. A question about the whole order requires a reroll of every tie."""
    order = roll_order({roller: roll if isinstance(roll, list) else [roll] for roller, roll in rolls.items()})
    first = order.first
    settled = order.decided if says(question, r"order|everyone|everybody|all") else first is not None
    level = list(order.rerolls[0]) if first is None else [roller for group in order.rerolls for roller in group]
    return {
        "first_to_choose": first,
        "order_of_choice": list(order.order) if order.decided else None,
        "action": "choose" if settled else "re-roll",
        "between": level,
    }


def imputed_placed(facts, edition):
    single = [facts["imputed_team_random_position"]] if "imputed_team_random_position" in facts else []
    drawn = facts.absent("imputed_team_random_positions", single)
    humans = facts.get("human_players")
    teams = facts.absent("teams_in_division", edition.division.largest if humans is None else humans + len(drawn))
    if humans is not None and humans + len(drawn) != teams:
        raise UnknownWords("teams_in_division", teams, "the humans and the imputed teams together")
    board = SlotBoard({"division": teams}, {})
    for place in drawn:
        free = [slot.position for slot in board.open]
        draws = iter([free.index(place) + 1])
        board = draw_imputed(board, [("division", f"imputed {place}")], lambda _, draws=draws: next(draws))
    answer = {"positions_open_to_high_roller": [slot.position for slot in board.open]}
    if "high_roller_wants_position" in facts:
        preferred = Slot("division", facts["high_roller_wants_position"])
        answer["choice_allowed"] = bool(check_slot(board, preferred, "high roller"))
    return answer


def draft_ballpark(facts, edition):
    rules, selected = edition.draft, selection("selection", facts["selection"])
    of_no_matter(facts, "round", "first_park_was_designed", *OTHER_DIVISIONS)
    numbers = designed(facts)
    team_parks, players = int(facts.absent("team_has_park", False)), facts.absent("team_players_drafted", 0)
    selected_before = facts.absent("parks_already_selected_in_division", 0)
    taken_here = facts.absent("taken_in_this_division", False)
    if selected == "player":
        return {"allowed": bool(check_player_selection(team_players=players, team_parks=team_parks, rules=rules))}
    ruling = check_park_selection(
        team_parks=team_parks,
        parks_selected_in_division=selected_before,
        taken_in_division=taken_here,
        design=numbers if selected == "design" else None,
        rules=rules,
    )
    return {"allowed": bool(ruling)}


def designed(facts):
    """Return the numbers of a designed ballpark. Missing numbers are equal for left and right."""
    level = {"left": 10, "right": 10}
    homeruns, singles = facts.absent("homeruns", level), facts.absent("singles", level)
    return ParkNumbers(homeruns["left"], homeruns["right"], singles["left"], singles["right"])


def draft_rescind(facts, edition):
    if "double_up_drafter" in facts:
        return after_rescission(facts)
    if "announced" in facts:
        return announced(facts, edition)
    earlier, latest = (picked(facts, key) for key in ("earlier_pick", "latest_pick"))
    ruling = may_rescind(
        teams=facts["teams"],
        overall=overall_of_latest(facts, edition.draft),
        earlier=[*(of_card(card) for card in facts.absent("earlier_picks", ())), earlier],
        latest=latest,
        made_since=facts.absent("selections_made_since_by_anyone", 0),
        rules=edition.draft,
    )
    return {"may_rescind": bool(ruling)}


def picked(facts, key):
    """Return the picked card. A case with only the rounds is about two shortstops without another position."""
    return of_card(facts[key]) if key in facts else PickedCard(("SS",))


def of_card(card):
    park = card.absent("ballpark", card.absent("park", False))
    return PickedCard(positions_on(card.get("positions")), card.absent("pitcher", False), park)


def overall_of_latest(facts, rules):
    by_name = {key: facts[key] for key in facts if re.fullmatch(r"(first|second)_.*_round", key)}
    second = [value for key, value in by_name.items() if key.startswith("second_")]
    number = facts.absent("round", *second) if second else facts.get("round")
    position = facts.absent("draft_position", facts["teams"] // 2)
    overall = facts.get("latest_pick_overall")
    by_place = turns_of(facts["teams"], position, number, rules)[-1] if number else overall
    if overall is not None and "draft_position" in facts and overall != by_place:
        raise UnknownWords("latest_pick_overall", overall, f"the turn of that round and position, {by_place}")
    return overall if overall is not None else by_place


def after_rescission(facts):
    drafter, since = facts["double_up_drafter"], listed(facts["drafters_who_selected_since"])
    seats, in_time = [drafter, *since], facts["rescinded_in_time"]
    reopened = turns_after_rescission(len(seats), 1, len(since)) if in_time else []
    words = {True: "(may change or keep their selection)", False: "(selects a different player)"}
    answer = {"order_of_new_choices": [f"{seats[turn.position - 1]} {words[turn.may_keep]}" for turn in reopened]}
    for key in facts:
        if match := re.fullmatch(r"(.+?)(_now_names|_changes_to)", key):
            name, rescinded = facts[key], plain(facts["rescinded_player"])
            is_drafter = plain(match[1]) == plain(drafter)
            ruling = check_new_choice(name, is_double_up_drafter=is_drafter, names_rescinded=plain(name) == rescinded)
            answer["allowed"] = bool(reopened) and bool(ruling)
    return answer


def announced(facts, edition):
    """Make the manager's pick on his turn in the round, or on another team's turn."""
    text, teams = facts["announced"], facts.absent("teams", 10)
    position = facts.absent("draft_position", teams // 2)
    overall = turns_of(teams, position, facts.absent("round", 1), edition.draft)[-1]
    division = DivisionFactory(tournament__profile_key=TOURNAMENT_PROFILE)
    entered = [TeamFactory(division=division, slot=slot) for slot in range(1, teams + 1)]
    team, previous = entered[position - 1], entered[position - 2]
    draft = DraftFactory(division=division, card_set=CardSetFactory(), state=Draft.State.RUNNING, next_overall=overall)
    card, shortstop = card_announced(text, draft.card_set), HitterFactory(card_set=draft.card_set)
    if facts.absent("double_up", False):
        takes_card(draft, 1, team, shortstop)
    if is_unavailable(text):
        takes_card(draft, 2, previous, card)
    of_no_matter(facts, "wants_to_change_immediately")
    Draft.objects.filter(pk=draft.pk).update(next_overall=overall if facts["manager_turn"] else overall + 1)
    is_accepted = is_made(draft, team, card)
    since = facts.absent("selections_made_since_by_anyone", 0)
    Draft.objects.filter(pk=draft.pk, next_overall=overall + 1).update(next_overall=overall + 1 + since)
    room = load_room(draft_with_division(pk=draft.pk))
    names_again = team.pk == room.team_at(room.on_the_clock).pk
    return {"pick_stands": is_accepted, "change_allowed": names_again or bool(plan_rescission(room, team.pk).ruling)}


def is_made(draft, team, card):
    chosen = Selection(card_id=card.pk)
    try:
        make_pick(draft_id=draft.pk, team_id=team.pk, selection=chosen, actor=PROGRAM, made_by=Pick.MadeBy.MANAGER)
    except Refused:
        return False
    return True


def takes_card(draft, overall, team, card):
    Pick.objects.create(draft=draft, overall=overall, team=team, card=card, made_by="manager", made_at=timezone.now())


def card_announced(text, card_set):
    """Create the card described in a case, or else a card with the stated eligibility."""
    card = card_described("announced", text)
    if card is None and says(text, r"pitcher|starter|reliever"):
        return PitcherFactory(card_set=card_set, outs_pitched=600 if is_eligible("announced", text) else 30)
    if card is None:
        return HitterFactory(card_set=card_set, at_bats=500 if is_eligible("announced", text) else 10, walks=0)
    if isinstance(card, HitterCard):
        positions = dict.fromkeys(card.positions, 140)
        return HitterFactory(card_set=card_set, at_bats=card.at_bats, walks=card.walks, positions=positions)
    return PitcherFactory(card_set=card_set, is_starter=card.starter, is_reliever=card.reliever, outs_pitched=card.outs)


ADAPTERS = {
    "draft_order": draft_order,
    "draft_roll": draft_roll,
    "draft_ballpark": draft_ballpark,
    "draft_rescind": draft_rescind,
}
