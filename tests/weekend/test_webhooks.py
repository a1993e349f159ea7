"""Test the tournament's webhook: typed events, signatures, attempts and the delivery log."""

import json
import logging
import re
from pathlib import Path

import pytest
from django.urls import reverse
from django.utils import timezone

from core.chat_services import chat_message, chat_service
from core.outgoing import CallFailed
from drafts.services.undoing import undo_last_pick
from games.services.rulings import ask_ruling, give_ruling
from pitching.services.sign_off import sign_sheet
from tests.core.test_outgoing import HttpsServer, this_machine
from tests.drafts.rooms import DIRECTOR, free_cards, pick, running, teams_of
from tests.factories import AccessFactory, SeriesFactory
from tests.games.building import League, complete_games
from tournaments.models import Action, Delivery, NewsPosition, NoticeChannel, Series, Tournament, Webhook
from tournaments.services.undo import preview_undo, undo_action
from tournaments.services.webhooks import set_webhook
from weekend.services import deliveries
from weekend.services.deliveries import deliver_due, sign_body
from weekend.services.news import collect_news

pytestmark = pytest.mark.django_db
HOOK = "https://hooks.example/api/webhooks/7/secret-of-the-hook"
API_GUIDE = Path(__file__).parents[2] / "docs" / "reference" / "api-webhooks.md"


@pytest.fixture(autouse=True)
def site(settings):
    settings.PUBLIC_URL = "https://pennant.example"


@pytest.fixture
def draft():
    draft = running(8)
    set_webhook(tournament=draft.division.tournament, address=HOOK, actor=DIRECTOR)
    collect_news()
    return draft


@pytest.fixture
def league():
    league = League(rounds=2, stage=Tournament.Stage.ROUND_ROBIN)
    set_webhook(tournament=league.tournament, address=HOOK, actor=DIRECTOR)
    collect_news()
    return league


@pytest.fixture
def posted(monkeypatch):
    """Collect the posted data by URL. Each call raises the next item in `faults`."""
    calls, faults = [], []

    def post(address, body, headers, limits):
        calls.append((address, json.loads(body), headers))
        if faults:
            raise faults.pop(0)
        return 204

    monkeypatch.setattr(deliveries, "post", post)
    return calls, faults


def send():
    collect_news()
    return deliver_due(NoticeChannel.WEBHOOK)


def events(calls):
    return [document["event"] for _, document, _ in calls]


def first_pick(draft):
    return pick(draft, teams_of(draft)[0], free_cards(draft, "CF")[0])


def test_pick_and_its_undo_are_posted(draft, posted):
    calls, _ = posted
    card = free_cards(draft, "CF")[0]
    team = teams_of(draft)[0]
    pick(draft, team, card)
    assert send() == 1
    ((address, document, headers),) = calls
    action = Action.objects.get(verb="make_pick")
    assert address == HOOK
    assert (document["id"], document["event"], headers["Pennant-Event"]) == (f"pick:{action.pk}", "pick", "pick")
    tournament = draft.division.tournament
    assert document["tournament"] == {"slug": tournament.slug, "name": tournament.name}
    assert document["text"] == action.sentence
    assert document["link"] == f"https://pennant.example/t/{tournament.slug}/draft/"
    assert document["data"]["change"] == "made"
    assert document["data"]["picks"] == [
        {
            "overall": 1,
            "label": "1.01",
            "team": {"id": team.pk, "name": team.name},
            "card": card.pk,
            "player": card.name,
            "park": None,
            "made_by": "manager",
        }
    ]
    undo_last_pick(draft_id=draft.pk, actor=DIRECTOR, reason="A slip")
    send()
    undone = calls[-1][1]["data"]
    assert (undone["change"], undone["picks"][0]["player"]) == ("undone", card.name)
    assert send() == 0


def test_posts_result_then_round_then_both_signatures(league, posted):
    calls, _ = posted
    league.save(complete_games(league, league.series[0]))
    send()
    assert events(calls) == ["result", "round"]
    _, result, _ = calls[0]
    series = result["data"]["series"]
    assert (series["id"], series["status"], series["home"]["name"]) == (league.series[0].pk, "complete", "Sharks")
    assert [game["number"] for game in series["games"]] == [1, 2, 3]
    assert {"away_runs", "home_runs", "ending", "innings"} <= series["games"][0].keys()
    assert (calls[1][1]["data"]["round"], calls[1][1]["text"]) == (2, f"{league.division}: Round 2 starts.")
    sign_sheet(series=league.series[0], sheet_of=league.sharks.team, actor=DIRECTOR)
    assert send() == 0, "one signature makes nothing official"
    sign_sheet(series=league.series[0], sheet_of=league.bears.team, actor=DIRECTOR)
    send()
    _, official, _ = calls[-1]
    assert official["event"] == "official"
    assert len(official["data"]["codes"]) == 2
    undo_action(action=Action.objects.filter(verb="sign_sheet").latest("pk"), actor=DIRECTOR)
    assert send() == 0
    sign_sheet(series=league.series[0], sheet_of=league.bears.team, actor=DIRECTOR)
    send()
    assert events(calls).count("official") == 2, "signed again, it is official again"


def test_undone_results_are_posted_without_games(league, posted):
    calls, _ = posted
    league.save(complete_games(league, league.series[0]))
    send()
    undo_action(action=Action.objects.get(verb="save_series_results"), actor=DIRECTOR)
    send()
    last = [document for _, document, _ in calls if document["event"] == "result"][-1]
    assert (last["data"]["series"]["status"], last["data"]["series"]["games"]) == ("scheduled", [])


def test_partial_result_posts_no_event(league, posted):
    calls, _ = posted
    Action.objects.create(
        tournament=league.tournament,
        actor="Director",
        verb="save_series_results",
        subject=f"series:{league.series[0].pk}",
        sentence="Half entered.",
        after={"games": [{"number": 1, "status": "draft"}]},
    )
    assert send() == 0
    assert calls == []


def test_ruling_is_posted_with_its_rule(league, posted):
    calls, _ = posted
    request = ask_ruling(series=league.series[0], question="May the runner go back?", actor=DIRECTOR)
    assert send() == 0
    give_ruling(request=request, ruling="He may not.", rule="T31.2", actor=DIRECTOR)
    send()
    ((_, document, _),) = calls
    data = document["data"]
    assert (data["question"], data["rule"], data["ruling"]) == ("May the runner go back?", "T31.2", "He may not.")
    assert data["series"]["id"] == league.series[0].pk


def test_champion_is_posted_once(posted):
    calls, _ = posted
    league = League(rounds=1, stage=Tournament.Stage.PLAYOFFS)
    for seed, side in enumerate((league.sharks, league.bears), start=1):
        side.team.seed = seed
        side.team.save()
    Webhook.objects.create(tournament=league.tournament, address=HOOK, secret="s", is_in_use=True)
    NewsPosition.objects.create(tournament=league.tournament)
    SeriesFactory(
        tournament=league.tournament,
        division=None,
        home=league.sharks.team,
        away=league.bears.team,
        stage=Series.Stage.PLAYOFF,
        bracket_place="1",
        is_best_of=True,
        home_wins=4,
        status=Series.Status.COMPLETE,
    )
    league.tournament.actions.create(actor="Director", verb="save_series_results", sentence="Final.")
    send()
    league.tournament.actions.create(actor="Director", verb="announce", sentence="Thank you.")
    send()
    champions = [document for _, document, _ in calls if document["event"] == "champion"]
    assert [document["data"]["team"]["name"] for document in champions] == ["Sharks"]


def test_events_before_the_webhook_are_not_posted(posted):
    calls, _ = posted
    draft = running(8)
    first_pick(draft)
    set_webhook(tournament=draft.division.tournament, address=HOOK, actor=DIRECTOR)
    send()
    assert calls == []


def test_failing_server_is_retried_with_backoff_in_order(draft, posted):
    calls, faults = posted
    first_pick(draft)
    waits = [0, 9, 0, 0, 0, 0]
    faults += [CallFailed("hooks.example answered 503", wait, 503) for wait in waits]
    pauses = []
    for _ in waits:
        assert send() == 1
        delivery = Delivery.objects.get()
        pauses.append(round((delivery.due_at - delivery.failed_at).total_seconds()))
        assert send() == 0, "it waits for the next try"
        Delivery.objects.update(due_at=timezone.now())
    assert pauses == [5, 9, 120, 300, 600, 600]
    faults.append(CallFailed("hooks.example answered 503", 0, 503))
    pick(draft, teams_of(draft)[1], free_cards(draft, "SS")[0])
    assert send() == 1, "the second pick waits for the first"
    Delivery.objects.update(due_at=timezone.now())
    assert send() == 2
    labels = [document["data"]["picks"][0]["label"] for _, document, _ in calls[-2:]]
    assert labels == ["1.01", "1.02"]
    assert [delivery.attempts for delivery in Delivery.objects.order_by("pk")] == [8, 1]


def test_log_shows_delivery_status_and_resends(draft, posted, director_of):
    calls, faults = posted
    tournament = draft.division.tournament
    client, page = director_of(tournament), reverse("webhook", args=[tournament.slug])
    first_pick(draft)
    faults.append(CallFailed("hooks.example answered 503", 0, 503))
    send()
    delivery = Delivery.objects.get()
    shown = client.get(page).content.decode()
    assert row_of(shown, delivery)["state"] == "retrying"
    assert "hooks.example answered 503." in shown
    assert "secret-of-the-hook" not in shown
    resend_page = reverse("resend_event", args=[tournament.slug, delivery.pk])
    client.post(resend_page)
    send()
    shown = client.get(page).content.decode()
    assert row_of(shown, delivery) == {"state": "sent", "tries": "2", "answer": "204"}
    client.post(resend_page)
    send()
    assert [document["id"] for _, document, _ in calls] == [f"pick:{Action.objects.get(verb='make_pick').pk}"] * 3
    set_webhook(tournament=tournament, address="", actor=DIRECTOR)
    client.post(resend_page)
    assert send() == 0, "a webhook that was removed gets nothing"


def row_of(page, delivery):
    row = re.search(
        rf'data-delivery="{delivery.pk}"\s+data-state="(\w+)"\s+data-tries="(\d+)"\s+data-answer="(.*?)"', page
    )
    return dict(zip(("state", "tries", "answer"), row.groups(), strict=True))


def test_director_cannot_resend_another_tournaments_event(draft, posted, director_of):
    first_pick(draft)
    send()
    delivery = Delivery.objects.get()
    elsewhere = AccessFactory().tournament
    answer = director_of(elsewhere).post(reverse("resend_event", args=[elsewhere.slug, delivery.pk]))
    assert answer.status_code == 404


def test_director_sets_tests_replaces_removes_and_undoes_the_webhook(draft, director_of, posted, caplog):
    caplog.set_level(logging.DEBUG)
    tournament, (calls, _) = draft.division.tournament, posted
    client, page = director_of(tournament), reverse("webhook", args=[tournament.slug])
    shown = client.get(page).content.decode()
    assert "<strong>hooks.example</strong>" in shown
    assert Webhook.objects.get().secret in shown
    client.post(reverse("test_webhook", args=[tournament.slug]))
    client.post(reverse("test_webhook", args=[tournament.slug]))
    send()
    assert events(calls) == ["test"]
    client.post(page, {"address": "https://other.example/x"})
    client.post(page, {"remove": "1"})
    actions = list(Action.objects.filter(verb="set_webhook").order_by("pk"))
    assert [action.sentence for action in actions] == [
        "Events are posted to hooks.example.",
        "Events are posted to other.example.",
        "Events are no longer posted to other.example.",
    ]
    in_use = Webhook.objects.filter(is_in_use=True).values_list("address", flat=True).all
    assert list(in_use()) == []
    assert preview_undo(action=actions[2]).changes == ["The webhook: in use yes, was no."]
    undone = undo_action(action=actions[2], actor=DIRECTOR)
    assert list(in_use()) == ["https://other.example/x"]
    undo_action(action=actions[1], actor=DIRECTOR)
    assert list(in_use()) == [HOOK]
    assert "was changed later" in preview_undo(action=undone).refusal
    everything = str(list(Action.objects.values_list("sentence", "before", "after", "public"))) + caplog.text
    assert "secret-of-the-hook" not in everything
    assert not any(secret in everything for secret in Webhook.objects.values_list("secret", flat=True))


@pytest.mark.parametrize(
    "address",
    [
        *("http://discord.com/x", "https://", "https://a:b@discord.com/", "https://hooks.example/" + "x" * 501),
        *("https://127.0.0.1/x", "https://169.254.169.254/latest/meta-data", "https://[::1]/", "https://192.0.0.8/x"),
        *("https://[64:ff9b:1::a00:1]/x", "https://localhost/x", "https://printer.local/x"),
    ],
)
def test_rejects_an_unreachable_webhook_address(director_of, address):
    tournament = League().tournament
    answer = director_of(tournament).post(reverse("webhook", args=[tournament.slug]), {"address": address})
    assert answer.status_code == 400
    assert not Webhook.objects.exists()


def test_webhook_to_a_private_network_is_never_called(draft):
    Webhook.objects.update(address="https://localhost/x")
    first_pick(draft)
    send()
    assert "is not a public internet address." in Delivery.objects.get().fault


def test_discord_and_slack_messages_mention_no_one():
    assert chat_service("https://ptb.discord.com/api/webhooks/7/x") == "discord"
    assert chat_service("https://hooks.slack.com/services/T/B/x") == "slack"
    assert chat_service("https://slack.com.evil.example/x") == ""
    assert chat_message("discord", "@everyone", "https://a.example/") == {
        "content": "@everyone\nhttps://a.example/",
        "allowed_mentions": {"parse": []},
    }
    assert chat_message("slack", "<!channel> A & B") == {"text": "&lt;!channel&gt; A &amp; B"}
    assert len(chat_message("discord", "x" * 5000)["content"]) <= 2000


def test_discord_webhook_gets_a_chat_message_per_event(draft, monkeypatch):
    posted = []
    monkeypatch.setattr(deliveries, "post_json", lambda address, body, limits: posted.append(body) or 204)
    Webhook.objects.update(address="https://discord.com/api/webhooks/7/x")
    first_pick(draft)
    send()
    (body,) = posted
    assert body["content"].startswith("1.01 (1): ")
    assert body["content"].endswith(f"/t/{draft.division.tournament.slug}/draft/")


def test_documented_check_accepts_only_our_signature(draft, monkeypatch):
    """The snippet in docs/reference/api-webhooks.md verifies requests that reach a real server."""
    server = HttpsServer()
    snippet = re.search(r"```python\n(import hmac\n.*?)```", API_GUIDE.read_text(), re.S)[1]
    names = {}
    exec(snippet, names)
    is_from_pennant = names["is_from_pennant"]
    try:
        Webhook.objects.update(address=server.address, secret="the-secret")
        first_pick(draft)
        collect_news()
        assert deliver_due(NoticeChannel.WEBHOOK, this_machine()) == 1
    finally:
        server.close()
    (body,), (headers,) = server.bodies, server.headers
    assert is_from_pennant("the-secret", headers, body)
    assert not is_from_pennant("another-secret", headers, body)
    assert not is_from_pennant("the-secret", headers, body + b" ")
    old = sign_body("the-secret", body, timestamp=1_000_000_000)
    assert not is_from_pennant("the-secret", old, body), "a replay of an old message"
    assert Delivery.objects.get().answer == "204"


def test_documented_body_has_the_fields_of_a_real_event(draft, posted):
    calls, _ = posted
    first_pick(draft)
    send()
    documented = json.loads(re.search(r"```json\n(\{\n  \"id\": \"pick:.*?)```", API_GUIDE.read_text(), re.S)[1])
    (_, document, _) = calls[0]
    assert shape(documented) == shape(document)


def shape(value):
    """Return the names of all fields, without their values."""
    if isinstance(value, dict):
        return {name: shape(part) for name, part in value.items()}
    return [shape(value[0])] if isinstance(value, list) and value else type(value is None)
