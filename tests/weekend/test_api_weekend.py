"""Test a weekend run entirely through the API, from opening the tournament to a signed series and the standings."""

import json

import pytest
from django.test import Client

from drafts.models import ProgramRun
from drafts.tasks import finish_draft
from tests.drafts.pools import make_pool
from tests.factories import AccessFactory
from tournaments.access.links import link_token
from tournaments.models import Access, Team

pytestmark = [pytest.mark.django_db, pytest.mark.database]

NAMES = ("Sharks", "Bears", "Comets", "Drakes", "Eagles", "Foxes", "Giants", "Hawks")


class Caller:
    """A client with a token. Each call specifies the expected status."""

    def __init__(self, access):
        self.browser = Client(headers={"Authorization": f"Bearer {link_token(access)}"})

    def call(self, method, address, body=None, code=200):
        answer = self.browser.generic(
            method, f"/api/v1/{address}", b"" if body is None else _json(body), content_type="application/json"
        )
        assert answer.status_code == code, answer.content[:2000]
        return answer.json() if answer.content else None


def _json(body):
    return json.dumps(body).encode()


def _all_rows(caller, address):
    return caller.call("GET", f"{address}?page_size=200")["results"]


OPENED = {"name": "API weekend", "series_length": 1}


class Weekend:
    """All participants, and the IDs from the API's responses."""

    def __init__(self):
        self.organizer = Caller(AccessFactory(tournament=None, role="organiser"))
        opened = self.organizer.call("POST", "tournaments/", {**OPENED, "time_zone": "Asia/Tokyo"}, 201)
        unsaid = self.organizer.call("POST", "tournaments/", OPENED, 400)
        assert unsaid["field"] == "time_zone", "nobody is put into somebody else's time zone"
        self.address = f"tournaments/{opened['slug']}"
        assert opened["events"].endswith(f"/t/{opened['slug']}/events/")

    def sign_up(self):
        """Sign up eight teams in one division, with links for everyone."""
        for name in NAMES:
            entrant = {"name": name, "managers": [{"name": f"Manager of {name}", "home_town": "Springfield"}]}
            self.organizer.call("POST", f"{self.address}/teams/", entrant, 201)
        self.organizer.call("POST", f"{self.address}/teams/", entrant, 200)  # sent twice, entered once
        self.division = self.organizer.call("PUT", f"{self.address}/divisions/", {"count": 1})["divisions"][0]["id"]
        helper = {"role": "director", "label": "Dee"}
        invited = self.organizer.call("POST", f"{self.address}/invitations/", helper, 201)
        assert len(self.organizer.call("POST", f"{self.address}/team-invitations/", {})) == 8
        access = Access.objects.get(pk=invited["id"])
        assert invited["address"].endswith(f"/{link_token(access)}/")
        self.director = Caller(access)
        self.managers = {access.team.name: Caller(access) for access in Access.objects.filter(role="manager")}
        self.teams = {
            team_row["name"]: team_row["id"] for team_row in _all_rows(self.director, f"{self.address}/teams/")
        }
        self.names = {number: name for name, number in self.teams.items()}

    def choose_positions(self):
        """Enter rolls from the table, then let each manager choose in turn. A choice out of turn is rejected."""
        rolls = [{"team": self.teams[name], "roll": 20 - place} for place, name in enumerate(NAMES)]
        assert self.director.call("POST", f"{self.address}/rolls/typed/", {"rolls": rolls})["decided"]
        early = {"team": self.teams["Hawks"], "division": self.division, "position": 1}
        refused = self.managers["Hawks"].call("POST", f"{self.address}/rolls/choose/", early, 400)
        assert refused["rule"] == "T0.02"
        for position, name in enumerate(NAMES, start=1):
            choice = {"team": self.teams[name], "division": self.division, "position": position}
            data = self.managers[name].call("POST", f"{self.address}/rolls/choose/", choice)
        assert data["on_turn"] is None
        self.director.call("POST", f"{self.address}/stage/", {"now": "signup", "to": "draft"})

    def open_draft(self):
        self.draft = f"{self.address}/drafts/{self.division}"
        settings = {"card_set": make_pool(teams=8).pk, "seconds_per_pick": 0}
        self.director.call("PUT", f"{self.draft}/", settings)
        started = self.director.call("POST", f"{self.draft}/clock/", {"act": "start"})
        assert started["clock"]["on_clock"]["team_name"] == "Sharks"
        query = "free=true&eligible=true&sort=homeruns&role=hitter"
        self.best, self.second = self.director.call("GET", f"{self.draft}/cards/?{query}")["results"][:2]

    def keep_a_queue(self):
        bears, queue = self.managers["Bears"], f"{self.draft}/queues/{self.teams['Bears']}/"
        queued = bears.call("POST", queue, {"card": self.second["id"]}, 201)
        bears.call("POST", queue, {"card": self.best["id"]}, 201)
        moved = bears.call("PATCH", f"{queue}{queued['id']}/", {"move": "bottom"})
        assert [row["card"] for row in moved] == [self.best["id"], self.second["id"]]
        self.managers["Sharks"].call("GET", queue, code=403)

    def pick(self):
        """Try a pick, a duplicate, a drafted player, a future pick and a different team's pick."""
        picks, sharks, bears = f"{self.draft}/picks/", self.managers["Sharks"], self.managers["Bears"]
        first = {"overall": 1, "card": self.best["id"]}
        assert sharks.call("POST", picks, first, 201)["name"] == self.best["name"]
        sharks.call("POST", picks, first, 200)
        refused = bears.call("POST", picks, {"overall": 2, "card": self.best["id"]}, 409)
        assert (refused["rule"], refused["saved"]["next_overall"]) == ("T0.18", 2)
        early = self.managers["Hawks"].call("POST", picks, {"overall": 8, "card": self.second["id"]}, 409)
        assert "Bears is on the clock" in early["detail"]
        bears.call("POST", picks, {"overall": 2, "card": self.second["id"], "team": self.teams["Sharks"]}, 403)

    def undo_pause_and_finish(self):
        state = self.director.call("GET", f"{self.draft}/")
        self.director.call("POST", f"{self.draft}/undo/", {"version": state["version"] - 1}, 409)
        undone = self.director.call("POST", f"{self.draft}/undo/", {"version": state["version"]})
        assert undone["next_overall"] == 1
        self.director.call("POST", f"{self.draft}/clock/", {"act": "pause"})
        first = {"overall": 1, "card": self.best["id"]}
        self.managers["Sharks"].call("POST", f"{self.draft}/picks/", first, 400)
        self.director.call("POST", f"{self.draft}/clock/", {"act": "resume"})
        self.managers["Sharks"].call("POST", f"{self.draft}/picks/", first, 201)
        response = self.director.call("POST", f"{self.draft}/finish/", code=202)
        assert response["clock"]["program"] == "Autopick is finishing the draft: 1 of 208 picks made."
        assert self.director.call("DELETE", f"{self.draft}/finish/")["clock"]["program"] == ""
        self.finish()
        assert self.director.call("GET", f"{self.draft}/")["clock"]["state"] == "finished"
        board = self.director.call("GET", f"{self.draft}/board/")
        assert board["rounds"][0]["cells"][0]["card"] == self.best["id"]
        roster = _all_rows(self.director, f"{self.address}/teams/{self.teams['Sharks']}/roster/")
        assert (len(roster), sum(row["is_park"] for row in roster)) == (26, 1)

    def finish(self):
        """Let the worker make the remaining picks."""
        self.director.call("POST", f"{self.draft}/finish/", code=202)
        finish_draft(ProgramRun.objects.get().pk)

    def publish_schedule(self):
        """Publish seven rounds. Swap two of them once, but not again from the earlier version."""
        address = f"{self.address}/schedule/{self.division}/"
        schedule = self.director.call("POST", address, {}, 201)
        assert len(schedule["rounds"]) == 7
        swap = {"first": 1, "second": 2, "version": schedule["version"]}
        swapped = self.director.call("POST", f"{address}swap/", swap)
        self.director.call("POST", f"{address}swap/", swap, 409)
        assert swapped["rounds"][0]["series"][0]["id"] == schedule["rounds"][1]["series"][0]["id"]
        self.director.call("POST", f"{self.address}/stage/", {"now": "draft", "to": "round_robin"})

    def roll_for_home(self):
        """Enter the roll as the home team's manager, for the current teams."""
        address = f"{self.address}/series/?team={self.teams['Sharks']}&round=1"
        row = self.director.call("GET", address)["results"][0]
        self.home, self.away = row["home"], row["away"]
        self.series = f"{self.address}/series/{row['id']}"
        self.at_home, self.visiting = (self.managers[self.names[team]] for team in (self.home, self.away))
        rolls = {"home_roll": 19, "away_roll": 4}
        self.at_home.call("POST", f"{self.series}/home-roll/", {**rolls, "home": self.away}, 409)
        rolled = self.at_home.call("POST", f"{self.series}/home-roll/", {**rolls, "home": self.home})
        assert rolled["home_decided"]
        self.version = rolled["version"]

    def starter(self, team):
        board = self.director.call("GET", f"{self.address}/teams/{team}/board/")["rows"]
        return next(row["card"] for row in board if row["may_start"])

    def enter_results(self):
        """Correct a missing third of an inning, check and save. The visitors' stale version appears alongside."""
        pitched = [
            {"team": self.away, "card": self.starter(self.away), "innings": "8.0", "starts": True},
            {"team": self.home, "card": self.starter(self.home), "innings": "8.2", "starts": True},
        ]
        game = {"number": 1, "home_runs": 3, "away_runs": 2, "innings": 9, "outings": pitched}
        results = {"version": self.version, "complete": True, "games": [game]}
        short = self.at_home.call("PUT", f"{self.series}/results/", results, 400)
        assert [(violation["game"], violation["team"]) for violation in short["violations"]] == [(1, self.home)]
        assert "8.2" in short["violations"][0]["detail"]
        pitched[1]["innings"] = "9.0"
        checked = self.at_home.call("POST", f"{self.series}/results/check/", {"games": [game], "complete": True})
        assert checked == {"violations": [], "later": [], "notes": []}
        saved = self.at_home.call("PUT", f"{self.series}/results/", results)
        assert saved["series"]["status"] == "complete"
        assert {row["innings"] for row in saved["games"][0]["outings"]} == {"8.0", "9.0"}
        stale = self.visiting.call("PUT", f"{self.series}/results/", {**results, "games": []}, 409)
        assert stale["saved"]["series"]["version"] == saved["series"]["version"]
        assert stale["sent"]["games"] == []
        self.tired = pitched[1]["card"]

    def sign(self):
        """Sign with the visitors' own token, and with the home team's PIN on the director's device."""
        signatures = f"{self.series}/signatures/"
        self.at_home.call("POST", signatures, {"sheet_of": self.home}, 403)
        signed = self.visiting.call("POST", signatures, {"sheet_of": self.home}, 201)
        assert self.organizer.call("GET", f"codes/{signed['code']}/")["state"] == "valid"
        self.at_home.call("PUT", f"{self.address}/teams/{self.home}/pin/", {"pin": "1213"}, 204)
        assert self.director.call("POST", signatures, {"sheet_of": self.away, "pin": "9999"}, 400)["field"] == "pin"
        self.director.call("POST", signatures, {"sheet_of": self.away, "pin": "1213"}, 201)

    def ask_for_a_ruling(self):
        answered = self.visiting.call("POST", f"{self.series}/rulings/", {"question": "Was that legal?"}, 201)
        ruling = f"{self.address}/rulings/{answered['id']}/"
        self.visiting.call("PUT", ruling, {"ruling": "Yes."}, 403)
        assert self.director.call("PUT", ruling, {"ruling": "Yes.", "rule": "T31.2"})["rule"] == "T31.2"


@pytest.fixture
def drafting():
    weekend = Weekend()
    weekend.sign_up()
    weekend.choose_positions()
    weekend.open_draft()
    return weekend


@pytest.fixture
def playing(drafting):
    drafting.finish()
    drafting.publish_schedule()
    drafting.roll_for_home()
    drafting.enter_results()
    return drafting


def test_runs_a_whole_draft_through_the_api(drafting):
    drafting.keep_a_queue()
    drafting.pick()
    drafting.undo_pause_and_finish()


def test_plays_signs_and_rules_on_a_series_through_the_api(playing):
    playing.sign()
    playing.ask_for_a_ruling()
    visitor, base, home = Client(), f"/api/v1/{playing.address}", playing.home
    table = visitor.get(f"{base}/standings/").json()[0]
    assert {line["team"]: line["wins"] for line in table["lines"]}[home] == 1
    sheet = visitor.get(f"{base}/teams/{home}/sheet/").json()
    assert sheet["blocks"][0]["signature"]["stands"]
    assert [cell["innings"] for row in sheet["rows"] for cell in row["cells"] if cell["innings"]] == ["9.0"]
    assert visitor.get(f"{base}/actions/?verb=sign_sheet").json()["count"] == 2
    assert Team.objects.get(pk=home).pin_hash not in visitor.get(f"{base}/teams/").content.decode()


def test_t10_2_planner_shows_visitors_that_a_starter_must_rest(playing):
    plan = {"outings": [{"game": 1, "card": playing.tired, "innings": "5.0", "starts": True}]}
    address = f"/api/v1/{playing.address}/teams/{playing.home}/plan/"
    planned = Client().post(address, plan, content_type="application/json").json()
    cell = next(row for row in planned["rows"] if row["card"] == playing.tired)["cells"][0]
    assert (cell["planned"], cell["allowed"], "T10.2" in cell["ruling"]) == ("5.0", False, True)


def test_undoes_a_logged_action_after_a_preview_or_explains_the_refusal(playing):
    playing.sign()
    playing.ask_for_a_ruling()
    director, actions = playing.director, f"{playing.address}/actions/"
    action = director.call("GET", f"{actions}?verb=ask_ruling")["results"][0]
    assert director.call("GET", f"{actions}{action['id']}/undo/")["refusal"]
    director.call("POST", f"{actions}{action['id']}/undo/", {}, 400)
    signed = director.call("GET", f"{actions}?verb=sign_sheet")["results"][0]
    assert director.call("GET", f"{actions}{signed['id']}/undo/")["changes"]
    director.call("POST", f"{actions}{signed['id']}/undo/", {"reason": "by mistake"})
    assert director.call("GET", f"{playing.address}/signatures/?stands=true")["count"] == 1


def test_stale_settings_update_returns_saved_and_sent_values():
    access = AccessFactory()
    caller, base = Caller(access), f"tournaments/{access.tournament.slug}/"
    saved = caller.call("PATCH", base, {"version": 1, "place": "Hall 1"})
    assert (saved["place"], saved["version"]) == ("Hall 1", 2)
    stale = caller.call("PATCH", base, {"version": 1, "place": "Hall 2"}, 409)
    assert (stale["saved"]["place"], stale["sent"]["place"]) == ("Hall 1", "Hall 2")
    assert caller.call("PATCH", base, {"place": "Hall 2"}, 400)["field"] == "version"
    assert caller.call("PATCH", base, {"version": 2, "best_of": "4"}, 400)["field"] == "best_of"
    assert caller.call("PATCH", base, {"version": 2, "time_zone": "Mars"}, 400)["field"] == "time_zone"
    assert caller.call("PATCH", base, {"version": 2, "stage": "finished"}, 400)["field"] == "stage"
