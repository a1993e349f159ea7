"""Test seals, which are signed with the installation's key and show what changed once they are broken."""

from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from backups.archives import SEAL_KEY, BackupKind, read_key
from backups.backup import make_backup
from backups.restore import restore_backup
from backups.transfer import import_tournament, write_tournament
from core.seal_key import KeySignature, is_signed, key_name, public_key, sign
from drafts.models import CardSet, PlayerCard
from games.models import Outing
from pitching.models import SignOff
from pitching.queries.seal_keys import SealOrigin, seal_key_of
from pitching.queries.signature_check import NO_KEY, check_code
from pitching.services.sign_off import sign_sheet
from tests.conftest import signed_in
from tests.factories import ManagerAccessFactory, ManagerFactory
from tests.games.building import DESK, League, complete_games, won_by_home
from tournaments.action_log.snapshots import fingerprint
from tournaments.action_log.writing import PROGRAM
from tournaments.models import Action, Team, Tournament
from tournaments.queries.entrants import Entrant, Person
from tournaments.services.entrants import edit_team
from weekend.queries.verification import verify_tournament

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]
OTHER_KEY = "b3RoZXItaW5zdGFsbGF0aW9uLWtleS0zMi1ieXRlcyE"


@pytest.fixture
def league() -> League:
    league = League()
    ManagerFactory(team=league.sharks.team, name="Ann")
    ManagerFactory(team=league.bears.team, name="Bob")
    league.save(complete_games(league, league.series[0]))
    return league


def signed_sheet(league: League) -> SignOff:
    return sign_sheet(series=league.series[0], sheet_of=league.sharks.team, actor=DESK)


def correct(league: League) -> None:
    games = complete_games(league, league.series[0])
    reliever = league.sharks.relief(1, "1.0")
    games[0] = won_by_home(1, [league.sharks.start(1, "8.0"), reliever], [league.bears.start(1, "8.0")])
    league.save(games, may_break_seal=True, reason="the reliever was left out")


def seal_faults(tournament: Tournament) -> list[str]:
    return [fault.sentence for fault in verify_tournament(tournament) if fault.check == "seals"]


def moved(tournament: Tournament, tmp_path: Path) -> SignOff:
    """Return the only signature after its tournament was exported and imported."""
    write_tournament(tournament, tmp_path / "weekend.pennant")
    Tournament.objects.all().delete()
    CardSet.objects.all().delete()
    opened = import_tournament(tmp_path / "weekend.pennant", PROGRAM)
    return SignOff.objects.get(series__tournament=opened)


def test_key_signature_covers_seal_and_signer(league: League) -> None:
    signed = SignOff.objects.get(pk=signed_sheet(league).pk)
    assert seal_key_of(signed).origin is SealOrigin.HERE
    assert seal_key_of(signed).name == key_name(public_key())
    for change in ({"signer": "Eve"}, {"code": "AAAA-AAAA"}, {"seal": "0" * 64}, {"how": "pin"}):
        altered = SignOff.objects.get(pk=signed.pk)
        for name, value in change.items():
            setattr(altered, name, value)
        assert seal_key_of(altered).origin is SealOrigin.NO_KEY, change


@pytest.mark.parametrize("wrong", ["", "A", "é", "A" * 43, "A" * 200])
def test_malformed_keys_and_signatures_are_invalid(wrong: str) -> None:
    signed = sign(b"seal")
    assert is_signed(b"seal", signed)
    assert not is_signed(b"seal", KeySignature(wrong, signed.signature))
    assert not is_signed(b"seal", KeySignature(signed.public_key, wrong))


def test_seal_from_before_keys_stays_valid(league: League) -> None:
    signed = signed_sheet(league)
    SignOff.objects.update(public_key="", key_signature="")
    check = check_code(signed.code)
    assert check is not None
    assert (check.state, check.key.origin) == ("valid", SealOrigin.BEFORE_KEY)
    assert "Sealed before keys were used" in Client().get(f"/check/{signed.code}/").text


def test_tournament_file_includes_the_key_of_its_installation(league: League, tmp_path: Path, settings: Any) -> None:
    settings.SEAL_KEY = OTHER_KEY
    signed_sheet(league)
    settings.SEAL_KEY = ""
    signed = moved(league.tournament, tmp_path)
    assert seal_key_of(signed).origin is SealOrigin.ELSEWHERE
    answer = Client().get(f"/check/{signed.code}/")
    assert f"Signed at another installation (key {key_name(signed.public_key)})" in answer.text
    facts = Client().get(f"/api/v1/codes/{signed.code}/").json()
    assert (facts["state"], facts["key_origin"], facts["key"]) == ("valid", "elsewhere", key_name(signed.public_key))
    assert b"seal_key" not in (tmp_path / "weekend.pennant").read_bytes()


FORGERIES: list[dict[str, str]] = [
    {"public_key": "", "key_signature": ""},
    {"signer": "Eve"},
    {"code": "AAAA-AAAA"},
    {"key_signature": "A" * 86},
]


@pytest.mark.parametrize("forged", FORGERIES)
def test_tournament_file_cannot_import_a_forged_seal(forged: dict[str, str], league: League, tmp_path: Path) -> None:
    signed_sheet(league)
    SignOff.objects.update(**forged)
    check = check_code(moved(league.tournament, tmp_path).code)
    assert check is not None
    assert (check.state, check.key.origin) == (NO_KEY, SealOrigin.NO_KEY)


def test_tournament_file_cannot_swap_the_signed_pitcher(league: League, tmp_path: Path) -> None:
    signed = signed_sheet(league)
    first, second = league.sharks.starters[:2]
    Outing.objects.filter(card=first, game__series=league.series[0]).update(card=second)
    numbers = {str(card.pk): card.pk for card in PlayerCard.including_hidden.all()} | {str(second.pk): first.pk}
    SignOff.objects.update(numbers={"series": signed.content["series"], "cards": numbers})
    check = check_code(moved(league.tournament, tmp_path).code)
    assert check is not None
    assert check.state == "broken"


def test_backup_includes_the_key(league: League, tmp_path: Path, settings: Any) -> None:
    settings.BACKUP_FOLDER, settings.SECOND_BACKUP_FOLDER = str(tmp_path / "backups"), ""
    settings.SEAL_KEY, settings.SEAL_KEY_FILE = "", str(tmp_path / "seal_key")
    Path(settings.SEAL_KEY_FILE).write_text(OTHER_KEY)
    signed = signed_sheet(league)
    backup = make_backup(BackupKind.ASKED)
    assert read_key(backup, SEAL_KEY) == OTHER_KEY
    Path(settings.SEAL_KEY_FILE).write_text("A" * 43)
    restore_backup(backup, PROGRAM)
    assert seal_key_of(SignOff.objects.get(code=signed.code)).origin is SealOrigin.HERE
    assert Path(settings.SEAL_KEY_FILE).stat().st_mode & 0o077 == 0


def test_verify_checks_signatures_and_signed_content(league: League) -> None:
    signed = signed_sheet(league)
    assert seal_faults(league.tournament) == []
    SignOff.objects.update(signer="Eve")
    assert "the key's signature" in seal_faults(league.tournament)[0]
    SignOff.objects.update(signer=signed.signer, content=signed.content | {"round": 9})
    assert "doesn't match what was signed" in seal_faults(league.tournament)[0]


def test_spelling_correction_by_an_assistant_does_not_break_a_seal(league: League) -> None:
    signed = signed_sheet(league)
    for team, name in ((league.sharks.team, "Sharks of Albany"), (league.bears.team, "Bares")):
        stored = Team.objects.get(pk=team.pk)
        manager = Person(stored.managers.get().name)
        edit_team(
            team=stored,
            actor=DESK,
            made_from=fingerprint(stored),
            entrant=Entrant(name, (manager,)),
            is_absent=False,
        )
        assert Team.objects.get(pk=team.pk).name == name
    check = check_code(signed.code)
    assert check is not None
    assert (check.state, check.changes) == ("valid", [])
    assert seal_faults(league.tournament) == []


def test_broken_seal_shows_the_changes_and_requests_new_signatures(league: League) -> None:
    signed = signed_sheet(league)
    correct(league)
    check = check_code(signed.code)
    assert check is not None
    assert check.changes == [
        "Game 1, Sharks Starter 1: the innings were 9.0 and are 8.0.",
        "Game 1: Sharks Reliever 1 was added.",
    ]
    saved = Action.objects.filter(verb="save_series_results").latest("pk")
    assert check.action == saved
    assert saved.reason == "the reliever was left out"
    assert f"This breaks the seal {signed.code}. Both managers must sign again." in saved.sentence
    page = Client().get(f"/check/{signed.code}/").text
    assert "the reliever was left out" in page
    assert "the innings were 9.0 and are 8.0" in page
    for team in (league.sharks.team, league.bears.team):
        manager = signed_in(ManagerAccessFactory(team=team))
        assert "The seal is broken: the reliever was left out" in manager.get(f"/t/{league.tournament.slug}/me/").text


def test_signing_again_creates_a_new_seal_without_a_correction(league: League) -> None:
    signed = signed_sheet(league)
    league.series[0].games.filter(number=1).update(home_runs=7)
    address = f"/t/{league.tournament.slug}/series/{league.series[0].pk}/"
    assert "The sheet no longer matches what was signed." in " ".join(Client().get(address).text.split())
    second_signature = signed_sheet(league)
    assert second_signature.pk != signed.pk
    states = []
    for code in (signed.code, second_signature.code):
        check = check_code(code)
        assert check is not None
        states.append(check.state)
    assert states == ["superseded", "valid"]
    assert "the score was" in SignOff.objects.get(pk=signed.pk).broken_reason
