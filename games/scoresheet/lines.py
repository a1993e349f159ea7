"""Parse free-form lines and pasted rows into the grid's fields.

A game line has a slash between the visitors and the home team. Each side lists its runs and its pitchers in order: "2
Adams 7, Baker 1 / 3 Clark 9". A pasted row contains a pitcher, or a team for its runs, and a value per game. Tabs,
semicolons or commas separate the values. `rules_engine.names` matches the names. Position players and the stand-in,
"1WR", go into the spare row (T25.3).
"""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from core.names import folded
from games.refusals import EntryFinding, LineFinding
from games.scoresheet.entries import GridLayout
from games.scoresheet.faults import GridFault
from rules_engine.innings import NOTATION, parse_innings
from rules_engine.names import matching_names
from rules_engine.rulings import Ruling, refuse

LINES = "lines"
MAX_LINES = 60
_ROW = re.compile(r"[\t,;]")
_ROW_WITH_DECIMAL_COMMAS = re.compile(
    r"[\t;]|(?<!\d),|,(?![012](?!\d))"
)  # values are separated by a tab or semicolon, so "7,1" means innings
_BETWEEN = re.compile(
    r"\s+/\s*|/\s+|(?<=[\d.⅓⅔])/(?=[^\W\d])|"
    r"(?<=[03-9⅓⅔])/(?=\d)|(?<=[\d.][12])/(?=\d)|(?<=[12])/(?=[0124-9]|3\d)"
)  # a slash without spaces also separates sides, except in 1/3 and 2/3
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


class _UnclearLineError(ValueError):
    """A line that can't be parsed, with the reason as a ruling."""

    def __init__(self, ruling: Ruling) -> None:
        super().__init__(ruling.reason)
        self.ruling = ruling


class LineOuting(NamedTuple):
    card_id: int
    innings: str


class LineSide(NamedTuple):
    """A team's part of a line. `runs` is "" if the line has no runs."""

    runs: str
    outings: list[LineOuting]


def apply_lines(values: dict[str, str], layout: GridLayout) -> list[GridFault]:
    """Move the lines into the fields of `values`, and return an error for each line that can't be parsed.

    Invalid lines stay in `values`. A game line replaces all pitching in its game. A pasted row replaces only the
    values it contains.
    """
    unread: list[str] = []
    faults: list[GridFault] = []
    games_read: set[int] = set()
    lines = values.pop(LINES, "").splitlines()
    for place, line in enumerate(lines, start=1):
        try:
            if place > MAX_LINES:
                raise _UnclearLineError(refuse(LineFinding.TOO_MANY_LINES, "", most=MAX_LINES))
            if line.strip():
                values.update(_values_of_line(line, values, layout, games_read))
        except _UnclearLineError as unclear:
            unread.append(line)
            text = line.strip()[:40]
            ruling = refuse(EntryFinding.UNREADABLE_LINE, "", line=place, text=text, problem=unclear.ruling.reason)
            faults.append(GridFault(ruling, area=LINES))
    if unread:
        values[LINES] = "\n".join(unread)
    return faults


def _values_of_line(line: str, values: dict[str, str], layout: GridLayout, games_read: set[int]) -> dict[str, str]:
    line = _STAND_IN.sub("Stand-in", line)  # "1WR" starts with a digit, like runs and innings
    fields = _fields_of_line(line, values, layout, games_read)
    for name, card in fields.items():
        if name.startswith("spare-") and (values.get(name) or card) != card:
            raise _UnclearLineError(refuse(LineFinding.SPARE_ROW_USED, ""))
    return fields


def _fields_of_line(line: str, values: dict[str, str], layout: GridLayout, games_read: set[int]) -> dict[str, str]:
    if _BETWEEN.search(line):
        return _game(line, values, layout, games_read)
    if _ROW.search(line):
        separator = _ROW_WITH_DECIMAL_COMMAS if re.search(r"[\t;]", line) else _ROW
        return _row(_with_whole_name([cell.strip() for cell in separator.split(line)]), layout)
    raise _UnclearLineError(refuse(LineFinding.NO_SEPARATOR, ""))


def _game(line: str, values: dict[str, str], layout: GridLayout, games_read: set[int]) -> dict[str, str]:
    numbered = _NUMBERED.match(line)
    number = int(numbered[1]) if numbered else _next_game(values, layout, games_read)
    planned = layout.series.games_planned
    if not 1 <= number <= planned:
        raise _UnclearLineError(refuse(LineFinding.NO_SUCH_GAME, "", games=planned, game=number))
    parts = _BETWEEN.split(line[numbered.end() :] if numbered else line)
    if len(parts) != 2:
        raise _UnclearLineError(refuse(LineFinding.TOO_MANY_SLASHES, ""))
    fields: dict[str, str] = {}
    for team_id, side in _sides(parts, layout).items():
        _remove_pitching(values, number, team_id)
        fields |= _fields(number, team_id, side, layout)
    games_read.add(number)
    return fields | _innings_of_line(number, fields, values)


def _innings_of_line(number: int, fields: Mapping[str, str], values: Mapping[str, str]) -> dict[str, str]:
    """Clear a game's innings if the line has more innings, as when it finishes a suspended game."""
    name = f"innings-{number}"
    typed = values.get(name, "")
    pitched: dict[str, int] = {}
    for field, text in fields.items():
        if field.startswith("p-"):
            team = field.split("-")[2]
            pitched[team] = pitched.get(team, 0) + _outs(text)
    is_longer = typed.isdecimal() and max(pitched.values(), default=0) > 3 * int(typed)
    return {name: ""} if is_longer else {}


def _outs(outing: str) -> int:
    innings = re.match(NOTATION, outing)
    return parse_innings(innings[0]) if innings else 0


def _remove_pitching(values: dict[str, str], number: int, team_id: int) -> None:
    pitching_field = re.compile(rf"[psr]-{number}-{team_id}-(?:\d+|spare)")
    for name in list(values):
        if pitching_field.fullmatch(name):
            del values[name]


def _next_game(values: dict[str, str], layout: GridLayout, games_read: set[int]) -> int:
    """Return the first game without pitching."""
    typed = {int(name.split("-")[1]) for name, value in values.items() if value and re.match(r"[ps]-\d+-", name)}
    planned = layout.series.games_planned
    free = [number for number in range(1, planned + 1) if number not in typed | games_read]
    if not free:
        raise _UnclearLineError(refuse(LineFinding.ALL_GAMES_ENTERED, "", games=planned))
    return free[0]


def _sides(parts: Sequence[str], layout: GridLayout) -> dict[int, LineSide]:
    """Return the sides by team. If the names match either way, the visitors come first."""
    teams = list(layout.cards)
    first_error: _UnclearLineError | None = None
    for order in (teams, teams[::-1]):
        try:
            return {team: _side(part, team, layout) for team, part in zip(order, parts, strict=True)}
        except _UnclearLineError as unclear:
            first_error = first_error or unclear
    raise first_error or _UnclearLineError(refuse(LineFinding.TEAMS_UNCLEAR, ""))


def _side(text: str, team_id: int, layout: GridLayout) -> LineSide:
    runs = _RUNS.match(text)
    position = runs.end() if runs else 0
    outings: list[LineOuting] = []
    while text[position:].strip(" ,;\t"):
        match = _OUTING.match(text, position)
        if match is None:
            raise _UnclearLineError(refuse(LineFinding.NOT_AN_OUTING, "", text=text[position:].strip(" ,;")[:20]))
        card_id = _card_of(match["name"], team_id, layout)
        if card_id in [outing.card_id for outing in outings]:
            raise _UnclearLineError(refuse(LineFinding.LISTED_TWICE, "", pitcher=_names(team_id, layout)[card_id]))
        marks = match["marks"].strip()
        outings.append(LineOuting(card_id, f"{match['innings']} {marks}".strip()))
        position = match.end()
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
    """Return the fields for an appearance, in the pitcher's own row or in the spare row."""
    has_row = card_id in layout.cards[team_id]
    row = str(card_id) if has_row else "spare"
    fields = {f"p-{number}-{team_id}-{row}": innings}
    if starts:
        fields[f"s-{number}-{team_id}-{row}"] = "1"
    if not has_row:
        fields[f"spare-{team_id}"] = str(card_id)
    return fields


def _with_whole_name(cells: list[str]) -> list[str]:
    """Rejoin "Burnett" and "A.J." if the comma in "Burnett, A.J." was treated as a separator."""
    if len(cells) > 2 and cells[0][:1].isalpha() and _GIVEN_NAME.fullmatch(cells[1]):
        return [f"{cells[0]}, {cells[1]}", *cells[2:]]
    return cells


def _row(cells: list[str], layout: GridLayout) -> dict[str, str]:
    """Return the fields for a row with a name and a value per game. A heading row has no fields."""
    name = cells[0]
    game_values = cells[1:]
    while game_values and not game_values[-1]:
        game_values.pop()
    if folded(name) in _HEADINGS:
        return {}
    team_id, card_id = _find_row_owner(name, layout)
    planned = layout.series.games_planned
    if len(game_values) > planned:
        raise _UnclearLineError(refuse(LineFinding.TOO_MANY_VALUES, "", values=len(game_values), games=planned))
    fields: dict[str, str] = {}
    for number, value in enumerate(game_values, start=1):
        if value in ("", "-"):
            continue
        if card_id is None:
            fields[f"runs-{number}-{team_id}"] = value
            continue
        starts = value[:1] in ("s", "S")
        innings = value[1:].strip() if starts else value
        fields |= _outing_fields(number, team_id, card_id, innings, layout, starts=starts)
    return fields


def _find_row_owner(name: str, layout: GridLayout) -> tuple[int, int | None]:
    """Return a row's team and pitcher. The pitcher is None for a team's row of runs."""
    for team_id, team in layout.teams.items():
        if folded(team) == folded(name):
            return team_id, None
    pitcher_name, team_ids = _split_team(name, layout)
    matches = []
    for team_id in team_ids:
        for card in _matching_cards(pitcher_name, team_id, layout):
            matches.append((team_id, card))
    if len(matches) == 1:
        return matches[0]
    candidates = [f"{_names(team, layout)[card]} ({layout.teams[team]})" for team, card in matches]
    raise _unclear_name(name, candidates)


def _split_team(name: str, layout: GridLayout) -> tuple[str, list[int]]:
    """Split "Clarkson (Sharks)" into the name and the team. Without a team, return both teams."""
    pitcher_name, _, team = name.removesuffix(")").rpartition(" (")
    team_ids = [team_id for team_id in layout.cards if folded(layout.teams[team_id]) == folded(team)]
    return (pitcher_name, team_ids) if team_ids else (name, list(layout.cards))


def _card_of(name: str, team_id: int, layout: GridLayout) -> int:
    cards = _matching_cards(name, team_id, layout)
    if len(cards) == 1:
        return cards[0]
    candidates = [_names(team_id, layout)[card] for card in cards]
    raise _unclear_name(name, candidates, layout.teams[team_id])


def _unclear_name(name: str, candidates: Sequence[str], team: str = "") -> _UnclearLineError:
    name = name.strip()
    if candidates:
        return _UnclearLineError(
            refuse(LineFinding.SEVERAL_PITCHERS, "", name=name, candidates=" or ".join(candidates))
        )
    if team:
        return _UnclearLineError(refuse(LineFinding.NO_SUCH_PITCHER_OF_TEAM, "", name=name, team=team))
    return _UnclearLineError(refuse(LineFinding.NO_SUCH_PITCHER, "", name=name))


def _matching_cards(name: str, team_id: int, layout: GridLayout) -> list[int]:
    """Return the team's pitchers that best match a name, or else the matching players for the spare row."""
    pitchers = {card: layout.names[team_id][card] for card in layout.cards[team_id]}
    return matching_names(name, pitchers) or matching_names(name, layout.spare_names.get(team_id, {}))


def _names(team_id: int, layout: GridLayout) -> Mapping[int, str]:
    return {**layout.names[team_id], **layout.spare_names.get(team_id, {})}
