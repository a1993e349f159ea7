"""Calculate a tournament's odds: simulate games between its teams, then the rest of the tournament many times.

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
from rules_engine.baseball.simulation import Meetings, run_batches
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

FEW_GAMES: Final = 200  # fewer games finish before other processes have started
_SEED: Final = 7
_NICENESS: Final = 5  # pages on the same machine have priority
StoredScores = list[list[float]]  # away team, home team, both teams' runs, the home team's deserved share


def calculate_odds(odds: Odds) -> None:
    """Calculate and store the odds. Simulate the games between the teams only if they aren't stored yet."""
    tournament = odds.tournament
    try:
        with read_snapshot():
            rosters = rosters_of(tournament)
            games = games_of(rosters, odds.precision)
            input_digest = odds_input_digest(tournament, rosters, games)
        if odds.teams_as_drafted != input_digest and not _play_games(odds, rosters, games, input_digest):
            return
    except SeasonError as fault:
        report_failure(odds, str(fault))
        return
    with read_snapshot():
        as_of = newest_number(tournament.pk)
        remaining = rest_of_season(tournament)
    seasons = SEASONS * odds.precision**2
    started = monotonic()
    team_odds = simulate_rest(
        remaining,
        _group_by_pair(odds.scores),
        seasons,
        _SEED,
        lambda done: report(odds, seasons_done=done),
    )
    if team_odds is not None:
        odds.seasons = seasons
        odds.seasons_seconds = monotonic() - started
        _store(odds, team_odds, as_of)


def _store(odds: Odds, team_odds: list[TeamOdds], as_of: int) -> None:
    """Store the odds and log them, which updates every open page."""
    with writing(odds.tournament_id) as tournament:
        is_new = newest_number(tournament.pk) == as_of
        action = record_action(
            tournament=tournament,
            actor=PROGRAM,
            verb=Verb.WORK_OUT_ODDS,
            subject=f"tournament:{tournament.pk}",
            sentence=f"Odds calculated as of action {as_of}, from {odds.seasons} simulated seasons.",
        )
        report(
            odds,
            state=Odds.State.DONE,
            rests_on=action.pk if is_new else as_of,
            seasons=odds.seasons,
            seasons_seconds=odds.seasons_seconds,
            shares={str(odds_of_team.team): _shares(odds_of_team) for odds_of_team in team_odds},
            finished_at=timezone.now(),
        )


def _shares(odds_of_team: TeamOdds) -> list[float]:
    return [round(number, 4) for number in (*odds_of_team.advance, *odds_of_team.win)]


def _play_games(odds: Odds, rosters: Rosters, games: int, input_digest: str) -> bool:
    """Play every pairing and store the scores. If stopped, store nothing and return False."""
    plan = meetings_of(odds.tournament, rosters)
    started = monotonic()
    scores = _play_stretches(odds, plan, games)
    if scores is None:
        return False
    odds.scores, odds.teams_as_drafted = scores, input_digest
    return report(
        odds,
        games_done=games,
        games_wanted=games,
        games_seconds=monotonic() - started,
        scores=odds.scores,
        teams_as_drafted=input_digest,
    )


def _play_stretches(odds: Odds, plan: Meetings, games: int) -> StoredScores | None:
    """Return every game with the home team's deserved share, or None if the calculation was stopped."""
    workers = usable_cores() if games > FEW_GAMES else 1
    scores: list[PlayedGame] = []
    cards = CardsRead()
    stretches = run_batches(plan, games, read_games, workers, nice=_NICENESS)
    with _without_garbage_collection(), closing(stretches):
        for _, (stretch_scores, stretch_cards) in stretches:
            scores += stretch_scores
            cards.add_all(stretch_cards)
            gc.collect(1)  # collect only these games' objects
            if not report(odds, games_done=len(scores), games_wanted=games):
                return None
    rows: StoredScores = []
    for score, share in zip(scores, cards.deserved_home_wins(), strict=True):
        rows.append([int(score.away), int(score.home), score.away_runs, score.home_runs, round(share, 3)])
    return rows


@contextmanager
def _without_garbage_collection() -> Iterator[None]:
    """Turn off garbage collection, which uses a seventh of the time and finds almost nothing."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _group_by_pair(rows: Iterable[tuple[int, int, int, int, float]]) -> dict[Pair, list[Score]]:
    """Group scores by pair of teams. Each row has visitors, home team, both teams' runs and the deserved share."""
    pairs: dict[Pair, list[Score]] = defaultdict(list)
    for away, home, away_runs, home_runs, deserved in rows:
        if (home, away) in pairs:
            pairs[home, away].append(Score(home_runs, away_runs, deserved))
        else:
            pairs[away, home].append(Score(away_runs, home_runs, 1 - deserved))
    return pairs
