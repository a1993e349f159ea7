"""Describe a tournament as people see it, without row IDs, so that two installations can be compared."""

import hashlib
import json
import re
from typing import Any

from django.test import Client

from drafts.models import Pick, PlayerCard, QueuedPlayer
from games.models import Game, Mistake, Outing, RulingRequest, Suspension
from pitching.models import SignOff
from pitching.queries.signature_check import check_code, signed_games
from tournaments.action_log.changes import Names, changes_in_words
from tournaments.models import Action, Manager, Notice, SlotRoll, Tournament

_NUMBERS = re.compile(
    r"(card set|sign off|mistake|wish|points|game|park): [\[\]\d]+"
)  # shown unchanged, and expected to be new


def picture(tournament: Tournament) -> dict[str, Any]:
    """Return the picture by chapter, as plain JSON."""
    drawn = {
        "settings": [tournament.name, tournament.stage, tournament.profile_text, str(tournament.created_at)],
        "people": [
            [str(m.team), m.team.seed, m.name, m.gets_points]
            for m in Manager.objects.filter(team__tournament=tournament)
        ],
        "dice": [[str(r.team), r.attempt, r.value] for r in SlotRoll.objects.filter(team__tournament=tournament)],
        "standings": Client().get(f"/t/{tournament.slug}/export/standings.csv").content.decode(),
        "schedule": [
            [str(s), s.stage, s.table, s.score, s.home_rolls, s.version, s.status] for s in tournament.series.all()
        ],
        "tie-breaks": [sorted(roll.rolls.values()) for roll in tournament.tie_break_rolls.all()],
        "games": [
            [str(g), g.status, g.home_runs, g.away_runs, g.home_line, g.away_line]
            for g in Game.objects.filter(series__tournament=tournament)
        ],
        "sheets": [
            [str(o.game), str(o.team), str(o.card), o.order, o.part, o.outs, o.runs, o.footnote]
            for o in Outing.objects.filter(game__series__tournament=tournament).select_related("card", "team")
        ],
        "seals": [_seal(signed) for signed in SignOff.objects.filter(series__tournament=tournament)],
        "draft": [
            [str(p.draft), p.overall, str(p.team), str(p.card), str(p.park), p.designed_park, p.made_by, str(p.made_at)]
            for p in Pick.objects.filter(draft__division__tournament=tournament)
        ],
        "wishes": [
            [str(w.team), str(w.card), w.position] for w in QueuedPlayer.objects.filter(team__tournament=tournament)
        ],
        "questions": [[r.question, r.ruling] for r in RulingRequest.objects.filter(series__tournament=tournament)],
        "suspended": [[str(s), s.situation] for s in Suspension.objects.filter(game__series__tournament=tournament)],
        "mistakes": [
            [str(m), m.reason, str(m.card), len(m.agreed), m.chosen]
            for m in Mistake.objects.filter(series__tournament=tournament)
        ],
        "notices": [
            [n.sentence, str(n.team), n.answered_at is None] for n in Notice.objects.filter(tournament=tournament)
        ],
        "log": _log(tournament),
    }
    return json.loads(json.dumps(drawn, default=str))


def digest(tournament: Tournament) -> str:
    """Return a digest that is equal for equal pictures."""
    return hashlib.sha256(json.dumps(picture(tournament), sort_keys=True).encode()).hexdigest()


def _seal(signed: SignOff) -> list[Any]:
    signer = check_code(signed.code)
    assert signer is not None
    pitchers = [outing["pitcher"] for game in signed_games(signed) for outing in game["outings"]]
    return [signed.code, signed.seal, str(signed.sheet_of), signed.signer, signer.state, pitchers]


def _log(tournament: Tournament) -> list[Any]:
    """Return the activity log in words, including each action's changes, so that it names the current rows."""
    names = Names(tournament)
    cards = dict(PlayerCard.objects.values_list("pk", "name"))

    def in_names(change: str) -> str:
        change = re.sub(r"\bcard: (\d+)", lambda match: f"card: {cards[int(match[1])]}", change)
        return _NUMBERS.sub(r"\1", change)

    actions = Action.objects.filter(tournament=tournament).exclude(verb="open_tournament_file").order_by("pk")
    return [
        [str(a.at), a.actor, a.verb, a.sentence, a.reason]
        + [in_names(change) for change in changes_in_words(tournament, a.before, a.after, names)]
        + [str(a.undoes) if a.undoes else ""]
        for a in actions
    ]
