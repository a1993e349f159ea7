"""What the room is told of a draft: a pick as a cell of the board, and whose turn it is. Public, plain values only."""

from collections.abc import Sequence
from typing import Any

from django.utils.dateformat import format as date_format

from core.templatetags.scorebook import TIME_FORMAT
from drafts.models import Draft, Pick
from drafts.queries.room import Room


def selection_name(room: Room, pick: Pick) -> str:
    if pick.card_id is not None:
        return room.cards[pick.card_id].name
    if pick.park is not None:
        return pick.park.name
    return str(pick.designed_park["name"]) if pick.designed_park else ""


def pick_detail(room: Room, pick: Pick) -> str:
    """The small line under the name: positions and clubs, or that it is a park."""
    if pick.card_id is not None:
        card = room.cards[pick.card_id]
        return f"{card.label} {card.clubs}".strip()
    if pick.park is not None:
        return f"park {pick.park.club}".strip()
    if pick.designed_park is None:
        return ""
    return f"designed park: singles {pick.designed_park['singles']}, homeruns {pick.designed_park['homeruns']}"


def turn_facts(room: Room, overall: int) -> dict[str, Any]:
    team = room.team_at(overall)
    return {"overall": overall, "label": room.label(overall), "team": team.pk, "team_name": team.name}


def run_sentence(room: Room) -> str:
    """How far the program has come that finishes the draft or drafts for its own teams; empty where it does not."""
    run, turn = room.run, room.on_the_clock
    if run is None or turn is None or (run.own_teams_only and not room.team_at(turn).has_automatic_turns):
        return ""
    what = "drafts for the teams without a manager" if run.own_teams_only else "finishes the draft"
    return f"The program {what}: {room.made} of {room.total} picks are made."


def _until(room: Room) -> str:
    """The deadline of a slow draft with its day, in the time of the tournament; empty where the clock says enough."""
    draft, zone = room.draft, room.hours.zone
    if draft.deadline is None or draft.state != Draft.State.RUNNING or not draft.is_slow:
        return ""
    runs = ""
    if draft.clock_from is not None and draft.clock_until is not None:
        runs = f"; the clock runs from {draft.clock_from:%H:%M} to {draft.clock_until:%H:%M}"
    return f"until {date_format(draft.deadline.astimezone(zone), f'D {TIME_FORMAT} T')} ({zone.key}){runs}"


def clock_facts(room: Room) -> dict[str, Any]:
    """State, the next three turns and the deadline; the same for pages and for events."""
    draft = room.draft
    due = room.due(3) if room.on_the_clock is not None else []
    return {
        "state": draft.state,
        "state_name": draft.get_state_display(),
        "on_clock": turn_facts(room, due[0]) if due else None,
        "on_deck": turn_facts(room, due[1]) if len(due) > 1 else None,
        "in_the_hole": turn_facts(room, due[2]) if len(due) > 2 else None,
        "again": bool(draft.reopened),
        "deadline": draft.deadline.isoformat() if draft.deadline and draft.state == Draft.State.RUNNING else None,
        "until": _until(room),
        "left": draft.seconds_left_when_paused if draft.state == Draft.State.PAUSED else None,
        "acts": draft.on_expiry != Draft.OnExpiry.NOTHING,
        "program": run_sentence(room),
        "skipped": [turn_facts(room, overall) for overall in room.skipped],
    }


def public_update(room: Room, cells: Sequence[dict[str, Any]] = (), freed: Sequence[int | None] = ()) -> dict[str, Any]:
    """The payload of a live event: enough to patch a board without another request. `freed`: cards no longer taken."""
    return {
        "draft": room.draft.division_id,
        "version": room.draft.version,
        "cells": list(cells),
        "freed": [number for number in freed if number is not None],
        "clock": clock_facts(room),
    }
