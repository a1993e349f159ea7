"""This app's functions that use rules edition settings."""

from typing import Final

from drafts.queries.choosing import may_design
from drafts.queries.guarding import roster_outlook
from drafts.queries.room import Room
from drafts.services.clock import check_size
from rules_engine.setting_readers import Readers

READERS: Final[Readers] = {
    "draft.ballparks": roster_outlook,
    "draft.serpentine": Room.turn,
    "draft.first_park_may_be_designed": may_design,
    "division.smallest": check_size,
    "division.largest": check_size,
}
