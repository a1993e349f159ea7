"""Save a game as a JSON file and load it again: its settings, its lineups and one line per event.

Loading validates every field, and every event against the state before it. Errors include the line and field.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from rules_engine.baseball.events import LogError, to_document
from rules_engine.baseball.invariants import batting_order_faults, broken_invariants
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.manager_styles import NO_STYLES, manager_styles
from rules_engine.baseball.registry import system_keys
from rules_engine.baseball.situations import Midgame, SituationError, is_midgame, situation_of, start_midgame
from rules_engine.baseball.state import POSITIONS, Side, State, start_game
from rules_engine.baseball.stored_events import stored_log
from rules_engine.baseball.substitutions import side_from
from rules_engine.eligibility.pitching import ReliefLeft
from rules_engine.game_rules import GameRules
from rules_engine.rulings import Finding, allow, refuse

FORMAT: Final = "Pennant game, 2"
FIRST_FORMAT: Final = "Pennant game of Strat-O-Matic, 1"  # for one system, an option stored on its own line
MAX_ROLLS: Final = 100_000  # the longest game has a few thousand
_FIRST_OPTION: Final = "underlines_reversed"  # the optional rule in the first file format
_TEXTS: Final = ("edition", "cards", "park", "profile")
CarryoverDocument = (
    Mapping[str, Any] | None
)  # a team's carryover from its previous game, as returned by its system's `carried`


class SavedFinding(Finding):
    """A file stores rulings from before the game in the words used then."""

    RULED_BEFORE_THE_GAME = "{sentence}"


class SavedGameError(ValueError):
    """A file contains no game or a damaged one. The message includes the line and field."""


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A game's log with the keys of its system and ruleset. The ruleset's key includes its options.

    `cards` is the season or file of the cards. If a person rolls the dice, `typed_dice` is set. Otherwise,
    `seed` and `thrown` (the number of dice so far) belong to the program's dice. `profile` is the key of a built-in
    profile, the text of a tournament's own, or "". `charts` has digests of the charts that replaced the standard ones,
    and `brought` the carryover of the visitors and the home team.
    """

    system: str
    edition: str
    cards: str
    teams: tuple[str, str]
    log: GameLog
    park: str = ""
    profile: str = ""
    seed: int = 0
    rolled: int = 0
    typed_dice: bool = False
    relief: Mapping[str, ReliefLeft] = field(default_factory=dict)
    charts: Mapping[str, str] = field(default_factory=dict)
    carried_over: tuple[CarryoverDocument, CarryoverDocument] = (None, None)
    ratings: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # printed ratings, by player and name
    not_suspended: str = ""  # why the game can't use T33.0; "" if it can
    styles: tuple[str, str] = NO_STYLES  # of the computer managers for the visitors and the home team


def saved_text(game: SavedGame) -> str:
    """Return the text of the game's file. `read_saved` restores an equal game from it."""
    head: dict[str, Any] = {
        "format": FORMAT,
        "system": game.system,
        **{name: getattr(game, name) for name in _TEXTS},
        "teams": list(game.teams),
        "seed": game.seed,
        "thrown": game.rolled,
        "typed_dice": game.typed_dice,
        "charts": dict(game.charts),
        "brought": list(game.carried_over),
        "not_suspended": game.not_suspended,
        "relief": {player: _allowance_document(allowance) for player, allowance in game.relief.items()},
        "rules": game.log.start.rules._asdict(),
        "sides": [_side_document(side) for side in game.log.start.sides],
        **({"ratings": {player: dict(ratings) for player, ratings in game.ratings.items()}} if game.ratings else {}),
        **({} if game.styles == NO_STYLES else {"styles": list(game.styles)}),
        **_begins_document(game.log.start),
    }
    lines = [f"{json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}" for name, value in head.items()]
    events = ",\n".join(json.dumps(to_document(event), ensure_ascii=False) for event in game.log.events)
    return "{\n" + ",\n".join(lines) + ',\n"events": [\n' + events + "\n]\n}\n"


def _begins_document(start: State) -> dict[str, Any]:
    """Return the starting situation, only for a game that begins midway."""
    return {"begins": situation_of(start)._asdict()} if is_midgame(start) else {}


def _side_document(side: Side) -> dict[str, list[str]]:
    return {"order": list(side.order), "field": list(side.field), "bench": list(side.bench)}


def _allowance_document(allowance: ReliefLeft) -> dict[str, Any]:
    ruling = allowance.ruling
    return {"allowed": ruling.allowed, "rule": ruling.rule, "reason": ruling.reason, "outs": allowance.outs}


def read_saved(text: str, players: Callable[[str], bool] = bool) -> SavedGame:
    """Return the game in a file's text.

    `players` checks whether a player has a card. Raise SavedGameError if it's damaged.
    """
    try:
        return _read_saved(text, players)
    except SavedGameError:
        raise
    except json.JSONDecodeError as fault:
        raise SavedGameError(f"line {fault.lineno}, column {fault.colno}: {fault.msg}") from None
    except RecursionError:
        raise SavedGameError("the file is damaged: its brackets are nested too deeply") from None
    except Exception as fault:  # any exception from an unknown file means that it isn't a saved game
        raise SavedGameError(f"the file is damaged: {fault}"[:300]) from fault


def _read_saved(text: str, players: Callable[[str], bool]) -> SavedGame:
    document = json.loads(text)
    if not isinstance(document, dict) or document.get("format") not in (FORMAT, FIRST_FORMAT):
        raise SavedGameError(f"field format: this is not a saved game; “{FORMAT}” is required")
    system, edition = _rulebook(document)
    try:
        start = _start(document, players)
    except SituationError as fault:
        raise SavedGameError("\n".join(f"field begins.{field}: {why}" for field, why in fault.faults)) from None
    try:
        log = stored_log(start, _field(document, "events", list), text)
    except LogError as fault:
        raise SavedGameError(str(fault)) from None
    if faults := broken_invariants(log) + batting_order_faults(log):
        raise SavedGameError(f"field events: the game is not sound: {faults[0]}")
    return SavedGame(
        system=system,
        **{**{name: _field(document, name, str) for name in _TEXTS}, "edition": edition},
        teams=_teams(document),
        log=log,
        seed=_field(document, "seed", int),
        rolled=_rolls_used(document),
        typed_dice=_field(document, "typed_dice", bool),
        relief=_relief(document),
        charts=_charts(document),
        carried_over=_carried_over(document),
        ratings=_ratings(document),
        not_suspended=_field(document, "not_suspended", str) if "not_suspended" in document else "",
        styles=_styles(document),
    )


def _rolls_used(document: Mapping[str, Any]) -> int:
    """Return the number of dice so far. They are generated again when the game resumes."""
    rolls: int = _field(document, "thrown", int)
    if not 0 <= rolls <= MAX_ROLLS:
        raise SavedGameError(f"field thrown: {str(rolls)[:30]} is not a number from 0 to {MAX_ROLLS}")
    return rolls


def _rulebook(document: Mapping[str, Any]) -> tuple[str, str]:
    """Return the system and ruleset keys. The first format had one system and stored an option as true or false."""
    edition: str = _field(document, "edition", str)
    if document["format"] == FORMAT:
        system: str = _field(document, "system", str)
        if system not in (keys := system_keys()):
            raise SavedGameError(f"field system: unknown game system “{system}”; choose from {', '.join(keys)}")
        return system, edition
    system = system_keys()[0]
    is_reversed = _FIRST_OPTION in document and _field(document, _FIRST_OPTION, bool)
    return system, f"{edition}+{_FIRST_OPTION}" if is_reversed else edition


def _carried_over(document: Mapping[str, Any]) -> tuple[CarryoverDocument, CarryoverDocument]:
    """Return both teams' carryover. Files from before it was stored have none."""
    documents = _field(document, "brought", list) if "brought" in document else [None, None]
    if len(documents) != 2 or not all(carried is None or isinstance(carried, dict) for carried in documents):
        raise SavedGameError(f"field brought: {documents!r} is not the carryover of two teams")
    return documents[0], documents[1]


def _field(document: Mapping[str, Any], name: str, kind: type, where: str = "") -> Any:
    """Return a field of the right type. Raise SavedGameError if it's missing or wrong."""
    if name not in document:
        raise SavedGameError(f"field {where}{name}: is missing")
    value = document[name]
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise SavedGameError(f"field {where}{name}: {value!r} is not {_KIND_NAMES[kind]}")
    return value


_KIND_NAMES = {str: "a text", int: "a whole number", list: "a list", dict: "an object", bool: "true or false"}


def _teams(document: Mapping[str, Any]) -> tuple[str, str]:
    teams = _field(document, "teams", list)
    if len(teams) != 2 or not all(isinstance(team, str) for team in teams):
        raise SavedGameError(f"field teams: {teams!r} are not the names of two teams")
    return teams[0], teams[1]


def _relief(document: Mapping[str, Any]) -> dict[str, ReliefLeft]:
    relief = {}
    for player, stored in _field(document, "relief", dict).items():
        where = f"relief.{player}."
        if not isinstance(stored, dict):
            raise SavedGameError(f"field relief.{player}: {stored!r} is not an object")
        allowed, outs = _field(stored, "allowed", bool, where), _field(stored, "outs", int, where)
        rule, sentence = (_field(stored, name, str, where) for name in ("rule", "reason"))
        ruling = (allow if allowed else refuse)(SavedFinding.RULED_BEFORE_THE_GAME, rule, sentence=sentence)
        relief[player] = ReliefLeft(ruling, outs)
    return relief


def _charts(document: Mapping[str, Any]) -> dict[str, str]:
    """Return the digests of replaced charts. Files from before they were stored used only the standard charts."""
    charts: dict[str, str] = _field(document, "charts", dict) if "charts" in document else {}
    for name in charts:
        _field(charts, name, str, "charts.")
    return charts


def _ratings(document: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    """Return the printed ratings of a drafted game. Other games have none."""
    ratings: dict[str, dict[str, str]] = _field(document, "ratings", dict) if "ratings" in document else {}
    for player in ratings:
        for name in _field(ratings, player, dict, "ratings."):
            _field(ratings[player], name, str, f"ratings.{player}.")
    return ratings


def _styles(document: Mapping[str, Any]) -> tuple[str, str]:
    """Return the styles of both computer managers. Games with the default styles leave them out."""
    if "styles" not in document:
        return NO_STYLES
    styles = _field(document, "styles", list)
    if len(styles) != 2 or any(key not in manager_styles() for key in styles):
        raise SavedGameError(f"field styles: {styles!r} are not the styles of two managers")
    return styles[0], styles[1]


def _start(document: Mapping[str, Any], players: Callable[[str], bool]) -> State:
    sides = _field(document, "sides", list)
    if len(sides) != 2:
        raise SavedGameError(f"field sides: there are {len(sides)}, not two")
    away, home = (_side(side, f"sides[{place}]", players) for place, side in enumerate(sides))
    start = start_game(away, home, _rules(_field(document, "rules", dict)))
    return start_midgame(start, _situation(_field(document, "begins", dict))) if "begins" in document else start


def _situation(document: Mapping[str, Any]) -> Midgame:
    """Return the start of a game that begins midway. Raise SavedGameError or SituationError if it's invalid."""
    inning, outs = (_field(document, name, int, "begins.") for name in ("inning", "outs"))
    bases = _listed(document, "bases", 3, str)
    score, up = (_listed(document, name, 2, int) for name in ("score", "up"))
    bottom = _field(document, "bottom", bool, "begins.")
    return Midgame(inning, bottom, outs, (bases[0], bases[1], bases[2]), (score[0], score[1]), (up[0], up[1]))


def _listed(document: Mapping[str, Any], name: str, count: int, kind: type) -> list[Any]:
    values: list[Any] = _field(document, name, list, "begins.")
    if len(values) != count or any(type(value) is not kind for value in values):
        raise SavedGameError(f"field begins.{name}: {values!r} is not allowed here")
    return values


def _rules(document: Mapping[str, Any]) -> GameRules:
    values = {name: _field(document, name, type(value), "rules.") for name, value in GameRules()._asdict().items()}
    if unknown := set(document) - set(values):
        raise SavedGameError(f"field rules.{min(unknown)}: unknown rule")
    return GameRules(**values)


def _side(document: Any, where: str, players: Callable[[str], bool]) -> Side:
    if not isinstance(document, dict):
        raise SavedGameError(f"field {where}: {document!r} is not an object")
    order, nine, bench = (_players_listed(document, name, where, players) for name in ("order", "field", "bench"))
    if len(nine) != 9:
        raise SavedGameError(f"field {where}.field: {len(nine)} players, not nine")
    try:
        return side_from(order, dict(zip(POSITIONS, nine, strict=True)), bench)
    except ValueError as fault:
        raise SavedGameError(f"field {where}: {fault}") from None


def _players_listed(
    document: Mapping[str, Any], name: str, where: str, players: Callable[[str], bool]
) -> tuple[str, ...]:
    players_on_list = _field(document, name, list, f"{where}.")
    for place, player in enumerate(players_on_list):
        if not isinstance(player, str) or not players(player):
            raise SavedGameError(f"field {where}.{name}[{place}]: there is no card for {player!r}")
    return tuple(players_on_list)


def charts_that_differ(saved: Mapping[str, str], now: Mapping[str, str]) -> list[str]:
    """Return the digests, by name, of charts that differ between `now` and `started`."""
    return sorted(name for name in {*saved, *now} if saved.get(name) != now.get(name))
