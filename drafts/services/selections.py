"""Check that a selection is available and eligible (T0.18), fits the counts (T0.02), and passes the roster check."""

from dataclasses import dataclass
from typing import Any

from core.errors import Refused
from drafts.models import Ballpark
from drafts.queries.guarding import guard_ruling
from drafts.queries.pool import PoolCard
from drafts.queries.room import Room
from drafts.queries.roster import TeamDraft, load_team_draft
from drafts.refusals import SelectionFinding
from drafts.services.turns import TurnChoice
from rules_engine.draft.ballpark import HIGHEST, LOWEST, ParkNumbers, check_park_selection, check_player_selection
from rules_engine.draft.rescind import check_new_choice
from rules_engine.rulings import Ruling, allow, first_refusal, refuse
from tournaments.models import Team

LONGEST_NAME = 80


@dataclass(frozen=True, slots=True)
class Selection:
    """A requested pick. Exactly one of the three fields is set. `design` is {"name", "singles", "homeruns"}."""

    card_id: int | None = None
    park_id: int | None = None
    design: dict[str, Any] | None = None


def find_choice(room: Room, selection: Selection) -> TurnChoice:
    """Return the requested card or ballpark in this draft's card set.

    Raises:
        Refused: The card or ballpark doesn't exist, or the selection isn't exactly one item.
    """
    requests = (selection.card_id, selection.park_id, selection.design)
    if sum(request is not None for request in requests) != 1:
        raise Refused(SelectionFinding.CHOOSE_ONE, field="selection")
    card_set = room.draft.card_set
    if selection.card_id is not None:
        card = room.cards.get(selection.card_id)
        if card is None:
            ruling = refuse(SelectionFinding.UNKNOWN_PLAYER, "", subject=selection.card_id, card_set=str(card_set))
            raise Refused(ruling, field="selection")
        return TurnChoice(card=card)
    if selection.park_id is not None:
        park = Ballpark.objects.filter(pk=selection.park_id, card_set=card_set).first()
        if park is None:
            ruling = refuse(SelectionFinding.UNKNOWN_PARK, "", subject=selection.park_id, card_set=str(card_set))
            raise Refused(ruling, field="selection")
        return TurnChoice(park=park)
    return TurnChoice(design=read_park_design(selection.design or {}))


def read_park_design(typed: dict[str, Any]) -> dict[str, Any]:
    """Parse a designed ballpark: its name and two numbers from 1 to 20 (T0.02)."""
    name = " ".join(str(typed.get("name", "")).split())
    if not name or len(name) > LONGEST_NAME:
        raise Refused(SelectionFinding.PARK_NAME, field="park_name", longest=LONGEST_NAME)
    return {
        "name": name,
        "singles": _read_park_number(typed, "singles"),
        "homeruns": _read_park_number(typed, "homeruns"),
    }


def _read_park_number(typed: dict[str, Any], name: str) -> int:
    text = str(typed.get(name, "")).strip()
    is_number = text.isascii() and text.isdecimal() and len(text) <= 2
    if is_number and LOWEST <= int(text) <= HIGHEST:
        return int(text)
    ruling = refuse(SelectionFinding.PARK_NUMBERS, "T0.02", number=name, lowest=LOWEST, highest=HIGHEST)
    raise Refused(ruling, field=name)


def check_selection(room: Room, team: Team, overall: int, choice: TurnChoice, *, override: str = "") -> None:
    """Check that the team can make this choice. `override` is the director's reason for overriding the roster check.

    Raises:
        Refused: A rule or the roster check blocks the choice.
    """
    team_draft = load_team_draft(room, team.pk, besides=(overall,))
    ruling = first_refusal(availability(room, choice, overall), rules_ruling(room, team_draft, choice, overall))
    if not ruling:
        raise Refused(ruling, field="selection")
    guard = guard_ruling(room, team_draft, choice.card, is_park=choice.is_park)
    if not guard and not override.strip():
        raise Refused(SelectionFinding.DESPITE_THE_GUARD, guard.rule, field="guard", guard=guard)


def rules_ruling(room: Room, team_draft: TeamDraft, choice: TurnChoice, overall: int) -> Ruling:
    """Return the ruling on a choice, ignoring availability and the roster check."""
    if choice.card is None:
        return _park_ruling(room, team_draft, choice, overall)
    count = check_player_selection(
        team_players=team_draft.players, team_parks=team_draft.parks, rules=room.profile.draft
    )
    return first_refusal(card_ruling(choice.card), count)


def availability(room: Room, choice: TurnChoice, *besides: int) -> Ruling:
    """Return whether a choice is available in this division (T0.18). Picks in `besides` are ignored."""
    reopened = room.reopened
    if choice.card is not None and reopened is not None and reopened.overall in besides:
        ruling = check_new_choice(
            choice.name,
            is_double_up_drafter=not reopened.may_keep,
            names_rescinded=reopened.not_card == choice.card.id,
        )
        if not ruling:
            return ruling
    if choice.design is not None:
        return allow(SelectionFinding.DESIGNED, "T0.18")
    rows = room.selection_of(
        card_id=choice.card.id if choice.card else None, park_id=choice.park.pk if choice.park else None
    )
    row = next((row for row in rows if row.overall not in besides), None)
    if row is None:
        return allow(SelectionFinding.FREE, "T0.18", name=choice.name)
    finding = SelectionFinding.PARK_GONE if choice.is_park else SelectionFinding.PLAYER_GONE
    team = next(team.name for team in room.teams if team.pk == row.team_id)
    return refuse(finding, "T0.18", name=choice.name, team=team, pick=room.label(row.overall))


def card_ruling(card: PoolCard) -> Ruling:
    """Return whether a card is eligible (T10.11, T10.2). Only eligible players make binding picks (T0.18)."""
    return (allow if card.eligible else refuse)(
        SelectionFinding.BY_HIS_CARD, card.rule, subject=card.id, name=card.name, reason=card.reason
    )


def _park_ruling(room: Room, team_draft: TeamDraft, choice: TurnChoice, overall: int) -> Ruling:
    """Return the ruling on a ballpark pick.

    A team drafts a single ballpark, and only the division's first can be designed (T0.02).
    """
    park_turns = [row.overall for row in room.selections() if row.card_id is None and row.overall != overall]
    design = None
    if choice.design:
        homeruns, singles = choice.design["homeruns"], choice.design["singles"]
        design = ParkNumbers(homeruns, homeruns, singles, singles)
    return check_park_selection(
        team_parks=team_draft.parks,
        parks_selected_in_division=len(park_turns),
        design=design,
        rules=room.profile.draft,
    )
