"""Real seasons under the systems whose cards are made by exact count: by their Protocol alone."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from rules_engine.baseball.game import Game
from rules_engine.baseball.lineups import NoLineupError, proposed_side
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.state import Side, start_game
from rules_engine.profile import Profile
from seasons import made_cards
from seasons.counted_replay import CountedReplay, target_of
from seasons.kept_files import cached_season
from seasons.lahman import SeasonError
from seasons.league_statistics import LEAGUES, read_statistics
from seasons.made_cards import SeasonOfCards, load_cards
from seasons.report import ReplayedLeague
from seasons.season_play import Days, MadeSeason, Progress, ReplayPlan, SeasonPlay


class CountedPlay(SeasonPlay):
    """Cards come from a league's totals, and nothing is fitted to any games."""

    def season(self, edition: str, source: str) -> SeasonOfCards:
        if source.isdecimal():
            return cached_season(self.system, int(source), edition, self.folder, self.on_progress)
        return load_cards(self.system, Path(source))

    def make(self, year: int, edition: str, games: int, workers: int, progress: Progress) -> MadeSeason:
        season = made_cards.make_season(self.system, year, edition)
        document = made_cards.cards_document(self.system, season)
        return MadeSeason(season, document, season.report, short=season.short)

    def setup(
        self, edition: Any, season: SeasonOfCards, players: Iterable[str], charts: Any, park: str, home: str
    ) -> Any:
        return self.system.setup(edition, season.cards, charts, park)

    def setups(
        self, edition: Any, season: SeasonOfCards, charts: Any, park: str, teams: Sequence[str]
    ) -> Mapping[str, Any]:
        """One for all of them."""
        return dict.fromkeys(teams, self.system.setup(edition, season.cards, charts, park))

    def staff(self, setup: Any, season: SeasonOfCards, team: str) -> list[str]:
        """All its pitchers: who started most in that season comes first."""
        return [man for man in season.teams.get(team, ()) if setup.is_pitcher(man)]

    def side(
        self,
        setup: Any,
        season: SeasonOfCards,
        team: str,
        pitcher: str,
        *,
        hitter: bool = False,
        without: Collection[str] = (),
    ) -> Side:
        fit = [man for man in season.teams[team] if man not in setup.absent or not setup.is_hitter(man)]
        fit.sort(key=lambda man: not (setup.is_pitcher(man) and setup.is_hitter(man)))  # a two-way player is a regular
        try:
            return proposed_side(setup, fit, pitcher, hitter=hitter, without=without)
        except NoLineupError as fault:
            raise SeasonError(f"{team} cannot take the field: {fault}") from None

    def drafted_order(
        self, season: SeasonOfCards, codes: Iterable[str], may_start: Callable[[str], bool]
    ) -> Sequence[str]:
        """Who may start comes before who may not."""
        return sorted(codes, key=lambda code: not may_start(code))

    def days(
        self,
        setup: Any,
        season: SeasonOfCards,
        teams: tuple[str, str],
        *,
        hitter: bool,
        profile: Profile | None,
        seed: int,
    ) -> Days:
        return CountedDays(self, setup, season, teams, hitter=hitter)

    def replays(self, replay: ReplayPlan, charts: Any, progress: Progress) -> Iterator[tuple[ReplayedLeague, str]]:
        season = self.season(replay.edition, str(replay.cards or replay.year))
        statistics = read_statistics(replay.year)
        for name in LEAGUES:
            league = statistics.of(name)
            teams = {team: [man for man in season.teams[team] if man in season.cards] for team in league.teams}
            setup = self.system.setup(self.system.edition(replay.edition), season.cards, charts)
            games = replay.games_of(target_of(league).games)
            counted = CountedReplay(self.system, setup, league, teams)
            replayed = counted.play(games, replay.seed, progress(f"replaying, {name}", games))
            yield replayed, f"{counted.missed} times a man was hurt or without his rest."


class CountedDays:
    """What the system carries from game to game goes along; `missing` counts the men who were not to be had."""

    def __init__(
        self, play: CountedPlay, setup: Any, season: SeasonOfCards, teams: tuple[str, str], *, hitter: bool
    ) -> None:
        self.play, self.setup, self.season, self.teams, self.hitter = play, setup, season, teams, hitter
        self.missing = [0, 0]
        self.taken: list[Mapping[str, Any] | None] = [None, None]

    def next_game(self, number: int) -> Game[Any, Any]:
        self.play.system.bring(self.setup, self.taken[0], self.taken[1])
        away, home = (
            self.play.club_side(self.setup, self.season, team, hitter=self.hitter, turn=number) for team in self.teams
        )
        for place, team in enumerate(self.teams):
            self.missing[place] += sum(man in self.setup.absent for man in self.season.teams[team])
        return Game(self.setup, GameLog(start_game(away, home)))

    def after(self, game: Game[Any, Any]) -> None:
        self.taken = [self.play.system.carried(self.taken[team], game, team) for team in (0, 1)]

    def notes(self) -> Sequence[str]:
        pairs = zip(self.teams, self.missing, strict=True)
        return [f"{team}: {missing} times a man was hurt or without his rest." for team, missing in pairs]
