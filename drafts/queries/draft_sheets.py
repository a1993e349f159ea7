"""Plan the import of a draft held elsewhere from a sheet of teams and selections."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from core.imports.headings import ColumnChoices, Headings, ImportTarget, Section, find_sections, unknown_headings
from core.imports.preview_choices import is_short_number
from core.imports.tables import ImportTable
from core.names import clean_name, folded
from drafts.models import Ballpark, Pick
from drafts.queries.card_finder import CardFinder
from drafts.queries.pool import PoolCard
from drafts.queries.ranking_rows import name_and_club
from drafts.queries.room import Room
from drafts.refusals import DraftSheetFault
from rules_engine.draft.ballpark import check_player_selection
from rules_engine.names import name_words
from rules_engine.rulings import Ruling, refuse
from tournaments.models import Team
from tournaments.queries.sheet_rows import RowFault, TeamFinder

LEAVE_OUT: Final = "-"
NO_CARD: Final = "+"
TARGETS: Final = (
    ImportTarget(
        "team", "Team", ("team name", "franchise", "owner", "drafted by", "fantasy team", "manager", "drafter")
    ),
    ImportTarget(
        "selection", "Player", ("player name", "name", "selected", "selection", "took", "drafted", "pick name")
    ),
    ImportTarget(
        "overall", "Overall", ("overall pick", "ovr", "pick overall", "overall #", "pick #", "pick no", "no", "#")
    ),
    ImportTarget("round", "Round", ("rd", "rnd")),
    ImportTarget("division", "Division"),
    ImportTarget("club", "Club", ("mlb team", "mlb", "real team", "pro team")),
    ImportTarget(
        "origin",
        "Pick came from",
        (
            *("from", "original owner", "original team", "orig", "orig team", "origin", "acquired from", "traded from"),
            *("via", "pick from", "pick owner", "slot owner", "owned by originally"),
        ),
    ),
    ImportTarget("note", "Note", ("notes", "comment", "comments", "pick type", "type", "status", "remarks", "remark")),
)
_FROM: Final = re.compile(
    r"(?P<owner>.*?)\s*(?:\(\s*(?:from|via|f/)?\s*(?P<a>[^()]+)\)|\b(?:from|via)\s+(?P<b>.+))", re.IGNORECASE
)
_FROM_NOTE: Final = re.compile(r"(?:traded?|acquired|obtained)?\s*(?:from|via)\s+(?P<team>.+)", re.IGNORECASE)
_COMPENSATION: Final = re.compile(r"\b(?:comp(?:ensation|ensatory)?|supp(?:lemental)?|sandwich)\b", re.IGNORECASE)
_PASSED: Final = re.compile(
    r"(?:did(?: not|n[’']t) use|dnu|pass(?:ed)?|forfeit(?:ed)?|no pick|unused|skipped|declined)\.?", re.IGNORECASE
)
_NO_CARD_WORDS: Final = r"(?:no card|un-?carded|non-?carded|not carded|nc|prospect|minors|minor leaguer|rookie)\.?"
_UNCARDED: Final = re.compile(rf"\s*(?:[(\[]{_NO_CARD_WORDS}[)\]]|\s-\s*{_NO_CARD_WORDS})\s*$", re.IGNORECASE)
_UNCARDED_NOTE: Final = re.compile(rf"\b{_NO_CARD_WORDS}", re.IGNORECASE)
COMPENSATION: Final = "compensation"
_NEEDED: Final = {"team", "selection"}
_MOST_CHOICES: Final = 8
_LONGEST_NAME: Final = 80


class SheetPick(NamedTuple):
    """A selection on the sheet, or a pick that the team didn't use.

    Attributes:
        team: The team that made the selection.
        turn_team: The original team, if the pick was traded.
        origin: The source of the pick, such as "from Owls", or "compensation".
        unused: The reason why neither card nor ballpark is set, from Pick.Unused.
    """

    row: int
    team: Team
    card: PoolCard | None = None
    park: Ballpark | None = None
    listed_overall: int | None = None
    turn_team: Team | None = None
    origin: str = ""
    unused: str = ""
    uncarded_name: str = ""

    @property
    def name(self) -> str:
        if self.card is not None:
            return self.card.name
        if self.park is not None:
            return self.park.name
        return f"{self.uncarded_name} (no card)" if self.uncarded_name else str(Pick.Unused(self.unused).label)


class PickQuestion(NamedTuple):
    """A row that matches several cards or no card."""

    row: int
    text: str
    cards: list[PoolCard]


@dataclass(slots=True)
class DraftPlan:
    """A sheet's picks by overall number, and the problems that block the import.

    Attributes:
        picks: Picks by overall number. A team's selections fill its picks in the order of the sheet.
        warnings: Rulings that the director can override with a reason.
        open_turns: Picks without a selection on the sheet. They can be made up in the draft room.
    """

    table: ImportTable
    sections: list[Section]
    has_headings: bool = True
    picks: dict[int, SheetPick] = field(default_factory=dict)
    questions: list[PickQuestion] = field(default_factory=list)
    faults: list[RowFault] = field(default_factory=list)
    warnings: list[RowFault] = field(default_factory=list)
    left_out: list[int] = field(default_factory=list)
    open_turns: list[int] = field(default_factory=list)

    @property
    def moved(self) -> int:
        """Return the number of picks that the sheet lists under a different overall number."""
        return sum(pick.listed_overall not in (None, overall) for overall, pick in self.picks.items())


def plan_draft(room: Room, table: ImportTable, choices: ColumnChoices, answers: Mapping[int, str]) -> DraftPlan:
    """Plan the picks. The plan is empty if the team or player column is missing.

    Args:
        choices: The user's column assignments.
        answers: The card ID by row number, or LEAVE_OUT.
    """
    sections = find_sections(table, TARGETS, needed=_NEEDED, choices=choices) or unknown_headings(table, choices)
    complete = [section for section in sections if section.headings.by_target.keys() >= _NEEDED]
    plan = DraftPlan(table, sections, has_headings=bool(complete))
    reader = _RowReader(room, plan, answers)
    picks = [
        pick
        for section in complete
        for number, cells in section.rows
        if (pick := reader.read(number, section.headings, cells)) is not None
    ]
    if all(pick.listed_overall is not None for pick in picks):
        picks.sort(key=lambda pick: pick.listed_overall or 0)
    _fill_turns(room, plan, picks)
    return plan


class _RowReader:
    """Parses each row's team and selection."""

    def __init__(self, room: Room, plan: DraftPlan, answers: Mapping[int, str]) -> None:
        self._room = room
        self._plan = plan
        self._answers = answers
        self._teams = TeamFinder(room.teams)
        self._park_by_name = {name_words(park.name): park for park in room.draft.card_set.ballparks.all()}
        self._finder = CardFinder(room.pool)
        self._row_by_selection: dict[tuple[str, int], int] = {}

    def read(self, row: int, headings: Headings, cells: Sequence[str]) -> SheetPick | None:
        if headings.repeats(cells):
            return None
        values = {"team": "", "selection": ""} | headings.values(cells)
        division = values.get("division", "")
        if not values["selection"] or (division and folded(division) != folded(self._room.draft.division.name)):
            return None
        owner, origin = self._owner_and_origin(values)
        team = self._teams.find(owner)
        if team is None:
            self._fault(row, DraftSheetFault.UNKNOWN_TEAM, team=values["team"])
            return None
        overall = values.get("overall", "")
        pick = SheetPick(row, team, listed_overall=int(overall) if is_short_number(overall) else None)
        turn_team = self._teams.find(origin)
        if turn_team is not None and turn_team != team:
            pick = pick._replace(turn_team=turn_team, origin=f"from {turn_team.name}")
        elif _is_compensation(values):
            pick = pick._replace(origin=COMPENSATION)
        elif origin and turn_team is None:
            self._fault(row, DraftSheetFault.UNKNOWN_TEAM, team=origin)
            return None
        return self._selected(pick, values)

    def _owner_and_origin(self, values: Mapping[str, str]) -> tuple[str, str]:
        """Return the names of the picking team and the original team. The latter is "" if not listed."""
        owner, origin = values["team"], values.get("origin", "")
        if self._teams.find(owner) is None and (match := _FROM.fullmatch(owner)):
            owner, origin = match["owner"], origin or match["a"] or match["b"] or ""
        if not origin and (match := _FROM_NOTE.search(values.get("note", ""))):
            origin = match["team"]
        origin = re.sub(r"^(?:from|via)\s+", "", origin.strip(" .-"), flags=re.IGNORECASE)
        return owner, "" if _COMPENSATION.fullmatch(origin) else origin

    def _selected(self, pick: SheetPick, values: Mapping[str, str]) -> SheetPick | None:
        """Return the pick with the team's selection, or record a question or an error."""
        text = values["selection"]
        if _PASSED.fullmatch(text):
            return pick._replace(unused=Pick.Unused.PASSED)
        park = self._park_by_name.get(name_words(text))
        if park is not None:
            return self._once(pick._replace(park=park))
        if _UNCARDED.search(text) or _UNCARDED_NOTE.search(values.get("note", "")):
            name = clean_name(_UNCARDED.sub("", text))
            if not self._finder.find(name, values.get("club", "")):
                return _uncarded(pick, name)
            values = {**values, "selection": name}
        if self._answers.get(pick.row, "") == NO_CARD:
            return _uncarded(pick, text)
        card = self._card(pick.row, values)
        return None if card is None else self._once(pick._replace(card=card))

    def _card(self, row: int, values: Mapping[str, str]) -> PoolCard | None:
        """Return a row's card, or record a question or an error."""
        answer = self._answers.get(row, "")
        if answer == LEAVE_OUT:
            self._plan.left_out.append(row)
            return None
        text = values["selection"]
        club = values.get("club", "")
        cards = self._finder.find(text, club)
        if not cards:
            name, own_club = name_and_club(text, self._finder.clubs)
            cards = self._finder.find(name, club or own_club)
        if not cards:
            self._plan.questions.append(PickQuestion(row, text, []))
            return None
        chosen = [card for card in cards if str(card.id) == answer]
        if len(chosen or cards) == 1:
            return (chosen or cards)[0]
        self._plan.questions.append(PickQuestion(row, text, cards[:_MOST_CHOICES]))
        return None

    def _once(self, pick: SheetPick) -> SheetPick | None:
        """Return the pick, unless an earlier row has the same selection."""
        key = ("card", pick.card.id) if pick.card else ("park", pick.park.pk if pick.park else 0)
        first = self._row_by_selection.setdefault(key, pick.row)
        if first != pick.row:
            self._fault(pick.row, DraftSheetFault.LISTED_TWICE, name=pick.name, first=self._plan.table.place(first))
            return None
        return pick

    def _fault(self, row: int, fault: DraftSheetFault, **facts: object) -> None:
        self._plan.faults.append(RowFault(row, refuse(fault, "", **facts)))


def _is_compensation(values: Mapping[str, str]) -> bool:
    return any(_COMPENSATION.search(values.get(key, "")) for key in ("origin", "note", "round", "overall", "team"))


def _uncarded(pick: SheetPick, name: str) -> SheetPick:
    return pick._replace(unused=Pick.Unused.NO_CARD, uncarded_name=name[:_LONGEST_NAME])


def _fill_turns(room: Room, plan: DraftPlan, picks: Sequence[SheetPick]) -> None:
    """Assign each team's selections to its picks in order. Traded selections use the original team's picks.

    Compensation picks come last because they use a pick that no other team used.
    """
    turns: dict[int, list[int]] = defaultdict(list)
    for overall in range(1, room.total + 1):
        turns[room.team_at(overall).pk].append(overall)
    players: dict[int, int] = defaultdict(int)
    parks: dict[int, int] = defaultdict(int)
    for pick in sorted(picks, key=lambda pick: pick.origin == COMPENSATION):
        own_turns = turns[(pick.turn_team or pick.team).pk]
        if pick.origin == COMPENSATION and not own_turns:
            own_turns = next((team_turns for team_turns in turns.values() if team_turns), own_turns)
        ruling = None if pick.unused else _roster_ruling(room, pick, players[pick.team.pk], parks[pick.team.pk])
        if (ruling is not None and not pick.origin) or not own_turns:
            full = refuse(DraftSheetFault.NO_TURN_LEFT, "T0.02", team=pick.team.name, name=pick.name)
            plan.faults.append(RowFault(pick.row, ruling or full))
            continue
        if not pick.unused:
            count = parks if pick.park is not None else players
            count[pick.team.pk] += 1
        plan.picks[own_turns.pop(0)] = pick
        if ruling is not None:
            plan.warnings.append(RowFault(pick.row, ruling))
        if pick.card is not None and not pick.card.eligible:
            facts = {"name": pick.name, "reason": pick.card.reason}
            plan.warnings.append(RowFault(pick.row, refuse(DraftSheetFault.NOT_ELIGIBLE, pick.card.rule, **facts)))
    plan.open_turns = sorted(overall for team_turns in turns.values() for overall in team_turns)


def _roster_ruling(room: Room, pick: SheetPick, players: int, parks: int) -> Ruling | None:
    """Return the ruling that blocks adding a player or ballpark to a team (T0.02), or None."""
    if pick.park is not None:
        too_many = parks >= room.profile.draft.ballparks
        return refuse(DraftSheetFault.SECOND_PARK, "T0.02", team=pick.team.name) if too_many else None
    ruling = check_player_selection(team_players=players, team_parks=parks, rules=room.profile.draft)
    return None if ruling else ruling
