"""Real seasons for systems whose cards are made by exact count."""

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from rules_engine.baseball.game import Game
from rules_engine.baseball.game_setup import Hand
from rules_engine.baseball.lineups import NoLineupError, propose_lineup
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.state import Side, start_game
from rules_engine.profile import Profile
from seasons import made_cards
from seasons.cached_cards import cache_path, cached_season
from seasons.exact_replay import ExactReplay, target_of
from seasons.lahman import SeasonError
from seasons.league_statistics import LEAGUES, read_statistics
from seasons.made_cards import SeasonCardSet, load_cards
from seasons.report import ReplayedLeague
from seasons.season_play import CardMakingResult, ClubSeries, ReplayPlan, SeasonPlay, StartProgress


class ExactSeasonPlay(SeasonPlay):
    """Seasons whose cards come from league totals, without replays."""

    def season(self, edition: str, source: str) -> SeasonCardSet:
        if source.isdecimal():
            return cached_season(self.system, int(source), edition, self.folder, self.show_message)
        return load_cards(self.system, Path(source))

    def has_cards(self, edition: str, year: int) -> bool:
        return cache_path(self.system, year, edition, self.folder).exists()

    def club_cards(self, season: SeasonCardSet, teams: Sequence[str]) -> str:
        cards = {player: season.cards[player] for team in teams for player in season.teams[team]}
        clubs = SeasonCardSet(cards, {team: season.teams[team] for team in teams})
        return made_cards.cards_document(self.system, clubs).decode()

    def read_club_cards(self, text: str) -> SeasonCardSet:
        document = json.loads(text)
        cards = {player: self.system.read_card(card) for player, card in document["cards"].items()}
        return SeasonCardSet(cards, document["teams"])

    def make(
        self,
        year: int,
        edition: str,
        games: int,
        workers: int,
        start_progress: StartProgress,
    ) -> CardMakingResult:
        season = made_cards.make_season(self.system, year, edition)
        document = made_cards.cards_document(self.system, season)
        return CardMakingResult(season, document, season.report, shortfalls=season.shortfalls)

    def setup(
        self, edition: Any, season: SeasonCardSet, players: Iterable[str], charts: Any, park: str, home: str
    ) -> Any:
        return self.system.setup(edition, season.cards, charts, park)

    def setups(
        self, edition: Any, season: SeasonCardSet, charts: Any, park: str, teams: Sequence[str]
    ) -> Mapping[str, Any]:
        """Return the same setup for every team."""
        setup = self.system.setup(edition, season.cards, charts, park)
        return dict.fromkeys(teams, setup)

    def staff(self, setup: Any, season: SeasonCardSet, team: str) -> list[str]:
        """Return all of a team's pitchers, most starts first."""
        return [player for player in season.teams.get(team, ()) if setup.is_pitcher(player)]

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
        available = []
        for player in season.teams[team]:
            if player not in setup.absent or not setup.is_hitter(player):
                available.append(player)
        # two-way players come first, because they play regularly
        available.sort(key=lambda player: not (setup.is_pitcher(player) and setup.is_hitter(player)))
        try:
            return propose_lineup(setup, available, pitcher, hitter=hitter, without=without, against=against)
        except NoLineupError as error:
            raise SeasonError(f"{team} can't field a lineup: {error}") from None

    def bench_order(
        self, season: SeasonCardSet, codes: Iterable[str], may_start: Callable[[str], bool]
    ) -> Sequence[str]:
        """Return the cards, with players who may start first."""
        return sorted(codes, key=lambda code: not may_start(code))

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
        return ExactClubSeries(self, setup, season, teams, hitter=hitter)

    def replays(
        self, plan: ReplayPlan, charts: Any, start_progress: StartProgress
    ) -> Iterator[tuple[ReplayedLeague, str]]:
        season = self.season(plan.edition, str(plan.cards or plan.year))
        statistics = read_statistics(plan.year)
        edition = self.system.edition(plan.edition)
        for name in LEAGUES:
            league = statistics.of_league(name)
            teams = {}
            for team in league.teams:
                teams[team] = [player for player in season.teams[team] if player in season.cards]
            setup = self.system.setup(edition, season.cards, charts)
            games = plan.games_of(target_of(league).games)
            replay = ExactReplay(self.system, setup, league, teams)
            replayed = replay.play(games, plan.seed, start_progress(f"Replaying the {name}", games))
            yield replayed, f"Injured or unrested players missed {replay.absences} games."


class ExactClubSeries:
    """A series with the system's carryover. `absences` counts each club's missed player games."""

    def __init__(
        self,
        play: ExactSeasonPlay,
        setup: Any,
        season: SeasonCardSet,
        teams: tuple[str, str],
        *,
        hitter: bool,
    ) -> None:
        self.play = play
        self.setup = setup
        self.season = season
        self.teams = teams
        self.hitter = hitter
        self.absences = [0, 0]
        self.carryovers: list[Mapping[str, Any] | None] = [None, None]

    def next_game(self, number: int) -> Game[Any, Any]:
        self.play.system.bring(self.setup, self.carryovers[0], self.carryovers[1])
        away, home = (self._side(team, number) for team in self.teams)
        for index, team in enumerate(self.teams):
            self.absences[index] += sum(player in self.setup.absent for player in self.season.teams[team])
        return Game(self.setup, GameLog(start_game(away, home)))

    def _side(self, team: str, number: int) -> Side:
        return self.play.club_side(self.setup, self.season, team, hitter=self.hitter, turn=number)

    def record_game(self, game: Game[Any, Any]) -> None:
        self.carryovers = [self.play.system.carried(self.carryovers[index], game, index) for index in (0, 1)]

    def notes(self) -> Sequence[str]:
        return [
            f"{team}: injured or unrested players missed {absences} games."
            for team, absences in zip(self.teams, self.absences, strict=True)
        ]
