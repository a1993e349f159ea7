"""Enter a game played at the terminal into its series, with line score and pitching lines."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any, NamedTuple

from core.errors import Refused
from drafts.models import Pick
from games.models import Game
from games.queries.usage_rows import stand_in_card
from games.scoresheet.entries import CONCEDED, SUSPENDED, GameEntry, OutingEntry, SubmittedBy
from games.scoresheet.rows import GameSheet, entry_from_sheet, stored_games
from games.scoresheet.save import SaveResult, save_series_results
from games.scoresheet.sheet import SaveMode, Scoresheet, ready
from rules_engine.baseball.box_score import Pitching, TeamBox, box_score
from rules_engine.baseball.situations import begins_in_the_middle
from rules_engine.baseball.substitutions import STAND_IN
from rules_engine.eligibility.game_ending import conceded_score
from rules_engine.eligibility.position_players import NoPitcherReason
from rules_engine.odds.win_chances import chances_of, moments_of
from tabletop.drafted_lineups import TWIN
from tabletop.queries.drafted_game import NextGame, next_game, series_of, usages_before
from tabletop.table_game import TableGame
from tournaments.action_log.writing import Actor
from tournaments.models import Team

_ENDINGS = {
    "full": "played_out",
    "walk_off": "played_out",
    "mercy": "mercy",
    "suspended": SUSPENDED,
    "conceded": CONCEDED,
}


class Entered(NamedTuple):
    """The saved results and the number of the game in its series."""

    saved: SaveResult
    number: int


def enter_played_game(series_id: int, table: TableGame, actor: Actor) -> Entered:
    """The series with this game as its next one, or as the suspended one that it goes on with (T33.0).

    It is checked like any other results. Raises NoDraftedGameError where the series has no game to play, Refused for a
    game that is not that one, and Violations for what breaks a rule; nothing is changed then.
    """
    if begins_in_the_middle(table.game.log.start):
        raise Refused("This game began in the middle (--situation); a game of a series begins with its first pitch.")
    series = series_of(series_id)
    stored = stored_games(series)
    number, away, home = _suspended(stored, table) or next_game(series, usages_before(series))
    if table.saved.teams != (away.name, home.name):
        visitors, hosts = table.saved.teams
        raise Refused(f"This was {visitors} at {hosts}; game {number} of the series is {away} at {home}.")
    played = _entry(table, number, (away, home))
    known = {sheet.game.number: entry_from_sheet(sheet) for sheet in stored}
    if again := next((one for one in known.values() if _same_game(one, played)), None):
        raise Refused(f"This game is in already: it is game {again.number} of the series.")
    games = tuple((known | {number: played}).values())
    sheet = Scoresheet(SubmittedBy(actor), ready(games), SaveMode.FINAL, home.pk if number == 1 else None)
    saved = save_series_results(series=series, sheet=sheet, version=series.version)
    return Entered(saved, number)


def _suspended(stored: Sequence[GameSheet], table: TableGame) -> NextGame | None:
    """Return the suspended game that this game resumes (T33.0), or None."""
    lines = table.game.state.halves[::2], table.game.state.halves[1::2]
    for game in (sheet.game for sheet in stored if sheet.game.status == Game.Status.SUSPENDED):
        teams = table.saved.teams == (game.away.name, game.home.name)
        if teams and all(map(_begins_with, lines, (game.away_line, game.home_line))):
            return NextGame(game.number, game.away, game.home)
    return None


def _begins_with(line: Sequence[int], before: Sequence[int]) -> bool:
    """Check whether a line score continues another, whose last inning may be unfinished."""
    whole = list(before[:-1])
    return list(line[: len(whole)]) == whole and len(line) >= len(before)


def _entry(table: TableGame, number: int, teams: tuple[Team, Team]) -> GameEntry:
    state, log = table.game.state, table.game.log
    if state.ending not in _ENDINGS:
        raise Refused("This game is not over: go on with it by play --resume.")
    boxes = box_score(log.in_force()).teams
    conceding = _conceding(table)
    away_runs, home_runs = _runs_that_count(table, conceding)
    return GameEntry(
        number=number,
        home_runs=home_runs,
        away_runs=away_runs,
        conceded_by=None if conceding is None else teams[conceding].pk,
        innings=state.inning,
        ending=_ENDINGS[state.ending],
        home_line=state.halves[1::2],
        away_line=state.halves[::2],
        outings=tuple(outing for n, box in enumerate(boxes) for outing in _outings(table, teams[n], box, n)),
        # a suspended game goes on, and its teams take nothing from it yet
        carried={}
        if state.ending == SUSPENDED
        else {side: table.carried(n) for n, side in enumerate(("away", "home"))},
        box={
            **{side: _box_of(table, box) for side, box in zip(("away", "home"), boxes, strict=True)},
            "chances": _chances(table),
        },
    )


def _chances(table: TableGame) -> list[dict[str, Any]]:
    """Return every play with the home team's chance to win. This takes seconds, so the result is stored."""
    moments = moments_of(table.game, chances_of(table.game), table.names)
    return [moment._asdict() | {"home": round(moment.home, 4)} for moment in moments]


def _box_of(table: TableGame, box: TeamBox) -> dict[str, Any]:
    """Return the batting and pitching lines of a team as stored: by name, without zeros."""
    return {
        "batting": [_line_of(table, asdict(line)) for line in box.batting.values()],
        "pitching": [_line_of(table, asdict(line)) for line in box.pitching.values()],
    }


def _line_of(table: TableGame, line: dict[str, Any]) -> dict[str, Any]:
    player = line.pop("player")
    return {"name": table.names.get(player, player)} | {count: value for count, value in line.items() if value}


def _conceding(table: TableGame) -> int | None:
    """Return the team that conceded (T0.05): 0 for the visitors, 1 for the home team. It is the team behind."""
    state = table.game.state
    if state.ending != "conceded":
        return None
    if state.score[0] == state.score[1]:
        raise Refused("This game was conceded while it was tied: enter it by hand, for its file does not say by whom.")
    return int(state.score[1] < state.score[0])


def _runs_that_count(table: TableGame, conceding: int | None) -> tuple[int, int]:
    """Return the runs of visitors and home team. In a conceded game, the winner's runs are raised (T0.05)."""
    score = table.game.state.score
    if conceding is None or table.profile is None:
        return score
    counts = conceded_score(score[1 - conceding], score[conceding], table.profile)
    return (counts.conceding, counts.victor) if conceding == 0 else (counts.victor, counts.conceding)


def _outings(table: TableGame, team: Team, box: TeamBox, number: int) -> Iterator[OutingEntry]:
    """T10.2, T31.1, T27.52: each pitcher's outs, those beyond his allowance with a double play, a starter hurt.

    `number`: 0 for the visitors, 1 for the home team.
    A game may stop before a team has taken the field; its starter was in it all the same.
    """
    picks = Pick.objects.filter(team=team, card__isnull=False)
    cards = dict(picks.values_list("card__code", "card_id"))
    hitters = set(picks.filter(card__is_pitcher=False).values_list("card_id", flat=True))
    waiting = [Pitching(table.game.state.sides[number].pitcher)]
    for place, line in enumerate(box.pitching.values() or waiting):
        card = cards.get(line.player.removesuffix(TWIN))
        is_stand_in = line.player.startswith(STAND_IN)
        if is_stand_in:
            card = stand_in_card(team.pk)
        if card is None:
            name = table.names.get(line.player, line.player)
            raise Refused(f"{name} pitched for {team} and is not on its roster any more: enter this game by hand.")
        allowance = table.saved.relief.get(line.player)
        starts = place == 0
        over = 0 if starts or allowance is None or is_stand_in else max(0, line.outs - allowance.outs)
        hurt = starts and line.player in table.game.tracker.hurt
        # at the table a position player pitches only where no pitcher is left
        want = NoPitcherReason.USED_UP if is_stand_in or card in hitters else ""
        yield OutingEntry(team.pk, card, line.outs, starts, line.runs, extra_outs=over, injured=hurt, for_want_of=want)


def _same_game(first: GameEntry, second: GameEntry) -> bool:
    return _work(first.outings) == _work(second.outings) and (first.home_line, first.away_line) == (
        second.home_line,
        second.away_line,
    )


def _work(outings: Sequence[OutingEntry]) -> set[tuple[int, int, bool]]:
    return {(outing.card_id, outing.outs, outing.starts) for outing in outings}
