"""What every pitcher of a team may do in its next game (T10.2)."""

from collections.abc import Iterator

from games.queries.carry_over import Format, next_basis
from games.queries.usage import Pitcher, TeamUsage
from rules_engine.eligibility.board import StaffMember
from rules_engine.eligibility.dropout_slot import availability
from rules_engine.eligibility.pitching import Availability
from rules_engine.innings import format_innings


def staff_before_next_game(usage: TeamUsage, form: Format) -> Iterator[tuple[Pitcher, StaffMember, Availability]]:
    basis = next_basis(usage, form)
    for pitcher in usage.pitchers.values():
        if pitcher.card is not None:
            cells = basis.counted(pitcher.cells)
            able = availability(pitcher.card, cells, usage.next_game, form.profile, basis.relief_from, usage.slot)
            yield pitcher, StaffMember(pitcher.card, cells), able


def left_in_words(able: Availability) -> str:
    """Such as "may start, 2.1 left" beside his name."""
    words = ["may start"] if able.start else []
    words += [f"{format_innings(able.relief_outs)} left"] if able.relief else []
    return ", ".join(words) or "rests"
