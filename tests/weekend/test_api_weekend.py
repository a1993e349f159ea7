"""A weekend through the API alone: from the tournament's opening to a signed series and the standings."""

import json

import pytest
from django.test import Client

from tests.drafts.pools import make_pool
from tests.factories import AccessFactory
from tournaments.access import link_token
from tournaments.models import Access, Team

pytestmark = [pytest.mark.django_db, pytest.mark.database]

NAMES = ("Sharks", "Bears", "Comets", "Drakes", "Eagles", "Foxes", "Giants", "Hawks")


class Caller:
    """Somebody with a token; each call says which answer is expected."""

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


def _every(caller, address):
    return caller.call("GET", f"{address}?page_size=200")["results"]


def test_a_weekend_is_run_by_the_api_alone():
    organiser = Caller(AccessFactory(tournament=None, role="organiser"))
    opened = organiser.call("POST", "tournaments/", {"name": "API weekend", "series_length": 1}, 201)
    here = f"tournaments/{opened['slug']}"
    assert organiser.browser.get(opened["events"].replace("http://testserver", "")).status_code == 200

    # sign-up: eight teams, one division, links
    for name in NAMES:
        manager = {"name": f"Manager of {name}", "home_town": "Springfield"}
        organiser.call("POST", f"{here}/teams/", {"name": name, "managers": [manager]}, 201)
    organiser.call("POST", f"{here}/teams/", {"name": "Hawks", "managers": [manager]}, 200)  # sent twice
    division = organiser.call("PUT", f"{here}/divisions/", {"count": 1})["divisions"][0]["id"]
    helper = organiser.call("POST", f"{here}/invitations/", {"role": "director", "label": "Dee"}, 201)
    assert len(organiser.call("POST", f"{here}/team-invitations/", {})) == 8
    director = Caller(Access.objects.get(pk=helper["id"]))
    assert helper["address"].rstrip("/").endswith(link_token(Access.objects.get(pk=helper["id"])))
    managers = {access.team.name: Caller(access) for access in Access.objects.filter(role="manager")}
    teams = {one["name"]: one["id"] for one in _every(director, f"{here}/teams/")}

    # rolls for draft positions: typed at the table, chosen by each manager in turn
    rolls = [{"team": teams[name], "roll": 20 - place} for place, name in enumerate(NAMES)]
    assert director.call("POST", f"{here}/rolls/typed/", {"rolls": rolls})["decided"]
    early = {"team": teams["Hawks"], "division": division, "position": 1}
    assert managers["Hawks"].call("POST", f"{here}/rolls/choose/", early, 400)["rule"] == "T0.02"
    for position, name in enumerate(NAMES, start=1):
        choice = {"team": teams[name], "division": division, "position": position}
        told = managers[name].call("POST", f"{here}/rolls/choose/", choice)
    assert told["on_turn"] is None
    director.call("POST", f"{here}/stage/", {"now": "signup", "to": "draft"})

    # the draft: a queue, a pick, the same pick again, a player who is gone, the rest by the program
    draft = f"{here}/drafts/{division}"
    cards = make_pool(teams=8)
    director.call("PUT", f"{draft}/", {"card_set": cards.pk, "seconds_per_pick": 0})
    assert director.call("POST", f"{draft}/clock/", {"act": "start"})["clock"]["on_clock"]["team_name"] == "Sharks"
    wanted = "free=true&eligible=true&sort=homeruns&role=hitter"
    best, second = director.call("GET", f"{draft}/cards/?{wanted}")["results"][:2]
    wish = managers["Bears"].call("POST", f"{draft}/queues/{teams['Bears']}/", {"card": second["id"]}, 201)
    managers["Bears"].call("POST", f"{draft}/queues/{teams['Bears']}/", {"card": best["id"]}, 201)
    moved = managers["Bears"].call("PATCH", f"{draft}/queues/{teams['Bears']}/{wish['id']}/", {"move": "bottom"})
    assert [one["card"] for one in moved] == [best["id"], second["id"]]
    managers["Sharks"].call("GET", f"{draft}/queues/{teams['Bears']}/", code=403)
    pick = {"overall": 1, "card": best["id"]}
    assert managers["Sharks"].call("POST", f"{draft}/picks/", pick, 201)["name"] == best["name"]
    managers["Sharks"].call("POST", f"{draft}/picks/", pick, 200)
    gone = managers["Bears"].call("POST", f"{draft}/picks/", {"overall": 2, "card": best["id"]}, 409)
    assert (gone["rule"], gone["saved"]["next_overall"]) == ("T0.18", 2)
    early = managers["Hawks"].call("POST", f"{draft}/picks/", {"overall": 8, "card": second["id"]}, 409)
    assert "Bears is on the clock" in early["detail"]
    managers["Bears"].call(
        "POST", f"{draft}/picks/", {"overall": 2, "card": second["id"], "team": teams["Sharks"]}, 403
    )
    state = director.call("GET", f"{draft}/")
    director.call("POST", f"{draft}/undo/", {"version": state["version"] - 1}, 409)
    assert director.call("POST", f"{draft}/undo/", {"version": state["version"]})["next_overall"] == 1
    director.call("POST", f"{draft}/clock/", {"act": "pause"})
    managers["Sharks"].call("POST", f"{draft}/picks/", pick, 400)
    director.call("POST", f"{draft}/clock/", {"act": "resume"})
    managers["Sharks"].call("POST", f"{draft}/picks/", pick, 201)
    assert director.call("POST", f"{draft}/finish/")["clock"]["state"] == "finished"
    assert director.call("GET", f"{draft}/board/")["rounds"][0]["cells"][0]["card"] == best["id"]
    roster = _every(director, f"{here}/teams/{teams['Sharks']}/roster/")
    assert (len(roster), sum(one["is_park"] for one in roster)) == (26, 1)

    # the schedule
    schedule = director.call("POST", f"{here}/schedule/{division}/", {}, 201)
    assert len(schedule["rounds"]) == 7
    swap = {"first": 1, "second": 2, "version": schedule["version"]}
    swapped = director.call("POST", f"{here}/schedule/{division}/swap/", swap)
    director.call("POST", f"{here}/schedule/{division}/swap/", swap, 409)
    assert swapped["rounds"][0]["series"][0]["id"] == schedule["rounds"][1]["series"][0]["id"]
    director.call("POST", f"{here}/stage/", {"now": "draft", "to": "round_robin"})

    # a series: home by rolls on the table, a refused sum, the results, both signatures
    found = director.call("GET", f"{here}/series/?team={teams['Sharks']}&round=1")["results"][0]
    home, away = found["home"], found["away"]
    names = {number: name for name, number in teams.items()}
    series = f"{here}/series/{found['id']}"
    managers[names[home]].call("POST", f"{series}/home-roll/", {"home": away, "home_roll": 19, "away_roll": 4}, 409)
    rolled = managers[names[home]].call("POST", f"{series}/home-roll/", {"home": home, "home_roll": 19, "away_roll": 4})
    assert rolled["home_decided"]

    def starter(team):
        board = director.call("GET", f"{here}/teams/{team}/board/")["rows"]
        return next(row["card"] for row in board if row["may_start"])

    game = {
        "number": 1,
        "home_runs": 3,
        "away_runs": 2,
        "innings": 9,
        "outings": [
            {"team": away, "card": starter(away), "innings": "8.0", "starts": True},
            {"team": home, "card": starter(home), "innings": "8.2", "starts": True},
        ],
    }
    results = {"version": rolled["version"], "complete": True, "games": [game]}
    short = managers[names[home]].call("PUT", f"{series}/results/", results, 400)
    assert [(one["game"], one["team"]) for one in short["violations"]] == [(1, home)]
    assert "8.2" in short["violations"][0]["detail"]
    game["outings"][1]["innings"] = "9.0"
    assert managers[names[home]].call("POST", f"{series}/results/check/", {"games": [game], "complete": True}) == {
        "violations": [],
        "later": [],
    }
    saved = managers[names[home]].call("PUT", f"{series}/results/", results)
    assert saved["series"]["status"] == "complete"
    assert [one["innings"] for one in saved["games"][0]["outings"]] in (["8.0", "9.0"], ["9.0", "8.0"])
    stale = managers[names[away]].call("PUT", f"{series}/results/", {**results, "games": []}, 409)
    assert stale["saved"]["series"]["version"] == saved["series"]["version"]
    assert stale["sent"]["games"] == []
    managers[names[home]].call("POST", f"{series}/signatures/", {"sheet_of": home}, 403)
    signed = managers[names[away]].call("POST", f"{series}/signatures/", {"sheet_of": home}, 201)
    assert organiser.call("GET", f"codes/{signed['code']}/")["state"] == "valid"
    managers[names[away]].call("PUT", f"{here}/teams/{away}/pin/", {"pin": "4711"}, 204)
    managers[names[home]].call("PUT", f"{here}/teams/{home}/pin/", {"pin": "1213"}, 204)
    director.call("POST", f"{series}/signatures/", {"sheet_of": away, "pin": "9999"}, 400)
    director.call("POST", f"{series}/signatures/", {"sheet_of": away, "pin": "1213"}, 201)
    asked = managers[names[away]].call("POST", f"{series}/rulings/", {"question": "Was that legal?"}, 201)
    managers[names[away]].call("PUT", f"{here}/rulings/{asked['id']}/", {"ruling": "Yes."}, 403)
    director.call("PUT", f"{here}/rulings/{asked['id']}/", {"ruling": "Yes.", "rule": "T31.2"})

    # what everybody reads
    visitor = Client()
    table = visitor.get(f"/api/v1/{here}/standings/").json()[0]
    assert {line["team"]: line["wins"] for line in table["lines"]}[home] == 1
    sheet = visitor.get(f"/api/v1/{here}/teams/{home}/sheet/").json()
    assert sheet["blocks"][0]["signature"]["stands"]
    assert [cell["innings"] for row in sheet["rows"] for cell in row["cells"] if cell["innings"]] == ["9.0"]
    tired = game["outings"][1]["card"]
    plan = {"outings": [{"game": 1, "card": tired, "innings": "5.0", "starts": True}]}
    planned = visitor.post(f"/api/v1/{here}/teams/{home}/plan/", plan, content_type="application/json").json()
    cell = next(row for row in planned["rows"] if row["card"] == tired)["cells"][0]
    assert (cell["planned"], cell["allowed"], "T10.2" in cell["ruling"]) == ("5.0", False, True)
    log = visitor.get(f"/api/v1/{here}/actions/?verb=sign_sheet").json()
    assert log["count"] == 2
    assert Team.objects.get(pk=home).pin_hash not in visitor.get(f"/api/v1/{here}/teams/").content.decode()

    # undo by the log, with a preview
    last = director.call("GET", f"{here}/actions/?verb=give_ruling")["results"][0]
    assert director.call("GET", f"{here}/actions/{last['id']}/undo/")["refusal"]
    sign = director.call("GET", f"{here}/actions/?verb=sign_sheet")["results"][0]
    director.call("POST", f"{here}/actions/{sign['id']}/undo/", {"reason": "by mistake"})
    assert director.call("GET", f"{here}/signatures/?stands=true")["count"] == 1


def test_settings_saved_meanwhile_are_shown_beside_what_was_sent():
    access = AccessFactory()
    caller, here = Caller(access), f"tournaments/{access.tournament.slug}/"
    saved = caller.call("PATCH", here, {"version": 1, "place": "Hall 1"})
    assert (saved["place"], saved["version"]) == ("Hall 1", 2)
    stale = caller.call("PATCH", here, {"version": 1, "place": "Hall 2"}, 409)
    assert (stale["saved"]["place"], stale["sent"]["place"]) == ("Hall 1", "Hall 2")
    assert caller.call("PATCH", here, {"place": "Hall 2"}, 400)["field"] == "version"
    assert caller.call("PATCH", here, {"version": 2, "best_of": "4"}, 400)["field"] == "best_of"
    assert caller.call("PATCH", here, {"version": 2, "time_zone": "Mars"}, 400)["field"] == "time_zone"
    assert caller.call("PATCH", here, {"version": 2, "stage": "finished"}, 400)["field"] == "stage"
