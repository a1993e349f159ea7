"""Games of the systems whose cards are made by exact count: cards and line-ups by their Protocol alone."""

import sys
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from django.conf import settings

from rules_engine.baseball.lineups import NoLineupError, proposed_side
from rules_engine.baseball.state import Side
from rules_engine.baseball.system import AnySystem
from rules_engine.eligibility.pitching import Allowance
from rules_engine.profile import Profile
from rules_engine.rulings import Ruling
from seasons.kept_files import kept_season
from seasons.lahman import SeasonError
from seasons.made_cards import SeasonOfCards, load_cards
from weekend.drafted_line_ups import TWIN, DraftedGame, DraftedMeeting, DraftedTeam

STARTERS: Final = 5
Brought = Mapping[str, Any] | None


def season_of(system: AnySystem, edition: str, source: str) -> SeasonOfCards:
    """A year's made cards, or those of a file. Raises SeasonError."""
    if not source.isdecimal():
        return load_cards(system, Path(source))
    return kept_season(system, int(source), edition, settings.DATA_DIR / "cards", tell_at_terminal)


def tell_at_terminal(text: str) -> None:
    """How far it is, for whoever waits."""
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


def book_of(
    system: AnySystem,
    edition: Any,
    season: SeasonOfCards,
    charts: Any,
    park: str,
    brought: tuple[Brought, Brought] = (None, None),
    profile: Profile | None = None,
) -> Any:
    """The book of a game, with what the two teams bring from other games. Raises SystemFileError."""
    book = system.book(edition, season.cards, charts, park)
    system.bring(book, *brought, profile)
    return book


def club_side(
    book: Any, season: SeasonOfCards, team: str, words: str = "", *, hitter: bool = False, turn: int = 0
) -> Side:
    """The club behind him of its rotation whose turn it is, or the starter whose name has these words; the hurt stay at
    home. The rest of the rotation does too, unless nobody else could relieve him. Raises SeasonError."""
    if team not in season.teams:
        raise SeasonError(f"there is no team {team}; there are {', '.join(sorted(season.teams))}")
    rotation = able_to_start(book, season.teams[team])[:STARTERS]
    whose_turn = rotation[turn % len(rotation)] if rotation else ""
    pitcher = _named(season, team, rotation, words) if words else whose_turn
    others = any(book.is_pitcher(man) and man not in rotation for man in season.teams[team])
    return _side(book, team, season.teams[team], pitcher, hitter=hitter, without=rotation if others else ())


def able_to_start(book: Any, players: Iterable[str]) -> list[str]:
    """Those whose cards, and what they come with, let them start, in their order."""
    return [man for man in players if book.is_pitcher(man) and book.may_pitch(man, start=True)]


def _named(season: SeasonOfCards, team: str, starters: Sequence[str], words: str) -> str:
    """The one starter of this number, or whose name has these words in it. Raises SeasonError."""
    names, wanted = season.names_of(starters), words.strip().casefold()
    able = [man for man, name in names.items() if wanted in name.casefold()]
    if wanted in names:
        return wanted
    if len(able) != 1:
        raise SeasonError(f"“{words}” is not one starter of {team}; it has {', '.join(names.values())}")
    return able[0]


def _side(
    book: Any, team: str, players: Sequence[str], pitcher: str, *, hitter: bool = False, without: Collection[str] = ()
) -> Side:
    if not pitcher:
        raise SeasonError(f"{team} cannot take the field: nobody can start")
    fit = [man for man in players if man not in book.absent or book.is_pitcher(man)]
    try:
        return proposed_side(book, fit, pitcher, hitter=hitter, without=without)
    except NoLineupError as fault:
        raise SeasonError(f"{team} cannot take the field: {fault}") from None


def with_twins(season: SeasonOfCards, players: Iterable[str]) -> SeasonOfCards:
    """Cards of their own for men drafted in both divisions, for a man has one line in a box score."""
    twins = {
        man: replace(card, name=f"{card.name} (home)")
        for man in players
        if man not in season.cards and (card := season.cards.get(man.removesuffix(TWIN))) is not None
    }
    return replace(season, cards={**season.cards, **twins}) if twins else season


def drafted_season(game: DraftedGame, season: SeasonOfCards) -> SeasonOfCards:
    """The cards of two drafted teams, whose men are named as the game names them: batters first, then who may start."""
    away = {code: code for code in game.away.players if code in season.cards}
    home = {code: f"{code}{TWIN}" if code in away else code for code in game.home.players if code in season.cards}
    teams = {
        team.name: [ids[code] for code in sorted(ids, key=lambda code: not _starts(team, code))]
        for team, ids in ((game.away, away), (game.home, home))
    }
    return with_twins(replace(season, teams=teams), home.values())


def _starts(team: DraftedTeam, code: str) -> bool:
    return code not in team.sheet or bool(team.sheet[code].start)


def drafted_meeting(
    book: Any, game: DraftedGame, season: SeasonOfCards, starters: tuple[str, str] = ("", "")
) -> DraftedMeeting[SeasonOfCards]:
    """The two teams in the field, by their pitching sheets. Raises SeasonError where a team cannot take the field."""
    sides: list[Side] = []
    relief: dict[str, Allowance] = {}
    sheets: dict[str, Ruling] = {}
    missing: list[str] = []
    for team, words in zip((game.away, game.home), starters, strict=True):
        men = season.teams[team.name]
        codes = {man: man if man in team.players else man.removesuffix(TWIN) for man in men}
        of_team = {man: team.sheet[code] for man, code in codes.items() if code in team.sheet}
        relief |= {man: Allowance(able.relief, able.relief_outs) for man, able in of_team.items()}
        may = {man: able.start for man, able in of_team.items()}
        sheets |= may
        missing += [name for code, name in team.players.items() if code not in codes.values()]
        sides.append(_side(book, team.name, men, _starter(book, season, team.name, may, words)))
    return DraftedMeeting(season, (sides[0], sides[1]), relief, sheets, tuple(missing))


def _starter(book: Any, season: SeasonOfCards, team: str, sheet: Mapping[str, Ruling], words: str) -> str:
    """Who is named, or the first whom sheet, card and health let start. Raises SeasonError."""
    rulings = {man: ruling and book.may_pitch(man, start=True) for man, ruling in sheet.items() if book.is_pitcher(man)}
    names = season.names_of(season.teams[team])
    if words:
        pitcher = _named(season, team, list(rulings), words)
        if not rulings[pitcher]:
            raise SeasonError(f"{names[pitcher]} may not start for {team}: {rulings[pitcher]}")
        return pitcher
    able = [man for man in season.teams[team] if rulings.get(man)]
    if not able:
        reasons = "; ".join(f"{names[man]}, {ruling}" for man, ruling in rulings.items())
        raise SeasonError(f"nobody may start for {team}: {reasons or 'it has no pitcher with a card'}")
    return able[0]
