"""What a signature covers: one team's part of a series as plain content, and the hash that seals it."""

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


def content_of(series: Series, sheet_of: Team, games: Iterable[Mapping[str, Any]]) -> Content:
    """What is signed: one team's part of the series, in words and numbers that stay readable for ever."""
    games = list(games)
    cards = {one["card_id"] for game in games for one in game["outings"] if one["team_id"] == sheet_of.pk}
    names = dict(PlayerCard.every.filter(pk__in=cards).values_list("pk", "name")) if cards else {}
    opponent = series.away if sheet_of.pk == series.home_id else series.home
    return {
        "series": series.pk,
        "stage": series.stage,
        "round": series.round,
        "team": sheet_of.name,
        "opponent": opponent.name,
        "games": [_game(game, sheet_of.pk, names) for game in games],
    }


def covered(games: Iterable[Mapping[str, Any]], numbers: str) -> list[Mapping[str, Any]]:
    """T33.0: the games that a signature covers: those of these numbers, or without any number all of them."""
    return [game for game in games if not numbers or str(game["number"]) in numbers]


def _game(game: Mapping[str, Any], team_id: int, names: Mapping[int, str]) -> Content:
    own, other = ("home", "away") if game["home_id"] == team_id else ("away", "home")
    conceded = {"conceded_by": "own" if game["conceded_by_id"] == team_id else "opponent"}
    return {
        "game": game["number"],
        "place": own,
        "ending": game["ending"] if game["status"] != Game.Status.SUSPENDED else "suspended",
        "runs": [game[f"{own}_runs"], game[f"{other}_runs"]],
        "innings": game["innings"],
        "outings": [_outing(one, names) for one in game["outings"] if one["team_id"] == team_id],
    } | (conceded if game["conceded_by_id"] else {})


def _outing(outing: Mapping[str, Any], names: Mapping[int, str]) -> Content:
    content: Content = {
        "pitcher": names.get(outing["card_id"], ""),
        "card": outing["card_id"],
        "part": outing["part"],
        "innings": format_innings(outing["outs"]),
    }
    more = {
        "runs": outing.get("runs"),  # missing in what was logged before runs could be entered
        "extra": outing["extra_outs"],
        "injured": outing["injured"],
        "for_want_of": outing.get("for_want_of", ""),
        "footnote": outing["footnote"] if outing["accepted_by"] else "",
        "rule": outing["accepted_rule"],
        "accepted_by": outing["accepted_by"],
    }
    # a sheet without a fact is sealed as if the fact did not exist, so that older seals still hold
    return content | {name: value for name, value in more.items() if value or (name == "runs" and value is not None)}


def seal_of(content: Content) -> str:
    """The SHA-256 of the content in one fixed spelling, as 64 hexadecimal digits."""
    spelled = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(spelled.encode()).hexdigest()


def seal_now(signed: SignOff) -> str:
    """The seal of what the sheet holds today; equal to the signed one while nothing was changed."""
    games = covered(plain(stored_games(signed.series)), signed.games)
    content = content_of(signed.series, signed.sheet_of, games)
    return seal_of(_as_numbered_then(content, signed) if signed.numbers else content)


def numbers_signed(signed: SignOff) -> dict[str, Any]:
    """{"series": number, "cards": {card of today: number}}: what series and cards were called when this was signed."""
    if signed.numbers:
        return dict(signed.numbers)
    cards = {outing["card"] for game in signed.content.get("games", []) for outing in game["outings"]}
    return {"series": signed.content.get("series"), "cards": {str(card): card for card in cards}}


def _as_numbered_then(content: Content, signed: SignOff) -> Content:
    cards = signed.numbers["cards"]
    games = [
        {**game, "outings": [{**one, "card": cards.get(str(one["card"]), one["card"])} for one in game["outings"]]}
        for game in content["games"]
    ]
    return {**content, "series": signed.numbers["series"], "games": games}
