"""A season's cards and teams for any system: make them, write them to a file, and load them."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from rules_engine.baseball.seasons import LeagueSeason
from rules_engine.baseball.system import AnySystem
from rules_engine.baseball.system_types import Counted, SystemFileError
from rules_engine.namesakes import Named, distinct_names
from seasons.lahman import SeasonError
from seasons.league_statistics import LEAGUES, read_statistics

MAX_FAULTS_SHOWN: Final = 20  # errors shown per file


@dataclass(frozen=True)
class SeasonCardSet:
    """A season's cards by player, and each team's players.

    Attributes:
        teams: Hitters by playing time, then pitchers by starts.
        report: All cards' totals beside the real ones.
        shortfalls: Lines of a player that his card can't produce.
    """

    cards: Mapping[str, Any]
    teams: Mapping[str, Sequence[str]]
    report: Sequence[Counted] = ()
    shortfalls: Mapping[str, Sequence[Counted]] = field(default_factory=dict)

    def names_of(self, players: Iterable[str]) -> dict[str, str]:
        """Return the name on each player's card. Players with the same name get their code."""
        named = {player: Named(self.cards[player].name, (player,)) for player in players}
        return distinct_names(named)


def make_season(system: AnySystem, year: int, edition: str) -> SeasonCardSet:
    """Make each league's cards by exact count. Raise SeasonError for a year without statistics."""
    statistics, rules = read_statistics(year), system.edition(edition)
    cards: dict[str, Any] = {}
    teams: dict[str, Sequence[str]] = {}
    shortfalls: dict[str, Sequence[Counted]] = {}
    reports = []
    for name in LEAGUES:
        league = statistics.of_league(name)
        if not league.batting:
            continue
        made = system.make_cards(league, rules)
        cards |= made.cards
        for team, players in league.teams.items():
            teams[team] = _by_playing_time(league, players)
        shortfalls |= made.short
        reports.append(made.report)
    return SeasonCardSet(cards, teams, _combined_report(reports), shortfalls)


def _by_playing_time(league: LeagueSeason, players: Sequence[str]) -> list[str]:
    hitters = [player for player in players if player not in league.pitching]
    pitchers = [player for player in players if player in league.pitching]
    pitchers.sort(key=lambda player: (-league.pitching[player].starts, -league.pitching[player].outs))
    return hitters + pitchers


def _combined_report(reports: Sequence[Sequence[Counted]]) -> list[Counted]:
    combined = []
    for lines in zip(*reports, strict=True):
        played = sum(line.played for line in lines)
        by_cards = sum(line.cards for line in lines)
        combined.append(Counted(lines[0].name, played, by_cards))
    return combined


def cards_document(system: AnySystem, season: SeasonCardSet) -> bytes:
    """Return the content of a card file that `load_cards` can parse."""
    document = {
        "system": system.key,
        "teams": season.teams,
        "cards": {player: system.write_card(card) for player, card in season.cards.items()},
    }
    return json.dumps(document, ensure_ascii=False, indent=1).encode()


def load_cards(system: AnySystem, path: Path) -> SeasonCardSet:
    """Load a JSON file or an .xlsx workbook. Raise SeasonError with every error in the file and its cards."""
    if path.suffix.lower() == ".xlsx":
        return _load_workbook(system, path)
    document = read_card_file(path)
    key = document.get("system")
    if key != system.key:
        problem = f"has cards for another system, {key!r}" if key else "doesn't name the system for its cards"
        raise SeasonError(f"{path}: this file {problem}. Choose a file with {system.title} cards.")
    cards: dict[str, Any] = {}
    faults: list[str] = []
    for player, card in document["cards"].items():
        try:
            cards[player] = system.read_card(card)
        except SystemFileError as error:
            faults += error.faults
        except Exception:  # a foreign file can raise any exception, so the error names the file
            faults.append(f"the entry for {player} is not a card")
    for team, players in document["teams"].items():
        for player in players:
            if not has_card(document, player):
                faults.append(f"{team} has {player}, who has no card in this file")
    if faults:
        raise SeasonError("\n".join(f"{path}: {fault}" for fault in faults[:MAX_FAULTS_SHOWN]))
    return SeasonCardSet(cards, document["teams"])


def has_card(document: Mapping[str, Any], player: object) -> bool:
    """Return whether a card file has a card for an entry in its list of players."""
    return isinstance(player, str) and player in document["cards"]


def read_card_file(path: Path) -> dict[str, Any]:
    """Return the JSON object in a card file. Raise SeasonError unless it has cards and teams."""
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SeasonError(f"{path} is not a card file: {error.strerror}") from None
    except UnicodeDecodeError:
        raise SeasonError(f"{path} is not a card file: it is not a text file") from None
    except json.JSONDecodeError as error:
        raise SeasonError(f"{path} is not a card file: line {error.lineno} is not valid JSON") from None
    except RecursionError:
        raise SeasonError(f"{path} is not a card file: its brackets are nested too deeply") from None
    except ValueError:
        raise SeasonError(f"{path} is not a card file: it has a number with too many digits") from None
    if not isinstance(document, dict):
        raise SeasonError(f"{path} is not a card file: it needs an object with cards and teams")
    for name in ("cards", "teams"):
        if not isinstance(document.get(name), dict):
            raise SeasonError(f"{path} is not a card file: it has no {name}")
    for team, players in document["teams"].items():
        if not isinstance(players, list):
            raise SeasonError(f"{path} is not a card file: {team}'s players are not a list")
    return document


def _load_workbook(system: AnySystem, path: Path) -> SeasonCardSet:
    # openpyxl is slow to import, and few games need it
    from seasons.card_workbook import read_cards  # noqa: PLC0415
    from seasons.workbooks import CardFileFaults  # noqa: PLC0415

    try:
        return SeasonCardSet(*read_cards(system, path))
    except OSError as error:
        raise SeasonError(f"{path} is not a card file: {error.strerror}") from None
    except CardFileFaults as error:
        shown = error.faults[:MAX_FAULTS_SHOWN]
        raise SeasonError("\n".join(f"{path}: {fault}" for fault in shown)) from None
