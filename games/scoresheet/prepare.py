"""From what was handed in to rows: line scores filled in, suspensions carried on, acceptances given or kept."""

from collections.abc import Iterable, Mapping, Sequence

from games.models import Game, Outing
from games.scoresheet.entries import CONCEDED, NOT_FINISHED, SUSPENDED, Clerk, GameEntry, Layout, OutingEntry
from games.scoresheet.stored import GameSheet
from games.scoresheet.suspensions import was_never_suspended


def prepare_games(
    entries: Iterable[GameEntry],
    layout: Layout,
    begun: Mapping[int, int],
    stored: Sequence[GameSheet],
    clerk: Clerk,
    *,
    complete: bool,
) -> list[GameSheet]:
    """One sheet for each game that says anything. Without `complete` games that are not final yet stay half entered.

    begun: team -> games begun so far, for a suspended game that goes on.
    """
    known = {sheet.game.number: sheet for sheet in stored}
    filled = (entry for entry in entries if not entry.is_blank)
    return [
        _prepared(entry, layout, begun, known.get(entry.number), clerk, complete)
        for entry in sorted(filled, key=lambda entry: entry.number)
    ]


def _prepared(
    entry: GameEntry, layout: Layout, begun: Mapping[int, int], before: GameSheet | None, clerk: Clerk, complete: bool
) -> GameSheet:
    home, away = layout.sides(entry.number)
    game = Game(
        series=layout.series,
        number=entry.number,
        home_id=home,
        away_id=away,
        status=_status(entry, complete),
        ending=Game.Ending.PLAYED_OUT if entry.ending == SUSPENDED else entry.ending,
        # a team of some other series did not concede this game; the check then asks who did
        conceded_by_id=entry.conceded_by if entry.ending == CONCEDED and entry.conceded_by in (home, away) else None,
        home_runs=_runs(entry.home_runs, entry.home_line),
        away_runs=_runs(entry.away_runs, entry.away_line),
        innings=entry.innings if entry.innings is not None else len(entry.away_line) or None,
        home_line=list(entry.home_line),
        away_line=list(entry.away_line),
        footnote=entry.footnote,
    )
    _carry_on(game, entry, before, begun)
    if entry.accept and clerk.team_id is None:
        game.accepted_by = clerk.name
    elif before is not None:
        game.accepted_by = before.game.accepted_by
    outings = _outings(entry, game, before, clerk)
    game.home_outs_batting = sum(outing.outs for outing in outings if outing.team_id == away)
    game.away_outs_batting = sum(outing.outs for outing in outings if outing.team_id == home)
    return GameSheet(game, outings)


def _status(entry: GameEntry, complete: bool) -> str:
    if entry.ending == SUSPENDED and not entry.never_suspended:
        return Game.Status.SUSPENDED
    return Game.Status.FINAL if complete else Game.Status.DRAFT


def _runs(typed: int | None, line: tuple[int, ...]) -> int | None:
    return typed if typed is not None or not line else sum(line)


def _carry_on(game: Game, entry: GameEntry, before: GameSheet | None, begun: Mapping[int, int]) -> None:
    """T33.0: note how many games each team had begun when its suspended game went on."""
    if before is None or game.status == Game.Status.SUSPENDED or was_never_suspended(game, entry, before):
        return
    if before.game.status == Game.Status.SUSPENDED and game.ending != NOT_FINISHED:
        game.home_resumed_after = begun.get(game.home_id, 0)
        game.away_resumed_after = begun.get(game.away_id, 0)
    else:
        game.home_resumed_after = before.game.home_resumed_after
        game.away_resumed_after = before.game.away_resumed_after


def _outings(entry: GameEntry, game: Game, before: GameSheet | None, clerk: Clerk) -> list[Outing]:
    outings, order = [], {game.home_id: 0, game.away_id: 0}
    for one in entry.outings:
        order[one.team_id] = order.get(one.team_id, 0) + 1
        was = before.outing_of(one.team_id, one.card_id) if before is not None else None
        outings.append(_outing(one, order[one.team_id], was, game, before, clerk))
    return outings


def _outing(
    one: OutingEntry, order: int, was: Outing | None, game: Game, before: GameSheet | None, clerk: Clerk
) -> Outing:
    outing = Outing(
        team_id=one.team_id,
        card_id=one.card_id,
        order=order,
        part=Outing.Part.START if one.starts else Outing.Part.RELIEF,
        outs=one.outs,
        extra_outs=one.extra_outs,
        runs=one.runs,
        injured=one.injured,
        footnote=one.footnote,
        outs_before_suspension=_outs_when_stopped(game, was, before),
    )
    if one.accept and one.footnote and clerk.may_accept_from(one.team_id):
        outing.accepted_by = clerk.name
    if was is not None and was.accepted_by and _work_of(was) == _work_of(outing):
        outing.accepted_by = was.accepted_by
        outing.footnote = one.footnote or was.footnote
    return outing


def _work_of(outing: Outing) -> tuple[str, int, int | None]:
    """What somebody accepted; when it changes, he is asked again."""
    return outing.part, outing.outs, outing.runs


def _outs_when_stopped(game: Game, was: Outing | None, before: GameSheet | None) -> int | None:
    if game.home_resumed_after is None or was is None or before is None:
        return None
    return was.outs if before.game.status == Game.Status.SUSPENDED else was.outs_before_suspension
