"""The proof of a tie-break: every step tried, in a form that can be kept and read out."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from rules_engine.competition.tie_steps import TITLES, Group, Need

NameOf = Callable[[int], str]

ADVANCING, SEEDING = "advancing", "seeding"
_NEEDED = {
    "playoff_game": "has to be played; all pitching carries over",
    "shootout": "has to be played",
    "d20": "each of them rolls",
    "coin": "has to be thrown",
    "director": "the steps are exhausted, the director decides",
}


@dataclass(frozen=True, slots=True)
class ProofStep:
    """One step tried: among whom, for how many places, with what values, and what came of it.

    `purpose` is "advancing" or "seeding". Exactly one of `skipped`, `need`, or a non-empty `values` tells how it went;
    with values but nobody advanced or eliminated the step left everybody level. `values` are best first.
    """

    step: str
    purpose: str
    group: Group
    places: int
    values: tuple[tuple[int, str], ...] = ()
    advanced: tuple[Group, ...] = ()  # blocks of teams that are still level among themselves
    eliminated: Group = ()
    remaining: Group = ()
    skipped: str = ""
    need: Need | None = None

    @property
    def decided(self) -> bool:
        return bool(self.advanced or self.eliminated)

    def sentence(self, name: NameOf = str) -> str:
        """The step in words, for the proof under the table."""
        title = TITLES.get(self.step, self.step)
        heading = f"{title[0].upper()}{title[1:]} among {_listed(map(name, self.group))}"
        if self.purpose == ADVANCING:
            heading += f" for {_places(self.places)}"
        if self.skipped:
            return f"{heading}: does not apply, {self.skipped}."
        if self.need:
            return f"{heading}: {_needed(self.need)}."
        values = ", ".join(f"{name(team)} {text}" for team, text in self.values)
        return f"{heading}: {values}. {self._consequence(name)}"

    def _consequence(self, name: NameOf) -> str:
        if not self.decided:
            return "That sets nobody apart."
        if self.purpose == SEEDING:
            return f"Order: {'; '.join(_block(block, name) for block in self.advanced)}."
        clauses = [
            _clause([team for block in self.advanced for team in block], "advance", name),
            _clause(list(self.eliminated), "drop out", name),
        ]
        if self.remaining:
            left = self.places - sum(map(len, self.advanced))
            clauses.append(f"the process starts again with {_listed(map(name, self.remaining))} for {_places(left)}")
        text = "; ".join(clause for clause in clauses if clause)
        return f"{text[0].upper()}{text[1:]}."


def need_sentence(need: Need, name: NameOf = str) -> str:
    """What has to happen, for the director: “One-game playoff of Ann and Bob: has to be played …”."""
    title = TITLES.get(need.kind, "decision of the director")
    return f"{title[0].upper()}{title[1:]} of {_listed(map(name, need.teams))}: {_needed(need)}."


def _needed(need: Need) -> str:
    if need.is_reroll:
        return "level, each of them rolls again"
    return _NEEDED[need.kind]


def _clause(teams: list[int], verb: str, name: NameOf) -> str:
    if not teams:
        return ""
    ending = "" if len(teams) > 1 else "s"
    first, *rest = verb.split()
    return " ".join([_listed(map(name, teams)), first + ending, *rest])


def _block(block: Group, name: NameOf) -> str:
    return _listed(map(name, block)) + (" (level)" if len(block) > 1 else "")


def _places(count: int) -> str:
    return "one place" if count == 1 else f"{count} places"


def _listed(names: Iterable[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last
