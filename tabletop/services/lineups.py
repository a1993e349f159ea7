"""Save the lineup of a drafted team."""

from collections.abc import Sequence

from core.errors import Refused
from drafts.models import LineUp
from rules_engine.baseball.lineups import HITTER
from rules_engine.baseball.state import POSITIONS
from tabletop.queries.lineups import PLACES, Drafted, Spots, drafted_by, line_up_ruling
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Action, Team, Tournament

Stored = list[list[str]]


def save_line_up(*, team: Team, against: str, spots: Spots, actor: Actor) -> None:
    """The nine for games against this hand of starters; () takes the line-up away, and the program proposes again.

    Raises Refused with the field `spot_N` of a place, or with the ruling of the tournament's game.
    """
    if against not in LineUp.Against.values:
        raise Refused(f"{against}: one of {', '.join(LineUp.Against.values)} is wanted.", field="against")
    if spots:
        drafted = drafted_by(team)  # cards may have to be made: outside the transaction
        _check(drafted, spots)
        if not (ruling := line_up_ruling(drafted, spots)):
            raise Refused(ruling)
    with writing(team.tournament_id) as tournament:
        before = _stored(team, against)
        after: Stored = [[code, position] for code, position in spots]
        if before == after:
            return
        _store(team, against, after)
        said = LineUp.Against(against).label.lower()
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.SAVE_LINE_UP,
            subject=f"team:{team.pk}",
            sentence=f"{team} saves its line-up {said}." if after else f"{team} takes its line-up {said} away.",
            before={"team": team.pk, "line_up": {"against": against, "spots": before}},
            after={"team": team.pk, "line_up": {"against": against, "spots": after}},
        )


def undo_line_up(tournament: Tournament, action: Action) -> list[str]:
    """Restore the previous lineup. Raises Refused if another was saved since."""
    team = Team.objects.get(tournament=tournament, pk=action.after["team"])
    against = action.after["line_up"]["against"]
    if _stored(team, against) != action.after["line_up"]["spots"]:
        raise Refused(f"{team} has saved another line-up since. Undo the later act first.")
    _store(team, against, action.before["line_up"]["spots"])
    return [f"{team}: the line-up {LineUp.Against(against).label.lower()} is as it was before."]


def _check(drafted: Drafted, spots: Spots) -> None:
    """Check that nine spots have a player of the team and a position. The pitcher's spot names no player."""
    if len(spots) != PLACES:
        raise Refused(f"{PLACES} men bat, and here are {len(spots)}.", field="spots")
    for place, (code, position) in enumerate(spots, start=1):
        if position not in (*POSITIONS, HITTER):
            raise Refused(f"Place {place}: “{position}” is no position.", field=f"spot_{place}")
        if position == "p" and code:
            raise Refused(f"Place {place}: who starts is settled game by game; name nobody.", field=f"spot_{place}")
        if position != "p" and code not in drafted.names:
            raise Refused(f"Place {place}: “{code}” is nobody of this team.", field=f"spot_{place}")


def _stored(team: Team, against: str) -> Stored:
    saved = LineUp.objects.filter(team=team, against=against).first()
    return [list(spot) for spot in saved.spots] if saved else []


def _store(team: Team, against: str, spots: Sequence[Sequence[str]]) -> None:
    if spots:
        LineUp.objects.update_or_create(team=team, against=against, defaults={"spots": spots})
    else:
        LineUp.objects.filter(team=team, against=against).delete()
