"""The notes that newspapers print below a team's box score: E, DP, LOB, 2B and so on, with names and counts."""

from collections.abc import Iterable, Iterator, Mapping
from textwrap import fill
from typing import Final

from rules_engine.baseball.box_score import Batting, Fielding, Pitching, TeamBox

WIDTH: Final = 80  # width of a terminal, in characters
Line = Batting | Pitching | Fielding
_BATTING: Final = (
    ("2B", "doubles"),
    ("3B", "triples"),
    ("HR", "homeruns"),
    ("SB", "stolen_bases"),
    ("CS", "caught_stealing"),
    ("S", "sacrifices"),
    ("SF", "sacrifice_flies"),
    ("HBP", "hit_by_pitch"),
)
_PITCHING: Final = (("WP", "wild_pitches"), ("Balk", "balks"))


def notes(box: TeamBox, names: Mapping[str, str]) -> str:
    """Return the notes below the box score. LOB is always included. Counts appear only if above 1."""
    lines = [_joined(_in_the_field(box, names)), _joined(_counted(box.batting.values(), _BATTING, names))]
    lines.append(_joined([*_counted(box.pitching.values(), _PITCHING, names), *_passed_balls(box, names)]))
    return "\n".join(line for line in lines if line)


def _joined(parts: Iterable[str]) -> str:
    text = "  ".join(f"{part}." for part in parts)
    return fill(text, WIDTH, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)


def _in_the_field(box: TeamBox, names: Mapping[str, str]) -> Iterator[str]:
    if errors := _named_counts(box.fielding.values(), "errors", names):
        yield f"E - {errors}"
    if box.double_plays:
        yield f"DP - {box.double_plays}"
    yield f"LOB - {box.left_on_base}"


def _passed_balls(box: TeamBox, names: Mapping[str, str]) -> Iterator[str]:
    return _counted(box.fielding.values(), (("PB", "passed_balls"),), names)


def _counted(
    lines: Iterable[Line], headed_counters: tuple[tuple[str, str], ...], names: Mapping[str, str]
) -> Iterator[str]:
    counted = list(lines)
    for head, counter in headed_counters:
        if counts := _named_counts(counted, counter, names):
            yield f"{head} - {counts}"


def _named_counts(lines: Iterable[Line], counter: str, names: Mapping[str, str]) -> str:
    """Return names with counts, such as "Jeter 2, Brosius". A player with two positions appears once with his total."""
    counts: dict[str, int] = {}
    for line in lines:
        counts[line.player] = counts.get(line.player, 0) + getattr(line, counter)
    return ", ".join(
        names.get(player, player) + (f" {count}" if count > 1 else "") for player, count in counts.items() if count
    )
