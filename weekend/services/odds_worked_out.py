"""The odds of a tournament worked out by a worker: its teams play each other, then the rest of it, many times.

It brings numpy, for which no page waits: `odds.py` holds what pages ask.
"""

import gc
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Final

from django.utils import timezone

from rules_engine.baseball.simulation import Meetings, PlayedAtOnce, Stretch, played
from rules_engine.odds.deserved import CardsRead
from rules_engine.odds.strengths import Pair, Score
from seasons.lahman import SeasonError
from tournaments.action_log.events import newest_number
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import PROGRAM, record_action, writing
from tournaments.long_work import report, report_failure
from tournaments.models import Odds
from tournaments.queries.rest_of_season import TeamOdds, play_the_rest, rest_of_season
from weekend.season_games import Rosters, as_drafted, games_of, meetings_of, rosters_of

SEASONS: Final = 1_000
_REPORT_EVERY: Final = 40  # games played one by one
_SEED: Final = 7
KeptScores = list[list[float]]  # visitors, home team, the runs of both, what the home team deserved


class _StoppedError(Exception):
    """Somebody has stopped the work, or taken it over."""


def work_out(odds: Odds) -> None:
    """Play the teams against each other where that is not done, then the rest of the tournament, and keep it."""
    tournament = odds.tournament
    try:
        rosters = rosters_of(tournament)
        drafted = as_drafted(tournament, rosters)
        if odds.teams_as_drafted != drafted and not _play(odds, rosters, drafted):
            return
    except SeasonError as fault:
        report_failure(odds, str(fault))
        return
    rests_on = newest_number(tournament.pk)  # before the rest is read: better too old than too new
    worked_out = play_the_rest(
        rest_of_season(tournament),
        _by_pair(odds.scores),
        SEASONS,
        _SEED,
        lambda done: report(odds, seasons_done=done),
    )
    if worked_out is not None:
        _keep(odds, worked_out, rests_on)


def _keep(odds: Odds, worked_out: list[TeamOdds], rests_on: int) -> None:
    """The odds and their line in the log, by which every open page hears of them."""
    with writing(odds.tournament_id) as tournament:
        is_new = newest_number(tournament.pk) == rests_on
        act = record_action(
            tournament=tournament,
            actor=PROGRAM,
            verb=Verb.WORK_OUT_ODDS,
            subject=f"tournament:{tournament.pk}",
            sentence=f"The odds are worked out, as of number {rests_on}: {SEASONS} seasons to their end.",
        )
        report(
            odds,
            state=Odds.State.DONE,
            rests_on=act.pk if is_new else rests_on,
            seasons=SEASONS,
            shares={str(each.team): _shares(each) for each in worked_out},
            finished_at=timezone.now(),
        )


def _shares(each: TeamOdds) -> list[float]:
    return [round(number, 4) for number in (*each.advance, *each.win)]


def _play(odds: Odds, rosters: Rosters, drafted: str) -> bool:
    """Every pairing. False where the work was stopped or taken over; what was played is kept once all is."""
    plan = meetings_of(odds.tournament, rosters)
    at_once = PlayedAtOnce(plan)
    wanted = games_of(rosters, at_once=bool(at_once))
    scores = _at_once(odds, at_once, wanted) if at_once else _played_singly(odds, plan, wanted)
    if scores is None:
        return False
    odds.scores, odds.teams_as_drafted = scores, drafted
    return report(odds, games_done=wanted, games_wanted=wanted, scores=odds.scores, teams_as_drafted=drafted)


def _at_once(odds: Odds, games: PlayedAtOnce, wanted: int) -> KeptScores | None:
    """None where the work was stopped."""

    def tell(done: int) -> None:
        if not report(odds, games_done=done, games_wanted=wanted):
            raise _StoppedError

    try:
        with _little_waste_looked_for():
            return [
                [int(away), int(home), visitors, hosts, float(hosts > visitors)]
                for (away, home), (visitors, hosts) in games.scores(wanted, tell)
            ]
    except _StoppedError:
        return None


def _played_singly(odds: Odds, plan: Meetings, wanted: int) -> KeptScores | None:
    """The same, with what the home teams deserved of their games."""
    scores: list[list[int]] = []
    cards = CardsRead()
    with _little_waste_looked_for():
        for (away, home), game in played(plan, Stretch(0, wanted)):
            scores.append([int(away), int(home), *game.state.score])
            cards.add(game)
            if len(scores) % _REPORT_EVERY == 0:
                gc.collect(1)  # of these games alone
                if not report(odds, games_done=len(scores), games_wanted=wanted):
                    return None
    return [[*score, round(share, 3)] for score, share in zip(scores, cards.deserved_at_home(), strict=True)]


@contextmanager
def _little_waste_looked_for() -> Iterator[None]:
    """Games leave hardly any, and to look through all cards and throws for it takes a seventh of the time."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _by_pair(played: Iterable[tuple[int, int, int, int, float]]) -> dict[Pair, list[Score]]:
    """`played` as it is kept: visitors, home team, the runs of both, what the home team deserved."""
    pairs: dict[Pair, list[Score]] = defaultdict(list)
    for away, home, away_runs, home_runs, deserved in played:
        if (home, away) in pairs:
            pairs[home, away].append(Score(home_runs, away_runs, deserved))
        else:
            pairs[away, home].append(Score(away_runs, home_runs, 1 - deserved))
    return pairs
