"""Test the draft room's pages: their content, access, and forms that work without script."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from drafts.models import Draft, Pick, ProgramRun
from drafts.tasks import finish_draft
from tests.conftest import signed_in
from tests.drafts.rooms import (
    DIRECTOR,
    POSITIONS,
    card_set_for,
    division_of,
    expire,
    free_cards,
    on_the_clock,
    opened,
    pick,
    pick_rounds,
    running,
    teams_of,
)
from tests.factories import HitterFactory, ManagerAccessFactory
from tests.markup import as_single_line
from tournaments.access.links import link_token
from tournaments.models import Access, Action
from tournaments.services.invitations import invite_proxy

pytestmark = pytest.mark.django_db


def address(name, draft, **query):
    slug = draft.division.tournament.slug
    args = [slug] if name == "draft" else [slug, draft.division_id]
    return reverse(name, args=args) + ("?" + "&".join(f"{k}={v}" for k, v in query.items()) if query else "")


def text(response):
    return response.content.decode()


@pytest.fixture
def room(director_of, assistant_of, manager_of):
    """Create a running draft of eight teams, with a browser for each role."""
    draft = running()
    tournament = draft.division.tournament
    first, second, *_ = teams_of(draft)
    draft.browsers = {
        "public": Client(),
        "other manager": manager_of(second),
        "own manager": manager_of(first),
        "assistant": assistant_of(tournament),
        "director": director_of(tournament),
    }
    return draft


EVERY_POSITION_TWICE = [position for position in POSITIONS for _ in range(2)]
EVERYBODY = {"public", "other manager", "own manager", "assistant", "director"}
TEAM = {"own manager", "assistant", "director"}
DESK = {"assistant", "director"}
PAGES = [
    ("draft", EVERYBODY),
    ("draft_board", EVERYBODY),
    ("draft_big_screen", EVERYBODY),
    ("draft_pick", TEAM),
    ("draft_confirm", TEAM),
    ("draft_rescind", TEAM),
    ("draft_dashboard", DESK),
    ("draft_undo", DESK),
    ("draft_correct", {"director"}),
    ("draft_finish", {"director"}),
    ("draft_settings", {"director"}),
]
ACTS = [
    ("draft_make_pick", TEAM),
    ("draft_keep", TEAM),
    ("draft_queue", TEAM),
    ("draft_rescind", TEAM),
    ("draft_clock", DESK),
    ("draft_program", DESK),
    ("draft_undo", DESK),
    ("draft_correct", {"director"}),
    ("draft_finish", {"director"}),
    ("draft_stop", {"director"}),
    ("draft_settings", {"director"}),
]


@pytest.mark.parametrize(("name", "allowed"), PAGES)
def test_pages_check_roles_and_explain_a_refusal(room, name, allowed):
    team = teams_of(room)[0]
    for role, browser in room.browsers.items():
        response = browser.get(address(name, room, team=team.pk))
        assert (response.status_code == 200) == (role in allowed), role
        if role not in allowed:
            assert response.status_code == 403, role
            assert "can open this" in text(response) or "can do this" in text(response), role


@pytest.mark.parametrize(("name", "allowed"), ACTS)
def test_actions_by_other_roles_are_refused_and_change_nothing(room, name, allowed):
    team = teams_of(room)[0]
    rows = Action.objects.count()
    form = {"team": team.pk, "card": free_cards(room)[0].pk, "overall": 1, "act": "pause"}
    for role, browser in room.browsers.items():
        if role in allowed:
            continue
        assert browser.post(address(name, room), form).status_code == 403, role
    assert Action.objects.count() == rows
    assert not Pick.objects.exists()


@pytest.mark.parametrize(("name", "allowed"), ACTS)
def test_permitted_roles_can_use_actions(room, name, allowed):
    team = teams_of(room)[0]
    for role in sorted(allowed):
        response = room.browsers[role].post(address(name, room), {"team": team.pk})
        assert response.status_code in (200, 302, 400, 409), role
        assert "have permission" not in text(response), role


def test_actions_require_post(room):
    for name in ("draft_make_pick", "draft_queue", "draft_clock", "draft_program", "draft_keep"):
        assert room.browsers["director"].get(address(name, room)).status_code == 405


def test_manager_cannot_pick_in_another_division_or_tournament(room, manager_of):
    tournament = room.division.tournament
    next_door = division_of(8, tournament=tournament)
    neighbour = manager_of(next_door.teams.get(slot=1))
    stranger = manager_of(division_of(8).teams.get(slot=1))
    card = free_cards(room)[0].pk
    for browser in (neighbour, stranger):
        form = {"team": teams_of(room)[0].pk, "card": card, "overall": 1}
        assert browser.post(address("draft_make_pick", room), form).status_code == 403
        assert browser.get(address("draft_pick", room)).status_code in (403, 404)
    own = next_door.teams.get(slot=1).pk
    assert neighbour.post(address("draft_make_pick", room), {"team": own, "card": card}).status_code == 404
    assert not Pick.objects.exists()


def test_division_of_another_tournament_returns_404(room):
    second_draft = running()
    slug = room.division.tournament.slug
    for name in ("draft_board", "draft_big_screen", "draft_pick", "draft_dashboard", "draft_settings", "draft_undo"):
        for number in (second_draft.division_id, 10**9):
            assert room.browsers["director"].get(reverse(name, args=[slug, number])).status_code == 404, name


def test_board_shows_picks_by_team_and_round():
    draft = running()
    made = pick(draft, on_the_clock(draft)).pick
    page = text(Client().get(address("draft_board", draft)))
    first, last = made.card.name.split(" ", 1)
    assert f"<b><span>{first}</span> {last}</b>" in page
    assert "1.01 · 1" in page
    assert "26.08 · 208" in page
    second, third = teams_of(draft)[1:3]
    assert f'<b data-part="team">{second.name}</b>' in as_single_line(page)
    assert f"On deck: {third.name}, 1.03" in as_single_line(page)
    assert 'id="p2" class="now"' in as_single_line(page)


def test_names_are_escaped():
    draft = opened()
    bad = '<script>alert("O\'Neil & \\"Sons\\"")</script>'
    draft.division.teams.filter(slot=1).update(name=bad[:80])
    card = HitterFactory(card_set=draft.card_set, name="<img src=x onerror=alert(1)>")
    draft = running(division=draft.division, card_set=draft.card_set)
    pick(draft, on_the_clock(draft), card)
    for name in ("draft", "draft_board", "draft_big_screen"):
        page = text(Client().get(address(name, draft)))
        assert "<script>alert" not in page
        assert "<img src=x" not in page
    assert "<span>&lt;img</span> src=x" in text(Client().get(address("draft_board", draft)))


def test_board_without_a_draft_explains_how_to_set_it_up(director_of):
    division = division_of(8)
    slug = division.tournament.slug
    page = text(Client().get(reverse("draft_board", args=[slug, division.pk])))
    assert "appears here after the director chooses the cards and clock" in page
    front = text(director_of(division.tournament).get(reverse("draft", args=[slug])))
    assert reverse("draft_settings", args=[slug, division.pk]) in front


def test_query_count_does_not_grow_with_picks_or_divisions(room, django_assert_max_num_queries):
    settled_queries = 8
    pages = ["draft", "draft_board", "draft_big_screen"]
    for rounds in (1, 2):
        pick_rounds(room, rounds)
        for name in pages:
            with django_assert_max_num_queries(settled_queries):
                Client().get(address(name, room) + f"?fresh={rounds}")
    running(division=division_of(8, tournament=room.division.tournament), card_set=room.card_set)
    with django_assert_max_num_queries(settled_queries):
        Client().get(address("draft", room) + "?fresh=3")


def test_pick_page_query_count_does_not_grow_with_picks(room, django_assert_num_queries):
    browser = room.browsers["own manager"]
    browser.get(address("draft_pick", room))
    pick_rounds(room, 1)
    with django_assert_num_queries(queries := 11):
        browser.get(address("draft_pick", room))
    pick_rounds(room, 3)
    with django_assert_num_queries(queries):
        browser.get(address("draft_pick", room))


# Picking


def test_manager_picks_in_two_steps_without_javascript(room):
    browser, team = room.browsers["own manager"], teams_of(room)[0]
    card = free_cards(room, "SS")[0]
    confirm = browser.get(address("draft_confirm", room, team=team.pk, card=card.pk, overall=1))
    assert f"Pick {card.name} for {team.name}, 1.01 (1)" in text(confirm)
    assert not Pick.objects.exists()
    form = {"team": team.pk, "card": card.pk, "overall": 1}
    done = browser.post(address("draft_make_pick", room), form, follow=True)
    assert f"1.01: {card.name} picked for {team.name}." in text(done)
    assert Pick.objects.get().made_by == Pick.MadeBy.MANAGER


def test_manager_off_the_clock_can_queue_but_not_pick(room):
    first, second = teams_of(room)[:2]
    card = free_cards(room)[0]
    browser = signed_in(ManagerAccessFactory(team=second))
    page = text(browser.get(address("draft_pick", room)))
    assert "<b data-turn-note>Not your turn</b>" in page
    assert f'aria-label="Add to queue: {card.name}"' in page
    assert 'aria-label="Pick ' not in page
    browser.post(address("draft_queue", room), {"team": second.pk, "card": card.pk})
    assert 'aria-label="Pick ' not in text(browser.get(address("draft_pick", room)))
    confirm = text(browser.get(address("draft_confirm", room, team=second.pk, card=card.pk)))
    assert 'class="picking"' not in confirm
    assert "Add to the queue" in confirm
    pick = {"team": first.pk, "card": free_cards(room)[1].pk, "overall": 1}
    room.browsers["own manager"].post(address("draft_make_pick", room), pick)
    page = text(browser.get(address("draft_pick", room)))
    assert "<b data-turn-note>Your turn</b>" in page
    assert 'aria-label="Pick ' in page
    assert "Add to queue:" not in page


def test_paused_draft_offers_managers_only_the_queue(room):
    Draft.objects.filter(pk=room.pk).update(state=Draft.State.PAUSED)
    page = text(room.browsers["own manager"].get(address("draft_pick", room)))
    assert 'aria-label="Pick ' not in page
    assert "Add to queue" in page
    assert 'aria-label="Pick ' in text(room.browsers["director"].get(address("draft_pick", room)))


def test_repeated_pick_reports_the_pick_already_made(room):
    browser, team, card = room.browsers["own manager"], teams_of(room)[0], free_cards(room)[0]
    form = {"team": team.pk, "card": card.pk, "overall": 1}
    browser.post(address("draft_make_pick", room), form)
    response = browser.post(address("draft_make_pick", room), form, follow=True)
    assert f"1.01: {card.name} was already picked" in text(response)
    assert Pick.objects.count() == 1


def test_refused_pick_shows_the_reason_and_a_link_back(room):
    browser, team = room.browsers["own manager"], teams_of(room)[0]
    short = HitterFactory(card_set=room.card_set, at_bats=10, walks=0)
    page = browser.post(address("draft_make_pick", room), {"team": team.pk, "card": short.pk, "overall": 1})
    assert page.status_code == 409
    assert "T10.11: " in text(page)
    assert "10 AB + 0 W = 10: not eligible, needs 300" in text(page)
    assert "Choose another player" in text(page)


def test_second_tab_sees_the_pick_made_in_the_first(room):
    browser, team = room.browsers["own manager"], teams_of(room)[0]
    first_card, two = free_cards(room)[:2]
    browser.post(address("draft_make_pick", room), {"team": team.pk, "card": first_card.pk, "overall": 1})
    page = browser.post(address("draft_make_pick", room), {"team": team.pk, "card": two.pk, "overall": 1})
    assert page.status_code == 409
    assert f"{team.name} has {first_card.name}. Nothing was changed." in text(page)


def test_log_shows_a_pick_made_by_the_director(room):
    team, card = on_the_clock(room), free_cards(room)[0]
    page = room.browsers["assistant"].get(address("draft_pick", room))
    assert re.search(rf"<h1[^>]*>\s*{team.name}\s*</h1>", text(page))
    room.browsers["assistant"].post(address("draft_make_pick", room), {"team": team.pk, "card": card.pk, "overall": 1})
    assert Pick.objects.get().made_by == Pick.MadeBy.DIRECTOR
    assert Action.objects.first().actor == "Assistant"


def test_proxy_pick_is_credited_to_the_proxy(room):
    team = teams_of(room)[0]
    invite = reverse("make_links", args=[room.division.tournament.slug])
    until = {"ends_at": f"{timezone.now() + timedelta(days=2):%Y-%m-%dT%H:%M}"}
    assert "a future expiration time" in text(
        room.browsers["director"].post(invite, {"team": team.pk, "label": "Cousin Ed"}, follow=True)
    )
    room.browsers["director"].post(invite, {"team": team.pk, "label": "Cousin Ed", **until})
    link = Access.objects.get(role="proxy")
    proxy = signed_in(link)
    form = {"card": free_cards(room)[0].pk, "overall": 1}
    proxy.post(address("draft_make_pick", room), form)
    assert Pick.objects.get().made_by == Pick.MadeBy.PROXY
    assert Action.objects.first().actor == f"Cousin Ed for {team.name}"
    assert "proxy Cousin Ed" in text(Client().get(address("draft_board", room)))
    assert text(room.browsers["director"].get(address("draft_dashboard", room))).count("proxy Cousin Ed") == 2
    assert f"Pick for {team.name}" in text(proxy.get(address("draft", room)))
    Access.objects.update(ends_at=timezone.now())
    assert proxy.post(address("draft_make_pick", room), {**form, "overall": 9}).status_code == 403


def test_pick_page_redirects_to_the_draft_before_setup(director_of):
    division = division_of()
    tournament = division.tournament
    page = director_of(tournament).get(reverse("draft_pick", args=[tournament.slug, division.pk]))
    assert page.url == reverse("draft", args=[tournament.slug])
    missing = reverse("draft_pick", args=[tournament.slug, division.pk + 1])
    assert director_of(tournament).get(missing).status_code == 404


@pytest.mark.parametrize("state", [Draft.State.WAITING, Draft.State.FINISHED])
def test_draft_offers_no_pick_before_it_starts(director_of, state):
    draft = running()
    Draft.objects.filter(pk=draft.pk).update(state=state)
    director = director_of(draft.division.tournament)
    links = re.findall(r">\s*Pick\s*</a>", text(director.get(address("draft_pick", draft))))
    assert links == []
    assert ">Players</a>" in text(director.get(address("draft", draft)))
    Draft.objects.filter(pk=draft.pk).update(state=Draft.State.RUNNING)
    assert ">Pick</a>" in text(director.get(address("draft", draft)))


def test_manager_and_proxy_picks_for_two_teams_stay_separate(room):
    own, friends = teams_of(room)[:2]
    browser = signed_in(ManagerAccessFactory(team=own))
    ends = timezone.now() + timedelta(hours=3)
    link = invite_proxy(tournament=own.tournament, actor=DIRECTOR, team_id=friends.pk, label="Ann", ends_at=ends)
    browser.post(f"/join/{link_token(link)}/")
    browser.post(address("draft_make_pick", room), {"card": free_cards(room)[0].pk, "overall": 1})
    answer = browser.post(
        address("draft_make_pick", room), {"team": friends.pk, "card": free_cards(room)[0].pk, "overall": 2}
    )
    assert answer.url.endswith(f"?team={friends.pk}")
    made = list(Pick.objects.order_by("overall").values_list("team", "made_by"))
    assert made == [(own.pk, Pick.MadeBy.MANAGER), (friends.pk, Pick.MadeBy.PROXY)]
    assert {action.actor for action in Action.objects.filter(verb="make_pick")} == {own.name, f"Ann for {friends.name}"}
    assert browser.get(reverse("my_team", args=[own.tournament.slug]), {"team": friends.pk}).status_code == 403
    second_link = invite_proxy(tournament=own.tournament, actor=DIRECTOR, team_id=friends.pk, label="Bob", ends_at=ends)
    link.refresh_from_db()
    assert link.revoked_at is not None
    assert second_link.team.proxy == "Bob"


@pytest.mark.parametrize("rubbish", ["", "abc", "-1", "9" * 40, "1; drop table", "١"])
def test_malformed_form_picks_nothing(room, rubbish):
    browser, team = room.browsers["own manager"], teams_of(room)[0]
    for form in (
        {"card": rubbish, "overall": 1},
        {"park": rubbish},
        {"design": 1, "name": rubbish, "singles": rubbish},
    ):
        assert browser.post(address("draft_make_pick", room), {"team": team.pk, **form}).status_code == 409
    query = {"q": "x" * 300, "role": rubbish, "position": rubbish, "hand": rubbish, "sort": rubbish, "more": rubbish}
    assert browser.get(address("draft_pick", room), query).status_code == 200
    assert browser.get(address("draft_confirm", room), {"card": rubbish}).status_code == 200
    assert not Pick.objects.exists()


def test_park_can_be_designed_on_the_page(room):
    browser, team = room.browsers["own manager"], teams_of(room)[0]
    parks = text(browser.get(address("draft_pick", room, role="parks")))
    assert "Design the first park in the division" in parks
    design = {"design": 1, "name": 'The "Yard"', "singles": 7, "homeruns": 15, "overall": 1, "team": team.pk}
    assert "singles 7, home runs 15" in text(browser.get(address("draft_confirm", room), design))
    browser.post(address("draft_make_pick", room), design)
    assert Pick.objects.get().designed_park == {"name": 'The "Yard"', "singles": 7, "homeruns": 15}
    assert "Design the first park" not in text(room.browsers["director"].get(address("draft_pick", room, role="parks")))


def test_roster_check_shows_the_rule_a_game_sets_aside(director_of):
    division = division_of(2)
    tournament = division.tournament
    tournament.profile_key, tournament.profile_text = "pine_tar_league@1", ""
    tournament.save()
    draft = running(2, division=division)
    no_catcher = [position for position in EVERY_POSITION_TWICE if position != "C"]
    pick_rounds(draft, 24, order=[*no_catcher, *["SP"] * 6, *["RP"] * 4])
    page = text(director_of(tournament).get(address("draft_pick", draft)))
    assert "<h2>Need: any player</h2>" in page
    assert '<span class="rule">T31.10</span>' in page
    set_aside = "in Pine Tar Baseball, any 8 position players and a pitcher make a lineup: no backups are required"
    assert f"Not required: {set_aside}" in page
    assert "Parks" not in page, "this edition drafts no parks"
    assert pick(draft, on_the_clock(draft), free_cards(draft, "RP")[0]).label.startswith("25.")


def test_director_but_not_assistant_can_override_the_roster_check(director_of, assistant_of):
    draft = running(2)
    pick_rounds(draft, 21, order=[*EVERY_POSITION_TWICE, *["RP"] * 5])  # remaining: the four starters and the ballpark
    tournament, team, card = draft.division.tournament, on_the_clock(draft), free_cards(draft, "RP")[0]
    director, assistant = director_of(tournament), assistant_of(tournament)
    form = {"team": team.pk, "card": card.pk, "overall": 43}
    assert "Reason for allowing it" not in text(assistant.get(address("draft_confirm", draft), form))
    assert "Reason for allowing it" in text(director.get(address("draft_confirm", draft), form))
    guarded = text(director.get(address("draft_pick", draft)))
    assert "Roster warning" in guarded
    assert "This pick must be one of them, or the ballpark." in guarded
    overruled = {**form, "override": "his own risk"}
    assert assistant.post(address("draft_make_pick", draft), overruled).status_code == 409
    assert not Pick.objects.filter(overall=43).exists()
    assert director.post(address("draft_make_pick", draft), overruled).status_code == 302
    assert Action.objects.first().reason == "his own risk"
    assert "Can&#x27;t become legal" in text(director.get(address("draft_pick", draft, team=team.pk)))


def test_list_can_be_searched_filtered_and_sorted(room):
    browser = room.browsers["own manager"]
    page = text(browser.get(address("draft_pick", room, role="hitter", position="CF", sort="name")))
    assert "16 players, eligible only" in page
    assert ".280/.345/.280, 500 AB" in page
    assert ">SP" not in page.split("draft-list")[1].split("</section>")[0]
    drafted = free_cards(room, "CF")[0]
    pick(room, teams_of(room)[0], drafted)
    assert "15 players" in text(browser.get(address("draft_pick", room, role="hitter", position="CF")))
    results = text(browser.get(address("draft_pick", room, q=drafted.name.replace(" ", "+"))))
    assert "taken 1.01" in results


def test_list_is_sorted_by_value_by_default(room):
    browser, card_set = room.browsers["own manager"], room.card_set
    HitterFactory(card_set=card_set, name="Zeb Slugger", sort_name="Slugger, Zeb", positions={"CF": 1}, homeruns=60)
    card_set.version += 1
    card_set.save()

    def first(**query):
        listed = text(browser.get(address("draft_pick", room, **query))).split("<tbody>")[1]
        return re.search(r'<td class="player">(?:<a [^>]*>)?<b>(.*?)</b>', listed).group(1)

    assert first() == first(role="hitter") == "Zeb Slugger"
    assert first(sort="-worth") != first(sort="name") != "Zeb Slugger"
    assert "by value, in runs above replacement per 100 games" in text(browser.get(address("draft_pick", room)))
    assert 'value="worth"' not in text(browser.get(address("draft_pick", room))), "no statistic to filter by"


# The queue


def test_only_the_team_and_the_director_see_the_queue(room):
    browser, team = room.browsers["own manager"], teams_of(room)[0]
    first_card, two = free_cards(room)[:2]
    first_card.name, two.name = "First Wish", "Second Wish"
    for card in (first_card, two):
        back = browser.post(address("draft_queue", room), {"team": team.pk, "card": card.pk, "back": "role=hitter"})
        assert back.status_code == 302
        assert "role=hitter" in back["Location"]
    queue = list(team.queue.order_by("position"))
    browser.post(address("draft_queue", room), {"team": team.pk, "up": queue[1].pk})
    assert list(team.queue.order_by("position").values_list("card_id", flat=True)) == [two.pk, first_card.pk]
    browser.post(address("draft_queue", room), {"team": team.pk, "remove": queue[0].pk})
    assert team.queue.count() == 1
    theirs = room.browsers["other manager"].post(address("draft_queue", room), {"team": team.pk, "remove": queue[1].pk})
    assert theirs.status_code == 403
    assert team.queue.count() == 1


def test_forged_return_address_is_ignored(room):
    browser, team = room.browsers["own manager"], teams_of(room)[0]
    back = browser.post(
        address("draft_queue", room), {"team": team.pk, "back": "x\r\nSet-Cookie: a=b&role=//evil.test"}
    )
    assert back["Location"].startswith(f"/t/{room.division.tournament.slug}/draft/")
    assert "evil" not in back["Location"]


# The dashboard


def test_director_pauses_resumes_and_extends_the_clock(room):
    browser = room.browsers["assistant"]
    for command, state in (("pause", "Paused"), ("resume", "Running")):
        page = text(browser.post(address("draft_clock", room), {"act": command}, follow=True))
        assert f'data-part="state">{state}<' in as_single_line(page)
    room.refresh_from_db()
    before = room.deadline
    browser.post(address("draft_clock", room), {"act": "extend", "seconds": "45", "overall": 1})
    room.refresh_from_db()
    assert 44 < (room.deadline - before).total_seconds() < 46
    page = text(browser.post(address("draft_clock", room), {"act": "explode"}, follow=True))
    assert "Choose start, pause, resume or extend." in page


def test_director_sets_up_and_starts_a_draft(director_of):
    division, card_set = division_of(8), card_set_for(2)
    browser, slug = director_of(division.tournament), division.tournament.slug
    page = reverse("draft_settings", args=[slug, division.pk])
    form = {"card_set": card_set.pk, "seconds_per_pick": 60, "on_expiry": "skip", "clock_from": "09:00"}
    refused = browser.post(page, form)
    assert refused.status_code == 400
    assert "Enter both hours" in text(refused)
    assert 'value="09:00"' in text(refused)
    browser.post(page, {**form, "clock_until": "21:00"})
    draft = Draft.objects.get()
    assert (draft.on_expiry, draft.clock_until.hour) == ("skip", 21)
    started = text(browser.post(reverse("draft_clock", args=[slug, division.pk]), {"act": "start"}, follow=True))
    assert 'data-part="state">Running<' in as_single_line(started)


def test_stale_settings_form_shows_saved_and_typed_values(room):
    browser, page = room.browsers["director"], address("draft_settings", room)
    form = {"card_set": room.card_set_id, "seconds_per_pick": 30, "on_expiry": "nothing", "version": room.version}
    assert browser.post(page, form).status_code == 302
    stale = browser.post(page, {**form, "seconds_per_pick": 45})
    assert stale.status_code == 400
    assert "Someone else saved: " in text(stale)
    assert 'value="45"' in text(stale)
    room.refresh_from_db()
    assert room.seconds_per_pick == 30


def test_undo_page_previews_the_pick_before_undoing_it(room):
    card = pick(room, on_the_clock(room)).pick.card
    browser = room.browsers["assistant"]
    page = text(browser.get(address("draft_undo", room)))
    assert card.name in page
    assert "Undo 1 pick" in page
    room.refresh_from_db()
    done = text(
        browser.post(address("draft_undo", room), {"version": room.version, "reason": "wrong row"}, follow=True)
    )
    assert "1.01 undone" in done
    assert not Pick.objects.exists()


def test_director_previews_and_saves_a_correction_with_a_reason(room):
    pick_rounds(room, 1)
    browser = room.browsers["director"]
    first, fifth = Pick.objects.get(overall=1).card, Pick.objects.get(overall=5).card
    page = text(browser.get(address("draft_correct", room, overall=1, q=fifth.name.replace(" ", "+"))))
    assert "taken 1.05" in page
    preview = text(browser.get(address("draft_correct", room, overall=1, card=fifth.pk)))
    assert "Swap the two picks" in preview
    assert preview.count(first.name) >= 2
    room.refresh_from_db()
    form = {"overall": 1, "card": fifth.pk, "version": room.version}
    refused = browser.post(address("draft_correct", room), form)
    assert refused.status_code == 409
    assert "Enter a reason" in text(refused)
    browser.post(address("draft_correct", room), {**form, "reason": "read the wrong line"})
    assert Pick.objects.get(overall=1).card == fifth
    assert Pick.objects.get(overall=5).card == first


def test_director_autopicks_the_rest_of_the_draft(room):
    browser = room.browsers["director"]
    assert "Autopick 208 picks" in text(browser.get(address("draft_finish", room)))
    browser.post(address("draft_finish", room))
    finish_draft(ProgramRun.objects.get().pk)
    assert Pick.objects.filter(draft=room).count() == 208
    assert "complete" in text(browser.get(address("draft_dashboard", room)))


def test_page_enforces_an_expired_clock_by_post():
    draft = running(on_expiry=Draft.OnExpiry.AUTO_PICK)
    expire(draft)
    for name in ("draft", "draft_board", "draft_big_screen"):
        page = Client().get(address(name, draft)).content.decode()
        asks = re.search(r'data-clocks="([^"]+)"', page)
        assert asks is not None, name
    assert not draft.picks.exists()
    assert Client(enforce_csrf_checks=True).post(asks[1]).status_code == 204
    assert draft.picks.count() == 1
    assert teams_of(draft)[1].name in text(Client().get(address("draft_board", draft)))
