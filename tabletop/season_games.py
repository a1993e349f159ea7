"""Prepare simulated games between all teams in a tournament, to measure their strength."""

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
from tabletop.prepared_games import ruleset_of_tournament
from tabletop.season_plays import season_play_for
from tournaments.models import Tournament

GAMES: Final = 1_500  # for all pairs together at normal precision, each pair in both parks
_SEED: Final = 1
Rosters = Mapping[int, Sequence[str]]  # team -> codes of its cards, in draft order


def rosters_of(tournament: Tournament) -> Rosters:
    """Return each team's card codes. Raise SeasonError unless all teams drafted cards from one real season."""
    picks = Pick.objects.filter(team__in=tournament.teams.playing(), card__isnull=False)
    rows = picks.order_by("overall").values_list("team_id", "card__code", "draft__card_set__season")
    rosters: dict[int, list[str]] = {team: [] for team in _team_names(tournament)}
    seasons = set()
    for team, code, season in rows:
        rosters[team].append(code)
        seasons.add(season)
    for team, codes in rosters.items():
        if not codes:
            name = _team_names(tournament)[team]
            raise SeasonError(f"{name} has not drafted anyone yet. Odds require a finished draft.")
    if len(seasons) != 1 or None in seasons:
        raise SeasonError("Odds require cards from one real season, but these teams drafted from other card sets.")
    return rosters


def _team_names(tournament: Tournament) -> dict[int, str]:
    return dict(tournament.teams.playing().values_list("pk", "name"))


def drafted_season_year(tournament: Tournament) -> int:
    """Return the year of the cards. Call `rosters_of` first to check it."""
    seasons = Pick.objects.filter(team__tournament=tournament, card__isnull=False)
    return int(seasons.values_list("draft__card_set__season", flat=True).order_by()[0] or 0)


def odds_input_digest(tournament: Tournament, rosters: Rosters, games: int) -> str:
    """Return a digest of all input to the simulated games."""
    game = tournament.profile.game
    cards = sorted((team, *codes) for team, codes in rosters.items())
    facts = [game.system, game.edition, drafted_season_year(tournament), games, cards]
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()


def pairs_of(rosters: Rosters) -> list[tuple[str, str]]:
    return list(permutations(map(str, rosters), 2))


def games_of(rosters: Rosters, precision: int = 1) -> int:
    """Return the number of games to play, with each team visiting every other team equally often.

    The standard error falls with the square root of the games, so `precision` 2 needs four times as many.
    """
    pairs = len(pairs_of(rosters))
    return pairs * precision**2 * max(2, GAMES // max(1, pairs))


def meetings_of(tournament: Tournament, rosters: Rosters) -> Meetings:
    """Return the plan for all games, by team id. Raise SeasonError if a team can't field a lineup."""
    profile = tournament.profile
    play = season_play_for(profile.game.system)
    key = ruleset_of_tournament(profile)
    season = play.season(key, str(drafted_season_year(tournament)))
    cards = dict(season.cards)
    teams: dict[str, list[str]] = {}
    for team, ids in _player_ids(rosters):
        teams[team] = [player for code, player in ids.items() if code in season.cards]
        cards |= {player: season.cards[code] for code, player in ids.items() if code in season.cards}
    season = replace(season, cards=cards, teams=teams)
    setups = play.setups(play.system.edition(key), season, play.system.charts(None), "", list(teams))
    names = _team_names(tournament)
    lineups = {}
    for team in teams:
        lineups[team] = _rotation(names[int(team)], partial(_side, play, setups[team], season, team))
    return Meetings(setups, lineups, pairs_of(rosters), _SEED, game_rules(profile))


def _player_ids(rosters: Rosters) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield each team with its player ids by card code. A player drafted in two divisions gets two ids."""
    assigned: set[str] = set()
    for team, codes in rosters.items():
        yield str(team), {code: f"{code}-{team}" if code in assigned else code for code in codes}
        assigned.update(codes)


def _side(play: SeasonPlay, setup: Any, season: SeasonCardSet, team: str, turn: int) -> Side:
    has_hitter = play.system.has_hitter(setup.edition.key)
    return play.club_side(setup, season, team, hitter=has_hitter, turn=turn)


def _rotation(name: str, side: Callable[[int], Side]) -> list[Side]:
    """Return a rotation's lineups. Raise SeasonError with the team's name if one is impossible."""
    try:
        return [side(turn) for turn in range(STARTERS)]
    except SeasonError as error:
        raise SeasonError(f"{name}: {error}") from None
