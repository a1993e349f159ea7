"""Save a drafted team's lineups."""

from collections.abc import Sequence

from core.errors import Refused
from drafts.models import LineUp
from rules_engine.baseball.lineups import HITTER
from rules_engine.baseball.state import POSITIONS
from tabletop.queries.lineups import SPOT_COUNT, DraftedRoster, Spots, rule_on_lineup
from tabletop.refusals import LineupRefusal
from tabletop.services.season_cards import load_roster
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Action, Team, Tournament

StoredSpots = list[list[str]]


def save_lineup(*, team: Team, against: str, spots: Spots, actor: Actor) -> None:
    """Save the lineup against starters of one hand. Without spots, delete it, and the program proposes a lineup.

    Raises:
        Refused: A spot is invalid (field `spot_N`), or the lineup is illegal under the tournament's ruleset.
    """
    if against not in LineUp.Against.values:
        raise Refused(LineupRefusal.WRONG_HAND, field="against", text=against, hands=LineUp.Against.values)
    if spots:
        roster = load_roster(team)
        _check_spots(roster, spots)
        if not (ruling := rule_on_lineup(roster, spots)):
            raise Refused(ruling)
    with writing(team.tournament_id) as tournament:
        before = _stored_spots(team, against)
        after: StoredSpots = [[code, position] for code, position in spots]
        if before == after:
            return
        _store_spots(team, against, after)
        hand = LineUp.Against(against).label.lower()
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.SAVE_LINE_UP,
            subject=f"team:{team.pk}",
            sentence=f"{team} saves its lineup {hand}." if after else f"{team} deletes its lineup {hand}.",
            before={"team": team.pk, "line_up": {"against": against, "spots": before}},
            after={"team": team.pk, "line_up": {"against": against, "spots": after}},
        )


def undo_lineup(tournament: Tournament, action: Action) -> list[str]:
    """Restore the previous lineup. Raise Refused if another one has been saved since."""
    team = Team.objects.get(tournament=tournament, pk=action.after["team"])
    against = action.after["line_up"]["against"]
    if _stored_spots(team, against) != action.after["line_up"]["spots"]:
        raise Refused(LineupRefusal.SAVED_LATER, subject=action.pk, team=team.name)
    _store_spots(team, against, action.before["line_up"]["spots"])
    return [f"{team}'s lineup {LineUp.Against(against).label.lower()} is back to the previous version."]


def _check_spots(roster: DraftedRoster, spots: Spots) -> None:
    """Check that all nine spots have a player on the team and a position. The pitcher's spot names no player."""
    if len(spots) != SPOT_COUNT:
        raise Refused(LineupRefusal.WRONG_COUNT, field="spots", spots=SPOT_COUNT, count=len(spots))
    for number, (code, position) in enumerate(spots, start=1):
        field = f"spot_{number}"
        if position not in (*POSITIONS, HITTER):
            raise Refused(LineupRefusal.NOT_A_POSITION, field=field, spot=number, text=position)
        if position == "p" and code:
            raise Refused(LineupRefusal.PITCHER_IS_NAMED, field=field, spot=number)
        if position != "p" and code not in roster.names:
            raise Refused(LineupRefusal.NOT_ON_THE_TEAM, field=field, spot=number, text=code)


def _stored_spots(team: Team, against: str) -> StoredSpots:
    saved = LineUp.objects.filter(team=team, against=against).first()
    return [list(spot) for spot in saved.spots] if saved else []


def _store_spots(team: Team, against: str, spots: Sequence[Sequence[str]]) -> None:
    if spots:
        LineUp.objects.update_or_create(team=team, against=against, defaults={"spots": spots})
    else:
        LineUp.objects.filter(team=team, against=against).delete()
