"""Stored games as grid fields, and a side-by-side comparison of the saved and typed versions."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from games.models import Game, Outing
from games.queries.usage import TeamUsage
from games.scoresheet.entries import ENDED_BY_A_TEAM, SUSPENDED, GridLayout
from games.scoresheet.read import SPARE, Values, cell_name
from games.scoresheet.rows import GameSheet
from rules_engine.innings import format_innings

_KINDS = {
    "runs": "runs for {team}",
    "line": "line score for {team}",
    "innings": "innings played",
    "ending": "how it ended",
    "p": "{pitcher}, innings",
    "s": "{pitcher}, started",
    "r": "{pitcher}, runs allowed",
    "dp": "{pitcher}, double play",
    "injured": "{pitcher}, injured",
    "want": "{pitcher}, why no pitcher was left",
    "accept": "{pitcher}, accepted",
    "note": "{pitcher}, footnote",
    "gaccept": "accepted by the director",
    "gnote": "footnote to the game",
}


class Difference(NamedTuple):
    label: str
    saved: str
    typed: str


def differences(saved: Values, typed: Values, usages: Mapping[int, TeamUsage]) -> list[Difference]:
    """Return the fields that differ between the two versions, as text, game by game."""
    names = {name for name in {*saved, *typed} if name.split("-")[0] in _KINDS}
    differences = [
        (name, saved.get(name, "").strip(), typed.get(name, "").strip()) for name in sorted(names, key=_place_of)
    ]
    return [
        Difference(_label(name, usages), _describe(name, saved_value), _describe(name, typed_value))
        for name, saved_value, typed_value in differences
        if (saved_value or "played_out") != (typed_value or "played_out")
    ]


def _place_of(name: str) -> tuple[str, int, str]:
    kind, game, *rest = [*name.split("-"), ""]
    return game, list(_KINDS).index(kind), "".join(rest)


def _label(name: str, usages: Mapping[int, TeamUsage]) -> str:
    kind, game, *rest = name.split("-")
    usage = usages.get(int(rest[0])) if rest and rest[0].isdecimal() else None
    pitcher = ""
    if usage is not None and len(rest) > 1:
        listed = usage.pitchers.get(int(rest[1])) if rest[1].isdecimal() else None
        pitcher = f"{usage.name}, {'spare row' if rest[1] == SPARE else listed.name if listed else 'unknown'}"
    return f"Game {game}: " + _KINDS[kind].format(team=usage.name if usage else "", pitcher=pitcher)


def _describe(name: str, value: str) -> str:
    kind = name.split("-")[0]
    if kind in ("s", "dp", "injured", "accept", "gaccept"):
        return "yes" if value else "no"
    if kind == "ending":  # such as played_out, or conceded:7 with the team's ID
        return (value or "played_out").replace("_", " ").partition(":")[0]
    return value or "empty"


def values_of(sheets: Iterable[GameSheet], layout: GridLayout) -> dict[str, str]:
    """Return stored games as grid values. Parsing these values produces the same games."""
    values: dict[str, str] = {}
    for sheet in sheets:
        values |= _game_values(sheet.game)
        for team_id, cards in layout.cards.items():
            values |= _outing_values(sheet.game.number, sheet.of_team(team_id), cards)
    return values


def _outing_values(game: int, outings: Sequence[Outing], cards: Sequence[int]) -> dict[str, str]:
    values = {}
    in_order = sorted(outings, key=lambda outing: outing.order)
    places = {card_id: place for place, card_id in enumerate(cards)}
    plain_order = sorted(
        in_order, key=lambda outing: (outing.part != Outing.Part.START, places.get(outing.card_id, 999))
    )
    for outing in in_order:
        number = "" if in_order == plain_order else f" #{outing.order}"
        values[cell_name("p", game, outing.team_id, outing.card_id)] = format_innings(outing.outs) + number
        flags = {"s": outing.part == Outing.Part.START, "injured": outing.injured, "accept": bool(outing.accepted_by)}
        values |= {cell_name(kind, game, outing.team_id, outing.card_id): "1" for kind, on in flags.items() if on}
        if outing.runs is not None:
            values[cell_name("r", game, outing.team_id, outing.card_id)] = str(outing.runs)
        if outing.extra_outs:
            values[cell_name("dp", game, outing.team_id, outing.card_id)] = str(outing.extra_outs)
        if outing.for_want_of:
            values[cell_name("want", game, outing.team_id, outing.card_id)] = outing.for_want_of
        if outing.footnote:
            values[cell_name("note", game, outing.team_id, outing.card_id)] = outing.footnote
    return values


def _game_values(game: Game) -> dict[str, str]:
    number = game.number
    values = {f"ending-{number}": _ending(game)}
    numbers = {
        f"runs-{number}-{game.home_id}": game.home_runs,
        f"runs-{number}-{game.away_id}": game.away_runs,
        f"innings-{number}": game.innings,
    }
    values |= {name: str(value) for name, value in numbers.items() if value is not None}
    for team_id, line in ((game.home_id, game.home_line), (game.away_id, game.away_line)):
        if line:
            values[f"line-{number}-{team_id}"] = line_text(line)
    if game.footnote:
        values[f"gnote-{number}"] = game.footnote
    if game.accepted_by:
        values[f"gaccept-{number}"] = "1"
    return values


def _ending(game: Game) -> str:
    if game.status == Game.Status.SUSPENDED:
        return SUSPENDED
    return f"{game.ending}:{game.conceded_by_id}" if game.ending in ENDED_BY_A_TEAM else str(game.ending)


def line_text(line: Sequence[int]) -> str:
    """Return runs by inning in scoring notation: 000 210 100, with separators if an inning has two digits."""
    if any(runs > 9 for runs in line):
        return " ".join(map(str, line))
    text = "".join(map(str, line))
    return " ".join(text[start : start + 3] for start in range(0, len(text), 3))
