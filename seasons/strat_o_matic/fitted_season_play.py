"""Real seasons for Strat-O-Matic: cards fitted by replays, and clubs with the habits of their league's managers."""

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from rules_engine.baseball.game import Game
from rules_engine.baseball.game_input import RandomInput
from rules_engine.baseball.game_setup import Hand
from rules_engine.baseball.state import Side
from rules_engine.baseball.system_types import Counted
from rules_engine.profile import Profile
from seasons.lahman import SeasonError
from seasons.league_statistics import LEAGUES
from seasons.made_cards import SeasonCardSet
from seasons.report import ReplayedLeague
from seasons.season_play import (
    CardMakingResult,
    ClubSeries,
    ClubShootout,
    ReplayPlan,
    SeasonPlay,
    StartProgress,
    check_team,
)
from seasons.strat_o_matic.cached_cards import cache_path, cached_season
from seasons.strat_o_matic.fit import GAMES, fit_league, league_from_cards, lines_at_bounds, target_of
from seasons.strat_o_matic.league_cards import LeagueCards, make_league
from seasons.strat_o_matic.lineups import has_starter_rating, rated_starters, side_with_pitcher
from seasons.strat_o_matic.replay import replay_league
from seasons.strat_o_matic.rested_teams import rested_game, rested_teams
from seasons.strat_o_matic.season_cards import (
    SeasonCards,
    cards_document,
    clubs_only,
    combine_leagues,
    combined_report,
    load_cards,
    read_cards,
)
from seasons.strat_o_matic.setups import setup_at, setups_by_home
from seasons.strat_o_matic.shootouts import play_shootout


class FittedSeasonPlay(SeasonPlay):
    """Seasons whose cards are fitted by replays. Their card sets are SeasonCards instances."""

    fit_games: ClassVar[int] = GAMES
    has_shootout: ClassVar[bool] = True

    def season(self, edition: str, source: str) -> SeasonCardSet:
        """Return the cards for a year or from a file. They work with every ruleset."""
        if source.isdecimal():
            return cached_season(
                int(source), self.folder, self.show_message, may_start_processes=self.may_start_processes
            )
        return load_cards(Path(source))

    def has_cards(self, edition: str, year: int) -> bool:
        return cache_path(year, self.folder).exists()

    def club_cards(self, season: SeasonCardSet, teams: Sequence[str]) -> str:
        return cards_document(clubs_only(_with_habits(season), teams)).decode()

    def read_club_cards(self, text: str) -> SeasonCardSet:
        return read_cards(json.loads(text))

    def make(
        self,
        year: int,
        edition: str,
        games: int,
        workers: int,
        start_progress: StartProgress,
    ) -> CardMakingResult:
        leagues = []
        notes = []
        for name in LEAGUES:
            on_progress = start_progress(name, games)
            if games:
                made = fit_league(year, name, games, workers=workers, on_progress=on_progress)
            else:
                made = make_league(year, name)
            leagues.append(made)
            if lines := lines_at_bounds(made):
                notes.append(f"{made.name}: {', '.join(lines)} can't get closer within the limits of the cards.")
        season = combine_leagues(leagues)
        report = [Counted(*line) for line in combined_report(leagues)]
        return CardMakingResult(season, cards_document(season), report, notes)

    def setup(
        self, edition: Any, season: SeasonCardSet, players: Iterable[str], charts: Any, park: str, home: str
    ) -> Any:
        cards = {player: season.cards[player] for player in players}
        return setup_at(edition, _with_habits(season), cards, park, home)

    def setups(
        self, edition: Any, season: SeasonCardSet, charts: Any, park: str, teams: Sequence[str]
    ) -> Mapping[str, Any]:
        for team in teams:
            check_team(season, team)
        return setups_by_home(edition, _with_habits(season), park, teams)

    def staff(self, setup: Any, season: SeasonCardSet, team: str) -> list[str]:
        if team not in season.teams:
            return []
        return rated_starters(_with_habits(season), team)

    def side(
        self,
        setup: Any,
        season: SeasonCardSet,
        team: str,
        pitcher: str,
        *,
        hitter: bool = False,
        without: Collection[str] = (),
        against: Hand | None = None,
    ) -> Side:
        available = [player for player in season.teams[team] if player not in setup.absent]
        season = replace(_with_habits(season), teams={**season.teams, team: available})
        return side_with_pitcher(season, team, pitcher, without=without, has_hitter=hitter, against=against)

    def bench_order(
        self, season: SeasonCardSet, codes: Iterable[str], may_start: Callable[[str], bool]
    ) -> Sequence[str]:
        """Return the cards with relievers before starters, the order in which a bench is used."""
        season_cards = _with_habits(season)
        return sorted(codes, key=lambda code: has_starter_rating(season_cards, code))

    def club_series(
        self,
        setup: Any,
        season: SeasonCardSet,
        teams: tuple[str, str],
        *,
        hitter: bool,
        profile: Profile | None,
        seed: int,
    ) -> ClubSeries:
        if hitter:
            raise SeasonError("--dh can't be used with --rest, which rests the nine fielders")
        return RestedClubSeries(setup, _with_habits(season), teams, profile, seed)

    def replays(
        self, plan: ReplayPlan, charts: Any, start_progress: StartProgress
    ) -> Iterator[tuple[ReplayedLeague, str]]:
        for made in [self._league_to_replay(name, plan, start_progress) for name in LEAGUES]:
            target = target_of(made)
            games = plan.games_of(target.games)
            counts = replay_league(
                made,
                games,
                plan.seed,
                edition=plan.edition,
                workers=plan.workers,
                on_progress=start_progress(f"Replaying the {made.name}", games),
            )
            yield ReplayedLeague(target, made.statistics, counts), ""

    def _league_to_replay(self, name: str, plan: ReplayPlan, start_progress: StartProgress) -> LeagueCards:
        if plan.cards:
            return league_from_cards(plan.year, name, load_cards(plan.cards))
        on_progress = start_progress(f"Making the cards for the {name}", plan.fit_games)
        return fit_league(plan.year, name, plan.fit_games, workers=plan.workers, on_progress=on_progress)

    def shootout(
        self, year: int, teams: tuple[str, str], seed: int, parks: tuple[str, str] | None = None
    ) -> ClubShootout:
        return play_shootout(year, teams, seed, parks)


class RestedClubSeries:
    """A series with rest and injuries carried over, in which batters rest too (25.1, 26.2, 27.5)."""

    def __init__(
        self, setup: Any, season: SeasonCards, teams: tuple[str, str], profile: Profile | None, seed: int
    ) -> None:
        self.setup = setup
        self.dice = RandomInput(seed)
        self.clubs = rested_teams(setup, season, teams, profile)

    def next_game(self, number: int) -> Game[Any, Any]:
        return rested_game(self.setup, self.clubs, self.dice)

    def record_game(self, game: Game[Any, Any]) -> None:
        for index, club in enumerate(self.clubs):
            club.carryover.after(game.log, index, game.tracker)

    def notes(self) -> Sequence[str]:
        notes = []
        for club in self.clubs:
            starts = f"{club.starts_out_of_turn} starts out of turn, {club.unrested_starts} without rest"
            notes.append(f"{club.team}: {starts}; injured players missed {club.games_missed} games.")
        return notes


def _with_habits(season: SeasonCardSet) -> SeasonCards:
    if not isinstance(season, SeasonCards):
        raise TypeError("these cards are for another system")
    return season
