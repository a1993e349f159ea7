"""The proof of a tie-break: every step tried, in a form that can be kept and read out."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from rules_engine.competition.tie_steps import Group, Need
from rules_engine.rulings import opening
from rules_engine.tie_step_titles import TITLES

NameOf = Callable[[int], str]

ADVANCING, SEEDING = "advancing", "seeding"
WILD_CARD, NEXT_WILD_CARD, NEXT_OF_DIVISION = "wild card", "next wild card", "next of its division"
_FOR = {ADVANCING: ("one place", "{} places"), WILD_CARD: ("one wild card", "{} wild cards")}
_VERBS = {
    NEXT_OF_DIVISION: ("come first", "stand back"),
    NEXT_WILD_CARD: ("advance", "stay in for the others"),
}
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

    `purpose`: "advancing", "seeding", "wild card", or "next of its division" for one of these. Exactly one of
    `skipped`, `need`, or a non-empty `values` tells how it went; with values but nobody advanced or eliminated the step
    left everybody level. `values` are best first.
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
    open_places: int = 0  # of which a step for the next wild card settles one

    @property
    def decided(self) -> bool:
        return bool(self.advanced or self.eliminated)

    def sentence(self, name: NameOf = str) -> str:
        """The step in words, for the proof under the table."""
        title = TITLES.get(self.step, self.step)
        heading = f"{opening(title)} among {_listed(map(name, self.group))}"
        if self.purpose != SEEDING:
            heading += f" for {self._places(self.places)}"
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
        up = [team for block in self.advanced for team in block]
        go_up, go_out = _VERBS.get(self.purpose, ("advance", "drop out"))
        clauses = [_clause(up, go_up, name), _clause(list(self.eliminated), go_out, name)]
        if self.remaining:
            left = self.places - sum(map(len, self.advanced))
            clauses.append(
                f"the process starts again with {_listed(map(name, self.remaining))} for {self._places(left)}"
            )
        text = "; ".join(clause for clause in clauses if clause)
        return f"{opening(text)}."

    def _places(self, count: int) -> str:
        if self.purpose == NEXT_WILD_CARD:
            return f"the next of {self.open_places} wild cards"
        if self.purpose == NEXT_OF_DIVISION and count > 1:
            return f"the next {count} places of the division"
        single, several = _FOR.get(self.purpose, ("the next place of the division", ""))
        return single if count == 1 else several.format(count)


def need_sentence(need: Need, name: NameOf = str) -> str:
    """What has to happen, for the director: “One-game playoff of Ann and Bob: has to be played …”."""
    title = TITLES[need.kind]
    return f"{opening(title)} of {_listed(map(name, need.teams))}: {_needed(need)}."


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


def _listed(names: Iterable[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last
