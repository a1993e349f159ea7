"""An in-memory game: its rows, the engine's game, and the play in progress.

Any process can rebuild a game from its rows for a request. Each process caches the engine's games that it used most
recently. Only one request at a time can use a cached game. A failed request drops it.
"""

import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import lru_cache
from typing import Any, Final, NamedTuple

from play.models import TEAMS, Seat, TableGame
from play.table_rows import Seats
from rules_engine.baseball.committed_dice import CommittedDice, CommittedRoll
from rules_engine.baseball.dialogue import Dialogue
from rules_engine.baseball.events import GameHalted, PlayMade, from_document
from rules_engine.baseball.game import Game, before_event
from rules_engine.baseball.game_input import DiceRoller
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.play_reading import play_reading
from rules_engine.baseball.saved_games import read_saved
from seasons.club_games import load_stored_profile, players_of, set_up_game
from seasons.made_cards import SeasonCardSet
from tabletop.season_plays import season_play_for

_MAX_CACHED_CARDS: Final = 200


@dataclass(frozen=True, slots=True)
class UndoRequest:
    """A request to undo everything after log event `to`. After a misread play, its dice are entered again."""

    team: int
    to: int
    is_misread: bool = False


@dataclass(frozen=True, slots=True)
class EnteredDice:
    """Real dice that a manager entered and the opponent hasn't confirmed yet."""

    team: int
    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TableTurn:
    """A turn, beginning with the action with this number. It lasts until the other team gets the turn."""

    team: int
    number: int


@dataclass(frozen=True, slots=True)
class TableRuling:
    """A director's ruling at the table, made after log event `after`."""

    after: int
    question: str
    ruling: str
    rule: str = ""


@dataclass(slots=True)
class PlayTable:
    """A game at the play table.

    Attributes:
        number: The newest action's number.
        changed_at: The time when that action was stored.
        talk: The engine's game, or None before the first pitch.
        time_called_by: The team that called time, or None.
        signed: The teams whose managers signed a tournament game's result.
        shared_view: View parts that are the same for everyone, by name, each with the number that it was made for.
        before: The game before an event, and the event's number.
        turn: The turn after the newest action, or None if no clock runs.
        seconds_used: The seconds that each team had used by the newest action.
        suspension_by: The team that requested to suspend the game, or None.
        challenge_by: The team that challenged the opponent's dice in the newest action, or None.
        rulings: The director's rulings so far.
        confirmed_halves: The half-innings with a confirmed score, in a game scored on a single device.
        readings: The program's reading of each play, by its number in the game's log.
    """

    game: TableGame
    seats: Seats
    number: int
    changed_at: datetime | None = None
    talk: Dialogue | None = None
    readings: dict[str, list[str]] = field(default_factory=dict)
    undo: UndoRequest | None = None
    entered: EnteredDice | None = None
    time_called_by: int | None = None
    signed: tuple[int, ...] = ()
    shared_view: dict[str, tuple[int, Any]] = field(default_factory=dict)
    before: tuple[int, Game[Any, Any]] | None = None
    turn: TableTurn | None = None
    seconds_used: tuple[float, float] = (0.0, 0.0)
    suspension_by: int | None = None
    challenge_by: int | None = None
    rulings: tuple[TableRuling, ...] = ()
    confirmed_halves: int = 0

    @property
    def play(self) -> Dialogue:
        """The engine's game. Use this only after the game has started."""
        if self.talk is None:
            raise ValueError("This game has not started.")
        return self.talk

    @property
    def people(self) -> list[bool]:
        return [seat.is_person for seat in self.seats]

    @property
    def is_solitaire(self) -> bool:
        """Return whether a single device manages every team except the computer's."""
        return len({seat.device_key for seat in self.seats if seat.is_person}) == 1

    @property
    def roller(self) -> int:
        """The team that enters real dice: the team at bat, or its opponent if the computer manages it."""
        batting = self.play.batting
        return batting if self.people[batting] else 1 - batting

    @property
    def answering_team(self) -> int:
        """The team whose manager confirms entered dice, answers the prompt or enters dice."""
        if self.entered is not None:
            return 1 - self.entered.team
        team: int | None = getattr(self.play.prompt, "team", None)
        return self.roller if team is None else team

    def can_retract(self, team: int) -> bool:
        """Return whether the team gave the last answer in the current play, and the rules let the team retract it."""
        answers, under_way = self.play.entries, self.play.game.under_way
        if not (answers and answers[-1].typed and len(under_way) == len(answers)):
            return False
        side, game = under_way[-1][2], self.play.game
        return bool(side) and self.play.team_of(side) == team and bool(game.system.retraction_ruling(game, side))

    def opponent_must_agree(self, team: int) -> bool:
        if self.game.has_scorekeeper:
            return True
        return self.seats[1 - team].is_person and not self.is_solitaire

    @property
    def halves_played(self) -> int:
        state = self.play.game.state
        return 2 * (state.inning - 1) + int(state.bottom)

    @property
    def score_is_due(self) -> bool:
        """Return whether the other manager must confirm the last half-inning's score before play continues."""
        if not self.game.has_scorekeeper or self.game.state != TableGame.State.PLAYING:
            return False
        return self.halves_played > self.confirmed_halves

    @property
    def newest_in_force(self) -> int:
        """The number of the log's newest event that wasn't undone, or 0."""
        numbers = self.play.game.log.numbers_in_force()
        return numbers[-1] if numbers else 0

    @property
    def first_undo(self) -> int:
        """The earliest log event that undo can return to: a suspended game's resumption, or 0."""
        log = self.play.game.log
        halts = [number for number in log.numbers_in_force() if isinstance(log.events[number - 1], GameHalted)]
        return halts[-1] if halts else 0


def stored_cards(game: TableGame) -> SeasonCardSet:
    """Return both clubs' cards as of the game's preparation."""
    return _club_cards(game).season


class _ClubCards(NamedTuple):
    """Two clubs' cards, and the hitters' notes by ballpark, computed on demand."""

    season: SeasonCardSet
    hitter_notes: dict[str, dict[str, str]]


def _club_cards(game: TableGame) -> _ClubCards:
    return _read_cards(game.system, game.ruleset, bytes(game.cards))


@lru_cache(_MAX_CACHED_CARDS)
def _read_cards(system: str, ruleset: str, cards: bytes) -> _ClubCards:
    """Load two clubs' cards, cached for all games that use them. Loading takes longer than a move."""
    return _ClubCards(season_play_for(system).read_club_cards(zlib.decompress(cards).decode()), {})


def start_play(table: PlayTable, documents: Sequence[Mapping[str, Any]] = (), rolls: int = 0) -> Dialogue:
    """Return the engine's game after these stored events and this number of committed rolls."""
    game = table.game
    saved = read_saved(game.start)
    season_play = season_play_for(saved.system)
    season, notes_by_park = _club_cards(game)
    log = GameLog(saved.log.start, [from_document(document) for document in documents])
    saved = replace(saved, log=log)
    engine_game = set_up_game(season_play, season, saved, season_play.system.charts(None))
    engine_game.hitter_notes = notes_by_park.setdefault(saved.park, {})
    names = season.names_of(dict.fromkeys(player for side in log.start.sides for player in players_of(side)))
    dice = _dice(table, rolls)
    return Dialogue(engine_game, game.names, names, table.people, dice, load_stored_profile(saved.profile))


def _dice(table: PlayTable, rolls: int) -> DiceRoller | None:
    if table.game.dice != TableGame.Dice.COMMITTED:
        return None
    away, home = (seat.part for seat in table.seats)
    return CommittedDice(table.game.secret, (away, home), rolls)


def new_rolls(table: PlayTable) -> list[CommittedRoll]:
    """Return the committed rolls that aren't stored yet, and mark them as stored."""
    dice = table.play.dice
    if not isinstance(dice, CommittedDice):
        return []
    rolls = [*dice.rolls]
    dice.rolled_before += len(rolls)
    dice.rolls.clear()
    return rolls


def game_before(table: PlayTable, number: int) -> Game[Any, Any]:
    """Return the game before an event. It is cached, because the last play is both read and shown with its cards."""
    if table.before is None or table.before[0] != number:
        table.before = (number, before_event(table.play.game, number))
    return table.before[1]


def read_new_plays(table: PlayTable, log_before: int) -> dict[str, list[str]]:
    """Return the reading of each play after this log event, and store it with the table."""
    talk = table.play
    readings = {}
    for number, event in enumerate(talk.game.log.events[log_before:], start=log_before + 1):
        if isinstance(event, PlayMade):
            before = game_before(table, number)
            readings[str(number)] = play_reading(before, event.record, talk.names, talk.ordered.pop(number, ()))
    table.readings |= readings
    return readings


def teams_of_seat(game: TableGame, seat: Seat | None) -> tuple[int, ...]:
    """Return the teams that a program with a seat token acts for: its own team, or both for the scorekeeper.

    Without a seat in this game, the program is a spectator.
    """
    if seat is None or seat.game_id != game.pk:
        return ()
    return TEAMS if seat.team == game.scorekeeper else (seat.team,)


def teams_of_device(seats: Iterable[Seat], device_keys: Mapping[str, str]) -> tuple[int, ...]:
    """Return the teams that a device acts for: those whose seats it has, or both for the scorekeeper's device."""
    seats = list(seats)
    own_seats = seats_of_device(seats, device_keys)
    return TEAMS if seats and seats[0].game.scorekeeper in own_seats else own_seats


def seats_of_device(seats: Iterable[Seat], device_keys: Mapping[str, str]) -> tuple[int, ...]:
    """Return the teams whose seats belong to a device. `device_keys` has its key for each seat."""
    return tuple(seat.team for seat in seats if seat.device_key and device_keys.get(str(seat.pk)) == seat.device_key)
