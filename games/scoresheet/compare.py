"""Two versions of a series side by side: what somebody saved meanwhile, and what is typed here."""

from collections.abc import Mapping
from typing import NamedTuple

from games.queries.usage import TeamUsage
from games.scoresheet.fields import SPARE
from games.scoresheet.read import Values

_KINDS = {
    "runs": "runs of {team}",
    "line": "line score of {team}",
    "innings": "innings played",
    "ending": "how it ended",
    "p": "{pitcher}, innings",
    "s": "{pitcher}, started",
    "r": "{pitcher}, runs given up",
    "dp": "{pitcher}, double play",
    "injured": "{pitcher}, injured",
    "accept": "{pitcher}, accepted",
    "note": "{pitcher}, footnote",
    "gaccept": "let stand by the desk",
    "gnote": "footnote to the game",
}


class Difference(NamedTuple):
    label: str
    saved: str
    typed: str


def differences(saved: Values, typed: Values, usages: Mapping[int, TeamUsage]) -> list[Difference]:
    """The fields in which the two versions differ, in words, game by game."""
    names = {name for name in {*saved, *typed} if name.split("-")[0] in _KINDS}
    found = [(name, saved.get(name, "").strip(), typed.get(name, "").strip()) for name in sorted(names, key=_place_of)]
    return [
        Difference(_label(name, usages), _said(name, one), _said(name, other))
        for name, one, other in found
        if (one or "played_out") != (other or "played_out")
    ]


def _place_of(name: str) -> tuple[str, int, str]:
    kind, game, *rest = [*name.split("-"), ""]
    return game, list(_KINDS).index(kind), "".join(rest)


def _label(name: str, usages: Mapping[int, TeamUsage]) -> str:
    kind, game, *rest = name.split("-")
    usage = usages.get(int(rest[0])) if rest and rest[0].isdecimal() else None
    pitcher = ""
    if usage is not None and len(rest) > 1:
        known = usage.pitchers.get(int(rest[1])) if rest[1].isdecimal() else None
        pitcher = f"{usage.name}, {'spare row' if rest[1] == SPARE else known.name if known else 'unknown'}"
    return f"Game {game}: " + _KINDS[kind].format(team=usage.name if usage else "", pitcher=pitcher)


def _said(name: str, value: str) -> str:
    kind = name.split("-")[0]
    if kind in ("s", "dp", "injured", "accept", "gaccept"):
        return "yes" if value else "no"
    if kind == "ending":  # such as played_out, or conceded:7 with the number of the team
        return (value or "played_out").replace("_", " ").partition(":")[0]
    return value or "empty"
