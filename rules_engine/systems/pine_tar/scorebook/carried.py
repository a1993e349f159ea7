"""What a team's games leave it for the next one: relievers who must sit out, men still hurt, steals of the series."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from rules_engine.baseball.events import Hurt
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.state import Side
from rules_engine.rulings import Finding, Ruling, refuse
from rules_engine.systems.pine_tar.editions.edition import Options
from rules_engine.systems.pine_tar.pitchers.injuries import first_game_back
from rules_engine.systems.pine_tar.pitchers.use_limits import reliever_ruling
from rules_engine.systems.pine_tar.scorebook.book import Book, Injured
from rules_engine.systems.pine_tar.scorebook.tracker import Tracker


class AbsenceFinding(Finding):
    """Why a man is not there."""

    HURT = "He is hurt and misses {games:# more game}."


class Worked(NamedTuple):
    """A pitcher's last game: its number, how many games running it was, and his outs in relief."""

    game: int
    running: int
    relief_outs: int


@dataclass(frozen=True, slots=True)
class Carried:
    """One team. Its games are numbered from 1; `back` is the first game of a hurt man, `steals` are of this series."""

    games: int = 0
    back: Mapping[str, int] = field(default_factory=dict)
    worked: Mapping[str, Worked] = field(default_factory=dict)
    steals: Mapping[str, int] = field(default_factory=dict)

    def after(self, log: GameLog, tracker: Tracker, team: int) -> "Carried":
        """With a game that was played: who pitched, who was hurt, who tried to steal."""
        number, side = self.games + 1, log.state.sides[team]
        hurt = {
            event.man: first_game_back(number, event.length)
            for _, event in log.in_force()
            if isinstance(event, Hurt) and _belongs(event.man, side)
        }
        worked = {
            man: Worked(number, self._running(man) + 1, 0 if outing.started else outing.outs)
            for man, outing in tracker.outings.items()
            if outing.faced and _belongs(man, side)
        }
        steals = dict(self.steals)
        for man, attempts in tracker.steals.items():
            if _belongs(man, side):
                steals[man] = steals.get(man, 0) + attempts
        return Carried(number, {**self.back, **hurt}, {**self.worked, **worked}, steals)

    def after_sheet(self, pitched: Mapping[str, tuple[bool, int]], hurt: Mapping[str, int]) -> "Carried":
        """With a game of which is known who pitched, whether he started and his outs, and who was hurt for how long."""
        number = self.games + 1
        back = {man: first_game_back(number, games) for man, games in hurt.items()}
        worked = {
            man: Worked(number, self._running(man) + 1, 0 if started else outs)
            for man, (started, outs) in pitched.items()
        }
        return replace(self, games=number, back={**self.back, **back}, worked={**self.worked, **worked})

    def in_next_series(self) -> "Carried":
        """PTB1: attempts count by the series."""
        return replace(self, steals={})

    def _running(self, man: str) -> int:
        worked = self.worked.get(man)
        return worked.running if worked and worked.game == self.games else 0

    def absent(self, options: Options, players: Iterable[str]) -> dict[str, Ruling]:
        """PTIN1, PTSU1: who of these may not play, or not pitch, in the next game, and why."""
        absent = dict[str, Ruling]()
        for man in players:
            worked = self.worked.get(man)
            if (missed := self.back.get(man, 0) - self.games - 1) > 0:
                absent[man] = refuse(AbsenceFinding.HURT, "PTIN1", games=missed)
            elif worked and worked.game == self.games:
                ruling = reliever_ruling(options, worked.relief_outs, worked.running)
                if not ruling:
                    absent[man] = ruling
        return absent

    def injured(self, book: Book) -> Injured:
        """PTIN2: how many of each kind are out."""
        out = [man for man, game in self.back.items() if game > self.games + 1]
        pitchers = sum(book.is_pitcher(man) for man in out)
        return Injured(pitchers, len(out) - pitchers)

    @property
    def written(self) -> dict[str, Any]:
        """As JSON values."""
        worked = {man: list(last) for man, last in self.worked.items()}
        return {"games": self.games, "back": dict(self.back), "worked": worked, "steals": dict(self.steals)}


def read_carried(written: Mapping[str, Any]) -> Carried:
    """From the JSON values of `Carried.written`."""
    worked = {man: Worked(*last) for man, last in written["worked"].items()}
    return Carried(written["games"], dict(written["back"]), worked, dict(written["steals"]))


def bring_along(book: Book, sides: tuple[Carried, Carried]) -> None:
    """The book of a game between teams that come from other games."""
    away, home = sides
    options = book.edition.options
    book.absent = {**away.absent(options, book.cards), **home.absent(options, book.cards)}
    book.injured = away.injured(book), home.injured(book)
    book.steals = {**away.steals, **home.steals}


def _belongs(man: str, side: Side) -> bool:
    return man in side.order or man in side.field or man in side.gone
