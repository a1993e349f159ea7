"""Enter a game played at the terminal in its series, with the line score and pitching lines."""

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
from games.scoresheet.sheet import SaveMode, Scoresheet, read_entries
from rules_engine.baseball.box_score import Pitching, TeamBox, box_score
from rules_engine.baseball.situations import is_midgame
from rules_engine.baseball.substitutions import STAND_IN
from rules_engine.eligibility.game_ending import counted_runs
from rules_engine.eligibility.position_players import NoPitcherReason
from tabletop.drafted_lineups import card_code
from tabletop.prepared_games import PreparedGame
from tabletop.queries.drafted_game import NextGame, next_game, series_of, usages_before
from tabletop.refusals import GameEntryRefusal
from tournaments.action_log.writing import Actor
from tournaments.models import Team

_ENDINGS = {
    "full": "played_out",
    "walk_off": "played_out",
    "mercy": "mercy",
    "suspended": SUSPENDED,
    "conceded": CONCEDED,
}


class EnteredGame(NamedTuple):
    """The saved results and the game's number in its series."""

    saved: SaveResult
    number: int


def enter_played_game(series_id: int, prepared: PreparedGame, actor: Actor) -> EnteredGame:
    """Enter a game as the next one in its series, or as the rest of the suspended one (T33.0).

    The game is checked like other results. If an error is raised, nothing is saved.

    Raises:
        NoDraftedGameError: The series has no game to play.
        Refused: It is the wrong game.
        Violations: The game breaks rules.
    """
    if is_midgame(prepared.game.log.start):
        raise Refused(GameEntryRefusal.STARTED_IN_THE_MIDDLE)
    series = series_of(series_id)
    stored = stored_games(series)
    number, away, home = _suspended_game(stored, prepared) or next_game(series, usages_before(series))
    if prepared.saved.teams != (away.name, home.name):
        visitors, hosts = prepared.saved.teams
        raise Refused(
            GameEntryRefusal.OTHER_TEAMS,
            visitors=visitors,
            hosts=hosts,
            game=number,
            away=away.name,
            home=home.name,
        )
    entry = _entry_of(prepared, number, (away, home))
    entries_by_number = {sheet.game.number: entry_from_sheet(sheet) for sheet in stored}
    for earlier in entries_by_number.values():
        if _same_game(earlier, entry):
            raise Refused(GameEntryRefusal.ALREADY_ENTERED, game=earlier.number)
    games = tuple((entries_by_number | {number: entry}).values())
    sheet = Scoresheet(SubmittedBy(actor), read_entries(games), SaveMode.FINAL, home.pk if number == 1 else None)
    saved = save_series_results(series=series, sheet=sheet, version=series.version)
    return EnteredGame(saved, number)


def _suspended_game(stored: Sequence[GameSheet], prepared: PreparedGame) -> NextGame | None:
    """Return the suspended game that this game resumes (T33.0), or None."""
    away_line = prepared.game.state.halves[::2]
    home_line = prepared.game.state.halves[1::2]
    for game in (sheet.game for sheet in stored if sheet.game.status == Game.Status.SUSPENDED):
        if prepared.saved.teams != (game.away.name, game.home.name):
            continue
        if _continues(away_line, game.away_line) and _continues(home_line, game.home_line):
            return NextGame(game.number, game.away, game.home)
    return None


def _continues(line: Sequence[int], before: Sequence[int]) -> bool:
    """Return whether a line score continues an earlier one, whose last inning can be unfinished."""
    complete = list(before[:-1])
    return list(line[: len(complete)]) == complete and len(line) >= len(before)


def _entry_of(prepared: PreparedGame, number: int, teams: tuple[Team, Team]) -> GameEntry:
    state = prepared.game.state
    if state.ending not in _ENDINGS:
        raise Refused(GameEntryRefusal.NOT_OVER)
    boxes = box_score(prepared.game.log.in_force()).teams
    conceding = _conceding_team(prepared)
    away_runs, home_runs = _counted_runs(prepared, conceding)
    outings: list[OutingEntry] = []
    for index, box in enumerate(boxes):
        outings += _pitching_entries(prepared, teams[index], box, index)
    carryover: dict[str, Any] = {}
    if state.ending != SUSPENDED:  # a suspended game has no carryover until it is finished
        carryover = {"away": prepared.carryover(0), "home": prepared.carryover(1)}
    stored_box = {
        "away": _stored_box(prepared, boxes[0]),
        "home": _stored_box(prepared, boxes[1]),
        "chances": _chances(prepared),
    }
    return GameEntry(
        number=number,
        home_runs=home_runs,
        away_runs=away_runs,
        conceded_by=None if conceding is None else teams[conceding].pk,
        innings=state.inning,
        ending=_ENDINGS[state.ending],
        home_line=state.halves[1::2],
        away_line=state.halves[::2],
        outings=tuple(outings),
        carried=carryover,
        box=stored_box,
    )


def _chances(prepared: PreparedGame) -> list[dict[str, Any]]:
    """Return every play with the home team's win probability. This takes seconds, so the result is stored."""
    from rules_engine.odds.win_chances import chances_of, moments_of  # noqa: PLC0415 - loads numpy, which is slow

    moments = moments_of(prepared.game, chances_of(prepared.game), prepared.names)
    return [moment.to_document() for moment in moments]


def _stored_box(prepared: PreparedGame, box: TeamBox) -> dict[str, Any]:
    """Return the batting and pitching lines in stored form: name, card code and counts, without zeros."""
    return {
        "batting": [_stored_line(prepared, asdict(line)) for line in box.batting.values()],
        "pitching": [_stored_line(prepared, asdict(line)) for line in box.pitching.values()],
    }


def _stored_line(prepared: PreparedGame, line: dict[str, Any]) -> dict[str, Any]:
    player = line.pop("player")
    names = {"name": prepared.names.get(player, player), "code": card_code(player)}
    return names | {count: value for count, value in line.items() if value}


def _conceding_team(prepared: PreparedGame) -> int | None:
    """Return the team that conceded (T0.05): 0 for the visitors, 1 for the home team. It is the trailing team."""
    state = prepared.game.state
    if state.ending != "conceded":
        return None
    if state.score[0] == state.score[1]:
        raise Refused(GameEntryRefusal.CONCEDED_WHEN_TIED)
    return int(state.score[1] < state.score[0])


def _counted_runs(prepared: PreparedGame, conceding: int | None) -> tuple[int, int]:
    """Return the visitors' and the home team's runs. In a conceded game, the winner's runs are raised (T0.05)."""
    score = prepared.game.state.score
    if conceding is None or prepared.profile is None:
        return score
    return counted_runs(score, prepared.profile)


def _pitching_entries(prepared: PreparedGame, team: Team, box: TeamBox, index: int) -> Iterator[OutingEntry]:
    """Yield each pitcher's outs, extra outs from double plays, and injuries to starters (T10.2, T31.1, T27.52).

    A game can stop before a team has taken the field. Its starter is still included.

    Args:
        index: 0 for the visitors, 1 for the home team.
    """
    picks = Pick.objects.filter(team=team, card__isnull=False)
    cards = dict(picks.values_list("card__code", "card_id"))
    hitters = set(picks.filter(card__is_pitcher=False).values_list("card_id", flat=True))
    starter_only = [Pitching(prepared.game.state.sides[index].pitcher)]
    for position, line in enumerate(box.pitching.values() or starter_only):
        card = cards.get(card_code(line.player))
        is_stand_in = line.player.startswith(STAND_IN)
        if is_stand_in:
            card = stand_in_card(team.pk)
        if card is None:
            name = prepared.names.get(line.player, line.player)
            raise Refused(GameEntryRefusal.PITCHER_NOT_ON_ROSTER, player=name, team=team.name)
        relief_left = prepared.saved.relief.get(line.player)
        is_starter = position == 0
        extra_outs = 0
        if not (is_starter or is_stand_in) and relief_left is not None:
            extra_outs = max(0, line.outs - relief_left.outs)
        is_injured = is_starter and line.player in prepared.game.tracker.injured
        # at the terminal, a position player pitches only if no pitcher is left
        no_pitcher_reason = NoPitcherReason.USED_UP if is_stand_in or card in hitters else ""
        yield OutingEntry(
            team.pk,
            card,
            line.outs,
            is_starter,
            line.runs,
            extra_outs=extra_outs,
            injured=is_injured,
            for_want_of=no_pitcher_reason,
        )


def _same_game(first: GameEntry, second: GameEntry) -> bool:
    lines = (first.home_line, first.away_line) == (second.home_line, second.away_line)
    return lines and _pitching_of(first.outings) == _pitching_of(second.outings)


def _pitching_of(outings: Sequence[OutingEntry]) -> set[tuple[int, int, bool]]:
    return {(outing.card_id, outing.outs, outing.starts) for outing in outings}
