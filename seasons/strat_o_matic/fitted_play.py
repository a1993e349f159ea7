"""Real seasons under Strat-O-Matic: cards fitted by replays, clubs with the habits of their league's managers."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from rules_engine.baseball.game import Game
from rules_engine.baseball.game_input import RandomInput
from rules_engine.baseball.state import Side
from rules_engine.baseball.system import Counted
from rules_engine.profile import Profile
from seasons.lahman import SeasonError
from seasons.league_statistics import LEAGUES
from seasons.made_cards import SeasonOfCards
from seasons.report import ReplayedLeague
from seasons.season_play import Days, MadeSeason, Progress, ReplayPlan, SeasonPlay, ShootoutOfClubs, check_team
from seasons.strat_o_matic.fit import GAMES, at_their_bounds, fit_league, league_of_file, target_of
from seasons.strat_o_matic.kept_cards import cached_season
from seasons.strat_o_matic.league_cards import LeagueCards, make_league
from seasons.strat_o_matic.line_ups import side_behind, starters_of, starts_by_card
from seasons.strat_o_matic.replay import replay_league
from seasons.strat_o_matic.rested_teams import rested_game, rested_teams
from seasons.strat_o_matic.season_cards import SeasonCards, added, cards_document, joined, load_cards
from seasons.strat_o_matic.setups import setup_at, setups_by_home
from seasons.strat_o_matic.shootouts import play_shootout


class FittedPlay(SeasonPlay):
    """Its seasons are SeasonCards."""

    fit_games: ClassVar[int] = GAMES
    has_shootout: ClassVar[bool] = True

    def season(self, edition: str, source: str) -> SeasonOfCards:
        """The same for every edition, whose rules read of a card what they know."""
        if source.isdecimal():
            return cached_season(int(source), self.folder, self.on_progress)
        return load_cards(Path(source))

    def make(self, year: int, edition: str, games: int, workers: int, progress: Progress) -> MadeSeason:
        leagues = [_fitted(year, name, games, workers, progress(name, games)) for name in LEAGUES]
        notes = [
            f"{made.name}: {', '.join(lines)} can come no nearer, for cards and habits end there"
            for made in leagues
            if (lines := at_their_bounds(made))
        ]
        season = joined(leagues)
        return MadeSeason(season, cards_document(season), [Counted(*line) for line in added(leagues)], notes)

    def setup(
        self, edition: Any, season: SeasonOfCards, players: Iterable[str], charts: Any, park: str, home: str
    ) -> Any:
        cards = {man: season.cards[man] for man in players}
        return setup_at(edition, _with_habits(season), cards, park, home)

    def setups(
        self, edition: Any, season: SeasonOfCards, charts: Any, park: str, teams: Sequence[str]
    ) -> Mapping[str, Any]:
        for team in teams:
            check_team(season, team)
        return setups_by_home(edition, _with_habits(season), park, teams)

    def staff(self, setup: Any, season: SeasonOfCards, team: str) -> list[str]:
        return starters_of(_with_habits(season), team) if team in season.teams else []

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
        well = [man for man in season.teams[team] if man not in setup.absent]
        present = replace(_with_habits(season), teams={**season.teams, team: well})
        return side_behind(present, team, pitcher, without=without, hitter=hitter)

    def drafted_order(
        self, season: SeasonOfCards, codes: Iterable[str], may_start: Callable[[str], bool]
    ) -> Sequence[str]:
        """A bench brings in its relievers before those who start by their cards."""
        return sorted(codes, key=lambda code: starts_by_card(_with_habits(season), code))

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
        if hitter:
            raise SeasonError("--dh: who rests is drawn for nine men who field")
        return RestedDays(setup, _with_habits(season), teams, profile, seed)

    def replays(self, replay: ReplayPlan, charts: Any, progress: Progress) -> Iterator[tuple[ReplayedLeague, str]]:
        for made in [self._to_replay(name, replay, progress) for name in LEAGUES]:
            target = target_of(made)
            games = replay.games_of(target.games)
            counts = replay_league(
                made,
                games,
                replay.seed,
                edition=replay.edition,
                workers=replay.workers,
                on_progress=progress(f"replaying, {made.name}", games),
            )
            yield ReplayedLeague(target, made.statistics, counts), ""

    def _to_replay(self, name: str, replay: ReplayPlan, progress: Progress) -> LeagueCards:
        if replay.cards:
            return league_of_file(replay.year, name, load_cards(replay.cards))
        on_progress = progress(f"making cards, {name}", replay.fit_games)
        return fit_league(replay.year, name, replay.fit_games, workers=replay.workers, on_progress=on_progress)

    def shootout(
        self, year: int, teams: tuple[str, str], seed: int, parks: tuple[str, str] | None = None
    ) -> ShootoutOfClubs:
        return play_shootout(year, teams, seed, parks)


class RestedDays:
    """25.1, 26.2, 27.5: rest and injuries go along, and batters rest."""

    def __init__(
        self, setup: Any, season: SeasonCards, teams: tuple[str, str], profile: Profile | None, seed: int
    ) -> None:
        self.setup, self.dice = setup, RandomInput(seed)
        self.clubs = rested_teams(setup, season, teams, profile)

    def next_game(self, number: int) -> Game[Any, Any]:
        return rested_game(self.setup, self.clubs, self.dice)

    def after(self, game: Game[Any, Any]) -> None:
        for team, club in enumerate(self.clubs):
            club.carried.after(game.log, team, game.tracker)

    def notes(self) -> Sequence[str]:
        return [
            f"{club.team}: {club.out_of_turn} starts out of turn, {club.unrested} without rest; "
            f"hurt men missed {club.missed} games."
            for club in self.clubs
        ]


def _fitted(year: int, name: str, games: int, workers: int, on_progress: Callable[[int], None]) -> LeagueCards:
    return fit_league(year, name, games, workers=workers, on_progress=on_progress) if games else make_league(year, name)


def _with_habits(season: SeasonOfCards) -> SeasonCards:
    if not isinstance(season, SeasonCards):
        raise TypeError("this is a season of another system")
    return season
