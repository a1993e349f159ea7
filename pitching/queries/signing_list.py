"""What waits for signatures, by the manager who signs: the list that the desk works off with each in turn (T10.2)."""

from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from pitching.queries.sheets import ToSign
from tournaments.models import Series, Team


class OpenPart(NamedTuple):
    """One team's part of a series, signed by its opponent."""

    series: Series
    sheet_of: Team
    signer: Team

    @property
    def key(self) -> str:
        """The form value for this part."""
        return f"{self.series.pk}:{self.sheet_of.pk}"


class Signer(NamedTuple):
    """Whose manager signs, and all that he has to sign. `is_here`: false where the director signs for him."""

    team: Team
    is_here: bool
    parts: list[OpenPart]

    def only(self, keys: Collection[str]) -> "Signer":
        """Return this signer with the parts that have one of these keys."""
        return self._replace(parts=[part for part in self.parts if part.key in keys])


def signing_list(to_sign: Iterable[ToSign]) -> list[Signer]:
    """By the name of the team whose manager signs; those who are not here come last."""
    by_manager: dict[tuple[int, bool], Signer] = {}
    for part in _parts(to_sign):
        manager, is_here = part.series.manager_of(part.signer), part.signer.has_manager_here
        signer = by_manager.setdefault((manager.pk, is_here), Signer(manager, is_here, []))
        signer.parts.append(part)
    return sorted(by_manager.values(), key=lambda signer: (not signer.is_here, signer.team.name))


def _parts(to_sign: Iterable[ToSign]) -> Iterator[OpenPart]:
    for one in to_sign:
        for sheet_of in one.unsigned:
            yield OpenPart(one.series, sheet_of, one.series.away if sheet_of == one.series.home else one.series.home)
