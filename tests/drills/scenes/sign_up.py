"""Actions in sign-up, such as teams, divisions, settings and sign-in links, and actions that any stage allows."""

from collections.abc import Mapping
from datetime import datetime, time, timedelta
from typing import Final

from django.test import override_settings
from django.utils import timezone

from drafts.services.followers import subscribe_to_mail
from rules_engine.competition.timetable import Timetable
from tests.drills.scenes.scene import DIRECTOR, Place, Scene, SceneAction
from tests.factories import AccessFactory
from tournaments.action_log.snapshots import fingerprint
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor
from tournaments.models import Access, Device, SignUp
from tournaments.queries.entrants import Entrant, Person
from tournaments.services.announcements import announce
from tournaments.services.api_keys import make_api_key, revoke_api_key
from tournaments.services.closing import choose_points
from tournaments.services.copying import copy_tournament
from tournaments.services.crests import choose_crest
from tournaments.services.divisions import (
    DivisionEntry,
    assign_division,
    keep_apart,
    rename_divisions,
    set_divisions,
)
from tournaments.services.edition import set_edition_lines
from tournaments.services.entrants import add_entrants, add_imputed_team, edit_team, give_manager, remove_team
from tournaments.services.invitations import (
    end_device,
    invite_helper,
    invite_proxy,
    invite_teams,
    renew_invitation,
    revoke_invitation,
    set_invitation_end,
)
from tournaments.services.notice_settings import choose_channels
from tournaments.services.phones import choose_phone_address, record_slips
from tournaments.services.pins import acknowledge_pin, set_pin
from tournaments.services.setup import change_settings, create_tournament
from tournaments.services.sign_in_codes import make_code
from tournaments.services.sign_ups import (
    SignUpEntry,
    change_sign_up,
    decline_sign_up,
    mark_fee,
    set_sign_up_page,
    sign_up,
    withdraw_sign_up,
)
from tournaments.services.timetable import set_timetable
from tournaments.services.undo import undo_action
from tournaments.services.visibility import (
    archive_tournament,
    hide_tournament,
    mark_deleted,
    recover_tournament,
    show_tournament,
    unarchive_tournament,
)
from tournaments.services.webhooks import set_webhook
from weekend.practice.weekend import PracticeField, build_weekend
from weekend.services.write_ups import publish_write_up, save_write_up

_WITH_TWO_MANAGERS: Final = Entrant("Twins", (Person("Ann Twin"), Person("Bob Twin")))


def signed_up() -> Place:
    """Create eight teams in two divisions, with sign-in links, one of which is used by a device."""
    tournament = build_weekend(
        stage="signup", seed=8, field=PracticeField(managed=8, divisions=2, has_imputed_team=False)
    )
    (pair,) = add_entrants(tournament=tournament, actor=DIRECTOR, entrants=[_WITH_TWO_MANAGERS])
    team, second_team = tournament.teams.exclude(pk=pair.pk).order_by("pk")[:2]
    device = Device.objects.create(key="5" * 32, access=Access.objects.get(team=team), browser="Firefox")
    return Place.from_attributes(
        tournament=tournament,
        division=tournament.divisions.all()[0],
        team=team,
        second_team=second_team,
        pair=pair,
        helper=AccessFactory(tournament=tournament, role="assistant", label="Zoe"),
        access=device.access,
        device=device,
    )


def _enter(place: Place) -> None:
    add_entrants(tournament=place.tournament, actor=DIRECTOR, entrants=[Entrant("Late", (Person("Lou Late"),))])


def _edit(place: Place) -> None:
    team = place.team
    entrant = Entrant("Renamed", (Person("New Manager"),))
    edit_team(team=team, actor=DIRECTOR, made_from=fingerprint(team), entrant=entrant, is_absent=True)


def _rename(place: Place) -> None:
    divisions = list(place.tournament.divisions.all())
    entries = [DivisionEntry(row.pk, f"{row.name} renamed", row.first_table) for row in divisions]
    made_from = fingerprint(divisions)
    rename_divisions(tournament=place.tournament, actor=DIRECTOR, entries=entries, made_from=made_from)


def _create(place: Place) -> None:
    create_tournament(actor=DIRECTOR, name="Another weekend", place="Hall")


def _change_settings(place: Place) -> None:
    tournament = place.tournament
    change_settings(tournament=tournament, actor=DIRECTOR, version=tournament.version, place="Another hall")


def _set_lines(place: Place) -> None:
    tournament = place.tournament
    values = {"game.mercy_lead": 12}
    set_edition_lines(
        tournament=tournament, actor=DIRECTOR, version=tournament.version, values=values, reason="House rule"
    )


def _invite_proxy(place: Place) -> None:
    ends_at = timezone.now() + timedelta(days=1)
    invite_proxy(tournament=place.tournament, actor=DIRECTOR, team_id=place.team.pk, label="Pat Proxy", ends_at=ends_at)


def _end_link(place: Place) -> None:
    set_invitation_end(access=place.helper, actor=DIRECTOR, ends_at=timezone.now() + timedelta(days=2))


def _set_timetable(place: Place) -> None:
    begins = datetime(2026, 11, 28, 9, tzinfo=timezone.get_current_timezone())
    timetable = Timetable(begins, 30, 10, time(9), time(22))
    set_timetable(tournament=place.tournament, timetable=timetable, actor=DIRECTOR)


@override_settings(EMAIL_HOST="mail.example.org", PUBLIC_URL="https://pennant.example.org")
def _subscribe(place: Place) -> None:
    actor = Actor("Manager", place.access.pk)
    subscribe_to_mail(tournament=place.tournament, address="ann@example.org", every_pick=True, actor=actor)


def _choose_channels(place: Place) -> None:
    actor = Actor("Manager", place.access.pk)
    choose_channels(tournament=place.tournament, channels={"on_deck": ["page"]}, actor=actor)


def _give_points(place: Place) -> None:
    pair = place.pair
    choose_points(team=pair, manager_id=pair.managers.order_by("-pk")[0].pk, actor=DIRECTOR)


def _undo(place: Place) -> None:
    undo_action(action=place.tournament.actions.filter(verb=Verb.ANNOUNCE).latest("pk"), actor=DIRECTOR)


def _save_write_up(place: Place) -> None:
    save_write_up(tournament=place.tournament, text="Nobody has won yet.", version=0, actor=DIRECTOR)


def _publish_write_up(*, is_published: bool) -> SceneAction:
    return lambda place: publish_write_up(tournament=place.tournament, is_published=is_published, actor=DIRECTOR)


def _save_published_write_up(place: Place) -> None:
    _save_write_up(place)
    publish_write_up(tournament=place.tournament, is_published=True, actor=DIRECTOR)


def _announce(sentence: str) -> SceneAction:
    return lambda place: announce(tournament=place.tournament, sentence=sentence, actor=DIRECTOR)


def _open_sign_up(place: Place) -> None:
    set_sign_up_page(tournament=place.tournament, actor=DIRECTOR, is_open=True, code="", capacity=20, note="")


def _sign_up(place: Place) -> None:
    sign_up(tournament=place.tournament, entry=SignUpEntry("Ray Dow"))


def _signed_up_person(place: Place) -> SignUp:
    return SignUp.objects.filter(tournament=place.tournament).latest("pk")


def _open_and_sign_up(place: Place) -> None:
    _open_sign_up(place)
    _sign_up(place)


def _change_sign_up(place: Place) -> None:
    change_sign_up(person=_signed_up_person(place), entry=SignUpEntry("Ray Dow", home_town="Akron"))


def _copy(place: Place) -> None:
    copy_tournament(source=place.tournament, actor=DIRECTOR, team_ids=[place.team.pk], name="Next weekend")


def _give_manager(place: Place) -> None:
    machine = place.tournament.teams.get(kind="imputed")
    give_manager(team=machine, actor=DIRECTOR, entrant=Entrant("Walk-ins", (Person("Wes Walk"),)))


def _archive(place: Place) -> None:
    archive_tournament(tournament=place.tournament, actor=DIRECTOR)


def _unarchive(place: Place) -> None:
    unarchive_tournament(tournament=place.tournament, actor=DIRECTOR)


def _hide(place: Place) -> None:
    hide_tournament(tournament=place.tournament, actor=DIRECTOR)


def _show(place: Place) -> None:
    show_tournament(tournament=place.tournament, actor=DIRECTOR)


def _delete(place: Place) -> None:
    mark_deleted(tournament=place.tournament, actor=DIRECTOR)


def _recover(place: Place) -> None:
    recover_tournament(tournament=place.tournament, actor=DIRECTOR)


SCENES: Final[Mapping[Verb, Scene]] = {
    Verb.ARCHIVE_TOURNAMENT: Scene(signed_up, _archive),
    Verb.UNARCHIVE_TOURNAMENT: Scene(signed_up, _unarchive, _archive),
    Verb.HIDE_TOURNAMENT: Scene(signed_up, _hide),
    Verb.SHOW_TOURNAMENT: Scene(signed_up, _show, _hide),
    Verb.DELETE_TOURNAMENT: Scene(signed_up, _delete),
    Verb.RECOVER_TOURNAMENT: Scene(signed_up, _recover, _delete),
    Verb.SET_SIGN_UP_PAGE: Scene(signed_up, _open_sign_up),
    Verb.SIGN_UP: Scene(signed_up, _sign_up, _open_sign_up),
    Verb.CHANGE_SIGN_UP: Scene(signed_up, _change_sign_up, _open_and_sign_up),
    Verb.WITHDRAW_SIGN_UP: Scene(
        signed_up, lambda place: withdraw_sign_up(person=_signed_up_person(place)), _open_and_sign_up
    ),
    Verb.DECLINE_SIGN_UP: Scene(
        signed_up,
        lambda place: decline_sign_up(person=_signed_up_person(place), actor=DIRECTOR),
        _open_and_sign_up,
    ),
    Verb.MARK_FEE: Scene(
        signed_up,
        lambda place: mark_fee(person=_signed_up_person(place), actor=DIRECTOR, has_paid=True),
        _open_and_sign_up,
    ),
    Verb.COPY_TOURNAMENT: Scene(signed_up, _copy),
    Verb.GIVE_MANAGER: Scene(
        signed_up,
        _give_manager,
        lambda place: add_imputed_team(tournament=place.tournament, actor=DIRECTOR, name="Machine"),
    ),
    Verb.ADD_ENTRANTS: Scene(signed_up, _enter),
    Verb.EDIT_TEAM: Scene(signed_up, _edit),
    Verb.REMOVE_TEAM: Scene(signed_up, lambda place: remove_team(team=place.second_team, actor=DIRECTOR)),
    Verb.ADD_IMPUTED_TEAM: Scene(
        signed_up, lambda place: add_imputed_team(tournament=place.tournament, actor=DIRECTOR, name="Machine")
    ),
    Verb.SET_DIVISIONS: Scene(
        signed_up, lambda place: set_divisions(tournament=place.tournament, actor=DIRECTOR, count=1)
    ),
    Verb.RENAME_DIVISIONS: Scene(signed_up, _rename),
    Verb.ASSIGN_DIVISION: Scene(
        signed_up, lambda place: assign_division(team=place.team, actor=DIRECTOR, division=place.division)
    ),
    Verb.KEEP_APART: Scene(
        signed_up, lambda place: keep_apart(team=place.team, actor=DIRECTOR, other_team=place.second_team)
    ),
    Verb.CHOOSE_CREST: Scene(
        signed_up, lambda place: choose_crest(team=place.team, actor=DIRECTOR, letters="QX", palette="teal")
    ),
    Verb.CREATE_TOURNAMENT: Scene(signed_up, _create),
    Verb.CHANGE_SETTINGS: Scene(signed_up, _change_settings),
    Verb.SET_EDITION_LINES: Scene(signed_up, _set_lines),
    Verb.INVITE_TEAMS: Scene(signed_up, lambda place: invite_teams(tournament=place.tournament, actor=DIRECTOR)),
    Verb.INVITE_HELPER: Scene(
        signed_up,
        lambda place: invite_helper(tournament=place.tournament, actor=DIRECTOR, role="assistant", label="Yan"),
    ),
    Verb.INVITE_PROXY: Scene(signed_up, _invite_proxy),
    Verb.REVOKE_INVITATION: Scene(signed_up, lambda place: revoke_invitation(access=place.helper, actor=DIRECTOR)),
    Verb.RENEW_INVITATION: Scene(signed_up, lambda place: renew_invitation(access=place.helper, actor=DIRECTOR)),
    Verb.SET_INVITATION_END: Scene(signed_up, _end_link),
    Verb.END_DEVICE: Scene(signed_up, lambda place: end_device(device=place.device, actor=DIRECTOR)),
    Verb.MAKE_API_KEY: Scene(
        signed_up, lambda place: make_api_key(access=place.access, actor=DIRECTOR, name="Board", scope="read")
    ),
    Verb.REVOKE_API_KEY: Scene(
        signed_up,
        lambda place: revoke_api_key(key=place.access.api_keys.get(), actor=DIRECTOR),
        lambda place: make_api_key(access=place.access, actor=DIRECTOR, name="Board", scope="read"),
    ),
    Verb.MAKE_SIGN_IN_CODE: Scene(signed_up, lambda place: make_code(access=place.access, actor=DIRECTOR)),
    Verb.SET_PIN: Scene(signed_up, lambda place: set_pin(team=place.team, actor=DIRECTOR, pin="4821")),
    Verb.ACKNOWLEDGE_PIN: Scene(
        signed_up,
        lambda place: acknowledge_pin(team=place.team, actor=DIRECTOR),
        lambda place: set_pin(team=place.team, actor=DIRECTOR, pin="4821"),
    ),
    Verb.CHOOSE_PHONE_ADDRESS: Scene(
        signed_up,
        lambda place: choose_phone_address(
            tournament=place.tournament, actor=DIRECTOR, address="http://10.0.0.5", offered=["http://10.0.0.5"]
        ),
    ),
    Verb.PRINT_SLIPS: Scene(
        signed_up,
        lambda place: record_slips(tournament=place.tournament, actor=DIRECTOR, address="http://10.0.0.5"),
    ),
    Verb.CHOOSE_POINTS: Scene(signed_up, _give_points),
    Verb.SAVE_WRITE_UP: Scene(signed_up, _save_write_up),
    Verb.PUBLISH_WRITE_UP: Scene(signed_up, _publish_write_up(is_published=True), _save_write_up),
    Verb.WITHDRAW_WRITE_UP: Scene(signed_up, _publish_write_up(is_published=False), _save_published_write_up),
    Verb.ANNOUNCE: Scene(signed_up, _announce("Lunch at noon.")),
    Verb.SET_WEBHOOK: Scene(
        signed_up,
        lambda place: set_webhook(tournament=place.tournament, address="https://1.1.1.1/news", actor=DIRECTOR),
    ),
    Verb.SET_MAIL: Scene(signed_up, _subscribe),
    Verb.SET_NOTICES: Scene(signed_up, _choose_channels),
    Verb.SET_TIMETABLE: Scene(signed_up, _set_timetable),
    Verb.UNDO_ACTION: Scene(signed_up, _undo, _announce("A mistake.")),
}
