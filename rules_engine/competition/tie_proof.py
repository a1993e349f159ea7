"""Proof of a tiebreaker: every step tried, with its values and result."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass

from rules_engine.competition.tie_steps import Group, Need
from rules_engine.rulings import opening
from rules_engine.tie_step_titles import TITLES

NameOf = Callable[[int], str]

ADVANCING, SEEDING = "advancing", "seeding"
WILD_CARD, NEXT_WILD_CARD, NEXT_OF_DIVISION = "wild card", "next wild card", "next of its division"
_FOR = {ADVANCING: ("one place", "{} places"), WILD_CARD: ("one wild card", "{} wild cards")}
_VERBS = {
    NEXT_OF_DIVISION: ("come first", "wait for the next place"),
    NEXT_WILD_CARD: ("advance", "stay in the running"),
}
_NEEDED = {
    "playoff_game": "must be played; all pitching carries over",
    "shootout": "must be played",
    "d20": "each team rolls",
    "coin": "must be tossed",
    "director": "no steps are left, so the director decides",
}


@dataclass(frozen=True, slots=True)
class ProofStep:
    """A step tried, with its teams, places, values and result.

    Exactly one of `skipped`, `need` and `values` is set. If it has values but no team advanced or was eliminated, the
    step left all teams tied.

    Attributes:
        purpose: "advancing", "seeding", "wild card", "next wild card" or "next of its division".
        values: Best first.
    """

    step: str
    purpose: str
    group: Group
    places: int
    values: tuple[tuple[int, str], ...] = ()
    advanced: tuple[Group, ...] = ()  # blocks of teams still tied with each other
    eliminated: Group = ()
    remaining: Group = ()
    skipped: str = ""
    need: Need | None = None
    open_places: int = 0  # open wild cards, of which this step settles one

    @property
    def decided(self) -> bool:
        return bool(self.advanced or self.eliminated)

    def separates(self, teams: Collection[int]) -> bool:
        """Return whether the step breaks the tie between any of these teams."""
        parts = (*self.advanced, self.eliminated, self.remaining)
        return sum(any(team in teams for team in part) for part in parts) > 1

    def sentence(self, name: NameOf = str) -> str:
        """Return the step as a sentence for the proof below the standings."""
        title = TITLES.get(self.step, self.step)
        heading = f"{opening(title)} {_between(self.group, name)}"
        if self.purpose != SEEDING:
            heading += f" for {self._places(self.places)}"
        if self.skipped:
            return f"{heading}: doesn't apply, because {self.skipped}."
        if self.need:
            return f"{heading}: {_needed(self.need)}."
        values = ", ".join(f"{name(team)} {text}" for team, text in self.values)
        return f"{heading}: {values}. {self._consequence(name)}"

    def _consequence(self, name: NameOf) -> str:
        if not self.decided:
            return "All remain tied."
        if self.purpose == SEEDING:
            return f"Order: {'; '.join(_block(block, name) for block in self.advanced)}."
        up = [team for block in self.advanced for team in block]
        go_up, go_out = _VERBS.get(self.purpose, ("advance", "fall short"))
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
            return f"the next {count} places in the division"
        single, several = _FOR.get(self.purpose, ("the next place in the division", ""))
        return single if count == 1 else several.format(count)


def need_sentence(need: Need, name: NameOf = str) -> str:
    """Return the next requirement, such as "One-game playoff between Ann and Bob: must be played ..."."""
    title = TITLES[need.kind]
    return f"{opening(title)} {_between(need.teams, name)}: {_needed(need)}."


def _needed(need: Need) -> str:
    if need.is_reroll:
        return "tied, so each team rolls again"
    return _NEEDED[need.kind]


def _clause(teams: list[int], verb: str, name: NameOf) -> str:
    if not teams:
        return ""
    ending = "" if len(teams) > 1 else "s"
    first, *rest = verb.split()
    return " ".join([_listed(map(name, teams)), first + ending, *rest])


def _block(block: Group, name: NameOf) -> str:
    return _listed(map(name, block)) + (" (tied)" if len(block) > 1 else "")


def _between(teams: Group, name: NameOf) -> str:
    """Return a step's teams, such as "between Ann and Bob" or "among Ann, Bob and Cy"."""
    return f"{'between' if len(teams) == 2 else 'among'} {_listed(map(name, teams))}"


def _listed(names: Iterable[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last
