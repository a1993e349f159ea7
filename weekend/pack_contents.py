"""What a print pack holds: a score card for every series of the round, then a pitching sheet and a team sheet for every team."""

from weekend.models import PrintPack
from weekend.services.print_packs import Part


def parts_of(pack: PrintPack) -> list[Part]:
    """The documents of a pack in printing order; the same list every time, so that a pack can be resumed."""
    raise NotImplementedError
