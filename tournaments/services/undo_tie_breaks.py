"""Taking back a d20 for a tie, or the play-off game made for it: what rests on it has to be taken back first."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from core.errors import Refused
from tournaments.action_log.changes import changes_in_words
from tournaments.action_log.reading import log_of
from tournaments.action_log.snapshots import restore, row_of, snapshot
from tournaments.action_log.verbs import Verb
from tournaments.models import Action, Series, Tournament
from tournaments.queries.standings import standings_of
from tournaments.services.tie_breaks import BY_DICE, BY_GAME, needed_table, refuse_second_game
from tournaments.services.undo import is_undone, put_rows_back

ON_PAGE = (Verb.ROLL_TIE_BREAK, Verb.SCHEDULE_PLAYOFF_GAME, Verb.OPEN_SHOOTOUT)
VERBS = (*ON_PAGE, Verb.RECORD_SHOOTOUT_HALF)
Teams = frozenset[int]


class TieBreak(NamedTuple):
    """What the log keeps of a roll, a game or a shootout: the key of its row, the division, the tied teams."""

    key: str
    division: int
    teams: Teams

    @property
    def is_game(self) -> bool:
        return self.key.startswith("series:")

    @property
    def is_shootout(self) -> bool:
        return self.key.startswith("shootout:")

    def carries(self, later: "TieBreak") -> bool:
        """Whether the later one was made of the same teams; a third team meets whoever a shootout left over."""
        shared = self.is_shootout and later.is_shootout and bool(self.teams & later.teams)
        return shared or later.teams == self.teams


def tie_break_of(action: Action) -> TieBreak | None:
    """What the act made or took back; None for an entry of a time when the log did not keep the row."""
    rows: Mapping[str, Any] = {**action.before, **action.after}
    key = next((key for key in rows if ":" in key), None)
    if key is None:
        return None
    values = rows[key]
    teams = values["rolls"] if "rolls" in values else (values["home_id"], values["away_id"])
    return TieBreak(key, values["division_id"], frozenset(int(team) for team in teams))


def undo_tie_break(tournament: Tournament, action: Action) -> list[str]:
    """Take the roll or the game back. Refused while the game has results, or a later roll or game rests on this one."""
    made = _kept(action)
    asked_before = _asked_for(tournament)
    changes = _take_game_off(tournament, made) if made.is_game else put_rows_back(tournament, action)
    asked = _asked_for(tournament)
    for later, act in _standing_since(tournament, action):
        rests = made.carries(later) or (later.teams in asked_before and later.teams not in asked)
        if rests:
            raise Refused(f"Number {act.pk} of the log rests on this: {act.sentence} Undo it first.")
    return changes


def redo_tie_break(tournament: Tournament, action: Action) -> list[str]:
    """Let it count again, as long as the tie-break asks for just this."""
    made = _kept(action)
    if made.is_shootout:
        return put_rows_back(tournament, action)
    needed_table(tournament, made.division, BY_GAME if made.is_game else BY_DICE, made.teams)
    if made.is_game:
        refuse_second_game(made.division, made.teams)
    return put_rows_back(tournament, action)


def _kept(action: Action) -> TieBreak:
    made = tie_break_of(action)
    if made is None:
        raise Refused("The log of that time does not keep enough of this act to undo it.")
    return made


def _take_game_off(tournament: Tournament, made: TieBreak) -> list[str]:
    """Whoever was rolled to be home meanwhile: a game without results can go."""
    series = row_of(tournament, made.key)
    if not isinstance(series, Series):
        raise Refused("This play-off game is no longer on the schedule.")
    if series.status != Series.Status.SCHEDULED:
        raise Refused(f"The play-off game of {series.away} and {series.home} has results. Undo those first.")
    was = snapshot([series])
    restore(tournament, {made.key: None})
    return changes_in_words(tournament, was, {made.key: None})


def _asked_for(tournament: Tournament) -> set[Teams]:
    """Who has to roll or play, or had to, by the tie-breaks as they stand."""
    steps = (step for table in standings_of(tournament) for step in table.steps if not step.skipped)
    return {frozenset(step.group) for step in steps if step.step in BY_DICE | BY_GAME}


def _standing_since(tournament: Tournament, action: Action) -> Iterator[tuple[TieBreak, Action]]:
    for act in log_of(tournament).filter(verb__in=VERBS, pk__gt=action.pk):
        made = tie_break_of(act)
        if made is not None and not is_undone(act):
            yield made, act
