"""Undo a tiebreaker roll or game. Anything that depends on it must be undone first."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from core.errors import Refused
from tournaments.action_log.changes import changes_in_words
from tournaments.action_log.reading import log_of
from tournaments.action_log.snapshots import restore, row_of, snapshot
from tournaments.action_log.verbs import Verb
from tournaments.models import Action, Series, Tournament
from tournaments.queries.standings import standings_of
from tournaments.refusals import TiebreakerRefusal
from tournaments.services.tie_breaks import (
    DICE_NEEDS,
    GAME_NEEDS,
    needed_table,
    refuse_second_game,
)
from tournaments.services.undo import is_undone, restore_rows

ON_PAGE = (Verb.ROLL_TIE_BREAK, Verb.SCHEDULE_PLAYOFF_GAME, Verb.OPEN_SHOOTOUT)
VERBS = (*ON_PAGE, Verb.RECORD_SHOOTOUT_HALF)
Teams = frozenset[int]


class TieBreak(NamedTuple):
    """A logged roll, game or shootout: its row's key, the division and the tied teams."""

    key: str
    division: int
    teams: Teams

    @property
    def is_game(self) -> bool:
        return self.key.startswith("series:")

    @property
    def is_shootout(self) -> bool:
        return self.key.startswith("shootout:")

    def supports(self, later: "TieBreak") -> bool:
        """Return whether a later tiebreaker depends on this one, with the same teams or after a shootout."""
        shared = self.is_shootout and later.is_shootout and bool(self.teams & later.teams)
        return shared or later.teams == self.teams


def tie_break_of(action: Action) -> TieBreak | None:
    """Return the tiebreaker that the action created or removed, or None for old entries without its row."""
    rows: Mapping[str, Any] = {**action.before, **action.after}
    key = next((key for key in rows if ":" in key), None)
    if key is None:
        return None
    values = rows[key]
    teams = values["rolls"] if "rolls" in values else (values["home_id"], values["away_id"])
    return TieBreak(key, values["division_id"], frozenset(int(team) for team in teams))


def undo_tie_break(tournament: Tournament, action: Action) -> list[str]:
    """Undo the roll or game. Raise Refused if it has results or a later roll or game depends on it."""
    tie_break = _require_tie_break(action)
    earlier_teams = _teams_to_roll(tournament)
    changes = _remove_game(tournament, tie_break) if tie_break.is_game else restore_rows(tournament, action)
    next_question = _teams_to_roll(tournament)
    for later, action_since in _later_tie_breaks(tournament, action):
        depends = tie_break.supports(later) or (later.teams in earlier_teams and later.teams not in next_question)
        if depends:
            raise Refused(
                TiebreakerRefusal.LATER_ACTION,
                number=action_since.pk,
                sentence=action_since.sentence,
            )
    return changes


def redo_tie_break(tournament: Tournament, action: Action) -> list[str]:
    """Restore the roll or game, if the tie still requires it."""
    tie_break = _require_tie_break(action)
    if tie_break.is_shootout:
        return restore_rows(tournament, action)
    needed_table(
        tournament,
        tie_break.division,
        GAME_NEEDS if tie_break.is_game else DICE_NEEDS,
        tie_break.teams,
    )
    if tie_break.is_game:
        refuse_second_game(tie_break.division, tie_break.teams)
    return restore_rows(tournament, action)


def _require_tie_break(action: Action) -> TieBreak:
    tie_break = tie_break_of(action)
    if tie_break is None:
        raise Refused(TiebreakerRefusal.OLD_ENTRY)
    return tie_break


def _remove_game(tournament: Tournament, tie_break: TieBreak) -> list[str]:
    """Remove a tiebreaker game that has no results, even if its home and away teams were swapped."""
    series = row_of(tournament, tie_break.key)
    if not isinstance(series, Series):
        raise Refused(TiebreakerRefusal.NOT_SCHEDULED)
    if series.status != Series.Status.SCHEDULED:
        raise Refused(
            TiebreakerRefusal.HAS_RESULTS,
            subject=series.pk,
            away=series.away.name,
            home=series.home.name,
        )
    old_values = snapshot([series])
    restore(tournament, {tie_break.key: None})
    return changes_in_words(tournament, old_values, {tie_break.key: None})


def _teams_to_roll(tournament: Tournament) -> set[Teams]:
    """Return the groups of teams that must roll or play, or already have."""
    steps = (step for table in standings_of(tournament) for step in table.steps if not step.skipped)
    return {frozenset(step.group) for step in steps if step.step in DICE_NEEDS | GAME_NEEDS}


def _later_tie_breaks(tournament: Tournament, action: Action) -> Iterator[tuple[TieBreak, Action]]:
    for later_action in log_of(tournament).filter(verb__in=VERBS, pk__gt=action.pk):
        tie_break = tie_break_of(later_action)
        if tie_break is not None and not is_undone(later_action):
            yield tie_break, later_action
