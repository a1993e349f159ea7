"""Test notifications in a browser: on open pages, and from the service worker when a push message arrives."""

import json
import time

from playwright.sync_api import expect

from tests.browser.conftest import PHONE
from tests.browser.people import open_link
from tests.weekend.test_web_push import Browser as BrowserKeys

BUILD = """
import json
from tournaments.access.links import link_token
from weekend.practice.weekend import PracticeField, build_weekend
field = PracticeField(managed=8, divisions=1, has_imputed_team=False)
weekend = build_weekend(stage="round_robin", seed=5, field=field)
series = weekend.series.filter(status="scheduled").order_by("round", "pk").first()
home = series.home.accesses.first()
print(json.dumps([weekend.slug, link_token(home), series.pk]))
"""
RULE = """
from games.services.rulings import ask_ruling, give_ruling
from tournaments.models import Series
from weekend.practice.weekend import DIRECTOR
request = ask_ruling(series=Series.objects.get(pk={series}), question="May the runner go back?", actor=DIRECTOR)
give_ruling(request=request, ruling="He may not.", rule="", actor=DIRECTOR)
print("ruled")
"""
LISTENS = """
window.beeps = 0;
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (at) { window.beeps += 1; return start.call(this, at); };
"""


def test_open_page_shows_a_notice_until_dismissed_and_beeps_once(site, device):
    slug, token, series = json.loads(site.shell(BUILD))
    phone = device(PHONE).new_page()
    phone.add_init_script(LISTENS)
    open_link(phone, f"{site.address}/join/{token}/")
    phone.goto(f"{site.address}/t/{slug}/notices/")
    phone.get_by_label("A ruling is answered: Sound").check()
    phone.get_by_role("button", name="Save notices").click()
    phone.goto(f"{site.address}/t/{slug}/standings/")
    site.shell(RULE.format(series=series))
    notice = phone.locator("#notices [data-notice^=ruling_answered]")
    expect(notice).to_contain_text("The director ruled: He may not.")
    assert phone.evaluate("window.beeps") == 1
    phone.goto(f"{site.address}/t/{slug}/rules/")
    expect(notice).to_be_visible()
    assert phone.evaluate("window.beeps") == 0, "it sounded before"
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    notice.get_by_role("button", name="Dismiss").click()
    expect(notice).to_have_count(0)
    phone.reload()
    expect(phone.locator("#notices")).to_be_attached()
    expect(notice).to_have_count(0)


def test_service_worker_shows_a_push_message(site, device):
    slug, token, series = json.loads(site.shell(BUILD))
    context = device(PHONE, service_workers="allow")
    context.grant_permissions(["notifications"], origin=site.address)
    phone = context.new_page()
    open_link(phone, f"{site.address}/join/{token}/")
    line = context.new_cdp_session(phone)
    registrations = []
    line.on("ServiceWorker.workerRegistrationUpdated", lambda event: registrations.extend(event["registrations"]))
    line.send("ServiceWorker.enable")
    phone.goto(f"{site.address}/t/{slug}/notices/")
    expect(phone.get_by_role("button", name="Turn on push here")).to_be_visible()
    phone.wait_for_function(
        "navigator.serviceWorker.getRegistration('/push/').then((registration) => registration?.active)"
    )
    registration = next(item for item in registrations if item["scopeURL"] == f"{site.address}/push/")
    message = {
        "kind": "series_up",
        "tag": f"series_up:{series}",
        "title": "Weekend",
        "body": "Your series against Bears is up: round 2.",
        "page": f"/t/{slug}/series/{series}/",
    }
    # a headless browser can't show notifications
    (worker,) = (running for running in context.service_workers if running.url.endswith("/push-worker.js"))
    worker.evaluate(
        """() => {
            self.notifications = [];
            ServiceWorkerRegistration.prototype.showNotification = async (title, options) =>
              self.notifications.push([title, options.body, options.tag, options.data]);
        }"""
    )
    line.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": site.address, "registrationId": registration["registrationId"], "data": json.dumps(message)},
    )
    deadline = time.monotonic() + 30
    while not (shown := worker.evaluate("self.notifications")) and time.monotonic() < deadline:
        phone.wait_for_timeout(50)
    assert shown == [[message["title"], message["body"], message["tag"], message["page"]]]


FAKE_PUSH_SERVICE = """
let subscription = null;
PushManager.prototype.getSubscription = async () => subscription;
PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
  subscription = { endpoint: "https://push.example/send/1", keys: %s };
  window.serverKey = applicationServerKey;
  return subscription;
};
"""
STORED = """
from tournaments.models import PushSubscription
print("stored", *PushSubscription.objects.values_list("access__tournament__slug", flat=True))
"""


def test_push_can_be_turned_on_and_off(site, device):
    slug, token, _ = json.loads(site.shell(BUILD))
    context = device(PHONE, service_workers="allow")
    context.grant_permissions(["notifications"], origin=site.address)
    phone = context.new_page()
    phone.add_init_script(FAKE_PUSH_SERVICE % json.dumps(BrowserKeys().keys))
    open_link(phone, f"{site.address}/join/{token}/")
    phone.goto(f"{site.address}/t/{slug}/notices/")
    phone.get_by_role("button", name="Turn on push here").click()
    expect(phone.get_by_role("button", name="Turn off push here")).to_be_visible()
    assert phone.evaluate("window.serverKey") == phone.locator("#push").get_attribute("data-key")
    assert slug in site.shell(STORED)
    phone.get_by_role("button", name="Turn off push here").click()
    expect(phone.get_by_role("button", name="Turn on push here")).to_be_visible()
    assert slug not in site.shell(STORED)


def test_http_page_explains_that_push_needs_https(site, device):
    slug, token, _ = json.loads(site.shell(BUILD))
    phone = device(PHONE).new_page()
    phone.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false });")
    open_link(phone, f"{site.address}/join/{token}/")
    phone.goto(f"{site.address}/t/{slug}/notices/")
    expect(phone.locator("#push [data-part=state]")).to_contain_text("https")
    expect(phone.get_by_role("button", name="Turn on push here")).to_be_hidden()
