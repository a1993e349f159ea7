"""Invented entrants: teams and the people who run them."""

import random
import tomllib

from django.conf import settings

from tournaments.queries.entrants import Entrant, Person

_NAMES: dict[str, list[str]] = tomllib.loads((settings.BASE_DIR / "fixtures" / "practice_names.toml").read_text())


def invent_entrants(dice: random.Random, count: int) -> list[Entrant]:
    """So many entrants, no name twice; every seventh team is run by two people (T0.08)."""
    everybody = [f"{first} {last}" for first in _NAMES["first_names"] for last in _NAMES["last_names"]]
    names = dice.sample(everybody, 2 * count)
    nicknames = dice.sample(_NAMES["nicknames"], min(count, len(_NAMES["nicknames"])))
    entrants: list[Entrant] = []
    for number in range(count):
        town = dice.choice(_NAMES["towns"])
        nickname = nicknames[number] if number < len(nicknames) else f"Nine {number + 1}"
        people = [Person(names[2 * number], town)]
        if number % 7 == 6:
            people.append(Person(names[2 * number + 1], town))
        entrants.append(Entrant(f"{town} {nickname}", tuple(people)))
    return entrants
