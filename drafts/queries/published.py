"""A draft's public state as plain values for pages and live events: picks and the teams on the clock."""

from collections.abc import Sequence
from typing import Any

from django.utils.dateformat import format as date_format

from core.dates import format_clock
from drafts.models import Draft, Pick
from drafts.queries.room import Room


def selection_name(room: Room, pick: Pick) -> str:
    """Return the selection's name, or "" for a skipped pick. For an unused pick, return the reason."""
    if pick.card_id is not None:
        return room.cards[pick.card_id].name
    if pick.park is not None:
        return pick.park.name
    if pick.designed_park:
        return str(pick.designed_park["name"])
    return pick.uncarded_name or (pick.get_unused_display() if pick.unused else "")


def pick_detail(room: Room, pick: Pick) -> str:
    """Return the small line under the name: a player's positions and clubs, or the kind of ballpark, and any trade."""
    return ", ".join(filter(None, (_selection_detail(room, pick), pick_origin(room, pick))))


def pick_origin(room: Room, pick: Pick) -> str:
    """Return a traded pick's new team and source: "to Hawks, from Owls" or "compensation"."""
    if not pick.origin:
        return ""
    owner = next((team.name for team in room.teams if team.pk == pick.team_id), "")
    is_in_other_column = room.team_at(pick.overall).pk != pick.team_id
    return f"to {owner}, {pick.origin}" if is_in_other_column else pick.origin


def _selection_detail(room: Room, pick: Pick) -> str:
    if pick.unused == Pick.Unused.NO_CARD:
        return "no card"
    if pick.card_id is not None:
        card = room.cards[pick.card_id]
        return f"{card.label} {card.clubs}".strip()
    if pick.park is not None:
        return f"park {pick.park.club}".strip()
    design = pick.designed_park
    if design is None:
        return ""
    return f"designed park: singles {design['singles']}, home runs {design['homeruns']}"


def turn_facts(room: Room, overall: int) -> dict[str, Any]:
    team = room.team_at(overall)
    return {"overall": overall, "label": room.label(overall), "team": team.pk, "team_name": team.name}


def run_sentence(room: Room) -> str:
    """Return autopick's progress, or "" if no run is in progress."""
    run = room.run
    turn = room.on_the_clock
    if run is None or turn is None:
        return ""
    if run.own_teams_only and not room.team_at(turn).has_automatic_turns:
        return ""
    task = "is drafting for the teams without a manager" if run.own_teams_only else "is finishing the draft"
    return f"Autopick {task}: {room.made} of {room.total} picks made."


def _deadline_sentence(room: Room) -> str:
    """Return a multi-day draft's deadline with its day, in the tournament's time zone, or "" for other drafts."""
    draft = room.draft
    zone = room.hours.zone
    if draft.deadline is None or draft.state != Draft.State.RUNNING or not draft.is_slow:
        return ""
    hours = ""
    if draft.clock_from is not None and draft.clock_until is not None:
        hours = f"; the clock runs from {format_clock(draft.clock_from)} to {format_clock(draft.clock_until)}"
    deadline = date_format(draft.deadline.astimezone(zone), "D, M j, g:i A T")
    return f"until {deadline} ({zone.key}){hours}"


def clock_facts(room: Room) -> dict[str, Any]:
    """Return the state, the next three picks and the deadline for pages and live events."""
    draft = room.draft
    is_running = draft.state == Draft.State.RUNNING
    due = room.due(3) if room.on_the_clock is not None else []
    return {
        "state": draft.state,
        "state_name": draft.get_state_display(),
        "on_clock": turn_facts(room, due[0]) if due else None,
        "on_deck": turn_facts(room, due[1]) if len(due) > 1 else None,
        "in_the_hole": turn_facts(room, due[2]) if len(due) > 2 else None,
        "again": bool(draft.reopened),
        "deadline": draft.deadline.isoformat() if draft.deadline and is_running else None,
        "until": _deadline_sentence(room),
        "left": draft.seconds_left_when_paused if draft.state == Draft.State.PAUSED else None,
        "bank": draft.turn_bank,
        "acts": draft.on_expiry != Draft.OnExpiry.NOTHING,
        "program": run_sentence(room),
        "skipped": [turn_facts(room, overall) for overall in room.skipped],
    }


def public_update(room: Room, cells: Sequence[dict[str, Any]] = (), freed: Sequence[int | None] = ()) -> dict[str, Any]:
    """Return a live event's payload, which lets pages update a board without a new request.

    Args:
        cells: Changed board cells.
        freed: Cards that are available again.
    """
    return {
        "draft": room.draft.division_id,
        "version": room.draft.version,
        "cells": list(cells),
        "freed": [card_id for card_id in freed if card_id is not None],
        "clock": clock_facts(room),
    }
