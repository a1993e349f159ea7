"""The draft room: a division's draft with its teams in draft order and the picks they own."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, Final, NamedTuple
from zoneinfo import ZoneInfo

from django.db.models import QuerySet

from core.errors import Refused
from core.prepared_queries import EXAMPLE_ID, EXAMPLE_OTHER_ID, PreparedQuery, PreparedValues
from drafts.clock_hours import ClockHours
from drafts.models import Ballpark, Draft, Pick, ProgramRun, ReopenedTurn
from drafts.queries.pool import PoolCard, cards_by_id, load_pool
from drafts.refusals import DraftRefusal
from rules_engine.draft.order import Turn, draft_totals, turn_at
from rules_engine.profile import Profile
from rules_engine.systems import load
from tournaments.models import Team

OF_ROOM: Final = ("division__tournament", "card_set", "program_run")  # loaded with the draft in a single query


class SelectionRow(NamedTuple):
    """A pick's selection as IDs. A designed ballpark has neither card nor park."""

    overall: int
    team_id: int
    card_id: int | None
    park_id: int | None


@dataclass
class Room:
    """A draft with its teams by draft position. `skipped` lists picks that can still be made up."""

    draft: Draft
    teams: list[Team]
    skipped: list[int]

    @cached_property
    def profile(self) -> Profile:
        return self.draft.division.tournament.profile

    @property
    def game(self) -> str:
        """Return the title of the tournament's game."""
        return load(self.profile.game.system).title

    @property
    def positions_bind(self) -> bool:
        """Return whether the game system limits players to the positions on their cards."""
        return load(self.profile.game.system).positions_bind

    @property
    def pool(self) -> tuple[PoolCard, ...]:
        return load_pool(self.draft.card_set, self.profile)

    @cached_property
    def cards(self) -> Mapping[int, PoolCard]:
        """Return the pool by card ID."""
        return cards_by_id(self.draft.card_set, self.profile)

    @property
    def total(self) -> int:
        return draft_totals(len(self.teams), self.profile.draft).total_selections if self.teams else 0

    @property
    def hours(self) -> ClockHours:
        zone = ZoneInfo(self.draft.division.tournament.time_zone)
        return ClockHours(zone, self.draft.clock_from, self.draft.clock_until)

    def time_bank_left(self, team_id: int) -> int:
        """Return the seconds that were left in a team's time bank when the current pick started."""
        draft = self.draft
        return max(0, draft.time_bank_seconds - _seconds_by_team(draft.time_bank_used).get(team_id, 0))

    def use_time_bank(self, team_id: int, seconds_left: float) -> None:
        """Record the seconds left in a team's time bank."""
        used = _seconds_by_team(self.draft.time_bank_used)
        used[team_id] = max(0, self.draft.time_bank_seconds - int(seconds_left))
        self.draft.time_bank_used = [{"team": team, "seconds": seconds} for team, seconds in used.items() if seconds]

    def turn(self, overall: int) -> Turn:
        rules = self.profile.draft
        return turn_at(len(self.teams), overall, serpentine=rules.serpentine, late=self.draft.late_teams)

    def team_at(self, overall: int) -> Team:
        """Return the team that owns a pick after trades."""
        if self.draft.traded_turns and (team := self._team_by_traded_turn.get(overall)):
            return team
        return self.first_team_at(overall)

    def first_team_at(self, overall: int) -> Team:
        """Return the pick's original team, based on draft position."""
        return self.teams[self.turn(overall).position - 1]

    @cached_property
    def _team_by_traded_turn(self) -> dict[int, Team]:
        team_by_id = {team.pk: team for team in self.teams}
        pairs = _pairs_of(self.draft.traded_turns, "overall", "team")
        return {overall: team_by_id[team_id] for overall, team_id in pairs if team_id in team_by_id}

    def give_turns(self, team_by_turn: Mapping[int, Team]) -> None:
        """Transfer picks to other teams."""
        owners = {**self._team_by_traded_turn, **team_by_turn}
        owners = {overall: team for overall, team in owners.items() if self.first_team_at(overall).pk != team.pk}
        self.draft.traded_turns = [{"overall": overall, "team": owners[overall].pk} for overall in sorted(owners)]
        self._team_by_traded_turn = owners

    def label(self, overall: int) -> str:
        """Return a pick as round and pick within the round, such as 7.03."""
        return label_of(overall, len(self.teams))

    def due(self, count: int = 2) -> list[int]:
        """Return the next picks. The first team is on the clock, the second on deck."""
        reopened = [turn.overall for turn in self.draft.reopened_turns]
        following = range(self.draft.next_overall, self.total + 1)
        return [*reopened, *following[:count]][:count]

    @property
    def on_the_clock(self) -> int | None:
        """Return the pick on the clock, or None before the start and after the last pick."""
        if not self.teams or not self.draft.is_on:
            return None
        due = self.due(1)
        return due[0] if due else None

    @property
    def reopened(self) -> ReopenedTurn | None:
        """Return the reopened pick on the clock (T0.18), or None."""
        turns = self.draft.reopened_turns
        return turns[0] if turns else None

    @property
    def run(self) -> ProgramRun | None:
        """Return the autopick run while it is waiting or in progress."""
        run: ProgramRun | None = getattr(self.draft, "program_run", None)
        if run is None or not run.is_open or self.draft.state != Draft.State.RUNNING:
            return None
        return run

    @property
    def made(self) -> int:
        """Return the number of picks made so far."""
        return self.draft.next_overall - 1 - len(self.draft.reopened) - len(self.skipped)

    @property
    def may_keep(self) -> bool:
        """Return whether the team on the clock can confirm its earlier selection (T0.18)."""
        return self.reopened is not None and self.reopened.may_keep

    def leave_open(self, turn: int) -> None:
        """Allow a pick to be made up, unless its team forfeits its picks (T0.02)."""
        if not self.team_at(turn).forfeits_turns:
            self.skipped = sorted({*self.skipped, turn})

    def open_turns_of(self, team_id: int) -> list[int]:
        """Return the picks this team can make now: skipped picks first, then the pick on the clock."""
        turns = list(self.skipped)
        if self.on_the_clock is not None:
            turns.append(self.on_the_clock)
        return [turn for turn in turns if self.team_at(turn).pk == team_id]

    def selections(self) -> list[SelectionRow]:
        """Return the selections in pick order, without skipped picks. Runs a single query."""
        # values_list avoids building hundreds of model instances, which would take most of the time of an autopick
        rows = self._picks().order_by("overall").values_list("overall", "team_id", "card_id", "park_id")
        return [SelectionRow(*row) for row in rows]

    def selection_of(self, *, card_id: int | None, park_id: int | None) -> list[SelectionRow]:
        """Return the selections of a card, or of a ballpark on the chart. Runs a single query."""
        rows = self._picks().filter(card_id=card_id, park_id=park_id)
        return [SelectionRow(*row) for row in rows.values_list("overall", "team_id", "card_id", "park_id")]

    def picks_of(self, team_id: int) -> list[Pick]:
        """Return a team's picks in order, including skipped picks. Runs a single query."""
        return _PICKS_OF_TEAM.rows_of(self.draft.pk, team_id)

    def free_parks(self) -> list[int]:
        """Return the IDs of ballparks on the chart that no team has drafted."""
        parks = Ballpark.objects.filter(card_set_id=self.draft.card_set_id).values_list("pk", flat=True)
        drafted = {row.park_id for row in self.selections()}
        return [park_id for park_id in parks if park_id not in drafted]

    def _picks(self) -> QuerySet[Pick]:
        picks = Pick.objects.filter(draft=self.draft)
        return picks.exclude(card=None, park=None, designed_park__isnull=True)

    def is_expired(self, now: datetime) -> bool:
        """Return whether the pick on the clock has run out of time and the draft has an action on expiry."""
        draft = self.draft
        return draft.on_expiry != Draft.OnExpiry.NOTHING and is_due(draft, now)


def _seconds_by_team(stored: Any) -> dict[int, int]:
    return dict(_pairs_of(stored, "team", "seconds"))


def _pairs_of(stored: Any, first: str, second: str) -> list[tuple[int, int]]:
    """Return a pair of numbers per entry of a stored list. Damaged entries are skipped."""
    entries = [entry for entry in stored if isinstance(entry, dict)] if isinstance(stored, list) else []
    pairs = [(entry.get(first), entry.get(second)) for entry in entries]
    return [(key, value) for key, value in pairs if isinstance(key, int) and isinstance(value, int)]


def is_due(draft: Draft, now: datetime) -> bool:
    return draft.state == Draft.State.RUNNING and draft.deadline is not None and draft.deadline <= now


def label_of(overall: int, teams: int) -> str:
    """Return a pick as round and pick within the round: pick 63 in a ten-team draft is 7.03."""
    round_index, pick_index = divmod(overall - 1, teams)
    return f"{round_index + 1}.{pick_index + 1:02}"


def load_room(draft: Draft) -> Room:
    """Load a draft's room. The draft's division and tournament must already be loaded."""
    return Room(draft, _TEAMS.rows_of(draft.division_id), _skipped_turns(draft))


_PICKS_OF_TEAM: Final = PreparedQuery(
    lambda: (
        Pick.objects.filter(draft=EXAMPLE_ID, team=EXAMPLE_OTHER_ID).select_related("park", "team").order_by("overall")
    )
)
_TEAMS: Final = PreparedQuery(lambda: Team.objects.filter(division=EXAMPLE_ID, slot__isnull=False).order_by("slot"))


def draft_with_division(**filters: Any) -> Draft:
    """Load a draft with its division, tournament and card set in one query.

    Raises:
        Draft.DoesNotExist: The draft doesn't exist.
    """
    return Draft.objects.select_related(*OF_ROOM).get(**filters)


def draft_tournament_id(draft_id: int) -> int:
    """Return the ID of a draft's tournament.

    Raises:
        Refused: The draft doesn't exist.
    """
    tournament_id = Draft.objects.filter(pk=draft_id).values_list("division__tournament_id", flat=True).first()
    if tournament_id is None:
        raise Refused(DraftRefusal.NO_SUCH_DRAFT, subject=draft_id)
    return tournament_id


def _skipped_turns(draft: Draft) -> list[int]:
    reopened = {turn.overall for turn in draft.reopened_turns}
    turns = [overall for (overall,) in _OPEN_TURNS.rows_of(draft.pk)]
    return [overall for overall in turns if overall not in reopened]


_OPEN_TURNS: Final = PreparedValues(lambda: open_turns().filter(draft=EXAMPLE_ID).values_list("overall"))


def open_turns() -> QuerySet[Pick]:
    """Return skipped picks that can be made up. Teams that forfeit their picks have none (T0.02)."""
    picks = Pick.objects.filter(card=None, park=None, designed_park__isnull=True, unused="").order_by("overall")
    return picks.exclude(team__disqualified=Team.Disqualified.SKIPPED)


def taken_cards(draft_id: int) -> set[int]:
    """Return the IDs of the cards already drafted in this division."""
    return _without_none(Pick.objects.filter(draft_id=draft_id).values_list("card_id", flat=True))


def taken_parks(draft_id: int) -> set[int]:
    return _without_none(Pick.objects.filter(draft_id=draft_id).values_list("park_id", flat=True))


def _without_none(ids: Iterable[int | None]) -> set[int]:
    return {row_id for row_id in ids if row_id is not None}
