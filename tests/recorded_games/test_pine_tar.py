"""Two hundred whole games of Pine Tar replay with the same results, and include every announcement and play."""

from collections.abc import Sequence
from functools import cache

from rules_engine.baseball.box_score import box_score
from rules_engine.baseball.events import PlayerInjured, PlayMade, Rewound, Substituted
from rules_engine.baseball.invariants import broken_invariants
from rules_engine.baseball.log import GameLog
from tests.recorded_games.league import ROOM
from tests.recorded_games.pine_tar import GAMES, KEY, played_again
from tests.recorded_games.written import RecordedGame, box_lines, checksum, load, log_lines

ANNOUNCED = {"swing", "steal_1", "steal_2", "hit_and_run", "sacrifice", "squeeze"}
KINDS = {
    "single", "double", "triple", "homerun", "walk", "strikeout", "groundout", "flyout", "lineout", "popout",
    "fielders_choice", "error", "sacrifice", "stolen_base", "caught_stealing", "wild_pitch", "balk", "no_play",
}  # fmt: skip
CODES = {"ball 1", "ball 2", "I-Hit", "GDP", "GDP refused", "GO-2", "LR Out", "FC R3A", "FC R3H", "PO-3 RH", "H&R SO"}


@cache
def games() -> Sequence[tuple[RecordedGame, GameLog]]:
    return [(record, played_again(record).log) for record in load(KEY)]


def test_recorded_games_replay_identically() -> None:
    others = [
        record.head["number"]
        for record, log in games()
        if checksum(log_lines(log)) != record.log or checksum(box_lines(box_score(log.in_force()))) != record.box
    ]
    assert others == []


def test_full_records_match_their_checksums() -> None:
    in_full = [(record, log) for record, log in games() if record.in_full]
    assert len(in_full) == 4
    for record, log in in_full:
        assert record.in_full == {"log": log_lines(log), "box": box_lines(box_score(log.in_force()))}


def test_recorded_games_break_no_invariants() -> None:
    assert [record.head["number"] for record, log in games() if broken_invariants(log)] == []


def test_file_has_two_hundred_games_in_at_most_700_kb() -> None:
    assert [record.head["number"] for record, _ in games()] == list(range(1, GAMES + 1))
    assert (ROOM / f"{KEY}.json").stat().st_size <= 700_000


def test_games_cover_every_announcement_play_and_event() -> None:
    events = [event for _, log in games() for event in log.events]
    plays = [event for event in events if isinstance(event, PlayMade)]
    assert {value for event in plays for name, value in event.record if name == "play"} == ANNOUNCED
    assert {event.play.kind for event in plays} == KINDS
    assert {event.play.code for event in plays} >= CODES
    assert {value for event in plays for name, value in event.record if name == "tag"} == {"hold", "tag"}
    assert {type(event) for event in events} == {PlayMade, Substituted, PlayerInjured, Rewound}
