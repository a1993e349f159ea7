"""Test a hosted site under stress with real processes: many phones behind one IP address, and a Redis outage."""

import json

import pytest

from tests.hosted import Hosted, OwnRedis, on_postgresql_alone, wait_until

pytestmark = [pytest.mark.database, on_postgresql_alone]

# a tournament with one complete series, links for all participants, and a PIN for the Bears
_WORLD = """
import json
from tests.factories import AccessFactory, ManagerAccessFactory
from tests.games.building import League, complete_games
from tournaments.access.links import link_token
from tournaments.action_log.writing import Actor
from tournaments.services.pins import set_pin
league = League(rounds=1)
league.save(complete_games(league, league.series[0]))
director = AccessFactory(tournament=league.tournament, nonce="directors-nonce")
sharks, bears = (ManagerAccessFactory(team=side.team, nonce=f"nonce-{side.team.pk}") for side in league.sides)
set_pin(team=league.bears.team, actor=Actor("Bears", bears.pk), pin="4821")
print(json.dumps({
    "slug": league.tournament.slug, "series": league.series[0].pk, "sharks_team": league.sharks.team.pk,
    "director": link_token(director), "sharks": link_token(sharks), "bears": link_token(bears),
}))
"""


@pytest.fixture(scope="module")
def own_redis(tmp_path_factory):
    server = OwnRedis(tmp_path_factory.mktemp("redis"))
    server.start()
    yield server
    server.kill()


@pytest.fixture(scope="module")
def site(tmp_path_factory, own_redis):
    made = Hosted(tmp_path_factory.mktemp("hosted"), own_redis.url)
    try:
        made.open()
        yield made
    finally:
        made.close()


@pytest.fixture(scope="module")
def world(site):
    return json.loads(site.shell(_WORLD))


def refused_at_last(site, wrong_link):
    """Open a wrong link until both web processes reject it, each after twenty failures of its own."""
    answers = [site.ask(wrong_link).status for _ in range(40)]
    while answers[-10:] != [429] * 10:
        answers.append(site.ask(wrong_link).status)
        assert len(answers) < 200
    assert answers.count(403) <= 40


def test_wrong_links_do_not_lock_out_a_shared_address_and_links_are_not_logged(site, world):
    wrong = world["sharks"][:-1] + ("A" if world["sharks"][-1] != "A" else "B")
    refused_at_last(site, f"/join/{wrong}/")
    assert site.ask("/api/v1/tournaments/", token=wrong).status == 429

    assert site.ask(f"/join/{world['sharks']}/", form={}).location == f"/t/{world['slug']}/me/"
    assert site.ask(f"/api/v1/tournaments/{world['slug']}/invitations/", token=world["director"]).status == 200
    director = site.sign_in(world["director"])
    series = f"/t/{world['slug']}/series/{world['series']}/"
    signed = site.ask(f"{series}sign/{world['sharks_team']}/", form={"pin": "4821"}, cookie=director)
    assert (signed.status, signed.location) == (302, series)
    (signature,) = site.json(f"/api/v1/tournaments/{world['slug']}/signatures/", world["director"])["results"]
    assert (signature["how"], signature["pin_set_by"]) == ("pin", "")

    log = site.errors()
    assert '"POST /join/***/ HTTP/1.1" 302' in log
    assert not [token for token in (wrong, world["sharks"], world["director"]) if token in log]


def test_site_works_without_redis_and_uses_it_again_on_return(site, world, own_redis):
    director = site.sign_in(world["director"])
    all_pages_answer(site, world, director)
    assert own_redis.keys(), "finished pages are kept"

    own_redis.kill()
    for _ in range(10):
        all_pages_answer(site, world, director)
    response = site.ask(f"/t/{world['slug']}/print/pack/", form={"round": "round_robin:1"}, cookie=director)
    page = site.ask(response.location, cookie=f"{director}; {response.cookies}").body
    assert "The job queue isn&#x27;t responding. The next worker to start will make the pack" in page
    pin = site.ask(f"/t/{world['slug']}/people/{world['sharks_team']}/pin/", form={"pin": "7392"}, cookie=director)
    assert pin.status == 302
    assert response.seconds + pin.seconds < 5
    refused_at_last(site, "/join/never/")
    assert site.ask(f"/join/{world['bears']}/", form={}).status == 302

    own_redis.start()
    wait_until(lambda: all_pages_answer(site, world, director) and own_redis.keys())

    own_redis.hang()
    waits = [seconds for _ in range(10) for seconds in all_pages_answer(site, world, director)]
    assert sum(waits) < 20, "each process finds out once in a while, and nobody else waits"


def all_pages_answer(site, world, director):
    """Request pages as a visitor, a signed-in browser and an API client. Return how long each waited."""
    public = [site.ask(f"/t/{world['slug']}/{page}") for page in ("", "standings/", "results/")]
    signed_in = site.ask(f"/t/{world['slug']}/dashboard/", cookie=director)
    token = site.ask(f"/api/v1/tournaments/{world['slug']}/invitations/", token=world["director"])
    answers = [*public, signed_in, token]
    assert [answer.status for answer in answers] == [200] * 5
    return [answer.seconds for answer in answers]
