"""Table of sign-ups for the director."""

from collections.abc import Callable

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from core.tables import Align, Column, Place, TableDefinition
from core.templatetags.parts import state
from tournaments.models import SignUp
from tournaments.queries.sign_ups import PlacedSignUp, SignUpState

_TONES = {SignUpState.WAITING: "now", SignUpState.CONFIRMED: "good", SignUpState.WAITLIST: "warn"}
_PAGE, _LEFT = Place.PAGE, Align.LEFT


def _state_html(placed: PlacedSignUp) -> SafeString:
    label = f"waitlist, number {placed.place}" if placed.place else str(placed.state)
    badge = state(label, _TONES.get(placed.state, ""))
    questions = [str(ruling) for ruling in placed.faults] if placed.is_open else []
    if placed.has_namesake:
        questions.append("Another sign-up has the same name. Decline it if it is the same person.")
    notes = format_html_join("", '<br><span class="small fault">{}</span>', ((sentence,) for sentence in questions))
    return format_html("{}{}", badge, notes)


def _email_html(placed: PlacedSignUp) -> SafeString:
    email = placed.sign_up.email
    return format_html('<a href="mailto:{}">{}</a>', email, email) if email else SafeString("")


def _text_column(name: str, title: str, text: Callable[[SignUp], str]) -> Column[PlacedSignUp]:
    return Column(name, title, lambda placed: text(placed.sign_up), _PAGE, _LEFT)


def _home(person: SignUp) -> str:
    return ", ".join(filter(None, (person.home_town, person.region)))


def _venue(person: SignUp) -> str:
    return " · ".join(filter(None, (person.get_venue_display(), person.time_zone)))


SIGN_UPS: TableDefinition[PlacedSignUp] = TableDefinition(
    "sign_ups",
    (
        Column("name", "Name", lambda placed: placed.sign_up.name, _PAGE, _LEFT, names_row=True),
        _text_column("team", "Team", lambda person: person.name_for_team),
        _text_column("partner", "Partner", lambda person: person.partner),
        _text_column("home", "From", _home),
        _text_column("venue", "Plays", _venue),
        _text_column("apart", "Keep apart from", lambda person: person.keep_apart_from),
        Column("email", "Email", lambda placed: placed.sign_up.email, _PAGE, _LEFT, cell=_email_html),
        Column("state", "State", lambda placed: str(placed.state), _PAGE, _LEFT, cell=_state_html),
    ),
)
