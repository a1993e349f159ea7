// The draft room: patches boards from the live event itself, marks players who are gone, and drives the list by
// keyboard.
"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const part = (status, name) => status.querySelector('[data-part="' + name + '"]');
  const write = (status, name, text) => {
    const place = part(status, name);
    if (place) place.textContent = text;
  };
  const el = (tag, text, className) => {
    const made = document.createElement(tag);
    made.textContent = text;
    if (className) made.className = className;
    return made;
  };

  // A pick that has just been made is marked for a moment.
  const MOMENT = 4000; // milliseconds
  function land(place) {
    place.classList.add("landed");
    setTimeout(() => place.classList.remove("landed"), MOMENT);
  }

  function showLastPick(place, cells) {
    const [cell] = cells.filter((each) => each.name);
    if (!cell) return;
    place.innerHTML = cell.words;
    land(place);
    clearTimeout(place.timer);
    place.timer = setTimeout(() => place.replaceChildren(), MOMENT);
  }

  function fillCell(cell) {
    const place = byId("p" + cell.overall);
    if (!place || !cell.lines) return false; // an event of an older Pennant holds no lines
    place.innerHTML = cell.lines;
    land(place);
    return true;
  }

  function showRemarks(status, clock) {
    write(status, "again", clock.again ? "Picking again after a rescinded pick (T0.18)" : "");
    write(status, "program", clock.program || "");
    const missed = clock.skipped.map((turn) => turn.label + " " + turn.team_name).join(", ");
    write(status, "skipped", missed && "Missed picks: " + missed);
  }

  function showClock(status, clock) {
    const now = clock.on_clock;
    status.querySelector(".onclock").hidden = !now;
    if (now) {
      part(status, "team").textContent = now.team_name;
      part(status, "turn").textContent = now.label + " (" + now.overall + ")";
    }
    const time = part(status, "clock");
    time.classList.remove("late");
    if (clock.deadline) {
      time.dataset.deadline = clock.deadline;
      time.dataset.bank = clock.bank;
      time.dateTime = clock.deadline;
    } else {
      delete time.dataset.deadline;
      time.removeAttribute("datetime");
      time.textContent = clock.left === null ? "" : clock.left + " s left";
    }
    const state = part(status, "state");
    state.textContent = clock.state_name;
    state.className = "state" + ({ running: " good", paused: " warn" }[clock.state] || "");
    write(status, "until", clock.until || "");
    write(status, "deck", clock.on_deck ? "On deck: " + clock.on_deck.team_name + ", " + clock.on_deck.label : "");
  }

  function markNow(clock) {
    for (const cell of document.querySelectorAll("table.board td.now")) cell.classList.remove("now");
    const place = clock.on_clock && byId("p" + clock.on_clock.overall);
    if (place) place.classList.add("now");
    return Boolean(place) || !clock.on_clock;
  }

  function addLatest(list, cells) {
    for (const cell of cells.filter((each) => each.name)) {
      const item = document.createElement("li");
      item.innerHTML = cell.words;
      list.prepend(item);
      land(item);
    }
    while (list.children.length > Number(list.dataset.latest)) list.lastElementChild.remove();
  }

  function markGone(cell) {
    const rows = cell.card
      ? document.querySelectorAll('tr[data-card="' + cell.card + '"]')
      : cell.park
        ? document.querySelectorAll('tr[data-park="' + cell.park + '"]')
        : [];
    for (const row of rows) {
      row.classList.add("gone");
      row.querySelector("#draft-list .acts")?.replaceChildren(el("span", "taken " + cell.label, "state"));
      row.querySelector("#queue a.button")?.replaceWith(el("span", "taken " + cell.label, "state"));
    }
  }

  // Everything a board shows of a pick is in the event. Only the pages of the two teams whose turn ends or begins,
  // a desk, and a board that does not hold the turn read their page again.
  document.addEventListener("pennant:action", (event) => {
    const told = event.detail;
    if (told.queue) {
      const mine = document.querySelector("[data-team]");
      if (!mine || Number(mine.dataset.team) !== told.queue) event.preventDefault();
      return;
    }
    if (!told.draft || !told.clock) return;
    const statuses = document.querySelectorAll('[data-draft="' + told.draft + '"]');
    if (!statuses.length) {
      if (document.querySelector("table.board, [data-team]")) event.preventDefault();
      return;
    }
    for (const status of statuses)
      if (part(status, "clock")) showClock(status, told.clock);
      else showRemarks(status, told.clock);
    for (const cell of told.cells) markGone(cell);
    if (byId("last-pick") && told.verb === "make_pick") showLastPick(byId("last-pick"), told.cells);
    const board = document.querySelector("table.board");
    let whole = true;
    if (board) {
      for (const cell of told.cells) whole = fillCell(cell) && whole;
      whole = markNow(told.clock) && whole;
      if (document.querySelector("[data-latest]")) {
        if (told.verb === "make_pick") addLatest(document.querySelector("[data-latest]"), told.cells);
        else whole = false;
      }
    }
    const page = document.querySelector("[data-team], [data-follow]");
    if (page) {
      const team = Number(page.dataset.team);
      const touched = told.cells.some((cell) => cell.team === team) || told.freed.length || told.verb !== "make_pick";
      const mine = told.clock.on_clock && told.clock.on_clock.team === team;
      whole = whole && !page.dataset.follow && !touched && !mine;
    }
    if (whole) event.preventDefault();
  });

  // Where no worker makes the turns of teams without a manager, an open page asks the server to go on.
  setInterval(
    () => {
      const waits = [...document.querySelectorAll('[data-draft] [data-part="program"]')].some((program) =>
        program.textContent.trim(),
      );
      if (waits && !document.hidden) document.dispatchEvent(new Event("pennant:settle"));
    },
    20000 + Math.random() * 5000,
  );

  // The pick is sent from here, so that a dead line leaves the page as it is; pressed twice it is the same pick.
  const parse = (text) => new DOMParser().parseFromString(text, "text/html");
  async function sendPick(form) {
    const send = () =>
      fetch(form.action, {
        method: "POST",
        body: new FormData(form),
        headers: { Accept: "application/json" },
        signal: AbortSignal.timeout?.(20000),
      });
    const answer = await send();
    if (answer.status !== 403) return answer;
    // signed in again in another tab, this page still has its old token
    const token = parse(await (await fetch(location.href)).text()).querySelector(
      "form.picking [name=csrfmiddlewaretoken]",
    );
    if (!token) return answer;
    form.elements.csrfmiddlewaretoken.value = token.value;
    return send();
  }
  function refuse(page) {
    const main = byId("main");
    main.innerHTML = page.getElementById("main").innerHTML;
    main.tabIndex = -1;
    main.focus();
  }
  document.addEventListener("submit", async (event) => {
    const form = event.target,
      button = form.querySelector("button"),
      said = form.querySelector("[role=status]");
    if (!form.matches(".picking")) return;
    event.preventDefault();
    if (button.disabled) return;
    button.disabled = true;
    said.textContent = "Picking.";
    let why = "Connection lost.";
    try {
      const answer = await sendPick(form);
      if (answer.ok) {
        location.assign((await answer.json()).address);
        return;
      }
      if (answer.status === 409) {
        refuse(parse(await answer.text()));
        return;
      }
      why =
        answer.status === 403
          ? "This device is no longer signed in. Open your sign-in link in another tab."
          : "The server can't accept the pick right now (" + answer.status + ").";
    } catch {
      /* the line is down */
    }
    button.disabled = false;
    button.focus();
    said.textContent = why + " We can't tell if your pick went through. Press again; it can't count twice.";
  });

  // The desk's page follows the clock. A list under somebody's hand stays as it is, but it is for the team in the
  // heading.
  document.addEventListener("pennant:refreshed", () => {
    const now = document.querySelector('[data-follow="clock"]');
    if (!now) return;
    const { team, turn } = now.dataset;
    for (const part of document.querySelectorAll("#draft-list, #queue")) {
      for (const field of part.querySelectorAll("[name=team]")) field.value = field.defaultValue = team;
      for (const link of part.querySelectorAll('a.button[href*="team="]')) {
        const address = new URL(link.href);
        address.searchParams.set("team", team);
        if (turn) address.searchParams.set("overall", turn);
        else address.searchParams.delete("overall");
        link.href = address.pathname + address.search;
      }
    }
  });

  // The list: search while typing, / to search, arrows between rows, Enter picks.
  const search = byId("draft-search"),
    list = byId("draft-list");
  if (!list) return;

  // When the turn comes or ends, the buttons of the list change, although the focus is on it.
  document.addEventListener("pennant:refreshed", (event) => {
    const fresh = event.detail.getElementById("draft-list");
    const turnOf = (part) => part.querySelector("[name=overall]").value;
    if (!fresh || document.querySelector('[data-follow="clock"]') || turnOf(fresh) === turnOf(list)) return;
    const { card } = document.activeElement.closest("tr[data-card]")?.dataset || {};
    list.innerHTML = fresh.innerHTML;
    if (card) list.querySelector('tr[data-card="' + card + '"] .acts > :first-child')?.focus();
  });
  let typing = null,
    asked = null;
  async function look() {
    const address = "?" + new URLSearchParams([...new FormData(search)].filter((pair) => pair[1]));
    asked = address;
    const answer = await fetch(address, { headers: { "X-Live": "1" } });
    if (!answer.ok || asked !== address) return; // a slow answer to what was typed before
    const page = parse(await answer.text()),
      fresh = page.getElementById("draft-list");
    if (!fresh) return;
    list.innerHTML = fresh.innerHTML;
    byId("draft-roles").innerHTML = page.getElementById("draft-roles").innerHTML;
    history.replaceState(null, "", address);
  }
  const choose = byId("draft-choose");
  if (choose && search)
    choose.addEventListener("submit", () => {
      choose.elements.q.value = byId("q").value;
    });
  if (search) {
    search.addEventListener("input", () => {
      clearTimeout(typing);
      typing = setTimeout(look, 180);
    });
    search.addEventListener("submit", (event) => {
      event.preventDefault();
      clearTimeout(typing);
      look();
    });
  }

  // A player's card opens in a panel beside the list, and closing it returns the focus to the player's row.
  const panel = byId("player");
  let shownCard = null;
  const linkOf = (row) => row?.querySelector("a[data-player]");
  async function openPlayer(link) {
    const answer = await fetch(link.href).catch(() => null);
    const part = answer?.ok && parse(await answer.text()).querySelector("[data-loaded]");
    if (!part) return location.assign(link.href);
    shownCard = link.closest("tr").dataset.card;
    panel.querySelector("h2").textContent = link.textContent;
    panel.lastElementChild.replaceChildren(...part.childNodes);
    panel.hidden = false;
    panel.scrollTop = 0;
    panel.focus();
  }
  function closePlayer() {
    panel.hidden = true;
    linkOf(list.querySelector('tr[data-card="' + shownCard + '"]'))?.focus();
  }
  if (panel) {
    panel.querySelector("button").addEventListener("click", closePlayer);
    panel.addEventListener("keydown", (event) => {
      if (event.key === "Escape" || event.key === "ArrowLeft") closePlayer();
    });
    list.addEventListener("click", (event) => {
      const link = event.target.closest("a[data-player]");
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      openPlayer(link);
    });
    list.addEventListener("keydown", (event) => {
      const link = event.key === "ArrowRight" && linkOf(event.target.closest("tr"));
      if (link) openPlayer(link);
    });
  }

  const picks = () => [...list.querySelectorAll("tbody tr:not(.gone) .acts > :first-child")];
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const field = event.target.closest("input, select, textarea");
    if (event.key === "/" && !field && search) {
      event.preventDefault();
      byId("q").focus();
      byId("q").select();
      return;
    }
    if (field && field.id !== "q") return;
    if (event.key === "Escape" && field) {
      field.blur();
      return;
    }
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") {
      if (event.key === "Enter" && field && picks().length === 1) {
        event.preventDefault();
        picks()[0].click();
      }
      return;
    }
    const all = picks(),
      at = all.indexOf(document.activeElement);
    if (!all.length) return;
    event.preventDefault();
    if (event.key === "ArrowUp" && at <= 0) {
      if (search) byId("q").focus();
      return;
    }
    all[event.key === "ArrowDown" ? Math.min(at + 1, all.length - 1) : at - 1].focus();
  });
})();
