"""Test notifications to managers: their channels, and that each message is sent once."""

import json

import pytest
from django.core import mail
from django.urls import reverse
from django.utils import timezone

from backups.ownership import owned_models
from core.outgoing import CallFailed
from drafts.services.clock import pause_draft, resume_draft
from drafts.services.undoing import undo_last_pick
from games.services.rulings import ask_ruling, give_ruling
from pitching.services.sign_off import sign_sheet
from tests.conftest import signed_in
from tests.drafts.rooms import DIRECTOR, free_cards, pick, running, teams_of
from tests.factories import ManagerAccessFactory, ManagerFactory
from tests.games.building import League, complete_games
from tournaments.models import (
    Action,
    Delivery,
    MailFollower,
    NewsItem,
    NewsPosition,
    NoticeChannel,
    NoticeKind,
    NoticeSettings,
    PushSubscription,
    Tournament,
    Webhook,
)
from tournaments.services import outbox
from weekend.queries.notices import current_notices
from weekend.services import deliveries, news
from weekend.services.deliveries import claim_due_delivery, deliver_due
from weekend.services.news import collect_news

pytestmark = pytest.mark.django_db
SITE = "https://pennant.example"
DISCORD = "https://discord.com/api/webhooks/7/secret-of-the-channel"
ALL_BY_MAIL = {kind.value: ["mail"] for kind in NoticeKind}


@pytest.fixture(autouse=True)
def mail_server(settings):
    settings.EMAIL_HOST, settings.PUBLIC_URL = "mail.example", SITE


@pytest.fixture
def draft():
    return running(8)


@pytest.fixture
def league():
    league = League(rounds=2, stage=Tournament.Stage.ROUND_ROBIN)
    ManagerFactory(team=league.sharks.team, name="Ann")
    ManagerFactory(team=league.bears.team, name="Bob")
    NewsPosition.objects.create(tournament=league.tournament)
    return league


def mailed(team, channels=None):
    """Create a manager with a confirmed email address, who chose these channels or the defaults."""
    access = ManagerAccessFactory(team=team)
    MailFollower.objects.create(
        tournament=team.tournament, access=access, address=f"manager{team.pk}@example.org", confirmed_at=timezone.now()
    )
    if channels is not None:
        NoticeSettings.objects.create(access=access, channels=channels)
    return access


def send_mail():
    collect_news()
    return deliver_due(NoticeChannel.MAIL)


def first_pick(draft):
    return pick(draft, teams_of(draft)[0], free_cards(draft, "CF")[0])


def sent_mail():
    """Return every email's address and first line."""
    return [(message.to[0], message.body.partition("\n")[0]) for message in mail.outbox]


def test_manager_on_the_clock_is_notified_once_per_turn(draft):
    second = teams_of(draft)[1]
    mailed(second)
    first_pick(draft)
    assert send_mail() == 1
    assert send_mail() == 0
    ((address, line),) = sent_mail()
    assert address == f"manager{second.pk}@example.org"
    assert line.startswith(f"{second} is on the clock with 1.02 (2) until ")
    assert mail.outbox[0].subject == f"You are on the clock · {draft.division.tournament}"
    pause_draft(draft_id=draft.pk, actor=DIRECTOR)
    send_mail()
    resume_draft(draft_id=draft.pk, actor=DIRECTOR)
    assert send_mail() == 0
    assert "/join/" not in mail.outbox[0].body
    assert f"To stop these emails, open {SITE}/stop-mail/" in mail.outbox[0].body


def test_undone_pick_notifies_the_team_again(draft):
    first = teams_of(draft)[0]
    mailed(first)
    NewsPosition.objects.create(tournament=draft.division.tournament)
    send_mail()
    first_pick(draft)
    send_mail()
    undo_last_pick(draft_id=draft.pk, actor=DIRECTOR, reason="A slip")
    send_mail()
    assert [line.partition(" until")[0] for _, line in sent_mail()] == [f"{first} is on the clock with 1.01 (1)"] * 2


def test_enabling_mail_while_on_the_clock_notifies_at_once(draft):
    collect_news()
    access = mailed(teams_of(draft)[0])
    client = signed_in(access)
    client.post(reverse("notices", args=[draft.division.tournament.slug]), {"on_the_clock": ["mail"]})
    assert send_mail() == 1


def test_notice_for_a_past_turn_is_dropped(draft, monkeypatch):
    mailed(teams_of(draft)[0])
    with monkeypatch.context() as dead:
        dead.setattr(mail.EmailMessage, "send", refuse_connection)
        send_mail()
    delivery = Delivery.objects.get()
    assert (delivery.tries, delivery.fault) == (1, "The mail server didn't accept it: ConnectionRefusedError.")
    first_pick(draft)
    Delivery.objects.update(due_at=timezone.now())
    send_mail()
    assert mail.outbox == []
    delivery.refresh_from_db()
    assert delivery.state == "dropped"


def refuse_connection(message):
    raise ConnectionRefusedError


def test_on_deck_notice_goes_to_managers_with_that_channel(draft):
    second, third = teams_of(draft)[1:3]
    collect_news()
    mailed(second, {"on_deck": ["page"]})
    mailed(third, ALL_BY_MAIL)
    first_pick(draft)
    send_mail()
    assert sent_mail() == [(f"manager{third.pk}@example.org", f"{third} is on deck with 1.03 (3).")]


def test_series_and_round_are_announced_before_the_first_game(league):
    mailed(league.sharks.team, ALL_BY_MAIL)
    league.tournament.actions.create(actor="Director", verb="publish_schedule", sentence="The schedule is published.")
    send_mail()
    assert sorted(line for _, line in sent_mail()) == [
        "Round 1 starts.",
        "Your series against Bears is up: round 1.",
    ]


def test_finished_series_sends_sheet_and_next_round_notices(league):
    collect_news()
    mailed(league.bears.team, ALL_BY_MAIL)
    league.save(complete_games(league, league.series[0]))
    send_mail()
    assert sorted(line for _, line in sent_mail()) == [
        "Round 2 starts.",
        "The Sharks sheet, round 1, is ready for you to sign (T10.2).",
        "Your series against Sharks is up: round 2.",
    ]
    sign_sheet(series=league.series[0], sheet_of=league.sharks.team, actor=DIRECTOR)
    assert send_mail() == 0
    kinds = [notice.kind for notice in current_notices(league.tournament) if notice.team_id == league.bears.team.pk]
    assert NoticeKind.SHEET_TO_SIGN not in kinds


def test_both_managers_get_a_ruling_once_and_again_when_changed(league):
    collect_news()
    for side in (league.sharks, league.bears):
        mailed(side.team, {"ruling_answered": ["mail"]})
    request = ask_ruling(series=league.series[0], question="May the runner go back?", actor=DIRECTOR)
    assert send_mail() == 0
    give_ruling(request=request, ruling="He may.", rule="", actor=DIRECTOR)
    assert send_mail() == 2
    assert sent_mail()[0][1] == "The director ruled: He may."
    give_ruling(request=request, ruling="He may not.", rule="T31.2", actor=DIRECTOR)
    send_mail()
    assert sent_mail()[-1][1] == "The director ruled: T31.2: He may not."


def test_revoked_link_gets_no_notices(draft):
    access = mailed(teams_of(draft)[0])
    collect_news()
    access.revoked_at = timezone.now()
    access.save()
    deliver_due(NoticeChannel.MAIL)
    assert mail.outbox == []


def test_first_pass_over_an_old_log_sends_nothing(league):
    NewsPosition.objects.all().delete()
    mailed(league.bears.team, ALL_BY_MAIL)
    league.save(complete_games(league, league.series[0]))
    assert send_mail() == 0
    assert NewsItem.objects.filter(kind=NoticeKind.SHEET_TO_SIGN).count() == 2


def test_worker_crash_loses_and_duplicates_no_notices(league, monkeypatch):
    mailed(league.bears.team, ALL_BY_MAIL)
    league.save(complete_games(league, league.series[0]))
    with monkeypatch.context() as killed:
        killed.setattr("weekend.services.news._tell_webhook", interrupt)
        with pytest.raises(KeyboardInterrupt):
            collect_news()
    assert not Delivery.objects.exists()
    assert send_mail() == 3
    NewsPosition.objects.update(action=0)
    assert send_mail() == 0, "the same actions read twice send nothing"


def test_stale_worker_adds_no_duplicate_deliveries(league, monkeypatch):
    mailed(league.bears.team, ALL_BY_MAIL)
    league.save(complete_games(league, league.series[0]))
    old_reading = news._read(league.tournament.pk)
    assert send_mail() == 3
    sign_sheet(series=league.series[0], sheet_of=league.sharks.team, actor=DIRECTOR)
    monkeypatch.setattr(news, "_read", lambda tournament_id: old_reading)
    collect_news()
    assert Delivery.objects.count() == 3
    assert NewsPosition.objects.get().action == old_reading.through


def interrupt(*_):
    raise KeyboardInterrupt


def test_expired_claim_frees_a_message_for_another_worker(draft):
    mailed(teams_of(draft)[0])
    collect_news()
    assert claim_due_delivery(NoticeChannel.MAIL) is not None
    assert deliver_due(NoticeChannel.MAIL) == 0
    Delivery.objects.update(taken_until=timezone.now())  # the worker died
    assert deliver_due(NoticeChannel.MAIL) == 1


def test_chosen_channels_are_saved_and_checked(draft, manager_of):
    client = manager_of(teams_of(draft)[0])
    address = reverse("notices", args=[draft.division.tournament.slug])
    assert 'aria-label="You are on the clock: E-mail" checked' in plain(client.get(address))
    client.post(address, {"on_the_clock": ["page", "fax"], "series_up": ["push", "chat"], "lunch": ["mail"]})
    stored = NoticeSettings.objects.get().channels
    assert stored == {**{kind: [] for kind in NoticeKind}, "on_the_clock": ["page"], "series_up": ["push", "chat"]}
    assert 'aria-label="You are on the clock: E-mail" checked' not in plain(client.get(address))
    assert Action.objects.filter(verb="set_notices").count() == 1
    client.post(address, {"on_the_clock": ["page"], "series_up": ["push", "chat"]})
    assert Action.objects.filter(verb="set_notices").count() == 1, "the same choice is no action"
    assert address in client.get(reverse("my_team", args=[draft.division.tournament.slug])).content.decode()


def plain(answer):
    return " ".join(answer.content.decode().split())


def test_open_pages_receive_their_teams_notices(league, manager_of):
    client = manager_of(league.bears.team)
    NoticeSettings.objects.create(
        access=league.bears.team.accesses.get(), channels={"series_up": ["page"], "round_starts": ["sound"]}
    )
    address = reverse("notices_now", args=[league.tournament.slug])
    notices = {notice["kind"]: notice for notice in client.get(address).json()["notices"]}
    assert {kind: (notice["shows"], notice["sounds"]) for kind, notice in notices.items()} == {
        "series_up": (True, False),
        "round_starts": (False, True),
    }
    page = reverse("series", args=[league.tournament.slug, league.series[0].pk])
    assert notices["series_up"]["page"] == page
    league.save(complete_games(league, league.series[0]))
    assert "sheet_to_sign" in {notice["kind"] for notice in client.get(address).json()["notices"]}


def test_manager_sets_and_removes_a_chat_and_its_address_stays_secret(league, manager_of, monkeypatch):
    posted = []
    monkeypatch.setattr(deliveries, "post_json", lambda address, body, limits: posted.append((address, body)) or 204)
    client, slug = manager_of(league.bears.team), league.tournament.slug
    client.post(reverse("set_chat", args=[slug]), {"address": DISCORD})
    shown = client.get(reverse("notices", args=[slug])).content.decode()
    assert "your Discord channel" in shown
    collect_news()
    deliver_due(NoticeChannel.CHAT)
    assert {address for address, _ in posted} == {DISCORD}
    bodies = [body["content"] for _, body in posted]
    assert (
        f"Weekend: Your series against Sharks is up: round 1.\n{SITE}/t/{slug}/series/{league.series[0].pk}/" in bodies
    )
    assert all(body["allowed_mentions"] == {"parse": []} for _, body in posted)
    client.post(reverse("set_chat", args=[slug]), {"remove": "1", "address": DISCORD})
    assert NoticeSettings.objects.get().chat_address == ""
    log = str(list(Action.objects.values_list("sentence", "before", "after", "public")))
    assert "secret-of-the-channel" not in log + shown


@pytest.mark.parametrize(
    "address", ["https://hooks.example/x", "http://discord.com/x", "https://127.0.0.1/x", "https://evil-discord.com/x"]
)
def test_rejects_an_unsupported_chat_address(league, manager_of, address):
    answer = manager_of(league.bears.team).post(
        reverse("set_chat", args=[league.tournament.slug]), {"address": address}
    )
    assert answer.status_code == 400
    assert not NoticeSettings.objects.exists()


def test_chat_test_message_is_rate_limited(league, manager_of):
    client, slug = manager_of(league.bears.team), league.tournament.slug
    client.post(reverse("test_notices", args=[slug]))
    assert not Delivery.objects.exists()
    client.post(reverse("set_chat", args=[slug]), {"address": DISCORD})
    client.post(reverse("test_notices", args=[slug]))
    client.post(reverse("test_notices", args=[slug]))
    (delivery,) = Delivery.objects.filter(event="test")
    assert (delivery.channel, delivery.document["page"]) == ("chat", reverse("notices", args=[slug]))


def test_message_fails_permanently_after_twelve_hours(draft, monkeypatch):
    mailed(teams_of(draft)[0])
    collect_news()
    Delivery.objects.update(tries=outbox.MAX_TRIES - 1)
    monkeypatch.setattr(deliveries, "send_mail", fail)
    deliver_due(NoticeChannel.MAIL)
    assert Delivery.objects.get().state == "failed"
    assert deliver_due(NoticeChannel.MAIL) == 0


def fail(message):
    raise CallFailed("The mail server didn't accept it: OSError")


def test_tournament_files_exclude_contact_data():
    private = {Delivery, MailFollower, NewsItem, NewsPosition, NoticeSettings, PushSubscription, Webhook}
    assert not private & set(owned_models())


def test_turn_endpoint_includes_channels(draft, manager_of):
    client = manager_of(teams_of(draft)[0])
    NoticeSettings.objects.create(access=teams_of(draft)[0].accesses.get(), channels={"on_deck": ["sound"]})
    facts = json.loads(client.get(reverse("my_turn", args=[draft.division.tournament.slug])).content)
    assert (facts["channels"]["on_the_clock"], facts["channels"]["on_deck"]) == ([], ["sound"])
