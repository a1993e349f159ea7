"""The moves available to a seat, and the service behind each move."""

from collections.abc import Callable, Mapping
from typing import Final

from play.services import moves, undo
from play.services.clock import ask_about_clock
from play.services.director import ask_director
from play.services.endings import concede, decline_suspension, suspend
from play.services.orders import set_orders
from play.services.resumption import resume_game
from play.services.scorekeeping import confirm_score
from play.services.series_games import sign_result
from play.services.volunteers import get_up, invite_volunteer

# Each move's service, and the service's arguments by their names in the request body.
MOVES: Final[dict[str, tuple[Callable[..., None], Mapping[str, str]]]] = {
    "answer": (moves.answer, {"choice": "choice"}),
    "answer_usual": (moves.answer_usual, {}),
    "roll": (moves.roll, {}),
    "announce": (moves.announce_choice, {"word": "word"}),
    "retract": (moves.retract, {}),
    "settle": (moves.settle, {"enters": "enters", "leaves": "leaves"}),
    "change": (moves.change_players, {"reason": "reason", "enters": "enters", "leaves": "leaves"}),
    "move_fielders": (moves.move_fielders, {"positions": "positions"}),
    "double_switch": (moves.make_double_switch, {"pitcher": "pitcher", "leaves": "leaves", "fielder": "fielder"}),
    "call_time": (moves.call_time, {}),
    "resume": (moves.resume, {}),
    "set_orders": (set_orders, {"orders": "orders"}),
    "sign": (sign_result, {}),
    "ask_about_clock": (ask_about_clock, {}),
    "invite_volunteer": (invite_volunteer, {}),
    "get_up": (get_up, {}),
    "dice": (moves.enter_dice, {"text": "dice"}),
    "confirm": (moves.confirm_dice, {}),
    "challenge": (moves.challenge_dice, {}),
    "request_undo": (undo.request_undo, {"to": "to"}),
    "agree": (undo.agree, {}),
    "decline": (undo.decline, {}),
    "report_misread": (undo.report_misread, {"to": "to"}),
    "confirm_score": (confirm_score, {}),
    "ask_director": (ask_director, {"question": "question"}),
    "concede": (concede, {}),
    "suspend": (suspend, {}),
    "decline_suspension": (decline_suspension, {}),
    "resume_game": (resume_game, {}),
}
