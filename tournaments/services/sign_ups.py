"""Sign up for a tournament, and confirm, decline, change or withdraw sign-ups."""

from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass
from typing import Final

from django.core.exceptions import ValidationError
from django.utils import timezone

from core.errors import Refused, TooManyAttempts
from core.names import clean_name, folded
from tournaments.access.attempts import count_attempt, seconds_to_wait
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import SignUp, SignUpPage, Team, Tournament
from tournaments.queries.entrants import check_entrants
from tournaments.queries.sign_ups import entrant_of, is_pending, sign_up_page, team_to_keep_apart
from tournaments.refusals import SignUpRefusal
from tournaments.services.divisions import keep_apart
from tournaments.services.entrants import add_entrants, remove_team
from tournaments.services.invitations import follow_sign_ups, invite_teams

MOST_SIGN_UPS: Final = 300
FIELDS_AFTER_CONFIRMATION: Final = ("email", "time_zone", "venue", "is_listed")
_NAME_FIELDS: Final = ("name", "team_name", "home_town", "region", "partner", "keep_apart_from")


@dataclass(frozen=True, slots=True)
class SignUpEntry:
    """A person's entries on the sign-up form."""

    name: str
    team_name: str = ""
    home_town: str = ""
    region: str = ""
    partner: str = ""
    time_zone: str = ""
    email: str = ""
    venue: str = SignUp.Venue.TABLE
    keep_apart_from: str = ""
    is_listed: bool = True


@dataclass(frozen=True, slots=True)
class Confirmation:
    """The new teams, and the sign-ups that can't become teams yet."""

    teams: list[Team]
    faulty: list[SignUp]


def set_sign_up_page(
    *, tournament: Tournament, actor: Actor, is_open: bool, code: str, capacity: int | None, note: str
) -> SignUpPage:
    """Open or close sign-up, and set its code, capacity and note."""
    if capacity is not None and capacity < 1:
        raise Refused(SignUpRefusal.NO_CAPACITY, field="capacity")
    with writing(tournament.pk) as tournament:
        page = sign_up_page(tournament)
        page.is_open = is_open
        page.code, page.note = clean_name(code), clean_name(note)
        page.capacity = capacity
        page.save()
        _record(tournament, actor, Verb.SET_SIGN_UP_PAGE, f"Sign-up is {'open' if is_open else 'closed'}.")
    return page


def sign_up(*, tournament: Tournament, entry: SignUpEntry, code: str = "") -> SignUp:
    """Store a sign-up for the director to confirm. Raise Refused with the invalid field."""
    with writing(tournament.pk) as tournament:
        page = sign_up_page(tournament)
        if not page.is_open or tournament.stage != Tournament.Stage.SIGN_UP:
            raise Refused(SignUpRefusal.CLOSED)
        if page.code and folded(code) != folded(page.code):
            raise Refused(SignUpRefusal.WRONG_CODE, field="code")
        if tournament.sign_ups.count() >= MOST_SIGN_UPS:
            raise Refused(SignUpRefusal.LIST_FULL, most=MOST_SIGN_UPS)
        new_sign_up = SignUp(tournament=tournament)
        _fill_in(new_sign_up, entry, SignUpEntry.__dataclass_fields__)
        new_sign_up.save()
        _record(tournament, Actor("Sign-up page"), Verb.SIGN_UP, "Someone signed up.")
    return new_sign_up


def sign_up_from_network(*, tournament: Tournament, entry: SignUpEntry, code: str, network: str) -> SignUp:
    """Store a sign-up and count it for its network. Wrong codes also count.

    Args:
        network: The key for counting sign-ups from this network.

    Raises:
        TooManyAttempts: After too many sign-ups in 15 minutes.
    """
    wait = seconds_to_wait(network)
    if wait:
        raise TooManyAttempts(SignUpRefusal.TOO_MANY_AT_ONCE, retry_after=wait)
    try:
        person = sign_up(tournament=tournament, entry=entry, code=code)
    except Refused as refused:
        if refused.code == SignUpRefusal.WRONG_CODE.name:
            count_attempt(network)
        raise
    count_attempt(network)
    return person


def change_sign_up(*, person: SignUp, entry: SignUpEntry) -> SignUp:
    """Change a sign-up through its own link. After confirmation, only the director can change the team's names."""
    with writing(person.tournament_id) as tournament:
        person = _current(person)
        if person.withdrawn_at is not None:
            raise Refused(SignUpRefusal.WITHDRAWN)
        fields = SignUpEntry.__dataclass_fields__ if person.team_id is None else FIELDS_AFTER_CONFIRMATION
        _fill_in(person, entry, fields)
        person.save()
        _record(tournament, Actor("Sign-up page"), Verb.CHANGE_SIGN_UP, "Someone changed a sign-up.")
    return person


def withdraw_sign_up(*, person: SignUp) -> None:
    """Withdraw a sign-up through its own link, and its team if it has one. The next person on the waitlist moves up."""
    with writing(person.tournament_id) as tournament:
        person = _current(person)
        if person.withdrawn_at is not None:
            raise Refused(SignUpRefusal.WITHDRAWN)
        actor = Actor("Sign-up page")
        if person.team is not None:
            if person.team.slot is not None or person.team.slot_rolls.exists():
                raise Refused(SignUpRefusal.POSITIONS_ROLLED)
            remove_team(team=person.team, actor=actor)
            person = _current(person)
        person.withdrawn_at = timezone.now()
        person.save()
        _record(tournament, actor, Verb.WITHDRAW_SIGN_UP, "Someone withdrew a sign-up.")


def confirm_sign_ups(*, tournament: Tournament, actor: Actor, ids: Collection[int]) -> Confirmation:
    """Turn these sign-ups into teams with sign-in links. Skip sign-ups with errors.

    If the director has already entered a team with the same names, it becomes the sign-up's team.
    """
    with writing(tournament.pk) as tournament:
        chosen = [person for person in tournament.sign_ups.filter(pk__in=ids) if _can_be_confirmed(person)]
        checked = check_entrants(tournament, [entrant_of(person) for person in chosen])
        pairs = list(zip(chosen, checked, strict=True))
        legal = [person for person, entrant in pairs if not entrant.faults]
        if legal:
            add_entrants(tournament=tournament, actor=actor, entrants=[entrant_of(person) for person in legal])
            _link_teams(tournament, legal)
            _keep_relatives_apart(tournament, actor, legal)
            invite_teams(tournament=tournament, actor=actor)
    return Confirmation(
        [person.team for person in legal if person.team is not None],
        [person for person, entrant in pairs if entrant.faults],
    )


def keep_emails(*, tournament: Tournament, email_by_team: Mapping[str, str]) -> None:
    """Store an imported list's email addresses as confirmed sign-ups, so that the teams can get news."""
    with writing(tournament.pk) as tournament:
        teams = {folded(team.name): team for team in tournament.teams.prefetch_related("managers")}
        for name, email in email_by_team.items():
            team = teams.get(folded(clean_name(name)))
            manager = team.managers.first() if team else None
            if team is not None and manager is not None and not SignUp.objects.filter(team=team).exists():
                person = SignUp(tournament=tournament, team=team, name=manager.name, email=email, is_listed=False)
                person.home_town, person.region, person.team_name = manager.home_town, manager.region, team.name
                _refuse_invalid(person)
                person.save()
        follow_sign_ups(tournament)


def decline_sign_up(*, person: SignUp, actor: Actor) -> None:
    """Decline a sign-up. It stays on the list and can still be confirmed."""
    with writing(person.tournament_id) as tournament:
        person = _current(person)
        if person.team is not None:
            raise Refused(SignUpRefusal.TEAM_ENTERED, name=person.name, team=person.team.name)
        if is_pending(person):
            person.declined_at = timezone.now()
            person.save()
            _record(tournament, actor, Verb.DECLINE_SIGN_UP, "A sign-up was declined.")


def mark_fee(*, person: SignUp, actor: Actor, has_paid: bool) -> None:
    """Mark the fee as paid or unpaid."""
    with writing(person.tournament_id) as tournament:
        person = _current(person)
        if person.has_paid != has_paid:
            person.has_paid = has_paid
            person.save()
            _record(tournament, actor, Verb.MARK_FEE, f"A fee was marked as {'paid' if has_paid else 'open'}.")


def _current(person: SignUp) -> SignUp:
    return SignUp.objects.select_related("team").get(pk=person.pk)


def _can_be_confirmed(person: SignUp) -> bool:
    """Return whether the sign-up can be confirmed. Declined sign-ups can be."""
    return person.team_id is None and person.withdrawn_at is None


def _link_teams(tournament: Tournament, people: Collection[SignUp]) -> None:
    teams = {folded(team.name): team for team in tournament.teams.all()}
    for person in people:
        person.team = teams[folded(clean_name(person.name_for_team))]
        person.declined_at = None
        person.save()


def _keep_relatives_apart(tournament: Tournament, actor: Actor, people: Collection[SignUp]) -> None:
    for person in people:
        relative = team_to_keep_apart(tournament, person)
        if relative is not None and person.team is not None:
            keep_apart(team=person.team, actor=actor, other_team=relative)


def _fill_in(person: SignUp, entry: SignUpEntry, fields: Collection[str]) -> None:
    """Check these fields of the entry and copy them to the sign-up."""
    for name, value in asdict(entry).items():
        if name in fields:
            setattr(person, name, clean_name(value) if name in _NAME_FIELDS else value)
    person.email, person.time_zone = person.email.strip(), person.time_zone.strip()
    _refuse_invalid(person)


def _refuse_invalid(person: SignUp) -> None:
    try:
        person.clean_fields(exclude=["tournament", "team"])
    except ValidationError as invalid:
        field, sentences = next(iter(invalid.message_dict.items()))
        raise Refused(SignUpRefusal.INVALID_FIELD, field=field, fault=sentences[0]) from None
    if person.team_id is None:
        faults = check_entrants(person.tournament, [entrant_of(person)])[0].faults
        if faults:
            raise Refused(faults[0], field="team_name" if person.team_name else "name")


def _record(tournament: Tournament, actor: Actor, verb: Verb, sentence: str) -> None:
    """Log an action without names, because the log is public and not everyone agrees to be listed."""
    record_action(tournament=tournament, actor=actor, verb=verb, sentence=sentence)
