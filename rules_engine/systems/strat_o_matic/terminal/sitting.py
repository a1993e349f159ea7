"""Who sits at the terminal: the game, the two teams, which of them a person manages, and what he reads and types."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules_engine.baseball.events import Event
from rules_engine.baseball.play_by_play import sentence
from rules_engine.profile import Profile
from rules_engine.rulings import Ruling
from rules_engine.systems.strat_o_matic.autopilot.autopilot import Autopilot
from rules_engine.systems.strat_o_matic.ball.dice import card_line
from rules_engine.systems.strat_o_matic.play.game import StratGame
from rules_engine.systems.strat_o_matic.terminal.keyboard import Keyboard
from rules_engine.systems.strat_o_matic.terminal.runners import runner_text
from rules_engine.systems.strat_o_matic.terminal.showing import card_line_text
from rules_engine.systems.strat_o_matic.terminal.table import KeyboardTable, SeededDice


@dataclass(slots=True)
class Sitting:
    """`people`: whether a person manages the visitors and the home team; the autopilot has the others."""

    game: StratGame
    teams: tuple[str, str]
    names: Mapping[str, str]
    keyboard: Keyboard
    dice: SeededDice | None
    people: list[bool]
    profile: Profile | None = None
    pilot: Autopilot = field(init=False)
    table: KeyboardTable = field(init=False)

    def __post_init__(self) -> None:
        self.pilot = Autopilot(self.game, self.profile)
        self.table = KeyboardTable(
            self.keyboard, self.dice, self.pilot, self.person_decides, self.game.try_out, self._line_at, self._runner_at
        )
        self.seat(self.people)

    def seat(self, people: list[bool]) -> None:
        """Who manages from now on."""
        self.people = people
        self.pilot.teams = tuple(team for team in (0, 1) if not people[team])

    def write(self, text: str) -> None:
        self.keyboard.write(text)

    def name(self, man: str) -> str:
        return self.names.get(man, man)

    @property
    def batting(self) -> int:
        return int(self.game.state.bottom)

    @property
    def fielding(self) -> int:
        return 1 - self.batting

    def _line_at(self, white: int, colored: int) -> str:
        return card_line_text(self.game, card_line(white, colored), self.names)

    def _runner_at(self, question: str, key: str) -> str:
        said = [str(entry.value) for entry in self.table.given if entry.name == "hold"]
        return runner_text(self.game, question, key, said[-1] if said else "none", self.names)

    def person_decides(self, side: str) -> bool:
        return self.people[self.batting if side == "offence" else self.fielding]

    def refused(self, ruling: Ruling) -> bool:
        """Whether the ruling refuses; then it is shown, men by their names."""
        if not ruling:
            self.write(f"    refused, {ruling.rule}: {self._spoken(ruling.reason)}")
        return not ruling

    def _spoken(self, reason: str) -> str:
        """Rulings name men by their keys, a person knows their names."""
        words = [self.names.get(word.rstrip(",."), "") + word[len(word.rstrip(",.")) :] for word in reason.split()]
        return " ".join(named if named.strip(",.") else word for named, word in zip(words, reason.split(), strict=True))

    def ruled(self, ruling: Ruling) -> str:
        return f"{ruling.rule}: {self._spoken(ruling.reason)}"

    def happen(self, *events: Event) -> None:
        """Put events into the log and say them."""
        for event in events:
            before = self.game.state
            self.game.append(event)
            self.write(sentence(before, event, self.names))
