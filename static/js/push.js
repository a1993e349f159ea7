// Turns push notifications on and off for this browser, on the page of notices.
"use strict";
(() => {
  const section = document.getElementById("push");
  const part = (name) => section.querySelector(`[data-part=${name}]`);
  const csrf = document.querySelector("[name=csrfmiddlewaretoken]").value;
  const say = (sentence) => {
    part("state").textContent = sentence;
  };

  function showState(isOn) {
    part("on").hidden = isOn;
    part("off").hidden = !isOn;
    say(isOn ? "This browser shows push notifications." : "Get notices on this device when the page is closed.");
  }
  async function send(address, subscription) {
    const answer = await fetch(address, {
      method: "POST",
      body: JSON.stringify(subscription),
      headers: { "X-CSRFToken": csrf },
    });
    if (!answer.ok) throw new Error((await answer.json().catch(() => ({}))).detail || "");
  }
  async function turnOn(registration) {
    if ((await Notification.requestPermission()) !== "granted") {
      say("This browser blocks notifications from this site. Allow them in its settings.");
      return;
    }
    const options = { userVisibleOnly: true, applicationServerKey: section.dataset.key };
    const subscription = await registration.pushManager.subscribe(options);
    await send(section.dataset.on, subscription);
    showState(true);
  }
  async function turnOff(registration) {
    const subscription = await registration.pushManager.getSubscription();
    // the browser's subscription may serve another tournament too
    if (subscription) await send(section.dataset.off, subscription);
    showState(false);
  }
  async function start() {
    // a scope of its own, so that another service worker may have the pages
    const registration = await navigator.serviceWorker.register(section.dataset.worker, { scope: "/push/" });
    const attempt = (act) => () =>
      act(registration).catch((error) => say(error.message || "Couldn't change push notifications. Try again."));
    part("on").addEventListener("click", attempt(turnOn));
    part("off").addEventListener("click", attempt(turnOff));
    const subscription = await registration.pushManager.getSubscription();
    showState(Boolean(subscription) && section.dataset.endpoints.split(" ").includes(subscription.endpoint));
  }

  if (!window.isSecureContext) say("Push notifications need https. This page was opened over http.");
  else if (!("serviceWorker" in navigator && "PushManager" in window))
    say("This browser can't show push notifications. On an iPhone, add the page to the home screen first.");
  else start().catch(() => say("Push notifications can't be set up in this browser."));
})();
