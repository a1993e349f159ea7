"""Calculate the odds of a tournament: simulate games between its teams, then the rest of the tournament many times.

This module loads numpy, so pages import `odds.py` instead.
"""

import gc
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from time import monotonic
from typing import Final

from django.utils import timezone

from core.read_snapshot import read_snapshot
from rules_engine.baseball.processes import usable_cores
from rules_engine.baseball.simulation import Meetings, in_stretches
from rules_engine.odds.deserved import CardsRead, PlayedGame, read_games
from rules_engine.odds.strengths import Pair, Score
from seasons.lahman import SeasonError
from tabletop.season_games import Rosters, games_of, meetings_of, odds_input_digest, rosters_of
from tournaments.action_log.events import newest_number
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import PROGRAM, record_action, writing
from tournaments.long_work import report, report_failure
from tournaments.models import Odds
from tournaments.models.odds import SEASONS
from tournaments.queries.rest_of_season import TeamOdds, rest_of_season, simulate_rest

_FEW_GAMES: Final = 200  # so few are over before other processes have started
_SEED: Final = 7
_NICE: Final = 5  # pages of the same machine come first
KeptScores = list[list[float]]  # away team, home team, runs of both, what the home team deserved


def work_out(odds: Odds) -> None:
    """Play the games between the teams unless they are stored, then the rest of the tournament, and store the odds."""
    tournament = odds.tournament
    try:
        with read_snapshot():
            rosters = rosters_of(tournament)
            games = games_of(rosters, odds.precision)
            drafted = odds_input_digest(tournament, rosters, games)
        if odds.teams_as_drafted != drafted and not _play(odds, rosters, games, drafted):
            return
    except SeasonError as fault:
        report_failure(odds, str(fault))
        return
    with read_snapshot():
        rests_on, rest = newest_number(tournament.pk), rest_of_season(tournament)
    started, seasons = monotonic(), SEASONS * odds.precision**2
    worked_out = simulate_rest(
        rest,
        _by_pair(odds.scores),
        seasons,
        _SEED,
        lambda done: report(odds, seasons_done=done),
    )
    if worked_out is not None:
        odds.seasons, odds.seasons_seconds = seasons, monotonic() - started
        _keep(odds, worked_out, rests_on)


def _keep(odds: Odds, worked_out: list[TeamOdds], rests_on: int) -> None:
    """Store the odds and log them, which updates every open page."""
    with writing(odds.tournament_id) as tournament:
        is_new = newest_number(tournament.pk) == rests_on
        act = record_action(
            tournament=tournament,
            actor=PROGRAM,
            verb=Verb.WORK_OUT_ODDS,
            subject=f"tournament:{tournament.pk}",
            sentence=f"The odds are worked out, as of number {rests_on}: {odds.seasons} seasons to their end.",
        )
        report(
            odds,
            state=Odds.State.DONE,
            rests_on=act.pk if is_new else rests_on,
            seasons=odds.seasons,
            seasons_seconds=odds.seasons_seconds,
            shares={str(each.team): _shares(each) for each in worked_out},
            finished_at=timezone.now(),
        )


def _shares(each: TeamOdds) -> list[float]:
    return [round(number, 4) for number in (*each.advance, *each.win)]


def _play(odds: Odds, rosters: Rosters, games: int, drafted: str) -> bool:
    """Play every pairing and store the scores. Return False, with nothing stored, if the work was stopped."""
    plan = meetings_of(odds.tournament, rosters)
    started = monotonic()
    scores = _scores(odds, plan, games)
    if scores is None:
        return False
    odds.scores, odds.teams_as_drafted = scores, drafted
    return report(
        odds,
        games_done=games,
        games_wanted=games,
        games_seconds=monotonic() - started,
        scores=odds.scores,
        teams_as_drafted=drafted,
    )


def _scores(odds: Odds, plan: Meetings, games: int) -> KeptScores | None:
    """Return every game with what the home team deserved of it; None if the work was stopped."""
    workers = usable_cores() if games > _FEW_GAMES else 1
    scores: list[PlayedGame] = []
    cards = CardsRead()
    with _little_waste_looked_for(), closing(in_stretches(plan, games, read_games, workers, nice=_NICE)) as stretches:
        for _, (of_stretch, cards_of_stretch) in stretches:
            scores += of_stretch
            cards.add_all(cards_of_stretch)
            gc.collect(1)  # of these games alone
            if not report(odds, games_done=len(scores), games_wanted=games):
                return None
    return [
        [int(score.away), int(score.home), score.away_runs, score.home_runs, round(share, 3)]
        for score, share in zip(scores, cards.deserved_at_home(), strict=True)
    ]


@contextmanager
def _little_waste_looked_for() -> Iterator[None]:
    """Turn off garbage collection, which takes a seventh of the time and finds almost nothing."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _by_pair(played: Iterable[tuple[int, int, int, int, float]]) -> dict[Pair, list[Score]]:
    """Group scores by pair of teams. Each row of `played` is visitors, home team, their runs and the deserved share."""
    pairs: dict[Pair, list[Score]] = defaultdict(list)
    for away, home, away_runs, home_runs, deserved in played:
        if (home, away) in pairs:
            pairs[home, away].append(Score(home_runs, away_runs, deserved))
        else:
            pairs[away, home].append(Score(away_runs, home_runs, 1 - deserved))
    return pairs
