"""A game of any system, ready to play, between two clubs or two drafted teams."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rules_engine import systems
from rules_engine.baseball.game import Game
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.saved_games import SavedGame
from rules_engine.baseball.situations import SituationError
from rules_engine.baseball.state import Side, start_game
from rules_engine.eligibility.game_ending import game_rules
from rules_engine.profile import Profile, load_profile, profile_of_text
from rules_engine.rulings import Ruling
from rules_engine.terminal.situation_words import begun_by_words
from seasons.lahman import SeasonError
from seasons.made_cards import SeasonCardSet
from tabletop.drafted_lineups import TWIN, renamed


@dataclass(frozen=True, slots=True)
class TableGame:
    """A game ready to play, and its saved form."""

    game: Game[Any, Any]
    season: SeasonCardSet
    saved: SavedGame
    profile: Profile | None
    charts: Mapping[str, str]  # a digest of each chart in use that says other things than ours
    staffs: tuple[Sequence[str], Sequence[str]]  # of visitors and home team those who could start, by their cards
    sheets: Mapping[str, Ruling] = field(default_factory=dict)  # whether a pitcher may start, by his pitching sheet

    @property
    def is_tournament_game(self) -> bool:
        """Check whether the game is between drafted teams with pitching sheets (T0.03)."""
        return bool(self.saved.relief)

    def carried(self, team: int) -> Mapping[str, Any]:
        """Return the carryover of the visitors (0) or home team (1) by card code."""
        taken = self.game.system.carried(self.saved.brought[team], self.game, team)
        sides = self.saved.log.start.sides
        men = (*sides[team].order, *sides[team].field, *sides[team].bench)
        twins = {man: man.removesuffix(TWIN) for man in men if man.endswith(TWIN)}
        return dict(renamed(taken, twins))

    @property
    def names(self) -> dict[str, str]:
        """Return the names of all players of both sides and all starters, by player id."""
        sides = self.saved.log.start.sides
        men = [man for side in sides for man in (*side.order, *side.field, *side.bench)]
        return self.season.names_of(dict.fromkeys((*men, *self.starters(0), *self.starters(1))))

    def starters(self, team: int) -> dict[str, Ruling]:
        """Return whether each starter of a team may start, by card and, in a tournament, by pitching sheet."""
        by_card = {man: self.game.setup.may_pitch(man, start=True) for man in self.staffs[team]}
        return {man: ruling and self.sheets.get(man, ruling) for man, ruling in by_card.items()}


def with_lineups(table: TableGame, sides: tuple[Side, Side], source: str = "") -> TableGame:
    """Return the game with these lineups, from the start. Raises SeasonError for an illegal lineup."""
    log = GameLog(start_game(*sides, table.saved.log.start.rules))
    changed = replace(table, saved=replace(table.saved, log=log), game=Game(table.game.setup, log, table.game.relief))
    if refused := lineup_refusal(table.game.setup, table.saved.teams, sides, changed.names):
        raise SeasonError(f"{source}{refused}")
    for team, side in enumerate(sides):
        if not (may_start := changed.starters(team).get(side.pitcher, True)):
            raise SeasonError(f"{source}{changed.names[side.pitcher]} may not start: {may_start}")
    return changed


def start_from_situation(table: TableGame, words: Sequence[str]) -> TableGame:
    """Return the game from the situation given in words. Raises SeasonError with every fault."""
    try:
        log = GameLog(begun_by_words(words, table.saved.log.start, table.names))
    except SituationError as fault:
        raise SeasonError("\n".join(f"--situation: {line}" for line in str(fault).splitlines())) from None
    return replace(table, saved=replace(table.saved, log=log), game=Game(table.game.setup, log, table.game.relief))


def lineup_refusal(setup: Any, teams: Sequence[str], sides: Sequence[Side], names: Mapping[str, str]) -> str:
    """Return why a lineup is illegal, with names of players, or "" if both are legal."""
    for team, side in zip(teams, sides, strict=True):
        if not (ruling := systems.load(setup.system).lineup_ruling(setup, side)):
            return f"{team}: {ruling.rule}: {' '.join(names.get(word, word) for word in ruling.reason.split())}"
    return ""


def log_of(profile: Profile | None, away: Side, home: Side, *, best_of: bool = False) -> GameLog:
    return GameLog(start_game(away, home, game_rules(profile, best_of=best_of) if profile else None))


def load_stored_profile(stored: str) -> Profile | None:
    """Load the edition of a saved game. It is stored in full, or as a key in exhibition games and older files."""
    if not stored:
        return None
    return profile_of_text(stored) if stored.startswith("{") else load_profile(stored)
