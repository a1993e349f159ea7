"""Test staff tasks in the API: check-in, rules, points, what-if, webhook, packs and backups."""

import base64
import json
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from drafts.models import Pick
from tests.drafts.rooms import running, teams_of
from tests.factories import (
    AccessFactory,
    DivisionFactory,
    ManagerAccessFactory,
    ManagerFactory,
    SeriesFactory,
    TeamFactory,
    TournamentFactory,
)
from tests.games.building import League
from tournaments.access.links import link_token
from tournaments.action_log.writing import PROGRAM
from tournaments.models import Action, Tournament
from tournaments.services.setup import create_tournament
from weekend.models import PrintPack

pytestmark = pytest.mark.django_db


def _staff(tournament: Tournament | None, role: str = "director") -> Client:
    return Client(headers={"Authorization": f"Bearer {link_token(AccessFactory(tournament=tournament, role=role))}"})


def _address(tournament: Tournament, rest: str) -> str:
    return f"/api/v1/tournaments/{tournament.slug}/{rest}"


def _send(client: Client, method: str, page: str, **data: Any) -> Any:
    return client.generic(method, page, json.dumps(data), "application/json")


def test_marks_a_team_absent_and_present() -> None:
    team = ManagerFactory().team
    assistant = _staff(team.tournament, "assistant")
    address = _address(team.tournament, f"teams/{team.pk}/check-in/")
    assert _send(assistant, "PUT", address, is_absent=True).json()[0]["state"] == "absent"
    assert _send(assistant, "PUT", address, is_absent=False).json()[0]["state"] == "not seen yet"
    assert _send(assistant, "PUT", address, is_absent=False, is_checked_in=True).json()[0]["state"] == "checked in"
    assert assistant.get(_address(team.tournament, "check-in/")).json()[0]["team"] == team.pk


def test_setting_rules_from_a_version_requires_a_reason() -> None:
    tournament = create_tournament(actor=PROGRAM, name="Worlds", profile_key="purestrat@1")
    director = _staff(tournament)
    address = _address(tournament, "rules/")
    before = Client().get(address).json()
    mercy = next(rule for rule in before["settings"] if rule["name"] == "game.mercy")
    changed = "no" if mercy["value"] == "yes" else "yes"
    sent = {"version": before["version"], "values": {"game.mercy": changed}}
    refused = _send(director, "PATCH", address, **sent)
    assert (refused.status_code, refused.json()["field"]) == (400, "reason")
    after = _send(director, "PATCH", address, **sent, reason="Short day").json()
    assert {rule["name"]: rule["value"] for rule in after["settings"]}["game.mercy"] == changed
    assert _send(director, "PATCH", address, **sent, reason="Short day").status_code == 409


def test_rejects_unknown_rules_and_invalid_values() -> None:
    tournament = create_tournament(actor=PROGRAM, name="Worlds", profile_key="purestrat@1")
    director = _staff(tournament)
    address = _address(tournament, "rules/")
    unknown = _send(director, "PATCH", address, version=1, values={"game.color": "red"}).json()
    assert unknown["field"] == "values.game.color"
    wrong = _send(director, "PATCH", address, version=1, values={"game.mercy": "perhaps"}).json()
    assert wrong["field"] == "values.game.mercy"


def test_director_chooses_the_manager_who_gets_points() -> None:
    team = TeamFactory(tournament=TournamentFactory())
    first, second = ManagerFactory(team=team, position=1), ManagerFactory(team=team, position=2)
    director = _staff(team.tournament)
    closing = Client().get(_address(team.tournament, "closing/")).json()
    assert [manager["id"] for manager in closing["lines"][0]["managers"]] == [first.pk, second.pk]
    address = _address(team.tournament, f"teams/{team.pk}/points/")
    chosen = _send(director, "PUT", address, manager=second.pk).json()
    assert chosen["lines"][0]["managers"][0]["id"] == second.pk
    assert _send(director, "PUT", address, manager=10**9).json()["finding"] == "NO_SUCH_MANAGER"


def test_what_if_results_do_not_change_actual_standings() -> None:
    league = League(teams=2, rounds=1, profile_text="", stage="round_robin")
    series = league.series[0]
    address = _address(league.tournament, f"standings/{series.division_id}/what-if/")
    games = [{"series": series.pk, "number": number, "winner": series.away_id} for number in (1, 2, 3)]
    supposed = _send(Client(), "POST", address, games=games).json()
    assert supposed["standings"]["lines"][0]["team"] == series.away_id
    assert supposed["standings"]["is_complete"] is True
    actual = Client().get(_address(league.tournament, "standings/")).json()
    assert actual[0]["is_complete"] is False


def test_roster_check_lists_needs_and_suitable_cards() -> None:
    draft = running(4)
    team = teams_of(draft)[0]
    check = Client().get(_address(team.tournament, f"teams/{team.pk}/roster/check/")).json()
    assert check["is_legal"] is False
    assert check["outlook"]["can_become_legal"] is True
    assert {need["position"] for need in check["needs"]} >= {"C", "SS"}
    cards = _address(team.tournament, f"teams/{team.pk}/roster/check/cards/")
    catchers = Client().get(f"{cards}?position=C").json()["results"]
    assert catchers
    drafted = catchers[0]["id"]
    Pick.objects.create(draft=draft, overall=1, team=team, card_id=drafted, made_by="manager", made_at=timezone.now())
    left = Client().get(f"{cards}?position=C").json()["results"]
    assert drafted not in {card["id"] for card in left}
    after = Client().get(_address(team.tournament, f"teams/{team.pk}/roster/check/")).json()
    assert after["outlook"]["players_needed"] == check["outlook"]["players_needed"] - 1


def test_webhook_can_be_set_shown_and_removed() -> None:
    tournament = TournamentFactory()
    director = _staff(tournament)
    address = _address(tournament, "webhook/")
    saved = _send(director, "PUT", address, address="https://1.1.1.1/news").json()
    assert (saved["address"], len(saved["secret"]) > 30) == ("https://1.1.1.1/news", True)
    assert _send(director, "POST", f"{address}test/").status_code == 204
    (sent,) = director.get(f"{address}deliveries/").json()["results"]
    assert (sent["event"], sent["state"]) == ("test", "waiting")
    refused = _send(director, "PUT", address, address="http://127.0.0.1/")
    assert (refused.status_code, refused.json()["field"]) == (400, "address")
    assert director.delete(address).status_code == 204
    assert director.get(address).json() == {"address": "", "secret": ""}


def test_print_pack_request_is_idempotent_and_can_be_canceled() -> None:
    series = SeriesFactory()
    assistant = _staff(series.tournament, "assistant")
    address = _address(series.tournament, "print-packs/")
    first, second = (_send(assistant, "POST", address, round=series.round).json() for _ in range(2))
    assert first["id"] == second["id"]
    assert (first["state"], first["pdf"]) == ("waiting", "")
    assert assistant.delete(f"{address}{first['id']}/").status_code == 204
    assert assistant.get(f"{address}{first['id']}/").json()["state"] == PrintPack.State.CANCELLED
    assert _send(assistant, "POST", address, round=99).json()["finding"] == "NO_SUCH_ROUND"


def test_organizer_makes_a_backup_and_signs_devices_out(settings: Settings, tmp_path: Path) -> None:
    settings.BACKUP_FOLDER = str(tmp_path)
    organizer = _staff(None, "organiser")
    lines = organizer.get("/api/v1/checkup/").json()
    assert {line["state"] for line in lines} <= {"ok", "check", "fault"}
    assert organizer.get("/api/v1/backups/").json()["folders"][0]["backups"] == []
    assert organizer.get("/api/v1/devices/").json()["results"] == []


def test_team_list_import_is_all_or_nothing() -> None:
    tournament = TournamentFactory()
    assistant = _staff(tournament, "assistant")
    address = _address(tournament, "teams/list/")
    text = "Team,Manager,Home town\nHawks,Ann Lee,Akron\nBears,Bo Ray,Salem\n"
    checked = _send(assistant, "POST", f"{address}check/", text=text).json()
    assert [(row["team"], row["managers"][0]["name"]) for row in checked["entrants"]] == [
        ("Hawks", "Ann Lee"),
        ("Bears", "Bo Ray"),
    ]
    assert not tournament.teams.exists()
    entered = _send(assistant, "POST", address, text=text)
    assert (entered.status_code, len(entered.json())) == (201, 2)
    assert _send(assistant, "POST", address, text=text).json() == []
    double = _send(assistant, "POST", address, text="Owls,Cy Young\nOwls,Dan Fox\n")
    assert double.status_code == 400
    assert not tournament.teams.filter(name="Owls").exists()


def test_swaps_home_and_visitors_after_a_preview() -> None:
    league = League(teams=2, rounds=1, profile_text="", stage="round_robin")
    series = league.series[0]
    director = _staff(league.tournament)
    address = _address(league.tournament, f"series/{series.pk}/swap/")
    series.home_decided = True
    series.save()
    assert director.get(address).json()["home"] == series.away_id
    swapped = _send(director, "POST", address, version=series.version, reason="Rolled the other way")
    assert swapped.json()["home"] == series.away_id
    stale = _send(director, "POST", address, version=series.version, reason="Again")
    assert stale.status_code == 409


def test_leaving_a_series_forfeits_the_remaining_games() -> None:
    league = League(teams=2, rounds=1, profile_text="", stage="round_robin")
    series = league.series[0]
    director = _staff(league.tournament)
    address = _address(league.tournament, f"series/{series.pk}/leave/")
    choices = {row["team"]: row for row in director.get(address).json()}
    assert choices[series.home_id]["forfeited"] == [1, 2, 3]
    left = _send(director, "POST", address, team=series.home_id, version=series.version, reason="Had to go home")
    assert left.status_code == 200, left.content
    series.refresh_from_db()
    assert series.status == "complete"


def test_card_upload_is_queued_and_canceled() -> None:
    director = _staff(TournamentFactory())
    content = base64.b64encode(b"Name,Position\nAl Adams,C\n").decode()
    upload = {"name": "Own cards", "system": "strat_o_matic", "file_name": "cards.csv", "content": content}
    queued = _send(director, "POST", "/api/v1/card-uploads/", **upload)
    assert (queued.status_code, queued.json()["state"]) == (202, "waiting"), queued.content
    address = f"/api/v1/card-uploads/{queued.json()['id']}/"
    assert director.get(address).json()["file_name"] == "cards.csv"
    assert director.delete(address).status_code == 204
    for damaged in ("not base64!", base64.b64encode(b"PK broken").decode()):
        refused = _send(director, "POST", "/api/v1/card-uploads/", **{**upload, "content": damaged})
        assert (refused.status_code, refused.json()["field"]) == (400, "content")


def test_late_team_joins_a_draft_in_progress() -> None:
    draft = running(8)
    division = draft.division
    director = _staff(division.tournament)
    address = _address(division.tournament, f"drafts/{division.pk}/late-team/")
    ruling = director.get(address).json()
    assert (ruling["is_allowed"], ruling["rounds_passed"]) == (True, 0)
    entered = _send(director, "POST", address, name="Owls", managers=[{"name": "Cy Young"}])
    assert entered.status_code == 201, entered.content
    assert division.teams.get(name="Owls").slot == 9


def test_imputed_team_gets_a_manager() -> None:
    team = TeamFactory(kind="imputed", name="Robots")
    director = _staff(team.tournament)
    address = _address(team.tournament, f"teams/{team.pk}/manager/")
    answer = _send(director, "POST", address, name="Owls", managers=[{"name": "Cy Young"}])
    assert (answer.status_code, answer.json()["name"]) == (200, "Owls")
    refused = _send(director, "POST", address, name="Owls", managers=[{"name": "Cy Young"}])
    assert refused.json()["finding"] == "HAS_A_MANAGER"


def test_copies_a_tournament_with_its_teams() -> None:
    source = create_tournament(actor=PROGRAM, name="Worlds", profile_key="purestrat@1")
    chosen, left_out = (ManagerFactory(team=TeamFactory(tournament=source)).team for _ in range(2))
    organizer = _staff(None, "organiser")
    body = {"name": "Worlds again", "time_zone": "America/Chicago", "profile_key": "purestrat@1", "teams": [chosen.pk]}
    copied = _send(organizer, "POST", _address(source, "copy/"), **body)
    assert copied.status_code == 201, copied.content
    names = list(Tournament.objects.get(slug=copied.json()["slug"]).teams.values_list("name", flat=True))
    assert names == [chosen.name]
    assert left_out.name not in names


def test_divisions_can_play_on_separate_days() -> None:
    tournament = TournamentFactory()
    director = _staff(tournament)
    assert _send(director, "PUT", _address(tournament, "divisions/own-days/"), own_days=True).json() == {
        "own_days": True
    }
    tournament.refresh_from_db()
    assert tournament.divisions_on_own_days


def test_manager_lists_notices_and_chooses_channels() -> None:
    draft = running(8)
    team = teams_of(draft)[0]
    manager = Client(headers={"Authorization": f"Bearer {link_token(ManagerAccessFactory(team=team))}"})
    notices = manager.get(_address(team.tournament, "notices/")).json()
    assert "on_the_clock" in {notice["kind"] for notice in notices}
    address = _address(team.tournament, "notices/channels/")
    saved = _send(manager, "PUT", address, channels={"on_the_clock": ["page", "mail"]}).json()["channels"]
    assert (saved["on_the_clock"], saved["on_deck"]) == (["mail", "page"], [])
    refused = _send(manager, "PUT", address, channels={"rain": ["page"]})
    assert (refused.status_code, refused.json()["field"]) == (400, "channels")
    chat = _send(manager, "PUT", _address(team.tournament, "notices/chat/"), address="https://1.1.1.1/x")
    assert (chat.status_code, chat.json()["finding"]) == (400, "NOT_A_CHAT")


def test_rejects_a_power_round_without_a_schedule() -> None:
    division = DivisionFactory()
    director = _staff(division.tournament)
    refused = _send(director, "POST", _address(division.tournament, f"schedule/{division.pk}/power-round/"))
    assert (refused.status_code, refused.json()["finding"]) == (400, "NO_POWER_ROUND_LEFT")


def test_timetable_start_accepts_times_with_or_without_seconds() -> None:
    tournament = League().tournament
    for begins in ("2026-12-05T09:00", "2026-12-05T09:00:00"):
        planned = _staff(tournament).put(
            _address(tournament, "timetable/"), {"begins": begins}, content_type="application/json"
        )
        assert (planned.status_code, planned.json()[0]["begins"]) == (200, "2026-12-05T14:00:00Z")


def test_timetable_settings_round_trip() -> None:
    tournament = League().tournament
    director, address = _staff(tournament), _address(tournament, "timetable/")
    assert Client().get(f"{address}settings/").json()["begins"] == ""
    sent = {
        "begins": "2026-12-05T09:00",
        "minutes_per_game": 40,
        "between": 15,
        "opens": "08:30",
        "closes": "22:00",
        "breaks": [{"at": "12:30", "minutes": 60, "what": "Lunch"}],
    }
    assert director.put(address, sent, content_type="application/json").status_code == 200
    settings = Client().get(f"{address}settings/").json()
    assert settings == sent
    assert director.put(address, settings, content_type="application/json").status_code == 200
    assert Action.objects.filter(verb="set_timetable").count() == 1, "the same settings change nothing"
    assert director.put(address, {"begins": ""}, content_type="application/json").json() == []
    removed = Client().get(f"{address}settings/").json()
    assert (removed["begins"], removed["breaks"]) == ("", [])
