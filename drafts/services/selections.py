"""Whether a team may make a selection: T0.18 (free and eligible), T0.02 (25 players and one park), and the guard."""

from dataclasses import dataclass
from typing import Any

from core.errors import Refused
from drafts.models import Ballpark, Pick
from drafts.queries.guarding import guard_ruling
from drafts.queries.pool import PoolCard
from drafts.queries.room import Room
from drafts.queries.roster import TeamDraft, load_team_draft
from drafts.services.turns import TurnChoice
from rules_engine.draft.ballpark import HIGHEST, LOWEST, ParkNumbers, park_selection, player_selection
from rules_engine.draft.rescind import new_choice
from rules_engine.rulings import Finding, Ruling, allow, refuse
from tournaments.models import Team

LONGEST_NAME = 80


@dataclass(frozen=True, slots=True)
class Selection:
    """What somebody asks for; exactly one of the three is given. `design` is {"name", "singles", "homeruns"}."""

    card_id: int | None = None
    park_id: int | None = None
    design: dict[str, Any] | None = None


def find_choice(room: Room, selection: Selection) -> TurnChoice:
    """The card or park asked for, of this draft's card set. Refused where there is no such thing."""
    given = [value for value in (selection.card_id, selection.park_id, selection.design) if value is not None]
    if len(given) != 1:
        raise Refused("Choose one player or one ballpark.", field="selection")
    if selection.card_id is not None:
        return TurnChoice(card=room.cards.get(selection.card_id) or _unknown("player", room))
    if selection.park_id is not None:
        park = Ballpark.objects.filter(pk=selection.park_id, card_set_id=room.draft.card_set_id).first()
        return TurnChoice(park=park or _unknown("ballpark", room))
    return TurnChoice(design=read_park_design(selection.design or {}))


def _unknown(what: str, room: Room) -> Any:
    raise Refused(f"There is no such {what} in “{room.draft.card_set}”. Nothing was picked.", field="selection")


class SelectionFinding(Finding):
    """Whether a player or a park may be selected."""

    PARK_NUMBERS = "The park's {what} are a whole number from {lowest} to {highest}, the same left and right ({rule})."
    DESPITE_THE_GUARD = "{rule}: {guard} The director may let it stand, with a reason."
    DESIGNED = "a designed park is nobody else's"
    FREE = "{name} is free"
    PLAYER_GONE = "{name} is gone: {team} took him with {pick}"
    PARK_GONE = "{name} is gone: {team} took it with {pick}"
    BY_HIS_CARD = "{name}: {reason}"


def read_park_design(given: dict[str, Any]) -> dict[str, Any]:
    """A designed park: a name and two numbers from 1 to 20, each the same left and right (T0.02)."""
    name = " ".join(str(given.get("name", "")).split())
    if not name or len(name) > LONGEST_NAME:
        raise Refused(f"Give the park a name of 1 to {LONGEST_NAME} letters.", field="park_name")
    return {"name": name, "singles": _chances(given, "singles"), "homeruns": _chances(given, "homeruns")}


def _chances(given: dict[str, Any], what: str) -> int:
    written = str(given.get(what, "")).strip()
    if written.isascii() and written.isdecimal() and len(written) <= 2 and LOWEST <= int(written) <= HIGHEST:
        return int(written)
    ruling = refuse(SelectionFinding.PARK_NUMBERS, "T0.02", what=what, lowest=LOWEST, highest=HIGHEST)
    raise Refused(ruling, field=what)


def check_selection(room: Room, team: Team, overall: int, choice: TurnChoice, *, override: str = "") -> None:
    """Refused, with rule and reason, unless the team may use this turn so. `override` sets aside the guard alone."""
    team_draft = load_team_draft(room, team.pk, besides=(overall,))
    _demand(free(room, choice, overall))
    check_rules(room, team_draft, choice, overall)
    guard = guard_ruling(room, team_draft, choice.card, is_park=choice.is_park)
    if not guard and not override.strip():
        raise Refused(refuse(SelectionFinding.DESPITE_THE_GUARD, guard.rule, guard=guard), field="guard")


def check_rules(room: Room, team_draft: TeamDraft, choice: TurnChoice, overall: int) -> None:
    """All but whether it is free and what the guard says."""
    rules = room.profile.draft
    if choice.card is None:
        _demand(_park(room, team_draft, choice, overall))
    else:
        _demand(eligible(choice.card))
        _demand(player_selection(team_players=team_draft.players, team_parks=team_draft.parks, rules=rules))


def _demand(ruling: Ruling) -> None:
    if not ruling:
        raise Refused(ruling, field="selection")


def free(room: Room, choice: TurnChoice, *besides: int) -> Ruling:
    """T0.18: nobody in the division has it, the turns in `besides` left out."""
    reopened = room.reopened
    if choice.card is not None and reopened is not None and reopened.overall in besides:
        drafter, rescinded = not reopened.may_keep, reopened.not_card == choice.card.id
        ruling = new_choice(choice.name, is_double_up_drafter=drafter, names_rescinded=rescinded)
        if not ruling:
            return ruling
    if choice.design is not None:
        return allow(SelectionFinding.DESIGNED, "T0.18")
    what = {"card_id": choice.card.id} if choice.card else {"park": choice.park}
    held = Pick.objects.filter(draft=room.draft, **what).exclude(overall__in=besides).select_related("team").first()
    if held is None:
        return allow(SelectionFinding.FREE, "T0.18", name=choice.name)
    gone = SelectionFinding.PARK_GONE if choice.is_park else SelectionFinding.PLAYER_GONE
    return refuse(gone, "T0.18", name=choice.name, team=held.team.name, pick=room.label(held.overall))


def eligible(card: PoolCard) -> Ruling:
    """T10.11, T10.2: only an eligible player makes a binding pick (T0.18)."""
    return (allow if card.eligible else refuse)(
        SelectionFinding.BY_HIS_CARD, card.rule, subject=card.id, name=card.name, reason=card.reason
    )


def _park(room: Room, team_draft: TeamDraft, choice: TurnChoice, overall: int) -> Ruling:
    """T0.02: one park for a team, and only the first of the division may be designed."""
    others = Pick.objects.filter(draft=room.draft).exclude(overall=overall)
    design = choice.design
    return park_selection(
        team_parks=team_draft.parks,
        parks_selected_in_division=others.exclude(park=None, designed_park__isnull=True).count(),
        design=ParkNumbers(*[design["homeruns"]] * 2, *[design["singles"]] * 2) if design else None,
        rules=room.profile.draft,
    )
