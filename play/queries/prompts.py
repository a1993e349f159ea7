"""Build the prompts for a manager, and the actions that need no prompt."""

from typing import Any, Final

from play.queries.substitutes import reliever_view
from play.table import PlayTable
from rules_engine.baseball.dialogue_input import usual_answers
from rules_engine.baseball.dice_line import roll_title, spoken
from rules_engine.baseball.prompts import Ask, Choice, Over, Ready, Roll, Settle, Stuck

# Keys of choices with different wording on the page.
_CALLS: Final = {
    "steal_1": "steal second",
    "steal_2": "steal third",
    "steal_3": "steal home",
    "unsaid": "no hold called",
    "ask_holds": "ask which runners are held",
}


def prompt_view(table: PlayTable, team: int) -> dict[str, Any]:
    """Return the prompt for a team. While the opponent has the prompt, it shows only that the team is waiting."""
    prompt = table.play.prompt
    if isinstance(prompt, Over):
        return {"kind": "over"}
    if table.time_called_by == 1 - team or table.game.waits_for_director or table.score_is_due:
        return {"kind": "wait"}
    if isinstance(prompt, Stuck):
        return {"kind": "stuck", "sentence": prompt.sentence}
    if isinstance(prompt, Roll):
        return _roll_view(table, prompt, team)
    if not isinstance(prompt, Ask | Ready | Settle) or prompt.team != team:
        return {"kind": "wait"}
    if isinstance(prompt, Ready):
        return {"kind": "ready"}
    return _ask_view(table, prompt) if isinstance(prompt, Ask) else _settle_view(table, prompt)


def _ask_view(table: PlayTable, prompt: Ask) -> dict[str, Any]:
    choices = [
        {
            "key": choice.key,
            "label": _label(prompt, choice),
            "rule": choice.rule,
            "sentence": choice.sentence,
            "note": choice.note,
            "safe": choice.safe,
            "is_usual": choice.key == prompt.usual,
        }
        for choice in prompt.choices
    ]
    choices.sort(key=lambda choice: not choice["is_usual"])
    labels = [
        _CALLS.get(key, f"{spoken(question)} {spoken(key)}") for question, key in usual_answers(table.play, prompt)
    ]
    return {
        "kind": "ask",
        "question": spoken(prompt.question),
        "choices": choices,
        "usual_answers": labels if len(labels) > 1 else [],
    }


def _label(prompt: Ask, choice: Choice) -> str:
    """Return a choice's label. A base or "none" follows its question, as in "hold 1"."""
    if choice.key in _CALLS:
        return _CALLS[choice.key]
    is_word = choice.key[:1].isalpha() and choice.key != "none"
    return spoken(choice.key) if is_word else f"{spoken(prompt.question)} {choice.key}"


def _settle_view(table: PlayTable, prompt: Settle) -> dict[str, Any]:
    name = table.play.name
    return {
        "kind": "settle",
        "sentence": prompt.sentence,
        "rule": prompt.rule,
        "candidates": [
            {
                "enters": candidate.enters,
                "leaves": candidate.leaves,
                "name": name(candidate.enters),
                "leaves_name": name(candidate.leaves),
                "note": candidate.note,
                "moves": [{"position": position, "name": name(player)} for position, player in candidate.moves],
                "ratings": _reliever_lines(table, candidate.enters) if prompt.reason == "pitcher" else [],
            }
            for candidate in prompt.candidates
        ],
        "refused": [
            {"reason": reason, "names": [name(player) for player in players]} for reason, players in prompt.not_allowed
        ],
        "moves": [{"position": position, "name": name(player)} for position, player in prompt.moves],
    }


def _reliever_lines(table: PlayTable, player: str) -> list[str]:
    """Return a reliever's card ratings and his remaining relief innings."""
    reliever = reliever_view(table, player)
    return [line for line in (*reliever["ratings"], reliever["ruling"]) if line]


def _roll_view(table: PlayTable, prompt: Roll, team: int) -> dict[str, Any]:
    if table.entered is not None or table.roller != team:
        return {"kind": "wait"}
    return {
        "kind": "dice",
        "name": spoken(prompt.name),
        "title": _roll_title(table, prompt),
        "sides": prompt.sides,
        "lowest": prompt.lowest,
        "highest": prompt.lowest + prompt.sides - 1,
    }


def _roll_title(table: PlayTable, prompt: Roll) -> str:
    """Return the ruleset's name for a roll, such as "d20 for the X-chance"."""
    return roll_title(table.play.game.system.roll_titles, prompt.name, prompt.sides)


def own_actions(table: PlayTable, team: int) -> dict[str, Any]:
    """Return a team's unprompted actions: announce a choice, retract its last announcement or call time."""
    if table.time_called_by == 1 - team or table.game.waits_for_director or table.score_is_due:
        return {"announcements": [], "can_retract": False, "can_undo_answer": False, "can_call_time": False}
    return {
        "announcements": [*table.play.possible_announcements(team)],
        "can_retract": table.can_retract(team),
        "can_undo_answer": any(entry.typed for entry in table.play.entries),
        "can_call_time": table.time_called_by is None and _has_opponent_elsewhere(table, team),
    }


def _has_opponent_elsewhere(table: PlayTable, team: int) -> bool:
    return table.opponent_must_agree(team) and not table.game.has_scorekeeper
