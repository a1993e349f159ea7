"""Free lines and pasted blocks, put into the fields of the grid.

A game a line, visitors and home parted by a slash, each with its runs and its pitchers in order: "2 Adams 7, Baker 1 /
3 Clark 9". A pasted row has a pitcher, or a team for its runs, and then one value a game, with tabs, semicolons or
commas between them. Names are written in any way that `rules_engine.names` knows. A name that no pitcher has goes
into the spare row: a position player, or "1WR" for the stand-in (T25.3).
"""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from core.names import folded
from games.refusals import EntryFinding
from games.scoresheet.entries import GridLayout
from games.scoresheet.faults import GridFault
from rules_engine.innings import NOTATION
from rules_engine.names import matching_names
from rules_engine.rulings import refuse

LINES = "lines"
MAX_LINES = 60
_ROW = re.compile(r"[\t,;]")
_ROW_WITH_DECIMAL_COMMAS = re.compile(
    r"[\t;]|(?<!\d),|,(?![012](?!\d))"
)  # a tab or semicolon separates, so "7,1" is innings
_BETWEEN = re.compile(r"\s+/\s*|/\s+|(?<=[\d.⅓⅔])/(?=[^\W\d])")
_NUMBERED = re.compile(r"\s*(?:game\s*)?(\d{1,2})\s*[:)]\s*", re.IGNORECASE)
_RUNS = re.compile(r"\s*(\d{1,2})(?![\d.])\s*,?")
_OUTING = re.compile(
    r"[\s,;]*(?P<name>[^\d,;/\s⅓⅔][^\d,;/⅓⅔]*?(?:,\s*[^\W\d][^\d,;/⅓⅔]*?)?)[\s,]*"
    rf"(?P<innings>{NOTATION})(?P<marks>(?:\s*(?:r\d{{1,2}}|dp|tp)(?![a-z\d]))*)",
    re.IGNORECASE,
)
_GIVEN_NAME = re.compile(r"[^\W\d_][^\d_]*")
_STAND_IN = re.compile(r"(?:stand-?in(?: pitcher)? *)?(?:\(1WR\)|\b1WR\b)", re.IGNORECASE)
_HEADINGS = ("", "pitcher", "pitchers", "name", "game", "games", "innings", "total")


class _Unclear(ValueError):
    """What of a line cannot be understood, as a sentence."""


class LineOuting(NamedTuple):
    card_id: int
    innings: str


class LineSide(NamedTuple):
    """One team's part of a line. `runs` is empty where the line has none."""

    runs: str
    outings: list[LineOuting]


def apply_lines(values: dict[str, str], layout: GridLayout) -> list[GridFault]:
    """Puts what the lines say into `values`; lines that are not understood stay, each with a sentence.

    A game's line takes the place of its pitching as far as it was typed; a pasted row that of its own values.
    """
    left: list[str] = []
    faults: list[GridFault] = []
    taken: set[int] = set()
    lines = values.pop(LINES, "").splitlines()
    for place, line in enumerate(lines, start=1):
        try:
            if place > MAX_LINES:
                raise _Unclear(f"at most {MAX_LINES} lines are read at a time")
            if line.strip():
                values.update(_values_of_line(line, values, layout, taken))
        except _Unclear as unclear:
            left.append(line)
            text = line.strip()[:40]
            ruling = refuse(EntryFinding.UNREADABLE_LINE, "", line=place, text=text, problem=str(unclear))
            faults.append(GridFault(ruling, area=LINES))
    if left:
        values[LINES] = "\n".join(left)
    return faults


def _values_of_line(line: str, values: dict[str, str], layout: GridLayout, taken: set[int]) -> dict[str, str]:
    line = _STAND_IN.sub("Stand-in", line)  # "1WR" begins with a digit, like runs and innings
    fields = _fields_of_line(line, values, layout, taken)
    for name, card in fields.items():
        if name.startswith("spare-") and (values.get(name) or card) != card:
            raise _Unclear("the spare row has another player; a team has one such pitcher on the page")
    return fields


def _fields_of_line(line: str, values: dict[str, str], layout: GridLayout, taken: set[int]) -> dict[str, str]:
    if _BETWEEN.search(line):
        return _game(line, values, layout, taken)
    if _ROW.search(line):
        separator = _ROW_WITH_DECIMAL_COMMAS if re.search(r"[\t;]", line) else _ROW
        return _row(_with_whole_name([cell.strip() for cell in separator.split(line)]), layout)
    raise _Unclear("put a slash between the visitors and the home team, or commas between the values of a row")


def _game(line: str, values: dict[str, str], layout: GridLayout, taken: set[int]) -> dict[str, str]:
    numbered = _NUMBERED.match(line)
    number = int(numbered[1]) if numbered else _next_game(values, layout, taken)
    planned = layout.series.games_planned
    if not 1 <= number <= planned:
        raise _Unclear(f"the series has {planned} games, and there is no game {number}")
    parts = _BETWEEN.split(line[numbered.end() :] if numbered else line)
    if len(parts) != 2:
        raise _Unclear("there is more than one slash: one stands between the two teams")
    said: dict[str, str] = {}
    for team_id, side in _sides(parts, layout).items():
        for name in [name for name in values if re.fullmatch(rf"[psr]-{number}-{team_id}-(?:\d+|spare)", name)]:
            del values[name]
        said |= _fields(number, team_id, side, layout)
    taken.add(number)
    return said


def _next_game(values: dict[str, str], layout: GridLayout, taken: set[int]) -> int:
    """The first game of which no pitching is typed."""
    typed = {int(name.split("-")[1]) for name, value in values.items() if value and re.match(r"[ps]-\d+-", name)}
    planned = layout.series.games_planned
    free = [number for number in range(1, planned + 1) if number not in typed | taken]
    if not free:
        raise _Unclear(f"all {planned} games have their pitching; write “2: ” before the line to replace game 2")
    return free[0]


def _sides(parts: Sequence[str], layout: GridLayout) -> dict[int, LineSide]:
    """By team. The names say whose side it is; where they fit both ways the visitors of the series stand first."""
    teams = list(layout.cards)
    first: _Unclear | None = None
    for order in (teams, teams[::-1]):
        try:
            return {team: _side(part, team, layout) for team, part in zip(order, parts, strict=True)}
        except _Unclear as unclear:
            first = first or unclear
    raise first or _Unclear("the teams are not plain")


def _side(text: str, team_id: int, layout: GridLayout) -> LineSide:
    runs = _RUNS.match(text)
    at = runs.end() if runs else 0
    outings: list[LineOuting] = []
    while text[at:].strip(" ,;\t"):
        read = _OUTING.match(text, at)
        if read is None:
            raise _Unclear(f"“{text[at:].strip(' ,;')[:20]}” is no pitcher with his innings, such as Adams 7.1")
        outing = LineOuting(
            _card_of(read["name"], team_id, layout), (read["innings"] + " " + read["marks"].strip()).strip()
        )
        if outing.card_id in [other.card_id for other in outings]:
            raise _Unclear(f"{_names(team_id, layout)[outing.card_id]} is listed twice")
        outings.append(outing)
        at = read.end()
    return LineSide(runs[1] if runs else "", outings)


def _fields(number: int, team_id: int, side: LineSide, layout: GridLayout) -> dict[str, str]:
    fields = {f"runs-{number}-{team_id}": side.runs} if side.runs else {}
    relievers = [outing.card_id for outing in side.outings[1:]]
    in_grid = [card for card in layout.cards[team_id] if card in relievers]
    for place, outing in enumerate(side.outings, start=1):
        numbered = f" #{place}" if place > 1 and in_grid != relievers else ""
        fields |= _outing_fields(number, team_id, outing.card_id, outing.innings + numbered, layout, starts=place == 1)
    return fields


def _outing_fields(
    number: int, team_id: int, card_id: int, innings: str, layout: GridLayout, *, starts: bool
) -> dict[str, str]:
    """Return the fields of an outing, in the pitcher's own row or in the spare row."""
    has_row = card_id in layout.cards[team_id]
    row = str(card_id) if has_row else "spare"
    fields = {f"p-{number}-{team_id}-{row}": innings}
    if starts:
        fields[f"s-{number}-{team_id}-{row}"] = "1"
    if not has_row:
        fields[f"spare-{team_id}"] = str(card_id)
    return fields


def _with_whole_name(cells: list[str]) -> list[str]:
    """Join "Burnett" and "A.J." where the comma of "Burnett, A.J." was taken for a separator."""
    if len(cells) > 2 and cells[0][:1].isalpha() and _GIVEN_NAME.fullmatch(cells[1]):
        return [f"{cells[0]}, {cells[1]}", *cells[2:]]
    return cells


def _row(cells: list[str], layout: GridLayout) -> dict[str, str]:
    """One name and a value for each game; a heading says nothing."""
    name, given = cells[0], cells[1:]
    while given and not given[-1]:
        given.pop()
    if folded(name) in _HEADINGS:
        return {}
    team_id, card_id = _whose(name, layout)
    planned = layout.series.games_planned
    if len(given) > planned:
        raise _Unclear(f"{len(given)} values, and the series has {planned} games: nothing of this line is taken")
    said: dict[str, str] = {}
    for number, value in enumerate(given, start=1):
        if value in ("", "-"):
            continue
        if card_id is None:
            said[f"runs-{number}-{team_id}"] = value
            continue
        starts = value[:1] in ("s", "S")
        innings = value[1:].strip() if starts else value
        said |= _outing_fields(number, team_id, card_id, innings, layout, starts=starts)
    return said


def _whose(name: str, layout: GridLayout) -> tuple[int, int | None]:
    """The team, and the pitcher unless the row is the team's own."""
    for team_id, team in layout.teams.items():
        if folded(team) == folded(name):
            return team_id, None
    called, team_ids = _split_team(name, layout)
    known = [(team_id, card) for team_id in team_ids for card in _called(called, team_id, layout)]
    if len(known) == 1:
        return known[0]
    candidates = [f"{_names(team, layout)[card]} ({layout.teams[team]})" for team, card in known]
    raise _Unclear(_whom(name, candidates))


def _split_team(name: str, layout: GridLayout) -> tuple[str, list[int]]:
    """Split "Clarkson (Sharks)", as the page asks for it, into the name and its team; else return both teams."""
    called, _, team = name.removesuffix(")").rpartition(" (")
    team_ids = [team_id for team_id in layout.cards if folded(layout.teams[team_id]) == folded(team)]
    return (called, team_ids) if team_ids else (name, list(layout.cards))


def _card_of(name: str, team_id: int, layout: GridLayout) -> int:
    cards = _called(name, team_id, layout)
    if len(cards) == 1:
        return cards[0]
    of_team = f" of {layout.teams[team_id]}"
    raise _Unclear(_whom(name, [_names(team_id, layout)[card] for card in cards], of_team))


def _whom(name: str, known: Sequence[str], of_team: str = "") -> str:
    if known:
        return f"“{name.strip()}” may be {' or '.join(known)}: write more of the name"
    return f"no pitcher{of_team} is called “{name.strip()}”"


def _called(name: str, team_id: int, layout: GridLayout) -> list[int]:
    """The pitchers of a team whom a name fits best; without any, its players for the spare row."""
    pitchers = {card: layout.names[team_id][card] for card in layout.cards[team_id]}
    return matching_names(name, pitchers) or matching_names(name, layout.spare_names.get(team_id, {}))


def _names(team_id: int, layout: GridLayout) -> Mapping[int, str]:
    return {**layout.names[team_id], **layout.spare_names.get(team_id, {})}
