"""The draft room: one division's draft with its teams in draft order, and whose turn it is."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.db.models import QuerySet

from core.errors import Refused
from drafts.clock_hours import ClockHours
from drafts.models import Draft, Pick, ProgramRun, ReopenedTurn
from drafts.queries.pool import PoolCard, cards_by_id, load_pool
from drafts.refusals import DraftRefusal
from rules_engine.draft.order import Turn, draft_totals, turn_at
from rules_engine.profile import Profile
from rules_engine.rulings import refuse
from rules_engine.systems import load
from tournaments.models import Team

OF_ROOM: Final = ("division__tournament", "card_set", "program_run")  # read with the draft, in one query


@dataclass
class Room:
    """`teams` by draft position from 1; `skipped` holds overall numbers that may still be made up."""

    draft: Draft
    teams: list[Team]
    skipped: list[int]

    @cached_property
    def profile(self) -> Profile:
        return self.draft.division.tournament.profile

    @property
    def game(self) -> str:
        """The title of the game system that the tournament plays."""
        return load(self.profile.game.system).title

    @property
    def positions_bind(self) -> bool:
        """Whether the game system limits players to the positions on their cards."""
        return load(self.profile.game.system).positions_bind

    @property
    def pool(self) -> tuple[PoolCard, ...]:
        return load_pool(self.draft.card_set, self.profile)

    @cached_property
    def cards(self) -> Mapping[int, PoolCard]:
        """The pool by card number."""
        return cards_by_id(self.draft.card_set, self.profile)

    @property
    def total(self) -> int:
        return draft_totals(len(self.teams), self.profile.draft).total_selections if self.teams else 0

    @property
    def hours(self) -> ClockHours:
        zone = ZoneInfo(self.draft.division.tournament.time_zone)
        return ClockHours(zone, self.draft.clock_from, self.draft.clock_until)

    def turn(self, overall: int) -> Turn:
        return turn_at(len(self.teams), overall, serpentine=self.profile.draft.serpentine)

    def team_at(self, overall: int) -> Team:
        return self.teams[self.turn(overall).position - 1]

    def label(self, overall: int) -> str:
        """A turn as round and selection in the round: 7.03."""
        return label_of(overall, len(self.teams))

    def due(self, count: int = 2) -> list[int]:
        """Overall numbers of the next turns: the first is on the clock, the second on deck."""
        again = [turn.overall for turn in self.draft.reopened_turns]
        left = max(0, count - len(again))
        return again[:count] + list(range(self.draft.next_overall, self.total + 1))[:left]

    @property
    def on_the_clock(self) -> int | None:
        """The overall number on the clock; None before the start and when every turn has come."""
        if not self.teams or self.draft.state in (Draft.State.WAITING, Draft.State.FINISHED):
            return None
        return next(iter(self.due(1)), None)

    @property
    def reopened(self) -> ReopenedTurn | None:
        """What T0.18 says of the turn on the clock, where it has been opened again."""
        return next(iter(self.draft.reopened_turns), None)

    @property
    def run(self) -> ProgramRun | None:
        """The program's run to the end of the draft, while it is asked for or under way."""
        run: ProgramRun | None = getattr(self.draft, "program_run", None)
        return run if run is not None and run.is_open and self.draft.state == Draft.State.RUNNING else None

    @property
    def made(self) -> int:
        """How many turns are used by now."""
        return self.draft.next_overall - 1 - len(self.draft.reopened) - len(self.skipped)

    @property
    def may_keep(self) -> bool:
        """Whether the team on the clock may let a selection stand that it made before."""
        return self.reopened is not None and self.reopened.may_keep

    def leave_open(self, turn: int) -> None:
        """The turn may be made up, but by no team that forfeits its turns (T0.02)."""
        if not self.team_at(turn).forfeits_turns:
            self.skipped = sorted({*self.skipped, turn})

    def open_turns_of(self, team_id: int) -> list[int]:
        """Return the turns this team can make now: skipped ones first, then the one on the clock.

        There are none before the draft starts and after it finishes.
        """
        if not self.draft.is_on:
            return []
        mine = [overall for overall in self.skipped if self.team_at(overall).pk == team_id]
        now = self.on_the_clock
        return mine if now is None or self.team_at(now).pk != team_id else [*mine, now]

    def is_expired(self, now: datetime) -> bool:
        """Whether the turn on the clock has run out of time and something follows from it."""
        draft = self.draft
        return draft.on_expiry != Draft.OnExpiry.NOTHING and is_due(draft, now)


def is_due(draft: Draft, now: datetime) -> bool:
    return draft.state == Draft.State.RUNNING and draft.deadline is not None and draft.deadline <= now


def label_of(overall: int, teams: int) -> str:
    """Overall number 63 among ten teams is 7.03."""
    round_index, place = divmod(overall - 1, teams)
    return f"{round_index + 1}.{place + 1:02}"


def load_room(draft: Draft) -> Room:
    """The room of a draft whose division and tournament are at hand."""
    teams = list(Team.objects.filter(division_id=draft.division_id, slot__isnull=False).order_by("slot"))
    return Room(draft, teams, _skipped(draft))


def draft_with_division(**where: Any) -> Draft:
    """One draft with its division, tournament and card set in one query. Draft.DoesNotExist where there is none."""
    return Draft.objects.select_related(*OF_ROOM).get(**where)


def draft_tournament_id(draft_id: int) -> int:
    """The number of a draft's tournament. Refused where there is no such draft."""
    found = Draft.objects.filter(pk=draft_id).values_list("division__tournament_id", flat=True).first()
    if found is None:
        raise Refused(refuse(DraftRefusal.NO_SUCH_DRAFT, "", subject=draft_id))
    return found


def _skipped(draft: Draft) -> list[int]:
    again = {turn.overall for turn in draft.reopened_turns}
    empty = open_turns().filter(draft=draft).values_list("overall", flat=True)
    return [overall for overall in empty if overall not in again]


def open_turns() -> QuerySet[Pick]:
    """Turns that were skipped and may be made up; not those of teams that forfeit theirs (T0.02)."""
    empty = Pick.objects.filter(card=None, park=None, designed_park__isnull=True).order_by("overall")
    return empty.exclude(team__disqualified=Team.Disqualified.SKIPPED)


def taken_cards(draft_id: int) -> set[int]:
    """Numbers of the cards that are gone in this division."""
    return _present(Pick.objects.filter(draft_id=draft_id).values_list("card_id", flat=True))


def taken_parks(draft_id: int) -> set[int]:
    return _present(Pick.objects.filter(draft_id=draft_id).values_list("park_id", flat=True))


def _present(numbers: Iterable[int | None]) -> set[int]:
    return {number for number in numbers if number is not None}
