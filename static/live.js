// Keeps the parts of a page marked data-live fresh, counts clocks down, and says when the line is down.
"use strict";
(() => {
  const body = document.body;
  const clocks = () => document.querySelectorAll("time[data-deadline]");
  let behind = 0; // milliseconds by which this device's clock is behind the server's

  function tick() {
    for (const clock of clocks()) {
      const left = Math.round((new Date(clock.dataset.deadline) - Date.now() - behind) / 1000);
      const minutes = Math.floor(Math.abs(left) / 60), seconds = String(Math.abs(left) % 60).padStart(2, "0");
      clock.textContent = (left < 0 ? "over by " : "") + minutes + ":" + seconds;
      clock.classList.toggle("late", left < 0);
    }
  }
  setInterval(tick, 500);
  tick();

  const source = body.dataset.events;
  if (!source || !window.EventSource) return;
  let lastHeard = Date.now(), banner = null, waiting = null, newest = body.dataset.newest;

  function lineDown() {
    if (banner) return;
    banner = document.createElement("div");
    banner.className = "linedown";
    banner.setAttribute("role", "status");
    banner.textContent = "The line is down. What you see is as of " + new Date(lastHeard).toLocaleTimeString() + ".";
    body.prepend(banner);
  }
  function lineUp() {
    lastHeard = Date.now();
    if (banner) { banner.remove(); banner = null; }
  }

  // One reading at a time, so that an older page never comes in after a newer one; and whatever is told while a page
  // is on its way may be newer than that page, so it is read once more.
  let reading = false, toldMeanwhile = false;
  function readSoon(after) {
    if (reading) toldMeanwhile = true;
    else if (!waiting) waiting = setTimeout(readAgain, after + Math.random() * 250);
  }
  async function readAgain() {
    waiting = null;
    reading = true;
    toldMeanwhile = false;
    let answered = false;
    try { answered = await refresh(); } catch { /* the line is down; the page is read when it is up again */ }
    reading = false;
    if (!answered) readSoon(2000);
    else if (toldMeanwhile) readSoon(50);
  }

  // A form somebody is typing in is left alone; the page's own address is read again for the rest.
  // False if the server could not answer; a page that is no longer this reader's to see is an answer too.
  async function refresh() {
    const parts = [...document.querySelectorAll("[data-live][id]")].filter((part) => !part.contains(document.activeElement));
    if (!parts.length) return true;
    const answer = await fetch(location.href, { headers: { "X-Live": "1" } });
    if (!answer.ok) return answer.status < 500;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const part of parts) {
      const now = page.getElementById(part.id);
      if (now && now.innerHTML !== part.innerHTML) { part.innerHTML = now.innerHTML; part.classList.add("fresh"); setTimeout(() => part.classList.remove("fresh"), 2500); }
    }
    tick();
    document.dispatchEvent(new CustomEvent("pennant:refreshed"));
    return true;
  }

  // A browser comes back by itself where the line broke, but gives up for good where anything else than events answered,
  // such as a proxy while the server starts. So the page opens another line, after the last number that it has.
  function listen() {
    const events = new EventSource(source + (newest ? "?after=" + newest : ""));
    events.onopen = lineUp;
    events.onerror = () => {
      lineDown();
      if (events.readyState === EventSource.CLOSED) setTimeout(listen, 3000 + Math.random() * 2000);
    };
    events.addEventListener("clock", (event) => { behind = new Date(event.data) - Date.now(); tick(); });
    // more has happened than is sent one by one: the whole page is read
    events.addEventListener("behind", (event) => { lineUp(); newest = event.lastEventId; readSoon(50); });
    events.addEventListener("action", (event) => {
      lineUp();
      newest = event.lastEventId;
      const told = JSON.parse(event.data);
      const handled = !document.dispatchEvent(new CustomEvent("pennant:action", { detail: told, cancelable: true }));
      if (!handled || reading) readSoon(50);
    });
  }
  listen();
})();
