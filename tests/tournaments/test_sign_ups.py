"""Test sign-ups: the public form, the waitlist, a person's own link, and the director's decisions."""

import re
from collections.abc import Callable

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from core.errors import Refused
from tests.factories import TeamFactory, TournamentFactory
from tournaments.access.links import sign_up_token
from tournaments.action_log.writing import PROGRAM
from tournaments.forms import sign_ups as sign_up_forms
from tournaments.models import Access, Action, MailFollower, SignUp, Tournament
from tournaments.queries.sign_ups import SignUpState, sign_ups
from tournaments.services.divisions import set_divisions
from tournaments.services.sign_ups import (
    SignUpEntry,
    change_sign_up,
    confirm_sign_ups,
    decline_sign_up,
    mark_fee,
    set_sign_up_page,
    sign_up,
    withdraw_sign_up,
)

pytestmark = [pytest.mark.django_db, pytest.mark.database]

FORM = {"name": "Ann Lee", "team_name": "Hawks", "home_town": "Akron", "venue": "either", "is_listed": "on"}


@pytest.fixture
def tournament() -> Tournament:
    tournament = TournamentFactory(name="Spring Classic")
    _open(tournament, capacity=2)
    return tournament


def _open(tournament: Tournament, capacity: int | None = None, code: str = "", *, is_open: bool = True) -> None:
    set_sign_up_page(
        tournament=tournament, actor=PROGRAM, is_open=is_open, code=code, capacity=capacity, note="Fee $40."
    )


def _sign_up(tournament: Tournament, name: str, **facts: object) -> SignUp:
    return sign_up(tournament=tournament, entry=SignUpEntry(name=name, **facts))


def _states(tournament: Tournament) -> list[tuple[str, SignUpState, int]]:
    return [(placed.sign_up.name, placed.state, placed.place) for placed in sign_ups(tournament).sign_ups]


def _confirm_all(tournament: Tournament) -> list[str]:
    ids = [placed.sign_up.pk for placed in sign_ups(tournament).waiting]
    return [team.name for team in confirm_sign_ups(tournament=tournament, actor=PROGRAM, ids=ids).teams]


def _filled_form(client: Client, tournament: Tournament, **changes: str) -> dict[str, str]:
    """Open the form like a person, who takes some seconds to fill it in."""
    page = client.get(f"/t/{tournament.slug}/sign-up/").content.decode()
    opened = re.search(r'name="opened" value="([^"]+)"', page)
    assert opened
    return {**FORM, "opened": opened[1], **changes}


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sign_up_forms, "_FASTEST_PERSON", 0)


@pytest.mark.usefixtures("patient")
def test_person_signs_up_and_signs_in_after_confirmation(
    tournament: Tournament, director_of: Callable[..., Client]
) -> None:
    visitor = Client()
    response = visitor.post(f"/t/{tournament.slug}/sign-up/", _filled_form(visitor, tournament))
    own_page = response["Location"]
    assert 'data-state="WAITING"' in visitor.get(own_page).content.decode()
    assert "Ann Lee" in visitor.get(f"/t/{tournament.slug}/sign-up/").content.decode()

    director = director_of(tournament)
    director.post(f"/t/{tournament.slug}/people/sign-ups/", {"confirm_all": "1"})
    team = tournament.teams.get()
    assert (team.name, team.managers.get().name, team.managers.get().home_town) == ("Hawks", "Ann Lee", "Akron")

    page = visitor.get(own_page).content.decode()
    assert 'data-state="CONFIRMED"' in page
    join = re.search(r'href="(/join/[^"]+)"', page)
    assert join
    assert visitor.post(join[1])["Location"] == f"/t/{tournament.slug}/me/"


def test_later_sign_ups_join_the_waitlist_and_move_up_after_a_withdrawal(tournament: Tournament) -> None:
    first, *_ = [_sign_up(tournament, name) for name in ("Ann Lee", "Bob Ray", "Cy Dow", "Di Fox")]
    assert _states(tournament)[2:] == [("Cy Dow", SignUpState.WAITLIST, 1), ("Di Fox", SignUpState.WAITLIST, 2)]
    withdraw_sign_up(person=first)
    assert _states(tournament) == [
        ("Ann Lee", SignUpState.WITHDRAWN, 0),
        ("Bob Ray", SignUpState.WAITING, 0),
        ("Cy Dow", SignUpState.WAITING, 0),
        ("Di Fox", SignUpState.WAITLIST, 1),
    ]


def test_teams_entered_by_the_director_count_toward_capacity(tournament: Tournament) -> None:
    TeamFactory(tournament=tournament, division=None)
    _sign_up(tournament, "Ann Lee")
    _sign_up(tournament, "Bob Ray")
    assert _states(tournament)[1] == ("Bob Ray", SignUpState.WAITLIST, 1)


def test_withdrawing_removes_the_team_until_draft_positions_are_rolled(tournament: Tournament) -> None:
    ann = _sign_up(tournament, "Ann Lee")
    assert _confirm_all(tournament) == ["Ann Lee"]
    withdraw_sign_up(person=ann)
    assert not tournament.teams.exists()
    bob = _sign_up(tournament, "Bob Ray")
    _confirm_all(tournament)
    tournament.teams.get().slot_rolls.create(value=7, thrown_by="table")
    with pytest.raises(Refused, match="included in the draft-position rolls") as refused:
        withdraw_sign_up(person=bob)
    assert refused.value.code == "POSITIONS_ROLLED"
    assert tournament.teams.count() == 1


def test_rejected_sign_ups_change_nothing(tournament: Tournament) -> None:
    TeamFactory(tournament=tournament, division=None, name="Hawks")
    cases = {
        "WRONG_CODE": SignUpEntry("Ann Lee"),
        "INVALID_FIELD": SignUpEntry("Ann Lee", email="not an address"),
        "CONTACT_DETAILS": SignUpEntry("ann@example.com"),
        "TEAM_EXISTS": SignUpEntry("Ann Lee", team_name="hawks"),
        "PERSON_LISTED_TWICE": SignUpEntry("Ann Lee", partner="ann lee"),
    }
    for code, entry in cases.items():
        _open(tournament, code="dugout" if code == "WRONG_CODE" else "")
        with pytest.raises(Refused) as refused:
            sign_up(tournament=tournament, entry=entry, code="bullpen")
        assert refused.value.code == code
    _open(tournament, is_open=False)
    with pytest.raises(Refused) as refused:
        _sign_up(tournament, "Ann Lee")
    assert refused.value.code == "CLOSED"
    for entry in (SignUpEntry(""), SignUpEntry("Ann", time_zone="Mars/Base"), SignUpEntry("Ann", venue="moon")):
        _open(tournament)
        with pytest.raises(Refused) as refused:
            sign_up(tournament=tournament, entry=entry)
        assert refused.value.code == "INVALID_FIELD"
    assert not SignUp.objects.exists()


def test_sign_up_code_ignores_case(tournament: Tournament) -> None:
    _open(tournament, code="Dugout 7")
    assert sign_up(tournament=tournament, entry=SignUpEntry("Ann Lee"), code="dugout 7").pk


def test_bot_sign_ups_are_rejected(tournament: Tournament) -> None:
    visitor, address = Client(), f"/t/{tournament.slug}/sign-up/"
    at_once = visitor.post(address, _filled_form(visitor, tournament))
    hidden_field = visitor.post(address, _filled_form(visitor, tournament, website="http://spam.example"))
    without_form = visitor.post(address, FORM)
    assert [at_once.status_code, hidden_field.status_code, without_form.status_code] == [400, 400, 400]
    assert not SignUp.objects.exists()


@pytest.mark.usefixtures("patient")
def test_sign_ups_per_network_are_rate_limited(tournament: Tournament, settings: Settings) -> None:
    settings.SIGN_IN_ATTEMPTS = 2
    visitor, address = Client(), f"/t/{tournament.slug}/sign-up/"
    forms = [_filled_form(visitor, tournament, name=f"Fan {n}", team_name=f"Club {n}") for n in range(3)]
    answers = [visitor.post(address, form) for form in forms]
    assert [answer.status_code for answer in answers] == [302, 302, 429]
    assert 600 < int(answers[-1].headers["Retry-After"]) <= 900
    assert SignUp.objects.count() == 2


def test_unlisted_names_and_email_addresses_stay_private(
    tournament: Tournament, manager_of: Callable[..., Client]
) -> None:
    _sign_up(tournament, "Ann Lee", email="ann@example.com")
    _sign_up(tournament, "Bob Ray", email="bob@example.com", is_listed=False)
    for client in (Client(), manager_of(TeamFactory(tournament=tournament, division=None))):
        page = client.get(f"/t/{tournament.slug}/sign-up/").content.decode()
        assert "Ann Lee" in page
        assert "Bob Ray" not in page
        assert "@example.com" not in page
    log = Client().get(f"/t/{tournament.slug}/log/").content.decode()
    assert "Bob Ray" not in log


def test_director_sees_namesakes_and_only_legal_sign_ups_are_confirmed(tournament: Tournament) -> None:
    _open(tournament)
    for team in ("Hawks", "Owls"):
        _sign_up(tournament, "Ann Lee", team_name=team)
    _sign_up(tournament, "Bob Ray")
    placed = sign_ups(tournament).sign_ups
    assert [row.has_namesake for row in placed] == [True, True, False]
    assert _confirm_all(tournament) == ["Bob Ray"]
    decline_sign_up(person=placed[1].sign_up, actor=PROGRAM)
    assert _confirm_all(tournament) == ["Hawks"]


def test_confirmation_separates_relatives(tournament: Tournament) -> None:
    _sign_up(tournament, "Ann Lee", team_name="Hawks")
    _sign_up(tournament, "Bob Lee", team_name="Owls", keep_apart_from="ann lee")
    _confirm_all(tournament)
    hawks, owls = tournament.teams.get(name="Hawks"), tournament.teams.get(name="Owls")
    assert owls.apart_from == hawks


def test_undone_confirmation_returns_the_sign_up_to_waiting(
    tournament: Tournament, director_of: Callable[..., Client]
) -> None:
    _sign_up(tournament, "Ann Lee")
    _confirm_all(tournament)
    entered = Action.objects.get(verb="add_entrants")
    director_of(tournament).post(f"/t/{tournament.slug}/log/{entered.pk}/undo/")
    assert _states(tournament) == [("Ann Lee", SignUpState.WAITING, 0)]
    assert _confirm_all(tournament) == ["Ann Lee"]


def test_own_link_edits_every_field_until_the_team_is_entered(tournament: Tournament) -> None:
    ann = _sign_up(tournament, "Ann Lee")
    change_sign_up(person=ann, entry=SignUpEntry("Ann Leigh", team_name="Hawks"))
    assert _confirm_all(tournament) == ["Hawks"]
    changed = change_sign_up(person=ann, entry=SignUpEntry("Zoe", team_name="Owls", email="ann@example.com"))
    assert (changed.name, changed.team_name, changed.email) == ("Ann Leigh", "Hawks", "ann@example.com")


def test_invalid_link_returns_404(tournament: Tournament) -> None:
    ann = _sign_up(tournament, "Ann Lee")
    second_tournament = TournamentFactory()
    assert Client().get(f"/t/{tournament.slug}/sign-up/mine/{ann.pk}/").status_code == 404
    assert Client().get(f"/t/{second_tournament.slug}/sign-up/mine/{sign_up_token(ann)}/").status_code == 404


def test_director_records_fees_and_prints_the_poster(
    tournament: Tournament, director_of: Callable[..., Client]
) -> None:
    _open(tournament, code="dugout")
    ann = sign_up(tournament=tournament, entry=SignUpEntry("Ann Lee"), code="dugout")
    director, address = director_of(tournament), f"/t/{tournament.slug}/people/sign-ups/"
    director.post(address, {"person": ann.pk, "decision": "paid"})
    ann.refresh_from_db()
    assert ann.has_paid
    mark_fee(person=ann, actor=PROGRAM, has_paid=False)
    ann.refresh_from_db()
    assert not ann.has_paid
    director.post(address, {"settings": "1", "is_open": "on", "capacity": "24", "code": "dugout", "note": "Fee $50."})
    tournament.refresh_from_db()
    assert tournament.sign_up_page.capacity == 24
    poster = director.get(f"/t/{tournament.slug}/sign-up/poster/").content.decode()
    assert "<svg" in poster
    assert "dugout" in poster


def test_confirmed_teams_get_sign_in_links(tournament: Tournament) -> None:
    _sign_up(tournament, "Ann Lee")
    _confirm_all(tournament)
    set_divisions(tournament=tournament, actor=PROGRAM, count=1)
    assert Access.objects.filter(team__name="Ann Lee", revoked_at=None).exists()


def test_confirmed_person_gets_an_email_offering_news(tournament: Tournament, settings: Settings) -> None:
    _sign_up(tournament, "Ann Lee", email="ann@example.com")
    _sign_up(tournament, "Bob Ray")
    settings.EMAIL_HOST, settings.PUBLIC_URL = "mail.example.com", "https://pennant.example.com"
    _confirm_all(tournament)
    follower = MailFollower.objects.get()
    assert (follower.address, follower.access.team.name) == ("ann@example.com", "Ann Lee")
    assert follower.confirmed_at is None
    assert follower.due_at is not None


def test_f17_director_decides_whether_email_addresses_are_stored(
    tournament: Tournament, director_of: Callable[..., Client]
) -> None:
    director, address = director_of(tournament), f"/t/{tournament.slug}/people/list/"
    text = "Team Name,Owner,E-mail\nHawks,Ann Lee,ann@example.com\nOwls,Bob Ray,bob@example.com"
    preview = director.post(address, {"text": text}).content.decode()
    assert 'name="keep_emails"' in preview
    assert "ann@example.com" not in Client().get(f"/t/{tournament.slug}/").content.decode()
    director.post(address, {"text": text, "confirm": "yes"})
    assert not SignUp.objects.exists()
    assert [team.managers.count() for team in tournament.teams.all()] == [1, 1]
    director.post(address, {"text": text, "confirm": "yes", "keep_emails": "1"})
    stored = [(person.team.name, person.email) for person in SignUp.objects.all()]
    assert stored == [("Hawks", "ann@example.com"), ("Owls", "bob@example.com")]
    assert "ann@example.com" not in Client().get(f"/t/{tournament.slug}/sign-up/").content.decode()
