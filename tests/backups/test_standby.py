"""Test pairing with a standby computer, permission to copy, and leadership.

`tests/browser/test_standby.py` runs a real takeover.
"""

import json
import os
import secrets
import time
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from backups.archives import verify_archive
from backups.refusals import StandbyRefusal
from backups.standby import follower as following
from backups.standby import leadership
from backups.standby.copies import Position
from backups.standby.follower import StandbyFollower
from backups.standby.leader_client import LeaderSilent
from backups.standby.pairing import StandbyPairing, current_pairing, make_pairing_code, note_contact, pair
from backups.standby.proofs import prove
from backups.standby.stick import StickFolder, leave_mark
from core.live_stream import LogPosition, heartbeat
from core.standby import standby_address, standby_files
from core.standby_files import StandbyRecord
from tests.conftest import signed_in
from tests.factories import AccessFactory, TournamentFactory
from tests.refusing import refuses
from tournaments.models import Action, Device
from tournaments.refusals import LeaderRefusal
from tournaments.services.announcements import announce

pytestmark = pytest.mark.django_db(transaction=True)
ADDRESS = "http://192.168.1.6:8000"


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, settings) -> None:
    settings.DATA_DIR = tmp_path
    settings.BACKUP_FOLDER = str(tmp_path / "backups")
    settings.SECOND_BACKUP_FOLDER = ""
    settings.SECRET_KEY_FILE = str(tmp_path / "secret_key")


@pytest.fixture
def pairing() -> StandbyPairing:
    pairing = pair(code=make_pairing_code(), name="Laptop 2", address=ADDRESS)
    assert pairing is not None
    return pairing


@pytest.fixture
def standby_client(pairing: StandbyPairing) -> Client:
    return Client(headers={"Authorization": f"Bearer {pairing.token}"})


def send_code(code: str, address: str = ADDRESS) -> int:
    body = json.dumps({"code": code, "name": "Laptop 2", "address": address})
    return Client().post("/standby/pair/", body, content_type="application/json").status_code


class TestPairing:
    def test_pairing_code_works_once(self, organizer: Client) -> None:
        page = organizer.post("/standby/").content.decode()
        code = page.split('id="pairing-code">')[1].split("<")[0]
        assert send_code(code.lower().replace("-", " ")) == 200
        assert current_pairing().address == ADDRESS
        assert send_code(code) == 403

    def test_ten_wrong_codes_invalidate_the_code(self) -> None:
        code = make_pairing_code()
        for _ in range(10):
            assert send_code("AAAA-AAAA") == 403
        assert send_code(code) == 403
        assert current_pairing() is None

    def test_expired_code_does_not_pair(self, monkeypatch: pytest.MonkeyPatch) -> None:
        code = make_pairing_code()
        later = time.time() + 601
        monkeypatch.setattr(time, "time", lambda: later)
        assert send_code(code) == 403

    @pytest.mark.parametrize("address", ["http://8.8.8.8", "javascript:alert(1)", "http://example.org", "", "http://["])
    def test_pairing_is_refused_outside_the_local_network(self, address: str) -> None:
        assert send_code(make_pairing_code(), address) == 403
        assert current_pairing() is None

    @pytest.mark.parametrize("body", ["", "[]", "{}", "{", '{"code": 1}'])
    def test_rejects_an_invalid_pairing_request(self, body: str) -> None:
        answer = Client().post("/standby/pair/", body, content_type="application/json")
        assert answer.status_code == 400
        assert answer.json()["finding"] == StandbyRefusal.WRONG_CODE.name

    def test_only_the_organizer_sees_the_page(self, organizer: Client) -> None:
        director = signed_in(AccessFactory())
        assert director.get("/standby/").status_code == 403
        assert director.post("/standby/").status_code == 403
        assert organizer.get("/standby/").status_code == 200

    def test_organizer_can_end_the_pairing(self, organizer: Client, standby_client: Client) -> None:
        assert standby_client.get("/standby/position/").status_code == 200
        organizer.post("/standby/", {"unpair": "1"})
        assert standby_client.get("/standby/position/").status_code == 403
        assert standby_client.get("/standby/copy/").status_code == 403


class TestCopies:
    @pytest.mark.parametrize("token", ["", "wrong"])
    @pytest.mark.parametrize("path", ["position", "copy"])
    def test_only_the_paired_standby_can_copy(self, pairing: StandbyPairing, token: str, path: str) -> None:
        client = Client(headers={"Authorization": f"Bearer {token}"})
        assert client.get(f"/standby/{path}/").status_code == 403
        assert client.post("/standby/hand-over/").status_code == 403

    def test_copy_has_every_action_and_the_page_shows_following(
        self, standby_client: Client, organizer: Client, tmp_path: Path
    ) -> None:
        announce(tournament=TournamentFactory(), sentence="Lunch at noon.", actor=following.PROGRAM)
        position = standby_client.get("/standby/position/").json()
        copy = tmp_path / "copy.zip"
        copy.write_bytes(standby_client.get("/standby/copy/").content)
        assert verify_archive(copy).newest_action == position["newest_action"] == Action.objects.latest("pk").pk
        assert 'data-state="following"' in organizer.get("/standby/").content.decode()

    def test_silent_standby_is_reported(self, pairing: StandbyPairing, organizer: Client) -> None:
        note_contact(0)
        contact = standby_files().path(StandbyRecord.CONTACT)
        os.utime(contact, (time.time() - 120, time.time() - 120))
        assert 'data-state="silent"' in organizer.get("/standby/").content.decode()


class TestHandOver:
    def test_no_action_is_written_after_the_handover(self, standby_client: Client) -> None:
        tournament = TournamentFactory()
        assert standby_client.post("/standby/hand-over/").status_code == 200
        with refuses(LeaderRefusal.HANDED_OVER):
            announce(tournament=tournament, sentence="Too late.", actor=following.PROGRAM)
        tournament.refresh_from_db()
        assert tournament.announcement == ""
        assert Client().get("/standby/state/").json()["leading"] is False

    def test_token_signs_the_same_device_in(self) -> None:
        access = AccessFactory()
        client = signed_in(access)
        pair(code=make_pairing_code(), name="Laptop 2", address=ADDRESS)
        token = client.post("/device/here/").json()["token"]
        other_computer = Client()
        arrival = other_computer.post("/standby/arrive/", {"token": token, "page": "/t/x/?a=1"})
        assert arrival.headers["Location"] == "/t/x/?a=1"
        assert other_computer.get(f"/t/{access.tournament.slug}/dashboard/").status_code == 200
        assert Device.objects.count() == 1

    @pytest.mark.parametrize("token", ["", "wrong", "a:b:c"])
    def test_wrong_token_does_not_sign_in(self, token: str) -> None:
        access = AccessFactory()
        client = Client()
        assert client.post("/standby/arrive/", {"token": token, "page": "/"}).status_code == 302
        assert client.get(f"/t/{access.tournament.slug}/dashboard/").status_code == 403

    def test_signed_out_device_stays_signed_out(self) -> None:
        access = AccessFactory()
        client = signed_in(access)
        pair(code=make_pairing_code(), name="Laptop 2", address=ADDRESS)
        token = client.post("/device/here/").json()["token"]
        client.post("/device/")
        other_computer = Client()
        other_computer.post("/standby/arrive/", {"token": token, "page": "/"})
        assert other_computer.get(f"/t/{access.tournament.slug}/dashboard/").status_code == 403

    @pytest.mark.parametrize("page", ["https://example.org/", "//example.org/", "javascript:alert(1)", ""])
    def test_arrival_never_redirects_to_another_site(self, page: str) -> None:
        arrival = Client().post("/standby/arrive/", {"token": "", "page": page})
        assert arrival.headers["Location"] == "/"

    def test_visitor_has_no_token(self) -> None:
        pair(code=make_pairing_code(), name="Laptop 2", address=ADDRESS)
        assert Client().post("/device/here/").json() == {"token": ""}

    def test_open_pages_get_the_standby_address_and_may_connect_to_it(self, pairing: StandbyPairing) -> None:
        assert json.loads(heartbeat(LogPosition(7, "e"), standby_address()).split(b"data: ")[1])["standby"] == ADDRESS
        assert f"connect-src 'self' {ADDRESS}" in Client().get("/").headers["Content-Security-Policy"]
        state = Client().get("/standby/state/")
        assert state.headers["Access-Control-Allow-Origin"] == "*"


class TestLeadership:
    def answers(
        self, monkeypatch: pytest.MonkeyPatch, pairing: StandbyPairing, *, leads: bool, token: str = ""
    ) -> None:
        def answer(address: str, nonce: str) -> tuple[bool, str]:
            return leads, prove(token or pairing.token, nonce, is_leading=leads)

        monkeypatch.setattr(leadership, "is_leading", answer)

    def test_leader_does_not_start_while_its_standby_leads(self, monkeypatch, pairing: StandbyPairing) -> None:
        self.answers(monkeypatch, pairing, leads=True)
        for is_confirmed in (False, True):
            with refuses(StandbyRefusal.STANDBY_LEADS):
                leadership.refuse_second_leader(is_confirmed=is_confirmed)

    def test_leader_starts_again_while_its_standby_follows(self, monkeypatch, pairing: StandbyPairing) -> None:
        leadership.hand_over_to(pairing)
        self.answers(monkeypatch, pairing, leads=False)
        leadership.refuse_second_leader(is_confirmed=False)
        assert not standby_files().read(StandbyRecord.HANDED_OVER)

    def test_silent_standby_requires_confirmation(self, monkeypatch, pairing: StandbyPairing) -> None:
        monkeypatch.setattr(leadership, "is_leading", lambda address, nonce: None)
        with refuses(StandbyRefusal.UNKNOWN_LEADER):
            leadership.refuse_second_leader(is_confirmed=False)
        leadership.refuse_second_leader(is_confirmed=True)

    def test_unauthenticated_answer_does_not_prove_the_standby_leads(
        self, monkeypatch, pairing: StandbyPairing
    ) -> None:
        self.answers(monkeypatch, pairing, leads=True, token=secrets.token_hex(8))
        with refuses(StandbyRefusal.UNKNOWN_LEADER):
            leadership.refuse_second_leader(is_confirmed=False)
        leadership.stop_if_replaced()
        assert not standby_files().read(StandbyRecord.HANDED_OVER)

    def test_running_leader_stops_when_another_leader_appears(self, monkeypatch, pairing: StandbyPairing) -> None:
        self.answers(monkeypatch, pairing, leads=True)
        leadership.stop_if_replaced()
        assert standby_files().read(StandbyRecord.HANDED_OVER)["address"] == ADDRESS

    def test_another_leaders_mark_on_the_drive_blocks_the_start(self, settings, tmp_path: Path) -> None:
        stick = tmp_path / "stick"
        stick.mkdir()
        settings.SECOND_BACKUP_FOLDER = str(stick)
        leadership.refuse_second_leader(is_confirmed=False)  # leaves its own marker file
        settings.DATA_DIR = tmp_path / "other"
        settings.DATA_DIR.mkdir()
        leave_mark(stick)
        settings.DATA_DIR = tmp_path
        with refuses(StandbyRefusal.OTHER_LEADER_ON_STICK):
            leadership.refuse_second_leader(is_confirmed=False)
        leadership.refuse_second_leader(is_confirmed=True)
        leadership.refuse_second_leader(is_confirmed=False)


class FakeLeader:
    """A leader in this process."""

    address = "http://192.168.1.5:8000"

    def __init__(self) -> None:
        self.is_silent = False
        self.copies = 0
        self.position_now = Position(1, 1)

    def position(self) -> Position:
        if self.is_silent:
            raise LeaderSilent("no route")
        return self.position_now

    def fetch_copy(self, path: Path) -> float:
        if self.is_silent:
            raise LeaderSilent("no route")
        self.copies += 1
        path.write_bytes(b"no backup")
        return 0.1

    hand_over = fetch_copy


class TestFollower:
    def test_damaged_copy_is_reported_and_not_stored(self) -> None:
        follower = StandbyFollower(FakeLeader(), standby_files())
        follower._follow_once()
        progress = standby_files().read(StandbyRecord.PROGRESS)
        assert progress["copied_action"] is None
        assert "damaged" in progress["problem"]
        assert list((standby_files().folder / "copies").glob("[0-9]*.zip")) == []

    def test_standby_without_a_copy_does_not_take_over(self) -> None:
        leader = FakeLeader()
        leader.is_silent = True
        follower = StandbyFollower(leader, standby_files())
        standby_files().write(StandbyRecord.TAKE_OVER, is_confirmed=True)
        assert not follower._take_over_or_explain()
        assert "Nothing has been copied yet" in standby_files().read(StandbyRecord.PROGRESS)["problem"]
        assert not standby_files().read(StandbyRecord.TAKE_OVER)

    def test_silent_leader_requires_confirmation(self) -> None:
        leader = FakeLeader()
        leader.is_silent = True
        follower = StandbyFollower(leader, standby_files())
        standby_files().write(StandbyRecord.TAKE_OVER, is_confirmed=False)
        assert not follower._take_over_or_explain()
        assert leader.address in standby_files().read(StandbyRecord.PROGRESS)["problem"]

    def test_idle_leader_is_copied_once_a_minute(self, monkeypatch: pytest.MonkeyPatch) -> None:
        leader = FakeLeader()
        follower = StandbyFollower(leader, standby_files())
        monkeypatch.setattr(following, "verify_archive", lambda path: None)
        monkeypatch.setattr(following, "refuse_newer", lambda path, facts: None)
        clock = [100.0]
        monkeypatch.setattr(time, "monotonic", lambda: clock[0])
        copies = []
        for mark in range(2, 70):
            follower._follow_once()
            clock[0] += 1
            leader.position_now = Position(1, mark)  # sign-ins rather than actions
            copies.append(leader.copies)
        assert (copies[0], copies[59], copies[-1]) == (1, 1, 2)
        leader.position_now = Position(2, 99)
        clock[0] += 5
        follower._follow_once()
        assert leader.copies == 3


class TestFollowerPages:
    @pytest.fixture(autouse=True)
    def _follows(self, settings) -> None:
        settings.ROOT_URLCONF = "backups.standby_urls"

    def test_every_standby_page_shows_the_copy_progress(self) -> None:
        standby_files().write(
            StandbyRecord.PROGRESS,
            leader="http://192.168.1.5:8000",
            newest_action=9,
            copied_action=7,
            seconds_since_heard=0.4,
        )
        for path in ("/", "/t/hall/standings/"):
            page = Client(REMOTE_ADDR="192.0.2.9").get(path).content.decode()
            assert 'data-state="following"' in page
            assert "2\n" in page or "2 " in page
            assert "Take over" not in page
        assert Client().get("/standby/state/").json()["leading"] is False

    def test_only_this_computer_can_take_over(self) -> None:
        Client(REMOTE_ADDR="192.0.2.9").post("/", {"is_confirmed": "on"})
        assert not standby_files().read(StandbyRecord.TAKE_OVER)
        Client(REMOTE_ADDR="127.0.0.1").post("/", {"is_confirmed": "on"})
        assert standby_files().read(StandbyRecord.TAKE_OVER) == {"is_confirmed": True}


class TestCommands:
    def test_wrong_address_is_reported(self) -> None:
        with pytest.raises(CommandError, match="isn't responding"):
            call_command("pair_standby", "http://127.0.0.1:9", code="AAAA-AAAA", own_address=ADDRESS)
        assert not standby_files().read(StandbyRecord.FOLLOWING)

    def test_folder_without_backups_is_reported(self, tmp_path: Path) -> None:
        with pytest.raises(CommandError, match="There are no backups in"):
            call_command("pair_standby", str(tmp_path))

    def test_drive_can_be_followed_and_handed_over(self, tmp_path: Path, settings, organizer: Client) -> None:
        organizer.post("/backups/")
        stick = StickFolder(Path(settings.BACKUP_FOLDER))
        call_command("pair_standby", stick.address)
        assert standby_files().read(StandbyRecord.FOLLOWING)["leader"] == stick.address
        stick.hand_over(tmp_path / "copy.zip")
        assert verify_archive(tmp_path / "copy.zip").newest_action == stick.position().newest_action

    def test_follow_without_a_leader_explains_how_to_pair(self) -> None:
        with pytest.raises(CommandError, match="pennant follow ADDRESS"):
            call_command("follow_leader")
