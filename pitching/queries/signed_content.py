"""The content that a signature covers, a team's part of a series in plain values, and its hash."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any

from drafts.models import PlayerCard
from games.models import Game
from games.scoresheet.rows import plain, stored_games
from pitching.models import SignOff
from rules_engine.innings import format_innings
from tournaments.models import Series, Team

Content = dict[str, Any]


def build_content(series: Series, sheet_of: Team, games: Iterable[Mapping[str, Any]]) -> Content:
    """Return a team's part of the series in words and numbers that remain readable."""
    games = list(games)
    cards = {outing["card_id"] for game in games for outing in game["outings"] if outing["team_id"] == sheet_of.pk}
    names: dict[int, str] = {}
    if cards:
        names = dict(PlayerCard.including_hidden.filter(pk__in=cards).values_list("pk", "name"))
    opponent = series.away if sheet_of.pk == series.home_id else series.home
    return {
        "series": series.pk,
        "stage": series.stage,
        "round": series.round,
        "team": sheet_of.name,
        "opponent": opponent.name,
        "games": [_game_content(game, sheet_of.pk, names) for game in games],
    }


def games_covered(games: Iterable[Mapping[str, Any]], numbers: str) -> list[Mapping[str, Any]]:
    """Return the games a signature covers: those in `numbers`, or all if it is empty (T33.0)."""
    return [game for game in games if not numbers or str(game["number"]) in numbers]


def _game_content(game: Mapping[str, Any], team_id: int, names: Mapping[int, str]) -> Content:
    own, opposing = ("home", "away") if game["home_id"] == team_id else ("away", "home")
    is_suspended = game["status"] == Game.Status.SUSPENDED
    content: Content = {
        "game": game["number"],
        "place": own,
        "ending": "suspended" if is_suspended else game["ending"],
        "runs": [game[f"{own}_runs"], game[f"{opposing}_runs"]],
        "innings": game["innings"],
        "outings": [_outing_content(outing, names) for outing in game["outings"] if outing["team_id"] == team_id],
    }
    if game["conceded_by_id"]:
        is_own = game["conceded_by_id"] == team_id
        content["conceded_by"] = "own" if is_own else "opponent"
    return content


def _outing_content(outing: Mapping[str, Any], names: Mapping[int, str]) -> Content:
    """Return an appearance's content without empty values, so that seals made before a field existed remain valid."""
    content: Content = {
        "pitcher": names.get(outing["card_id"], ""),
        "card": outing["card_id"],
        "part": outing["part"],
        "innings": format_innings(outing["outs"]),
    }
    runs = outing.get("runs")  # not in logs from before runs could be entered
    if runs is not None:
        content["runs"] = runs
    optional_facts = {
        "extra": outing["extra_outs"],
        "injured": outing["injured"],
        "for_want_of": outing.get("for_want_of", ""),
        "footnote": outing["footnote"] if outing["accepted_by"] else "",
        "rule": outing["accepted_rule"],
        "accepted_by": outing["accepted_by"],
    }
    content.update({name: value for name, value in optional_facts.items() if value})
    return content


def compute_seal(content: Content) -> str:
    """Return the SHA-256 of the content's canonical JSON as 64 hexadecimal digits."""
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def current_content(signed: SignOff) -> Content:
    """Return the sheet's current content, under the names and numbers used at signing."""
    return content_of_games(signed, signed.series, plain(stored_games(signed.series)))


def current_seal(signed: SignOff) -> str:
    """Return the seal for the sheet's current content. It equals the signed seal until something changes."""
    return compute_seal(current_content(signed))


def is_intact(signed: SignOff) -> bool:
    """Return whether the stored content is the signed content. A tournament file can contain any content."""
    return compute_seal(signed.content) == signed.seal


def content_of_games(signed: SignOff, series: Series, games: Iterable[Mapping[str, Any]]) -> Content:
    """Return the content of these series games, under the names and numbers used at signing.

    A spelling correction doesn't change a result, so it must not break a seal. Teams and cards are identified by their
    rows. In a tournament file, card numbers are the sender's, so the cards' names count too.
    """
    content = build_content(series, signed.sheet_of, games_covered(games, signed.games))
    if signed.is_imported:
        content = _with_original_numbers(content, signed)
    else:
        content = _with_signed_pitchers(content, signed)
    return _with_signed_teams(content, signed, series)


def _with_signed_pitchers(content: Content, signed: SignOff) -> Content:
    names = {
        outing["card"]: outing["pitcher"] for game in signed.content.get("games", []) for outing in game["outings"]
    }
    games = []
    for game in content["games"]:
        outings = [{**outing, "pitcher": names.get(outing["card"], outing["pitcher"])} for outing in game["outings"]]
        games.append({**game, "outings": outings})
    return {**content, "games": games}


def _with_signed_teams(content: Content, signed: SignOff, series: Series) -> Content:
    is_same_opponent = signed.signed_by_id in (series.home_id, series.away_id)
    if not is_same_opponent or "team" not in signed.content:
        return content
    return {**content, **{name: signed.content[name] for name in ("team", "opponent")}}


def signed_numbers(signed: SignOff) -> dict[str, Any]:
    """Return the series and card numbers at signing: {"series": number, "cards": {today's card: number}}."""
    if signed.numbers:
        return dict(signed.numbers)
    cards = {outing["card"] for game in signed.content.get("games", []) for outing in game["outings"]}
    return {
        "series": signed.content.get("series"),
        "cards": {str(card): card for card in cards},
    }


def _with_original_numbers(content: Content, signed: SignOff) -> Content:
    original_numbers = signed.numbers["cards"]
    games = []
    for game in content["games"]:
        outings = []
        for outing in game["outings"]:
            card = outing["card"]
            original = original_numbers.get(str(card), card)
            outings.append({**outing, "card": original})
        games.append({**game, "outings": outings})
    return {**content, "series": signed.numbers["series"], "games": games}
