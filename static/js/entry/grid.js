// The results grid by keyboard: arrows and Enter move between fields that are seen, Escape takes a field back.
"use strict";
(() => {
  const main = document.getElementById("main"),
    form = () => document.getElementById("results");
  if (!form()) return;
  const TEXT = "input:not([type=checkbox])";
  const inGrid = (field) => form().contains(field) && field.closest("table.keys") && field.matches(TEXT + ", select");
  const started = (field) => field.closest("td")?.querySelector("label.start input");
  // a closed part of the page has boxes in some browsers, so it is asked for by name
  const seen = (field) => field.getClientRects().length > 0 && !field.closest("details:not([open])");
  const seenIn = (place, wanted = TEXT) => [...(place?.querySelectorAll(wanted) ?? [])].find(seen);

  function neighbour(field, down, across) {
    const cell = field.closest("td, th"),
      row = cell.parentElement;
    const column = [...row.children].indexOf(cell) + across;
    if (across) return seenIn(row.children[column], TEXT + ", select");
    let next = row;
    do next = down > 0 ? next.nextElementSibling : next.previousElementSibling;
    while (next?.classList.contains("told"));
    return seenIn(next?.children[column], TEXT + ", select");
  }

  // Scores run across, pitching runs down, as on the paper; a list is opened, not typed, so Enter passes it by.
  function following(field) {
    const cell = field.closest("td, th"),
      row = cell.parentElement,
      table = cell.closest("table");
    const column = [...row.children].indexOf(cell);
    if (!table.matches(".pitchers")) {
      const [left, below] = [
        [...row.children].slice(column + 1),
        [...table.tBodies[0].rows].slice(row.sectionRowIndex + 1),
      ];
      const next = [...left, ...below].map((place) => seenIn(place)).find(Boolean);
      if (next) return next;
    } else {
      const next = neighbour(field, 1, 0) || seenIn(table.tBodies[0].rows[0].children[column + 1]);
      if (next) return next;
    }
    const tables = [...form().querySelectorAll("table.keys")];
    return (
      tables
        .slice(tables.indexOf(table) + 1)
        .map((other) => seenIn(other.tBodies[0]))
        .find(Boolean) || form().querySelector("button.main")
    );
  }

  function go(field) {
    if (!field) return false;
    field.focus();
    if (field.select) field.select();
    return true;
  }

  main.addEventListener("focusin", (event) => {
    event.target.dataset.before = event.target.value;
  });

  const ARROWS = { ArrowDown: [1, 0], ArrowUp: [-1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
  main.addEventListener("keydown", (event) => {
    const field = event.target;
    if (!inGrid(field) || event.altKey || event.ctrlKey || event.metaKey) return;
    const isList = field.tagName === "SELECT",
      arrow = ARROWS[event.key];
    if (event.key === "Enter") {
      event.preventDefault();
      go(following(field));
    } else if (event.key === "Escape") {
      event.preventDefault();
      if (field.value !== field.dataset.before) {
        field.value = field.dataset.before;
        field.dispatchEvent(new Event("input", { bubbles: true }));
      } else document.getElementById("leave").focus();
    } else if (arrow) {
      const stays =
        !isList &&
        ((event.key === "ArrowLeft" && field.selectionStart > 0) ||
          (event.key === "ArrowRight" && field.selectionEnd < field.value.length));
      if (stays) return;
      // a list is never turned by an arrow that was meant to move
      if (go(neighbour(field, ...arrow)) || isList) event.preventDefault();
    } else if (isList && event.key.length === 1 && event.key !== " ") {
      event.preventDefault();
      document.getElementById("kept").textContent = "Press the space bar to open this list.";
    } else if (event.key.toLowerCase() === "s" && started(field)) {
      event.preventDefault();
      started(field).click();
    }
  });

  const skipTicks = () =>
    form()
      .querySelectorAll("label.start input")
      .forEach((box) => {
        box.tabIndex = -1;
      });
  document.addEventListener("pennant:refused", skipTicks);
  skipTicks();
})();
// Nothing typed into the results grid is lost: every key is kept on this device at once and at the server soon after;
// a save is sent from here, so that a dead line leaves the grid as it is. A page without script posts the form.
(() => {
  const main = document.getElementById("main"),
    form = () => document.getElementById("results");
  if (!form()) return;
  const OF_GRID =
    /^(runs|innings|ending|never|line|spare|p|s|r|dp|injured|accept|note|gaccept|gnote)-|^(first_home|reason|lines)$/;
  const fields = () => [...form().elements].filter((field) => OF_GRID.test(field.name));
  const isTick = (field) => field.type === "checkbox" || field.type === "radio";
  const version = () => form().elements.version;
  const say = (sentence) => {
    const kept = document.getElementById("kept");
    if (kept.textContent !== sentence) kept.textContent = sentence;
  };
  const same = (one, other) =>
    Boolean(other) && JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());

  let loose = {}; // put back, but without a field until the server has drawn the list of faults
  const now = (field) => (!isTick(field) || field.checked ? field.value : "");
  const original = (field) =>
    isTick(field)
      ? field.defaultChecked
        ? field.value
        : ""
      : (field.defaultValue ?? (field.querySelector("[selected]") ?? field[0]).value);
  function typed(as = now) {
    const values = { ...loose };
    for (const field of fields()) if (as(field)) values[field.name] = as(field);
    return values;
  }

  // What is saved, to know what is not: as the page was drawn, for somebody may type before this script has come. Null
  // where it was drawn with what somebody typed.
  const before = document.getElementById("typed-before"),
    savedVersion = Number(version().value);
  let saved = before && typed(original);
  const asSaved = () => same(typed(), saved);

  // Each opening of the page keeps under a name of its own, so that two of them never write over each other.
  const page = [...crypto.getRandomValues(new Uint32Array(3))]
    .map((part) => part.toString(36).padStart(7, "0"))
    .join("");
  const label = (record) => record.page + "@" + record.stamp;
  let stamp = 0,
    answersFor = []; // pages that this one has taken over or thrown away, each up to its stamp

  // ---- on this device
  const place = "pennant:typed:" + form().dataset.typist + ":";
  function keepHere(values = asSaved() ? {} : typed()) {
    stamp = Math.max(Date.now(), stamp + 1);
    const record = { page, stamp, version: Number(version().value), values, answersFor, mine: true };
    try {
      localStorage.setItem(place + page, JSON.stringify(record));
    } catch {
      /* full or forbidden: the server keeps it */
    }
  }
  function keptHere() {
    try {
      return Object.keys(localStorage)
        .filter((name) => name.startsWith(place))
        .map((name) => JSON.parse(localStorage.getItem(name)));
    } catch {
      return [];
    }
  }
  function forgetHere(record) {
    try {
      localStorage.removeItem(place + record.page);
    } catch {
      /* forbidden */
    }
  }

  // the page moves to another computer, whose pages don't see what this one keeps on the device
  document.addEventListener("pennant:moving", (event) => {
    keepHere();
    for (const record of keptHere()) event.detail[place + record.page] = JSON.stringify(record);
  });

  // ---- at the server, which answers with the faults; one request at a time, what is typed meanwhile goes with the
  // next
  const HERE = "Your entry is backed up on this device",
    UNSAVED = "It isn't saved yet.";
  let waiting = null,
    busy = false,
    more = false,
    unsent = false,
    lineDown = false,
    saving = false,
    unsaved = UNSAVED;
  function soon(after = 350) {
    clearTimeout(waiting);
    waiting = setTimeout(check, after);
  }
  function changed() {
    unsent = true;
    keepHere();
    soon();
    document.dispatchEvent(new Event("pennant:typed"));
  }

  function body() {
    const own = {
      csrfmiddlewaretoken: form().elements.csrfmiddlewaretoken.value,
      version: version().value,
      page,
      stamp,
      answers_for: answersFor.join(" "),
    };
    return new URLSearchParams({ ...typed(), ...own, ...(asSaved() ? { as_saved: 1 } : {}) });
  }
  const post = (address, data) =>
    fetch(address, {
      method: "POST",
      body: data,
      headers: { Accept: "application/json" },
      signal: AbortSignal.timeout?.(20000),
    });

  let asking = null;
  function check() {
    clearTimeout(waiting);
    if (busy) more = true;
    else asking = ask();
    return asking;
  }
  async function ask() {
    busy = true;
    const sent = stamp,
      text = takes && form().elements.lines.value,
      data = body();
    if (text) data.set("take", 1);
    takes = false;
    try {
      const answer = await post(form().dataset.check, data);
      if (answer.ok) {
        const told = await answer.json();
        if (sent === stamp) unsent = false;
        show(told);
        if (text) put(told.said, text);
      } else takes = Boolean(text);
      tell(answer.status);
    } catch {
      takes = Boolean(text);
      tell(0);
    }
    busy = false;
    if (more) {
      more = false;
      soon(0);
    }
  }

  // Lines that the server understood are in their fields; what it did not stays, and so does what was typed meanwhile.
  let takes = false;
  function put(said, sent) {
    const box = form().elements.lines;
    if (!box.value.startsWith(sent) || !Object.keys(said).length) return;
    for (const field of fields()) {
      const value = said[field.name];
      if (value === undefined) continue;
      if (field === box) {
        box.value = value + (value && "\n") + box.value.slice(sent.length).trimStart();
        takes = Boolean(value);
      } else if (isTick(field)) field.checked = field.value === value;
      else field.value = value;
    }
    changed();
  }
  const isLines = (event) => event.target.name === "lines";
  for (const kind of ["paste", "change"])
    main.addEventListener(kind, (event) => {
      if (isLines(event)) {
        takes = true;
        soon();
      }
    });
  main.addEventListener("keydown", (event) => {
    if (!isLines(event) || event.key !== "Enter") return;
    takes = true;
    if (/\S[^\n]*$/.test(event.target.value)) return;
    event.preventDefault();
    form().querySelector("button.main").focus();
  });

  function tell(status) {
    const back = lineDown ? "Reconnected. " : "";
    lineDown = status === 0;
    if (lineDown || status >= 500) soon(3000);
    if (saving) return;
    if (lineDown)
      say("Connection lost. Your entry is backed up on this device and will be sent when you reconnect. " + unsaved);
    else if (status < 300) say(back + (asSaved() ? "" : "Your entry is backed up here and on the server. " + unsaved));
    else if (status === 403)
      say("This device is no longer signed in. Open your sign-in link in another tab. " + HERE + ". " + unsaved);
    else say("The server can't accept it right now (" + status + "). " + HERE + ". " + unsaved);
  }

  window.addEventListener("online", () => {
    if (unsent) soon(0);
  });
  main.addEventListener("input", (event) => {
    if (event.target.form === form() && OF_GRID.test(event.target.name)) changed();
  });

  // A phone put into the pocket may never wake this page again.
  function leaving() {
    if (unsent && !saving) navigator.sendBeacon(form().dataset.check, body());
  }
  window.addEventListener("pagehide", leaving);
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload();
  }); // as it was left, it may be old
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) leaving();
  });

  // ---- faults
  function show(answer) {
    const faults = document.getElementById("faults"),
      focused = document.activeElement;
    if (!faults.contains(focused) || focused.type === "checkbox") {
      faults.innerHTML = answer.faults;
      loose = {};
    }
    for (const [id, text] of Object.entries(answer.totals)) {
      const output = document.getElementById(id);
      if (output) output.textContent = text;
    }
    for (const label of main.querySelectorAll("[data-home]")) label.textContent = answer.homes[label.dataset.home];
    for (const output of form().querySelectorAll("output[data-outs]"))
      output.dataset.outs = answer.spans[output.id] ?? "";
    for (const row of form().querySelectorAll("tr.told")) row.remove();
    for (const field of form().querySelectorAll("table.keys input:not([type=checkbox]), table.keys select")) {
      field.dataset.available = answer.available[field.name] ?? "";
      const sentence = answer.fields[field.name];
      if (sentence) mark(field, sentence);
      else {
        field.removeAttribute("aria-invalid");
        field.removeAttribute("aria-describedby");
      }
    }
    document.dispatchEvent(new CustomEvent("pennant:checked", { detail: answer.fields }));
  }

  // The sentence stands under the row of the field it is about, and is read with the field.
  function mark(field, sentence) {
    const row = field.closest("tr"),
      under = document.createElement("tr"),
      cell = under.insertCell();
    under.className = "told";
    cell.colSpan = row.cells.length;
    cell.className = "fault small";
    cell.id = "refusal-" + field.name;
    cell.textContent = sentence;
    row.after(under);
    field.setAttribute("aria-invalid", "true");
    field.setAttribute("aria-describedby", cell.id);
  }

  // ---- what was typed before, on this device or another: the newest of one's own is put back, whatever else is left
  // is offered, and nothing is mixed
  function restore() {
    const there = JSON.parse(before.textContent),
      newest = new Map();
    for (const record of [...there, ...keptHere()])
      if (!(newest.get(record.page)?.stamp >= record.stamp)) newest.set(record.page, record);
    const all = [...newest.values()],
      answered = all.flatMap((record) => record.answersFor ?? []).map((one) => one.split("@"));
    const isDone = (record) =>
      same(record.values, {}) ||
      same(record.values, saved) ||
      answered.some(([other, upTo]) => other === record.page && upTo >= record.stamp);
    all.filter((record) => record.mine && isDone(record)).forEach(forgetHere);
    answersFor = there.filter((record) => record.mine && isDone(newest.get(record.page))).map(label);
    const open = all.filter((record) => !isDone(record)).sort((one, other) => other.stamp - one.stamp);
    const own = open.find((record) => record.mine && record.version === savedVersion);
    if (own) take(own);
    else if (answersFor.length) changed();
    for (const record of open) if (record !== own && !same(record.values, own?.values)) offer(record);
  }

  function fill(values, from) {
    loose = { ...values };
    for (const field of fields()) {
      const value = values[field.name] ?? "";
      if (isTick(field)) field.checked = field.value === value;
      else field.value = value;
      delete loose[field.name];
      if (value) field.closest("details")?.setAttribute("open", "");
    }
    version().value = from;
    changed();
  }

  function take(record) {
    answersFor = [...answersFor, ...(record.answersFor ?? []), label(record)].slice(-40);
    fill(record.values, record.version);
    if (record.mine) forgetHere(record);
    const since = record.version < savedVersion ? " Saving it will show both versions." : "";
    notice(whose(record) + " has been restored but not saved." + since, {
      Discard: () => throwAway(record),
    });
  }

  function throwAway(record) {
    const values = typed(),
      from = version().value;
    const back = () => {
      fill(values, from);
      notice("The entry has been restored but not saved.", {});
    };
    fill(saved, savedVersion);
    notice(whose(record) + " has been discarded.", { Undo: back });
  }

  function offer(record) {
    const drop = () => {
      answersFor.push(label(record));
      forgetHere(record);
      changed();
    };
    notice(whose(record) + " was never saved.", {
      Restore: () => take(record),
      ...(record.mine ? { Discard: drop } : {}),
    });
  }

  function whose(record) {
    const when = new Date(record.stamp).toLocaleString([], { dateStyle: "short", timeStyle: "short" });
    const newer = record.version < savedVersion ? " (now " + savedVersion + ")" : "";
    const since = ", based on version " + record.version + newer + ",";
    return (record.mine ? "Your unsaved entry from " : "Unsaved entry by " + record.by + " from ") + when + since;
  }

  function notice(sentence, acts) {
    const note = document.createElement("div"),
      text = document.createElement("p");
    note.className = "note warn";
    note.setAttribute("role", "status");
    text.append(sentence + " ");
    for (const [name, act] of Object.entries(acts)) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = name;
      button.addEventListener("click", () => {
        note.remove();
        act();
      });
      text.append(button, " ");
    }
    note.append(text);
    document.getElementById("typed").append(note);
  }

  // ---- saving: once for each time that somebody asks for it; what is kept is sent by itself, a save never is
  main.addEventListener("submit", (event) => {
    if (event.target !== form()) return;
    event.preventDefault();
    if (!saving && event.submitter) save(event.submitter);
  });

  function isSaving(now) {
    saving = now;
    for (const button of form().elements) if (button.type === "submit" && button.name) button.disabled = now;
  }

  async function save(button) {
    clearTimeout(waiting);
    isSaving(true);
    say("Saving.");
    // a card reckons innings by the score, and the server has the word of it
    for (let tries = 0; tries < 2 && unsent && !lineDown && main.querySelector("[data-own]"); tries++) await check();
    clearTimeout(waiting);
    unsent = true;
    keepHere();
    unsaved = "It isn't saved yet. Press “" + button.textContent + "” again; it won't be saved twice.";
    let status = 0;
    try {
      const answer = await sendSave(button),
        text = await answer.text();
      if (answer.ok) {
        location.assign(JSON.parse(text).address);
        settled();
        return;
      }
      status = answer.status;
      const refused = drawn(text);
      if (refused.getElementById("results")) {
        putInPlace(refused);
        return;
      }
    } catch {
      /* the line is down */
    }
    isSaving(false);
    button.focus();
    tell(status);
  }

  async function sendSave(button) {
    const data = () => {
      const all = new FormData(form());
      for (const [name, value] of body()) if (!all.has(name)) all.append(name, value);
      all.append(button.name, button.value);
      return all;
    };
    const answer = await post(form().action, data());
    if (answer.status !== 403) return answer;
    // signed in again in another tab, this page still has its old token
    const newer = drawn(await (await fetch(form().action)).text()).getElementById("results");
    if (!newer) return answer;
    form().elements.csrfmiddlewaretoken.value = newer.elements.csrfmiddlewaretoken.value;
    return post(form().action, data());
  }
  const drawn = (text) => new DOMParser().parseFromString(text, "text/html");

  // Nothing of this page is unsaved any more; a request that is late brings nothing back.
  function settled() {
    keepHere({});
    unsent = false;
    clearTimeout(waiting);
    more = false;
  }

  function putInPlace(refused) {
    saving = lineDown = false;
    [saved, loose, unsaved] = [null, {}, UNSAVED];
    main.innerHTML = refused.getElementById("main").innerHTML;
    document.dispatchEvent(new CustomEvent("pennant:refused"));
    changed();
    const field = [...form().querySelectorAll("[aria-invalid=true]")].find((each) => !each.closest("[hidden]"));
    field?.closest("details")?.setAttribute("open", "");
    const first = main.querySelector("[role=alert]") ?? field ?? document.getElementById("faults");
    if (!first.matches("input, select")) first.tabIndex = -1;
    first.focus();
  }

  main.addEventListener("click", (event) => {
    if (!event.target.closest("[data-throw-away]")) return;
    settled();
    const data = body();
    data.set("as_saved", "1");
    navigator.sendBeacon(form().dataset.check, data);
  });

  // The page as it is left is not what somebody else may have saved meanwhile; say so before he types on.
  document.addEventListener("pennant:action", (event) => {
    const told = event.detail,
      isOlder = () => told.version > Number(version().value) && !saving;
    if (told.subject === form().action.replace(/.*series\/(\d+)\/.*/, "series:$1") && isOlder())
      setTimeout(() => {
        if (isOlder()) say("Someone else saved this series. Saving will show both versions.");
      }, 1500);
  });

  const early = fields()
    .filter((field) => now(field) !== original(field))
    .map((field) => [field, field.value, field.checked]);
  if (before) restore();
  for (const [field, value, checked] of early) {
    field.value = value;
    field.checked = checked;
  }
  if (!before || early.length) changed();
  // whoever was quicker than the script stays where he types
  if (before && document.activeElement === document.body && matchMedia("(min-width: 40.01rem)").matches)
    form().elements.lines.focus();
})();
