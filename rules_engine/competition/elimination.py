"""Check which teams have clinched or been eliminated, and which games still matter for advancement (T33.0).

"Through" and "out" are proven for every possible result of the remaining games, based on games over .500 and on
head-to-head for tied teams. Ties that results alone don't decide stay open: tiebreaker games, dice, runs, strength of
schedule. "Open" is exact too, unless the search reached its limit. Wild cards are included: divisions don't play
each other, so the best and worst finish of each is computed separately.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from rules_engine.competition.endings import Result, fewest_above, may_advance, may_miss, most_that_reach
from rules_engine.competition.race import Bound, Race
from rules_engine.competition.standings import over_text
from rules_engine.rulings import Finding, Ruling, allow, refuse

MATTERS_RULE = "T33.0"


class Fate(StrEnum):
    THROUGH = "through"
    OUT = "out"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class RaceOutlook:
    """A team's fate and the reason.

    Attributes:
        exact: False if the search reached its limit, so that an open race may already be settled.
        by_record: Whether the fate is settled without a tiebreaker.
    """

    fate: Fate
    exact: bool
    reason: str
    by_record: bool = False


def places_at_best(race: Race, value: int) -> Bound:
    """Return the most places for this division's teams at `value`, including wild cards that others may leave."""
    if not race.by_rank:
        return Bound(race.places + -(-race.wild_cards // (len(race.elsewhere) + 1)), True)
    return _places_left(race, [fewest_above(division, value) for division in race.elsewhere])


def places_at_worst(race: Race, value: int) -> Bound:
    """Return the places certain to be left for the division's teams at `value`, including ties."""
    if not race.by_rank:
        return Bound(race.places + race.wild_cards // (len(race.elsewhere) + 1), True)
    return _places_left(race, [most_that_reach(division, value) for division in race.elsewhere])


def _places_left(race: Race, bounds: list[Bound]) -> Bound:
    wild_cards_taken = sum(
        max(0, bound.number - division.places) for bound, division in zip(bounds, race.elsewhere, strict=True)
    )
    return Bound(race.places + max(0, race.wild_cards - wild_cards_taken), all(bound.exact for bound in bounds))


def chance(race: Race, team: int) -> RaceOutlook:
    """Return whether the team has clinched, is eliminated or is still in the race."""
    best, worst = race.most(team), race.least(team)
    most_places, fewest_places = places_at_best(race, best), places_at_worst(race, worst)
    advancing = may_advance(race, team, most_places.number)
    if not advancing.is_possible:
        by_record = advancing is Result.IMPOSSIBLE
        return RaceOutlook(Fate.OUT, True, _why_out(race, best, most_places.number, by_record), by_record)
    missing = may_miss(race, team, fewest_places.number)
    if not missing.is_possible:
        by_record = missing is Result.IMPOSSIBLE
        return RaceOutlook(Fate.THROUGH, True, _why_through(race, worst, fewest_places.number, by_record), by_record)
    exact = Result.UNKNOWN not in (advancing, missing) and most_places.exact and fewest_places.exact
    return RaceOutlook(Fate.OPEN, exact, "can still advance or miss out")


def _why_out(race: Race, best: int, places: int, by_record: bool) -> str:
    if not by_record:
        return f"at most {over_text(best)}, and it loses every head-to-head tie there"
    rivals = "1 other team will finish" if places == 1 else f"{places} other teams will finish"
    return f"at most {over_text(best)}, and {rivals} above that" + _and_wild_cards(
        race, places, "are available below them"
    )


def _why_through(race: Race, worst: int, places: int, by_record: bool) -> str:
    if not by_record:
        return f"at least {over_text(worst)}, and it wins every head-to-head tie there"
    few = f"fewer than {places} others can" if places > 1 else "no other team can"
    return f"at least {over_text(worst)}, and {few} reach that" + _and_wild_cards(race, places, "are left for them")


def _and_wild_cards(race: Race, places: int, ending: str) -> str:
    """Explain the number of places if divisions share wild cards."""
    if not race.wild_cards:
        return ""
    left = places - race.places
    cards = f"{left or 'no'} wild card{'' if left == 1 else 's'}"
    return f" in its division, for which {race.places} and {cards} {ending}"


class MattersFinding(Finding):
    """Findings on whether an unfinished game can still affect advancement."""

    ADVANCEMENT_IS_OPEN = "whether {undecided:list} advances isn't decided yet"
    A_TIE_MAY_DEPEND_ON_IT = "whether {undecided:list} advances may depend on a tie that includes this game"
    DECIDED = "it doesn't affect who advances: {decided:list}"
    RANKS_ARE_SETTLED = "it doesn't affect seeding: no other team can tie or pass {settled:list}, or be passed"
    RANKS_MAY_MEET = "it may affect seeding: {near:list} may still tie or change places with one of the teams"


def game_matters(race: Race, first: int, second: int, names: Mapping[int, str]) -> Ruling:
    """T33.0: Rule on whether two teams must finish a game, unless the fate of both is already settled.

    A team whose record has settled its fate is in no tie for a place, so the game can't break one. It can only
    move the other team into or out of a tie.
    """
    fates = {team: chance(race, team) for team in (first, second)}
    undecided = [names[team] for team, outlook in fates.items() if outlook.fate is Fate.OPEN]
    if undecided:
        return allow(MattersFinding.ADVANCEMENT_IS_OPEN, MATTERS_RULE, undecided=undecided, fates=fates)
    by_record = [team for team, outlook in fates.items() if outlook.by_record]
    if len(by_record) < 2:
        open_rivals = [team for team in race.over if team not in fates and chance(race, team).fate is Fate.OPEN]
        if open_rivals or not by_record:
            undecided = [names[team] for team in open_rivals or fates]
            return allow(MattersFinding.A_TIE_MAY_DEPEND_ON_IT, MATTERS_RULE, undecided=undecided, fates=fates)
    decided = [f"{names[team]} is {outlook.fate} ({outlook.reason})" for team, outlook in fates.items()]
    return refuse(MattersFinding.DECIDED, MATTERS_RULE, decided=decided, fates=fates)


def seeding_matters(race: Race, first: int, second: int, names: Mapping[int, str]) -> Ruling:
    """T33.0: Rule on whether an unfinished game between these teams may change the seeding. "No" requires proof.

    The proof: the gap between each of the two and every other team is larger than their remaining games, so neither can
    tie any team. Then both ranks are settled, and so are all inputs to other teams' tiebreakers.
    """
    near: set[int] = set()
    for team in (first, second):
        for rival in race.over:
            games_left = race.games_left(team) + race.games_left(rival)
            if rival != team and abs(race.over[team] - race.over[rival]) <= games_left:
                near.add(rival)
    if near:
        return allow(MattersFinding.RANKS_MAY_MEET, MATTERS_RULE, near=[names[team] for team in sorted(near)])
    return refuse(MattersFinding.RANKS_ARE_SETTLED, MATTERS_RULE, settled=[names[first], names[second]])


def wins_that_suffice(race: Race, team: int) -> int | None:
    """Return the magic number: how many more wins clinch a place, whatever else happens.

    Return None if even winning every remaining game isn't enough.
    """
    fewest, most = 0, race.games_left(team)
    if not _is_safe(race, team, most):
        return None
    while fewest < most:
        half = (fewest + most) // 2
        fewest, most = (fewest, half) if _is_safe(race, team, half) else (half + 1, most)
    return fewest


def _is_safe(race: Race, team: int, wins: int) -> bool:
    places = places_at_worst(race, race.least(team) + 2 * wins).number
    return not may_miss(race, team, places, wins).is_possible
