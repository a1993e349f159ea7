"""The cards and teams of a whole season by any system: made through its Protocol, written to a file and read back."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from rules_engine.baseball.seasons import LeagueSeason
from rules_engine.baseball.system import AnySystem, Counted, SystemFileError
from rules_engine.namesakes import Named, distinct_names
from seasons.lahman import SeasonError
from seasons.league_statistics import LEAGUES, read_statistics

MOST_FAULTS: Final = 20  # told of one file


@dataclass(frozen=True)
class SeasonOfCards:
    """Cards by player and the teams' men; what counting the cards came to when made.

    Of a team's batters those who played most come first, of its pitchers those who started most.
    """

    cards: Mapping[str, Any]
    teams: Mapping[str, Sequence[str]]
    report: Sequence[Counted] = ()
    short: Mapping[str, Sequence[Counted]] = field(default_factory=dict)  # man -> his lines that no card can give

    def names_of(self, players: Iterable[str]) -> dict[str, str]:
        """By player the name on his card; namesakes with the player's code."""
        return distinct_names({man: Named(self.cards[man].name, (man,)) for man in players})


def make_season(system: AnySystem, year: int, edition: str) -> SeasonOfCards:
    """Each league by itself, right by exact count. Raises SeasonError for a year without statistics."""
    statistics, rules = read_statistics(year), system.edition(edition)
    leagues = [league for league in map(statistics.of, LEAGUES) if league.batting]
    made = [system.make_cards(league, rules) for league in leagues]
    return SeasonOfCards(
        {man: card for cards in made for man, card in cards.cards.items()},
        {team: _in_order(league, men) for league in leagues for team, men in league.teams.items()},
        _added([cards.report for cards in made]),
        {man: lines for cards in made for man, lines in cards.short.items()},
    )


def _in_order(league: LeagueSeason, players: Sequence[str]) -> list[str]:
    pitchers = [man for man in players if man in league.pitching]
    pitchers.sort(key=lambda man: (-league.pitching[man].starts, -league.pitching[man].outs))
    return [*(man for man in players if man not in league.pitching), *pitchers]


def _added(reports: Sequence[Sequence[Counted]]) -> list[Counted]:
    both = zip(*reports, strict=True)
    return [Counted(lines[0].name, sum(x.played for x in lines), sum(x.cards for x in lines)) for lines in both]


def cards_document(system: AnySystem, season: SeasonOfCards) -> bytes:
    """What the file holds; load_cards reads it back."""
    document = {
        "system": system.key,
        "teams": season.teams,
        "cards": {player: system.write_card(card) for player, card in season.cards.items()},
    }
    return json.dumps(document, ensure_ascii=False, indent=1).encode()


def load_cards(system: AnySystem, path: Path) -> SeasonOfCards:
    """From JSON or, by its name, a workbook. Raises SeasonError with what is wrong with the file and its cards."""
    if path.suffix.lower() == ".xlsx":
        return _load_workbook(system, path)
    document = _document(path)
    if (of := document.get("system")) != system.key:
        whose = f"holds cards of another system, {of!r}" if of else "does not say of which system its cards are"
        raise SeasonError(f"{path}: this file {whose}; cards of {system.title} are wanted")
    cards, faults = dict[str, Any](), list[str]()
    for man, written in document["cards"].items():
        try:
            cards[man] = system.read_card(written)
        except SystemFileError as fault:
            faults += fault.faults
        except (AttributeError, TypeError):
            faults.append(f"what stands for {man} is no card")
    missing = [man for men in document["teams"].values() for man in men if man not in document["cards"]]
    faults += [f"a team has {man}, of whom there is no card" for man in missing]
    if faults:
        raise SeasonError("\n".join(f"{path}: {fault}" for fault in faults[:MOST_FAULTS]))
    return SeasonOfCards(cards, document["teams"])


def _document(path: Path) -> Mapping[str, Any]:
    """The file's JSON values, with cards and teams by name."""
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except OSError as fault:
        raise SeasonError(f"{path}: not a file of cards: {fault.strerror}") from None
    except UnicodeDecodeError:
        raise SeasonError(f"{path}: not a file of cards: it is no text") from None
    except json.JSONDecodeError as fault:
        raise SeasonError(f"{path}: not a file of cards: it is no JSON (line {fault.lineno})") from None
    if not isinstance(document, dict):
        raise SeasonError(f"{path}: not a file of cards: cards and teams by name are wanted")
    for name in ("cards", "teams"):
        if not isinstance(document.get(name), dict):
            raise SeasonError(f"{path}: not a file of cards: it has no {name}")
    if strange := next((team for team, men in document["teams"].items() if not isinstance(men, list)), None):
        raise SeasonError(f"{path}: not a file of cards: the men of {strange} are no list")
    return document


def _load_workbook(system: AnySystem, path: Path) -> SeasonOfCards:
    # only here, for few who play with cards have them in a workbook, and openpyxl is long in coming
    from seasons.card_workbook import read_cards  # noqa: PLC0415
    from seasons.workbooks import CardFileFaults  # noqa: PLC0415

    try:
        return SeasonOfCards(*read_cards(system, path))
    except OSError as fault:
        raise SeasonError(f"{path}: not a file of cards: {fault.strerror}") from None
    except CardFileFaults as refused:
        raise SeasonError("\n".join(f"{path}: {fault}" for fault in refused.faults[:MOST_FAULTS])) from None
