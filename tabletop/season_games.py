"""Prepare simulated games between all teams of a tournament, which measure their strength."""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import permutations
from typing import Any, Final

from drafts.models import Pick
from rules_engine.baseball.simulation import Meetings
from rules_engine.baseball.state import Side
from rules_engine.eligibility.game_ending import game_rules
from seasons.lahman import SeasonError
from seasons.made_cards import SeasonCardSet
from seasons.season_play import STARTERS, SeasonPlay
from tabletop.season_plays import season_play_for
from tabletop.table_games import ruleset_of_tournament
from tournaments.models import Tournament

GAMES: Final = 1_500  # of all pairs together at normal precision, each pair in both parks
_SEED: Final = 1
Rosters = Mapping[int, Sequence[str]]  # team -> codes of its cards, in drafting order


def rosters_of(tournament: Tournament) -> Rosters:
    """Return the card codes of each team. Raises SeasonError unless all teams drafted cards of one real season."""
    picks = Pick.objects.filter(team__in=tournament.teams.that_play(), card__isnull=False)
    rows = picks.order_by("overall").values_list("team_id", "card__code", "draft__card_set__season")
    rosters: dict[int, list[str]] = {team: [] for team in _team_names(tournament)}
    seasons = set()
    for team, code, season in rows:
        rosters[team].append(code)
        seasons.add(season)
    for team, codes in rosters.items():
        if not codes:
            raise SeasonError(
                f"{_team_names(tournament)[team]} has drafted nobody yet: odds are there after the draft."
            )
    if len(seasons) != 1 or None in seasons:
        raise SeasonError(
            "The odds are played by the cards of one real season, and these teams drafted from others: there are none."
        )
    return rosters


def _team_names(tournament: Tournament) -> dict[int, str]:
    return dict(tournament.teams.that_play().values_list("pk", "name"))


def drafted_season_year(tournament: Tournament) -> int:
    """Return the year of the cards. Check with rosters_of first."""
    seasons = Pick.objects.filter(team__tournament=tournament, card__isnull=False)
    return int(seasons.values_list("draft__card_set__season", flat=True).order_by()[0] or 0)


def odds_input_digest(tournament: Tournament, rosters: Rosters, games: int) -> str:
    """Return a digest of all input of the simulated games."""
    game = tournament.profile.game
    cards = sorted((team, *codes) for team, codes in rosters.items())
    facts = [game.system, game.edition, drafted_season_year(tournament), games, cards]
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()


def pairs_of(rosters: Rosters) -> list[tuple[str, str]]:
    return list(permutations(map(str, rosters), 2))


def games_of(rosters: Rosters, precision: int = 1) -> int:
    """Return the number of games to play: every team visits each other team equally often.

    The standard error falls with the square root of the games, so `precision` 2 takes four times as many.
    """
    pairs = len(pairs_of(rosters))
    return pairs * precision**2 * max(2, GAMES // max(1, pairs))


def meetings_of(tournament: Tournament, rosters: Rosters) -> Meetings:
    """Return the plan of all games, by team id. Raises SeasonError if a team can't field a lineup."""
    profile, source = tournament.profile, str(drafted_season_year(tournament))
    play, edition = season_play_for(profile.game.system), ruleset_of_tournament(profile)
    own = dict(_own_codes(rosters))
    clubs = {team: list(codes.values()) for team, codes in own.items()}
    named = _team_names(tournament)
    season = play.season(edition, source)
    season = replace(season, cards=_with_own(season.cards, own), teams=_with_cards(clubs, season.cards, own))
    setups = play.setups(play.system.edition(edition), season, play.system.charts(None), "", list(clubs))
    line_ups = {team: _rotation(named[int(team)], partial(_side, play, setups[team], season, team)) for team in clubs}
    return Meetings(setups, line_ups, pairs_of(rosters), _SEED, game_rules(profile))


def _own_codes(rosters: Rosters) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the player ids of each team by card code. A player drafted in two divisions gets two ids."""
    taken: set[str] = set()
    for team, codes in rosters.items():
        yield str(team), {code: f"{code}-{team}" if code in taken else code for code in codes}
        taken.update(codes)


def _with_own(cards: Mapping[str, Any], own: Mapping[str, Mapping[str, str]]) -> dict[str, Any]:
    others = {man: cards[code] for codes in own.values() for code, man in codes.items() if code in cards}
    return {**cards, **others}


def _with_cards(
    clubs: Mapping[str, Sequence[str]], cards: Mapping[str, Any], own: Mapping[str, Mapping[str, str]]
) -> dict[str, list[str]]:
    return {team: [man for code, man in own[team].items() if code in cards] for team in clubs}


def _side(play: SeasonPlay, setup: Any, season: SeasonCardSet, team: str, turn: int) -> Side:
    return play.club_side(setup, season, team, hitter=play.system.has_hitter(setup.edition.key), turn=turn)


def _rotation(name: str, side: Callable[[int], Side]) -> list[Side]:
    """Return the lineups of a rotation. Raises SeasonError with the team's name."""
    try:
        return [side(turn) for turn in range(STARTERS)]
    except SeasonError as fault:
        raise SeasonError(f"{name}: {fault}") from None
