"""Create leagues with series to enter, and report the saved results. Runs inside the installation under test."""

import json
import sys
from typing import Any

from django.urls import reverse

from drafts.models import PlayerCard
from games.models import Game, Outing
from rules_engine.innings import format_innings
from tests.factories import ManagerAccessFactory
from tests.games.building import League, Side
from tournaments.access.links import link_token
from tournaments.models import Action, Tournament

NAMES = (
    "Becker Gomez Irvin Nash Olsen Davis Estes Kern Tully Upton Vance",
    "Adams Foster Hardy Lane Moore Doyle Crane Joyce Pratt Quinn Rusk",
)


def make_leagues(*rounds: int) -> None:
    """Print one JSON line with a league for each number of rounds."""
    sys.stdout.write(json.dumps([_league(number) for number in rounds]) + "\n")


def _league(rounds: int) -> dict[str, Any]:
    """Return the links of both managers, the page of every series, and both pitching staffs."""
    league = League(rounds=rounds)
    for side, names in zip(league.sides, NAMES, strict=True):
        for card, name in zip([*side.starters, *side.relievers, side.swingman], names.split(), strict=True):
            PlayerCard.objects.filter(pk=card.pk).update(name=name, sort_name=name)
    return {
        "slug": league.tournament.slug,
        "links": [f"/join/{link_token(ManagerAccessFactory(team=side.team))}/" for side in league.sides],
        "series": [series.pk for series in league.series],
        "pages": [reverse("enter_series", args=[league.tournament.slug, series.pk]) for series in league.series],
        "teams": [_team(side) for side in league.sides],
    }


def _team(side: Side) -> dict[str, Any]:
    return {"pk": side.team.pk, "name": side.team.name, "starters": [card.pk for card in side.starters]}


def tell_saved(slug: str) -> None:
    """Print one JSON line with every saved game, its pitching lines, and how often each series was saved."""
    tournament = Tournament.objects.get(slug=slug)
    games = [
        {
            "series": game.series_id,
            "number": game.number,
            "status": game.status,
            "score": [game.away_runs, game.home_runs, game.innings],
            "outings": {outing.card_id: format_innings(outing.outs) for outing in Outing.objects.filter(game=game)},
        }
        for game in Game.objects.filter(series__division__tournament=tournament).order_by("series_id", "number")
    ]
    saves = Action.objects.filter(tournament=tournament, verb="save_series_results").values_list("subject", flat=True)
    sys.stdout.write(json.dumps({"games": games, "saves": sorted(saves)}) + "\n")
