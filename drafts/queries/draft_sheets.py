"""Plan the picks of a draft that was held elsewhere, from a sheet with teams and selections."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from core.imports.headings import Headings, ImportTarget, find_headings
from core.imports.preview_choices import is_short_number
from core.names import folded
from drafts.models import Ballpark
from drafts.queries.card_finder import CardFinder
from drafts.queries.pool import PoolCard
from drafts.queries.room import Room
from drafts.refusals import DraftSheetFault
from rules_engine.draft.ballpark import check_player_selection
from rules_engine.names import name_words
from rules_engine.rulings import Ruling, refuse
from tournaments.models import Team

LEAVE_OUT: Final = "-"
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
)
_NEEDED: Final = {"team", "selection"}
_MOST_CHOICES: Final = 8

SheetRow = tuple[int, Sequence[str]]  # number and cells


class SheetPick(NamedTuple):
    """A selection of the sheet. Exactly one of card and park is set."""

    row: int
    team: Team
    card: PoolCard | None = None
    park: Ballpark | None = None
    listed_overall: int | None = None

    @property
    def name(self) -> str:
        if self.card is not None:
            return self.card.name
        return self.park.name if self.park is not None else ""


class RowFault(NamedTuple):
    """A row that can't become a pick."""

    row: int
    ruling: Ruling


class PickQuestion(NamedTuple):
    """A row that several cards fit."""

    row: int
    text: str
    cards: list[PoolCard]


@dataclass(slots=True)
class DraftPlan:
    """The picks of a sheet by turn, and what keeps them from being imported.

    Attributes:
        picks: By overall pick. A team's selections fill its turns in the order of the sheet.
        warnings: Rulings the director may let stand with a reason.
        open_turns: Turns of teams with fewer selections than turns. They can be made up in the draft room.
    """

    headings: Headings
    picks: dict[int, SheetPick] = field(default_factory=dict)
    questions: list[PickQuestion] = field(default_factory=list)
    faults: list[RowFault] = field(default_factory=list)
    warnings: list[RowFault] = field(default_factory=list)
    left_out: list[int] = field(default_factory=list)
    open_turns: list[int] = field(default_factory=list)

    @property
    def moved(self) -> int:
        """Return the number of picks that the sheet lists under another overall number."""
        return sum(pick.listed_overall not in (None, overall) for overall, pick in self.picks.items())


def plan_draft(
    room: Room, rows: Sequence[SheetRow], chosen: Mapping[int, str], answers: Mapping[int, str]
) -> DraftPlan | None:
    """Plan the picks, or return None if the sheet has no headings of teams and players.

    Args:
        chosen: What columns hold, by place from 0, where people know better than the headings.
        answers: The id of the card for a row, or LEAVE_OUT.
    """
    headings = find_headings([cells for _, cells in rows], TARGETS, chosen)
    if headings is None or not headings.by_target.keys() >= _NEEDED:
        return None
    plan = DraftPlan(headings)
    reader = _RowReader(room, plan, answers)
    picks = [pick for number, cells in rows[headings.row + 1 :] if (pick := reader.read(number, cells)) is not None]
    if all(pick.listed_overall is not None for pick in picks):
        picks.sort(key=lambda pick: pick.listed_overall or 0)
    _fill_turns(room, plan, picks)
    return plan


class _RowReader:
    """Finds team and selection of each row."""

    def __init__(self, room: Room, plan: DraftPlan, answers: Mapping[int, str]) -> None:
        self._room = room
        self._plan = plan
        self._answers = answers
        self._team_by_name = {name_words(team.name): team for team in room.teams}
        for team in room.teams:
            for manager in team.managers.all():
                self._team_by_name.setdefault(name_words(manager.name), team)
        self._park_by_name = {name_words(park.name): park for park in room.draft.card_set.ballparks.all()}
        self._finder = CardFinder(room.pool)
        self._row_by_selection: dict[tuple[str, int], int] = {}

    def read(self, row: int, cells: Sequence[str]) -> SheetPick | None:
        values = self._values(cells)
        division = values.get("division", "")
        if not values["selection"] or (division and folded(division) != folded(self._room.draft.division.name)):
            return None
        team = self._team_by_name.get(name_words(values["team"]))
        if team is None:
            self._fault(row, DraftSheetFault.UNKNOWN_TEAM, team=values["team"])
            return None
        overall = values.get("overall", "")
        listed_overall = int(overall) if is_short_number(overall) else None
        park = self._park_by_name.get(name_words(values["selection"]))
        if park is not None:
            return self._once(SheetPick(row, team, park=park, listed_overall=listed_overall))
        card = self._card(row, values)
        if card is None:
            return None
        return self._once(SheetPick(row, team, card=card, listed_overall=listed_overall))

    def _values(self, cells: Sequence[str]) -> dict[str, str]:
        columns = self._plan.headings.by_target.items()
        return {key: cells[column.place] if column.place < len(cells) else "" for key, column in columns}

    def _card(self, row: int, values: Mapping[str, str]) -> PoolCard | None:
        """Return the card of a row, or note a question or a fault."""
        answer = self._answers.get(row, "")
        if answer == LEAVE_OUT:
            self._plan.left_out.append(row)
            return None
        text = values["selection"]
        cards = self._finder.find(text, values.get("club", ""))
        if not cards:
            self._fault(row, DraftSheetFault.UNKNOWN_PLAYER, name=text)
            return None
        chosen = [card for card in cards if str(card.id) == answer]
        if len(chosen or cards) == 1:
            return (chosen or cards)[0]
        self._plan.questions.append(PickQuestion(row, text, cards[:_MOST_CHOICES]))
        return None

    def _once(self, pick: SheetPick) -> SheetPick | None:
        """Return the pick unless an earlier row has the same selection."""
        key = ("card", pick.card.id) if pick.card else ("park", pick.park.pk if pick.park else 0)
        first = self._row_by_selection.setdefault(key, pick.row)
        if first != pick.row:
            self._fault(pick.row, DraftSheetFault.LISTED_TWICE, name=pick.name, first=first)
            return None
        return pick

    def _fault(self, row: int, fault: DraftSheetFault, **facts: object) -> None:
        self._plan.faults.append(RowFault(row, refuse(fault, "", **facts)))


def _fill_turns(room: Room, plan: DraftPlan, picks: Sequence[SheetPick]) -> None:
    """Give each team's selections its turns in order."""
    turns: dict[int, list[int]] = defaultdict(list)
    for overall in range(1, room.total + 1):
        turns[room.team_at(overall).pk].append(overall)
    players: dict[int, int] = defaultdict(int)
    parks: dict[int, int] = defaultdict(int)
    for pick in picks:
        count = parks if pick.park is not None else players
        ruling = _roster_ruling(room, pick, players[pick.team.pk], parks[pick.team.pk])
        if ruling is not None or not turns[pick.team.pk]:
            full = refuse(DraftSheetFault.NO_TURN_LEFT, "T0.02", team=pick.team.name, name=pick.name)
            plan.faults.append(RowFault(pick.row, ruling or full))
            continue
        count[pick.team.pk] += 1
        plan.picks[turns[pick.team.pk].pop(0)] = pick
        if pick.card is not None and not pick.card.eligible:
            facts = {"name": pick.name, "reason": pick.card.reason}
            plan.warnings.append(RowFault(pick.row, refuse(DraftSheetFault.NOT_ELIGIBLE, pick.card.rule, **facts)))
    plan.open_turns = sorted(overall for team_turns in turns.values() for overall in team_turns)


def _roster_ruling(room: Room, pick: SheetPick, players: int, parks: int) -> Ruling | None:
    """Return the refusal of one more player or park for a team (T0.02), if there is one."""
    if pick.park is not None:
        too_many = parks >= room.profile.draft.ballparks
        return refuse(DraftSheetFault.SECOND_PARK, "T0.02", team=pick.team.name) if too_many else None
    ruling = check_player_selection(team_players=players, team_parks=parks, rules=room.profile.draft)
    return None if ruling else ruling
