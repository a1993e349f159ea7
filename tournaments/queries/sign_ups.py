"""A tournament's sign-ups in order of arrival, with their places."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from core.names import folded
from rules_engine.names import name_key
from rules_engine.rulings import Ruling
from tournaments.models import SignUp, SignUpPage, Team, Tournament
from tournaments.queries.entrants import Entrant, Person, check_entrants


class SignUpState(StrEnum):
    WAITING = "waiting for the director"
    WAITLIST = "on the waitlist"
    CONFIRMED = "confirmed"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True)
class PlacedSignUp:
    """A sign-up with its state.

    Args:
        place: Its number on the waitlist, starting at 1, or 0 if it isn't on the waitlist.
        faults: Reasons why it can't become a team yet.
        has_namesake: Whether another active sign-up has the same name, so the director has to confirm it.
    """

    sign_up: SignUp
    state: SignUpState
    place: int = 0
    faults: tuple[Ruling, ...] = ()
    has_namesake: bool = False

    @property
    def state_key(self) -> str:
        """The state as used in the API, such as "waitlist"."""
        return self.state.name.lower()

    @property
    def is_open(self) -> bool:
        return self.state in (SignUpState.WAITING, SignUpState.WAITLIST)


@dataclass(frozen=True)
class SignUpList:
    """All of a tournament's sign-ups. `places_left` is None without a capacity."""

    page: SignUpPage
    sign_ups: list[PlacedSignUp]
    places_left: int | None

    @cached_property
    def waiting(self) -> list[PlacedSignUp]:
        return [placed for placed in self.sign_ups if placed.state == SignUpState.WAITING]

    @cached_property
    def waitlist(self) -> list[PlacedSignUp]:
        return [placed for placed in self.sign_ups if placed.state == SignUpState.WAITLIST]

    @property
    def unclaimed_places(self) -> int | None:
        """The places not used by a team or a sign-up, or None without a capacity."""
        return None if self.places_left is None else max(0, self.places_left - len(self.waiting))

    @cached_property
    def listed(self) -> list[PlacedSignUp]:
        """The open sign-ups of people who agreed to be listed."""
        return [placed for placed in self.sign_ups if placed.is_open and placed.sign_up.is_listed]

    def placed(self, sign_up: SignUp) -> PlacedSignUp:
        return next(placed for placed in self.sign_ups if placed.sign_up.pk == sign_up.pk)


def sign_up_page(tournament: Tournament) -> SignUpPage:
    """Return the sign-up page's settings. Without a stored row, the page is closed."""
    return SignUpPage.objects.filter(tournament=tournament).first() or SignUpPage(tournament=tournament)


def takes_sign_ups(tournament: Tournament) -> bool:
    is_in_sign_up = tournament.stage == Tournament.Stage.SIGN_UP
    return is_in_sign_up and SignUpPage.objects.filter(tournament=tournament, is_open=True).exists()


def sign_ups(tournament: Tournament) -> SignUpList:
    """Return the sign-ups in order of arrival.

    Every managed team takes a place. Open sign-ups get the remaining places, first come, first served. So a withdrawal
    automatically moves up the waitlist.
    """
    page = sign_up_page(tournament)
    teams = Team.objects.filter(tournament=tournament, kind=Team.Kind.MANAGED).count()
    left = None if page.capacity is None else max(0, page.capacity - teams)
    rows = list(tournament.sign_ups.select_related("team"))
    pending = [sign_up for sign_up in rows if is_pending(sign_up)]
    faults = _faults(tournament, pending)
    names = Counter(name_key(sign_up.name) for sign_up in pending)
    order = {sign_up.pk: number for number, sign_up in enumerate(pending, start=1)}
    placed = [
        _placed(sign_up, order.get(sign_up.pk, 0), left, faults, has_namesake=names[name_key(sign_up.name)] > 1)
        for sign_up in rows
    ]
    return SignUpList(page, placed, left)


def is_pending(sign_up: SignUp) -> bool:
    """Return whether the sign-up still needs the director's decision."""
    return sign_up.team_id is None and sign_up.declined_at is None and sign_up.withdrawn_at is None


def entrant_of(sign_up: SignUp) -> Entrant:
    """Return the team that a sign-up will become."""
    people = [Person(sign_up.name, sign_up.home_town, sign_up.region)]
    if sign_up.partner:
        people.append(Person(sign_up.partner))
    return Entrant(sign_up.name_for_team, tuple(people))


def team_to_keep_apart(tournament: Tournament, sign_up: SignUp) -> Team | None:
    """Return the other team whose name or manager matches the person's keep-apart request, or None."""
    relative = folded(sign_up.keep_apart_from)
    if not relative:
        return None
    teams = tournament.teams.prefetch_related("managers")
    return next((team for team in teams if team.pk != sign_up.team_id and relative in _names_of(team)), None)


def _names_of(team: Team) -> set[str]:
    return {folded(team.name), *(folded(manager.name) for manager in team.managers.all())}


def _faults(tournament: Tournament, pending: Iterable[SignUp]) -> dict[int, tuple[Ruling, ...]]:
    rows = list(pending)
    checked = check_entrants(tournament, [entrant_of(sign_up) for sign_up in rows])
    return {sign_up.pk: entrant.faults for sign_up, entrant in zip(rows, checked, strict=True)}


def _placed(
    sign_up: SignUp, number: int, left: int | None, faults: dict[int, tuple[Ruling, ...]], *, has_namesake: bool
) -> PlacedSignUp:
    """Return a sign-up with its state. `number` is its position among the pending sign-ups."""
    if sign_up.team_id is not None:
        return PlacedSignUp(sign_up, SignUpState.CONFIRMED)
    if sign_up.withdrawn_at is not None:
        return PlacedSignUp(sign_up, SignUpState.WITHDRAWN)
    if sign_up.declined_at is not None:
        return PlacedSignUp(sign_up, SignUpState.DECLINED)
    on_waitlist = left is not None and number > left
    state = SignUpState.WAITLIST if on_waitlist else SignUpState.WAITING
    place = number - (left or 0) if on_waitlist else 0
    return PlacedSignUp(sign_up, state, place, faults[sign_up.pk], has_namesake)
