// Keeps the parts of a page marked data-live fresh, counts clocks down, and says when the line is down.
"use strict";
(() => {
  const body = document.body;
  const clocks = () => document.querySelectorAll("time[data-deadline]");
  let behind = 0; // milliseconds by which this device's clock is behind the server's

  // stands while the line is down: nobody knows what the clock says then. The service worker's copy brings its own.
  let banner = document.getElementById("saved-copy");
  const isSavedCopy = Boolean(banner);
  navigator.serviceWorker?.register("/service-worker.js").catch(() => null);

  function tick() {
    if (banner) return;
    for (const clock of clocks()) {
      let left = Math.round((new Date(clock.dataset.deadline) - Date.now() - behind) / 1000);
      const bank = Number(clock.dataset.bank); // the seconds of the team's time bank at the end, if it has any
      const inBank = left < bank;
      if (left >= bank) left -= bank;
      const two = (number) => String(number).padStart(2, "0"),
        seconds = two(Math.abs(left) % 60);
      const minutes = Math.floor(Math.abs(left) / 60),
        hours = Math.floor(minutes / 60);
      clock.ariaLive = left === 30 || left === 10 ? "polite" : "off"; // nobody wants to hear every second
      clock.textContent =
        (left < 0 ? "over by " : inBank ? "bank " : "") +
        (hours ? hours + ":" + two(minutes % 60) : minutes) +
        ":" +
        seconds;
      clock.classList.toggle("late", left < 0);
    }
  }
  setInterval(tick, 500);
  tick();

  // A page that is open says so: the server is asked to enforce a draft clock that has run out (the worker does it
  // too, if there is one), and hears now and then that this device is in use. A GET changes nothing.
  const post = (address) => fetch(address, { method: "POST" }).catch(() => null);
  const settle = () => {
    if (body.dataset.clocks) post(body.dataset.clocks);
  };
  const settled = new Set();
  setInterval(() => {
    for (const clock of clocks()) {
      const deadline = clock.dataset.deadline;
      if (settled.has(deadline) || Date.now() + behind - new Date(deadline) < 1000) continue;
      settled.add(deadline);
      setTimeout(settle, Math.random() * 2500); // spread, so that not all pages ask
    }
  }, 1000);
  document.addEventListener("pennant:settle", settle);

  const HERE_EVERY = 120000;
  function sayHere() {
    if (document.hidden) return;
    const store = (act) => {
      try {
        return act(sessionStorage);
      } catch {
        return null;
      }
    }; // a browser may forbid its store
    if (Date.now() - Number(store((kept) => kept.getItem("pennant-here"))) < HERE_EVERY / 2) return;
    store((kept) => kept.setItem("pennant-here", Date.now()));
    post(body.dataset.here);
  }

  // If this computer falls silent, the page moves to the standby computer. Its address comes with the heartbeats, and
  // the token that keeps this device signed in there comes from the server as long as that answers.
  let standby = "",
    token = "",
    askedFor = "";
  async function learnStandby(address) {
    standby = address;
    if (!address || address === askedFor || !body.dataset.here) return;
    askedFor = address;
    const answer = await post(body.dataset.here);
    if (answer?.status === 200) token = (await answer.json()).token;
    else askedFor = ""; // the next heartbeat asks again
  }
  function placeOnStandby() {
    const typed = {};
    document.dispatchEvent(new CustomEvent("pennant:moving", { detail: typed }));
    const page = location.pathname + location.search;
    // after the #, so that no server and no log sees it
    return standby + "/standby/arrive/#" + new URLSearchParams({ token, page, typed: JSON.stringify(typed) });
  }
  async function lookForStandby() {
    if (!standby || !banner) return;
    try {
      const answer = await fetch(standby + "/standby/state/", { signal: AbortSignal.timeout(1500) });
      if (banner && (await answer.json()).leading) location.assign(placeOnStandby());
    } catch {
      /* it doesn't answer yet, or this page was opened before it was paired and may not ask */
    }
  }
  setInterval(lookForStandby, 2000);
  const LINK_AFTER = 15000; // milliseconds
  function offerStandby() {
    const link = document.createElement("a");
    link.href = standby;
    link.textContent = "Open it on the standby computer";
    link.addEventListener("click", () => {
      link.href = placeOnStandby();
    });
    banner.append(" ", link, ".");
  }
  if (body.dataset.here) {
    setInterval(sayHere, HERE_EVERY);
    document.addEventListener("visibilitychange", sayHere);
    sayHere();
  }

  // Messages of the last action. A live region says nothing about what is in it from the start, so they come in again,
  // and the focus is on the next thing to do. A live part with the focus isn't refreshed, so templates mark with
  // data-next only what has a live part of its own, or none. Elsewhere it is on the main button.
  const toasts = document.getElementById("toasts"),
    messages = document.getElementById("messages");
  if (messages?.childElementCount) {
    const next = document.querySelector("main [data-next]") || document.querySelector("main .main:not([data-live] *)");
    const isFree = document.activeElement === body && !location.hash && !document.querySelector("main [autofocus]");
    if (isFree && next?.getBoundingClientRect().bottom < innerHeight) next.focus();
    setTimeout(() => messages.append(...messages.children), 200);
    messages.addEventListener("click", (event) => {
      if (!event.target.matches("a")) return;
      event.preventDefault();
      event.target.closest(".toast").remove();
    });
  }

  // Ctrl-K, Cmd-K and the Search links open the command palette. Its script loads at its first use.
  const searchLink = document.querySelector("a[data-search]");
  async function openSearch(event) {
    event.preventDefault();
    try {
      await import(searchLink.dataset.search);
      document.dispatchEvent(new Event("pennant:search"));
    } catch {
      location.assign(searchLink.href);
    }
  }
  if (searchLink) {
    document.addEventListener("keydown", (event) => {
      if (event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.altKey) openSearch(event);
    });
    document.addEventListener("click", (event) => {
      if (event.target.closest("a[data-search]") && !event.ctrlKey && !event.metaKey) openSearch(event);
    });
  }

  const zone = document.querySelector("[data-own-zone]");
  if (zone && !zone.value) zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone || "";

  // The list of pages is one stop for the Tab key; arrows move along it.
  const pages = [...document.querySelectorAll("#page-list li a")];
  const stop = (link) =>
    pages.forEach((other) => {
      other.tabIndex = other === link ? 0 : -1;
    });
  stop(pages.find((link) => link.hasAttribute("aria-current")) || pages[0]);
  document.getElementById("page-list")?.addEventListener("keydown", (event) => {
    const way = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!way) return;
    const next = pages.at((pages.indexOf(document.activeElement) + way) % pages.length);
    stop(next);
    next.focus();
    event.preventDefault();
  });

  // A part of another page, which loads when it is opened.
  async function load(details) {
    const answer = await fetch(details.dataset.load).catch(() => null);
    if (!answer?.ok) return; // the link to the page remains
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    details.replaceChildren(details.querySelector("summary"), ...page.querySelector("[data-loaded]").childNodes);
  }
  const wasOpened = (event) => event.target.open && event.target.dataset.load;
  document.addEventListener("toggle", (event) => wasOpened(event) && load(event.target), true);

  const source = body.dataset.events;

  // What the director says to the room can be put away on this device until he says something else; on no wall. It is
  // only unseen then, for what is hidden altogether would not be read out when it changes.
  const said = document.getElementById("announcement"),
    putAway = document.getElementById("put-away"),
    away = "pennant-away" + source;
  const kept = (act) => {
    try {
      return act(localStorage);
    } catch {
      return null;
    }
  }; // a browser may forbid its store
  const wordsAtFirst = said?.textContent.trim();
  function showAnnouncement() {
    const words = said.textContent.trim(),
      seen = kept((store) => store.getItem(away));
    if (!words && seen) kept((store) => store.removeItem(away)); // taken down: said once more it is news
    const isAway = Boolean(words) && words === seen;
    said.classList.toggle("hide", isAway);
    const isWall = body.classList.contains("bigscreen");
    putAway.hidden = !words || isAway || isWall;
    if (words !== wordsAtFirst && !isWall) toasts.append(said.parentElement); // so that it moves nothing
  }
  if (putAway) {
    putAway.addEventListener("click", () => {
      kept((store) => store.setItem(away, said.textContent.trim()));
      showAnnouncement();
    });
    document.addEventListener("pennant:refreshed", showAnnouncement);
    showAnnouncement();
  }

  if (!source || !window.EventSource) return;
  let lastHeard = Date.now(),
    lastSign = lastHeard,
    waiting = null,
    newest = body.dataset.newest,
    epoch = body.dataset.epoch;

  function say(sentence) {
    if (isSavedCopy) return location.reload(); // the server answers, so there is a newer page
    if (!banner) {
      banner = document.createElement("div");
      banner.className = "linedown";
      banner.setAttribute("role", "status");
      toasts.prepend(banner);
    }
    if (banner.textContent !== sentence) banner.textContent = sentence;
  }
  function lineDown() {
    if (banner) return;
    say("Connection lost. Last update " + new Date(lastHeard).toLocaleTimeString() + ".");
    const down = banner;
    setTimeout(() => {
      if (standby && banner === down) offerStandby();
    }, LINK_AFTER);
  }
  function missed() {
    document.dispatchEvent(new Event("pennant:missed"));
    readSoon(50);
  }
  function lineUp() {
    if (isSavedCopy) return location.reload();
    lastHeard = lastSign = Date.now();
    if (banner) {
      banner.remove();
      banner = null;
      tick();
    }
  }

  // One reading at a time, so that an older page never comes in after a newer one; and whatever is told while a page
  // is on its way may be newer than that page, so it is read once more.
  let reading = false,
    newsMeanwhile = false,
    crowd = 0;
  // pages that hear of the same act spread over as long as the server needs for all of them
  const turn = () => Math.random() * Math.min(1500, 20 + crowd / 2);
  function readSoon(after) {
    if (reading) newsMeanwhile = true;
    else if (!waiting) waiting = setTimeout(read, after + turn());
  }
  async function read() {
    waiting = null;
    reading = true;
    newsMeanwhile = false;
    let answered = false;
    try {
      answered = await refresh("[data-live][id]", "fresh", newest);
    } catch {
      /* the line is down; the page is read when it is up again */
    }
    reading = false;
    if (!answered) readSoon(2000);
    else if (newsMeanwhile) readSoon(50);
  }

  // What a hand is on is not taken from under it: a part with the cursor, a finger, or something typed and not sent.
  const changed = (field) =>
    field.matches("select:not([multiple])")
      ? field.selectedIndex !==
        Math.max(
          0,
          [...field.options].findIndex((option) => option.defaultSelected),
        )
      : field.matches("[type=checkbox], [type=radio]")
        ? field.checked !== field.defaultChecked
        : field.matches("input:not([type=hidden]), textarea") && field.value !== field.defaultValue;
  const inUse = (part) =>
    part.contains(document.activeElement) ||
    part.contains(pressed) ||
    [...part.querySelectorAll("input, select, textarea")].some(changed);
  let pressed = null,
    passedOver = false;
  document.addEventListener(
    "pointerdown",
    (event) => {
      pressed = event.target;
    },
    true,
  );
  for (const end of ["pointerup", "pointercancel"])
    document.addEventListener(
      end,
      () =>
        setTimeout(() => {
          pressed = null;
        }, 0),
      true,
    );
  document.addEventListener("focusout", () => {
    if (passedOver) readSoon(50);
  });

  // What an act changes is told (tournaments/action_log/verbs.py). A part says what it shows (data-shows) and whose
  // acts change it whatever they are (data-about, such as "series:12"); one that says neither shows everything.
  const among = (list, word) => Boolean(list) && list.split(" ").includes(word);
  const isShown = (news) =>
    !news.scope ||
    news.scope === "all" ||
    [...document.querySelectorAll("[data-live]")].some(
      (part) =>
        (part.dataset.shows === undefined && part.dataset.about === undefined) ||
        among(part.dataset.shows, news.scope) ||
        among(part.dataset.about, news.subject),
    );

  // The page's own address is read again for its parts. Whether one is in use is asked when the answer is there: it
  // may have been on its way for a while. False if the server could not answer; a page that is no longer this
  // reader's to see is an answer too.
  async function refresh(parts, mark, act) {
    const unused = () => [...document.querySelectorAll(parts)].filter((part) => !inUse(part));
    if (!unused().length) {
      passedOver = true;
      return true;
    }
    const address = location.href;
    const answer = await fetch(address, { headers: act ? { "X-Live": "1", "X-Act": act } : { "X-Live": "1" } });
    if (!answer.ok) return answer.status < 500;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (location.href !== address) return false; // another search meanwhile: this answer is about the old one
    const hasMoved = Boolean(body.dataset.stage) && page.body.dataset.stage !== body.dataset.stage;
    const isHeld = hasMoved && inUse(document.getElementById("main"));
    if (hasMoved && !isHeld && !showStage(page, answer.redirected)) return true;
    const still = unused();
    passedOver = isHeld || still.length < document.querySelectorAll(parts).length;
    for (const part of still) {
      const now = page.getElementById(part.id);
      if (!now || now.innerHTML === part.innerHTML) continue;
      const before = part.querySelectorAll("summary");
      part.innerHTML = now.innerHTML;
      part.querySelectorAll("summary").forEach((title, i) => {
        if (before[i]?.textContent === title.textContent) title.parentElement.open ||= before[i].parentElement.open;
      });
      if (mark) {
        part.classList.add(mark);
        setTimeout(() => part.classList.remove(mark), 2500);
      }
    }
    tick();
    document.dispatchEvent(new CustomEvent("pennant:refreshed", { detail: page }));
    return true;
  }

  // In another stage a page may look quite different, beyond its live parts: it is shown whole. A page with a script
  // of its own keeps what that script works on. False: another page is at this address now, so it is loaded.
  const scripts = (page) => [...page.querySelectorAll("script[src]")].map((script) => script.getAttribute("src"));
  function showStage(page, isElsewhere) {
    if (isElsewhere || scripts(page).join() !== scripts(document).join()) {
      location.reload();
      return false;
    }
    body.dataset.stage = page.body.dataset.stage;
    if (scripts(document).length === 1)
      document.getElementById("main").innerHTML = page.getElementById("main").innerHTML;
    return true;
  }
  // minutes go on though nothing happens
  if (document.querySelector("[data-pace]"))
    setInterval(() => {
      if (!document.hidden) refresh("[data-pace][id]").catch(() => null);
    }, 30000);

  // The line is gone, or something else than events answered. Where the server has no room for one more page, this
  // one reads itself meanwhile.
  async function comeBack() {
    const answer = await fetch(source, { method: "HEAD", signal: AbortSignal.timeout(3000) }).catch(() => null);
    const wait = answer && answer.status === 503 ? Number(answer.headers.get("Retry-After")) : 0;
    if (wait) {
      say("Many pages are open, so this one updates only every " + wait + " seconds.");
      readSoon(0);
    }
    setTimeout(listen, (wait || 3) * 1000 + Math.random() * 2000);
  }

  // A browser comes back by itself where the line broke, but gives up for good where anything else than events
  // answered, such as a proxy while the server starts. So the page opens another line, after the last number that it
  // has.
  function listen() {
    const events = new EventSource(source + (newest ? "?after=" + newest + "&epoch=" + epoch : ""));
    const leave = (next) => {
      events.close();
      clearInterval(watch);
      next();
    };
    // a frozen server, a closed lid and a router that is gone say nothing at all: heartbeats come every two seconds
    // (core/live.py)
    lastSign = Date.now();
    const watch = setInterval(() => {
      if (Date.now() - lastSign > 6500) {
        lineDown();
        leave(comeBack);
      }
    }, 250);
    events.onopen = lineUp;
    events.onerror = () => {
      lineDown();
      if (events.readyState === EventSource.CLOSED) leave(comeBack);
    };
    events.addEventListener("crowd", (event) => {
      crowd = Number(event.data);
    });
    events.addEventListener("clock", (event) => {
      behind = new Date(event.data) - Date.now();
      tick();
    });
    // more has happened than is sent one by one: the whole page is read
    events.addEventListener("behind", (event) => {
      lineUp();
      newest = event.lastEventId;
      missed();
    });
    // the heartbeat says how far a page must have come; in another epoch a copy was brought back, and no number counts
    events.addEventListener("here", (event) => {
      lineUp();
      const here = JSON.parse(event.data),
        another = epoch !== undefined && here.epoch !== epoch;
      if (another || here.newest > Number(newest)) {
        newest = here.newest;
        missed();
      }
      epoch = here.epoch;
      learnStandby(here.standby || "");
      if (another) leave(listen);
    });
    events.addEventListener("action", (event) => {
      lineUp();
      newest = event.lastEventId;
      const news = JSON.parse(event.data);
      const handled = !document.dispatchEvent(new CustomEvent("pennant:action", { detail: news, cancelable: true }));
      if (isShown(news) && (!handled || reading)) readSoon(5);
    });
  }
  listen();

  // one of the screens of a wall that turns: on to the next, which is fetched before this one is left
  async function turnTheWall() {
    const next = await fetch(document.body.dataset.wall + "?after=" + encodeURIComponent(location.pathname)).catch(
      () => null,
    );
    if (next?.ok) location.replace(next.url);
    else setTimeout(turnTheWall, 5000);
  }
  if (document.body.dataset.wall) setTimeout(turnTheWall, 20000);
})();

// Calls a manager, on whatever page of his tournament he is, when his pick comes near: a banner, the title of the
// tab, a sound and the phone's buzz. What this device cannot do is said on the page of the device.
(() => {
  const NEAR = ["on_clock", "on_deck", "in_the_hole"];
  const CALLED = "● Your pick · ";
  // what may open a draft, or put this team into another: the stage and the rules, divisions, draft positions, and
  // opening
  const MAY_CHANGE_TURNS = ["all", "people", "rolls"];
  const CALLS = ["You are on the clock", "You are on deck", "Two picks, then yours"];
  const Sound = window.AudioContext || window.webkitAudioContext;
  let title = document.title;
  const kept = (store, name, value) => {
    // a browser may forbid its store
    try {
      return value === undefined ? store.getItem(name) : store.setItem(name, value);
    } catch {
      return null;
    }
  };
  const wanted = (kind) => kept(localStorage, "pennant-" + kind) !== "off";

  let audio = null;
  const voice = () => {
    audio ??= new Sound();
    return audio;
  };
  // browsers are silent until a page was touched once
  if (Sound)
    for (const touch of ["pointerdown", "keydown"])
      document.addEventListener(touch, () => voice().resume(), { passive: true });
  function sound(beeps) {
    voice();
    for (let beep = 0; beep < beeps; beep++) {
      const tone = audio.createOscillator(),
        at = audio.currentTime + beep * 0.3;
      tone.frequency.value = 880;
      tone.connect(audio.destination);
      tone.start(at);
      tone.stop(at + 0.15);
    }
  }
  function call(away, sounds = true) {
    if (Sound && sounds && wanted("sound")) sound(3 - away);
    if (navigator.vibrate && wanted("buzz")) navigator.vibrate(away ? [150] : [300, 150, 300, 150, 300]);
  }

  function show(turn) {
    const { team, pick, clock, channels } = turn;
    const away =
      clock && clock.state === "running" ? NEAR.findIndex((place) => clock[place] && clock[place].team === team) : -1;
    // chosen on the page of notices
    const chosen = channels[away ? "on_deck" : "on_the_clock"];
    const isCalled = away >= 0 && chosen.includes("page");
    const isShown = isCalled && (away > 0 || location.pathname !== pick); // the pick page marks its own turn
    const banner = document.getElementById("turn-call");
    document.title = isCalled && !away ? CALLED + title : title;
    if (!isShown) banner?.remove();
    if (away < 0) return;
    const mine = clock[NEAR[away]];
    if (isShown) showBanner(banner, away, mine, pick, clock);
    const key = mine.overall + "/" + away + "/" + clock.again;
    if (kept(sessionStorage, "pennant-called") === key) return; // another page of this tab has called already
    kept(sessionStorage, "pennant-called", key);
    call(away, chosen.includes("sound"));
  }
  function showBanner(banner, away, mine, pick, { deadline, bank }) {
    const place = document.createElement("p"),
      way = document.createElement("a");
    place.id = "turn-call";
    place.className = "linedown";
    place.setAttribute("role", away ? "status" : "alert");
    place.dataset.turn = [away, mine.label, deadline].join();
    way.href = pick;
    way.textContent = CALLS[away];
    place.append(way, " · " + mine.label);
    if (deadline && !away) {
      const time = document.createElement("time");
      time.dataset.deadline = deadline;
      time.dataset.bank = bank;
      time.setAttribute("role", "timer");
      place.append(" · ", time);
    }
    if (!banner) document.getElementById("toasts").prepend(place);
    else if (banner.dataset.turn !== place.dataset.turn) banner.replaceWith(place);
  }

  const asks = document.body.dataset.turn;
  if (asks) {
    let turn = null;
    const ask = async () => {
      const answer = await fetch(asks);
      if (!answer.ok) return;
      turn = await answer.json();
      show(turn);
    };
    document.addEventListener("pennant:action", (event) => {
      const { draft, clock, scope } = event.detail;
      if (turn && clock && draft === turn.draft) {
        turn = { ...turn, clock };
        show(turn);
      } else if (MAY_CHANGE_TURNS.includes(scope) || (clock && !turn?.draft)) ask();
    });
    document.addEventListener("pennant:missed", ask);
    // Before and after the draft there is no turn to show; the draft's first event asks.
    if (["draft", undefined].includes(document.body.dataset.stage)) ask();
  }

  // The other notices stay until they are dismissed on this device or no longer hold. Each sounds once.
  const MAY_CHANGE_NOTICES = ["all", "schedule", "results", "suspended", "sheets", "rulings"];
  const address = document.body.dataset.notices;
  const tags = (name) => JSON.parse(kept(localStorage, name) || "[]");
  const addTag = (name, tag) => kept(localStorage, name, JSON.stringify([...tags(name), tag].slice(-200)));
  function noticeLine({ tag, body, page }) {
    const line = document.createElement("p"),
      way = document.createElement("a"),
      button = document.createElement("button");
    line.className = "linedown";
    line.dataset.notice = tag;
    way.href = page;
    way.textContent = body;
    button.textContent = "Dismiss";
    button.addEventListener("click", () => {
      addTag("pennant-dismissed", tag);
      showNotices();
    });
    line.append(way, " ", button);
    return line;
  }
  // A phone has room for one.
  const PHONE = matchMedia("(max-width: 40rem)");
  let notices = [];
  function showNotices() {
    const isDismissed = tags("pennant-dismissed");
    const open = notices.filter(
      ({ shows, tag, page }) => shows && page !== location.pathname && !isDismissed.includes(tag),
    );
    document.getElementById("notices").replaceChildren(...open.slice(PHONE.matches ? -1 : 0).map(noticeLine));
  }
  async function lookForNotices() {
    const answer = await fetch(address).catch(() => null);
    if (!answer?.ok) return;
    notices = (await answer.json()).notices.filter((notice) => !notice.kind.startsWith("on_"));
    let list = document.getElementById("notices");
    if (!list) {
      list = document.createElement("div");
      list.id = "notices";
      list.role = "status";
      document.getElementById("toasts").append(list);
    }
    showNotices();
    const heard = tags("pennant-heard"),
      fresh = notices.filter(({ tag }) => !heard.includes(tag));
    for (const { tag } of fresh) addTag("pennant-heard", tag);
    if (fresh.some(({ sounds }) => sounds)) call(2);
  }
  if (address) {
    const lookSoon = () => setTimeout(lookForNotices, Math.random() * 1500);
    document.addEventListener("pennant:action", ({ detail }) => {
      if (MAY_CHANGE_NOTICES.includes(detail.scope)) lookSoon();
    });
    document.addEventListener("pennant:missed", lookSoon);
    if (!["signup", "draft", "finished"].includes(document.body.dataset.stage)) lookForNotices();
  }

  document.addEventListener("pennant:refreshed", (event) => {
    const called = document.title !== title;
    title = event.detail.title;
    document.title = called ? CALLED + title : title;
  });

  const abilities = document.getElementById("calls");
  if (!abilities) return;
  abilities.firstElementChild.disabled = false;
  const kinds = { sound: Boolean(Sound), buzz: Boolean(navigator.vibrate) };
  for (const [kind, able] of Object.entries(kinds)) {
    const box = abilities.querySelector("[name=" + kind + "]");
    box.disabled = !able;
    box.checked = able && wanted(kind);
    abilities.querySelector("[data-missing=" + kind + "]").hidden = able;
    box.addEventListener("change", () => kept(localStorage, "pennant-" + kind, box.checked ? "on" : "off"));
  }
  abilities.querySelector("button").addEventListener("click", () => call(0));
})();
