"""Standing orders at the terminal: "infield back until I say", "hold as before", and the orders command."""

import re
from dataclasses import dataclass
from typing import Final

from rules_engine.baseball.dialogue import Dialogue
from rules_engine.baseball.events import PlayMade
from rules_engine.baseball.standing_orders import ALL, CHOICES, FIRST, NO_ORDERS, StandingOrders, read_orders
from rules_engine.terminal.keyboard import Command, WriteLine

_LINE: Final = re.compile(r"(?P<words>.+?) (?P<ending>until i say|as before)", re.IGNORECASE)
_TITLES: Final = {"infield": "infield", "hold": "runners held", "play": "at bat", "ask": "questions"}
_WORDS: Final = {  # phrases allowed before "until I say"
    **{f"infield {key.replace('_', ' ')}": ("infield", key) for key in CHOICES["infield"] if key},
    "infield halfway": ("infield", "half"),
    "hold all": ("hold", ALL),
    "hold everyone": ("hold", ALL),
    "hold first": ("hold", FIRST),
    "hold none": ("hold", "none"),
    "hold no one": ("hold", "none"),
    "swing": ("play", "swing"),
    **{f"ask {key.replace('_', ' ')}": ("ask", key) for key in CHOICES["ask"]},
}
_HELP: Final = """    orders: show the standing orders; orders off: withdraw them (orders off infield: one of them).
    Give one with: infield back until I say, hold first until I say, swing until I say,
    ask runners until I say, hold as before, infield as before."""


@dataclass(slots=True)
class OrderCommands:
    """Set, show and cancel standing orders for teams that people manage."""

    talk: Dialogue
    write: WriteLine

    def commands(self) -> dict[str, Command]:
        return {"orders": self.orders}

    def give(self, typed: str) -> bool:
        """Set the standing order in a line. Return False if the line isn't an order."""
        match = _LINE.fullmatch(typed)
        if match is None:
            return False
        words = match["words"].lower()
        if match["ending"].lower() == "as before":
            self._repeat(words)
        elif words in _WORDS:
            self._set(*_WORDS[words])
        else:
            self.write(f"    “{words}” can't be a standing order.\n{_HELP}")
        return True

    def _team(self, name: str) -> int:
        """Return the team for an order: the batting team for "play", otherwise the defense."""
        return self.talk.batting if name == "play" else 1 - self.talk.batting

    def _set(self, name: str, value: str) -> None:
        """Set one order. The prompt setting applies to every team that a person manages."""
        talk = self.talk
        teams = [team for team in (0, 1) if talk.people[team]] if name == "ask" else [self._team(name)]
        for team in teams:
            if not talk.people[team]:
                self.write(f"    the computer manages {talk.teams[team]}; type person {('away', 'home')[team]} first")
                continue
            talk.give_orders(team, read_orders({**talk.orders[team]._asdict(), name: value}))
            self.write(f"    {self._text(team)}")

    def _repeat(self, name: str) -> None:
        """Make the defense's last answer its standing order."""
        if name not in ("infield", "hold"):
            self.write(f"    “{name}” can't be a standing order.\n{_HELP}")
            return
        answer = self._last_answer(name)
        order = {"1": FIRST, "12": ALL, "123": ALL, "13": ALL, "23": ALL}.get(answer, answer)
        if order in CHOICES[name] and order:
            self._set(name, order)
        else:
            last = f"the last answer was {answer}" if answer else "this team hasn't answered that question yet"
            self.write(
                f"    {last}; give an order such as {name} {'back' if name == 'infield' else 'first'} until I say"
            )

    def _last_answer(self, question: str) -> str:
        """Return the defense's last answer to a question, in this play or an earlier one, or ""."""
        record = [(entry.name, entry.value) for entry in self.talk.entries]
        for before, event in reversed(list(self.talk.game.log.in_force())):
            if isinstance(event, PlayMade) and before.bottom == self.talk.game.state.bottom:
                record = [*event.record, *record]
                if any(name == question for name, _ in record):
                    break
        return next((str(value) for name, value in reversed(record) if name == question), "")

    def orders(self, rest: str) -> None:
        """Show the standing orders, or cancel them: "orders off", "orders off hold"."""
        word, _, name = rest.lower().partition(" ")
        if rest and (word != "off" or (name and name not in CHOICES)):
            self.write(_HELP)
            return
        for team in (0, 1):
            if not self.talk.people[team]:
                continue
            if word == "off":
                withdrawn = {name: getattr(NO_ORDERS, name)} if name else NO_ORDERS._asdict()
                self.talk.give_orders(team, read_orders({**self.talk.orders[team]._asdict(), **withdrawn}))
            self.write(f"    {self._text(team)}")

    def _text(self, team: int) -> str:
        """Return a team's standing orders in one line."""
        return f"{self.talk.teams[team]}: {orders_text(self.talk.orders[team])}"


def orders_text(orders: StandingOrders) -> str:
    """Return standing orders in words, such as "infield: back; questions: never"."""
    texts = [
        f"{title}: {CHOICES[name][value].lower()}"
        for name, title in _TITLES.items()
        if (value := getattr(orders, name)) != getattr(NO_ORDERS, name)
    ]
    return "; ".join(texts) or "no standing orders"
