// The play table: each new view comes with the answer to a move or as an event, and replaces the old one, but for the
// parts that are the same.
"use strict";
(() => {
  const form = document.getElementById("move");
  const { address, stream, people, heartbeat } = document.getElementById("table-script").dataset;
  const newestEvent = (table) => Number(table.querySelector("[data-headline]")?.dataset.headline || 0);
  const hasUndo = (table) => Boolean(table.querySelector("[data-undo]"));
  const current = () => document.getElementById("table");
  // Not location.reload(), which would send a form again. Without a connection the page stays until there is one.
  async function reopen() {
    while (!(await fetch(people).catch(() => null))) {
      showConnection(true);
      await new Promise((done) => setTimeout(done, 1000));
    }
    location.replace(address);
  }

  for (const field of document.querySelectorAll("[data-random]"))
    field.value = [...crypto.getRandomValues(new Uint8Array(16))]
      .map((byte) => byte.toString(16).padStart(2, "0"))
      .join("");

  // Browsers copy only on secure addresses. Elsewhere the link itself remains.
  for (const button of document.querySelectorAll("[data-copy]")) {
    button.hidden = !navigator.clipboard;
    button.onclick = async () => {
      await navigator.clipboard.writeText(button.dataset.copy);
      button.textContent = "Copied";
    };
  }

  function show(html) {
    const old = current(),
      holder = document.createElement("template");
    holder.innerHTML = html;
    const table = holder.content.firstElementChild;
    if (Number(table.dataset.number) < Number(old.dataset.number)) return;
    // the lobby has forms outside the view, so another state is another page
    if (table.dataset.state !== old.dataset.state) return reopen();
    // an event leaves out the parts that this page has; they keep what is open in them
    for (const gap of table.querySelectorAll("i[data-part]")) {
      const part = old.querySelector(`[data-part="${gap.dataset.part}"]`);
      if (!part) return reopen();
      gap.replaceWith(part);
    }
    const typing = old.querySelector("textarea:focus")?.id;
    keepOpen(old, table);
    old.replaceWith(table);
    if (typing) document.getElementById(typing)?.focus({ preventScroll: true });
    // undo is asked for far down the page, and the question that follows is at its top
    const isUndone = newestEvent(table) < newestEvent(old) || hasUndo(table) !== hasUndo(old);
    if (isUndone && table.getBoundingClientRect().top < 0) table.scrollIntoView();
    if (!table.querySelector("[data-presence=free]")) document.querySelector("[data-invites]")?.remove();
    pause();
  }

  // A new view keeps the lists that are open, and a question that is not sent yet.
  function keepOpen(old, table) {
    for (const { id } of old.querySelectorAll("details[id][open]"))
      table.querySelector(`#${id}`)?.setAttribute("open", "");
    for (const { id, value } of old.querySelectorAll("textarea[id]")) {
      const field = table.querySelector(`#${id}`);
      if (field) field.value = value;
    }
  }

  // A double tap must not make the move that stands under the finger after the first tap.
  const PAUSE = 350;
  function pause() {
    const buttons = [...current().querySelectorAll("button:enabled")];
    for (const button of buttons) button.disabled = true;
    setTimeout(() => {
      for (const button of buttons) button.disabled = false;
      if (!document.activeElement?.matches("textarea")) focusUsual();
    }, PAUSE);
  }

  // Enter makes the usual move.
  const focusUsual = () => current().querySelector("[data-usual]")?.focus({ preventScroll: true });
  focusUsual();

  let isSending = false;
  form?.addEventListener("submit", async (event) => {
    // a move of the seats changes the links of the page, and the next game has its own page
    if (event.submitter?.closest("#seats") || event.submitter?.hasAttribute("formaction")) return;
    event.preventDefault();
    if (isSending) return;
    isSending = true;
    const move = { method: "POST", body: new FormData(form, event.submitter), headers: { "X-Fragment": "1" } };
    const answer = await fetch(form.action, move).catch(() => null);
    isSending = false;
    if (answer?.headers.get("Content-Type").startsWith("text/html") && answer.status !== 403) show(await answer.text());
    else reopen();
  });

  // The address of the stream stays the same, and the browser opens it again by itself.
  let banner = null;
  function showConnection(isDown) {
    if (isDown === Boolean(banner)) return;
    if (isDown) {
      banner = document.createElement("p");
      banner.className = "linedown";
      banner.setAttribute("role", "alert");
      banner.textContent = "Connection lost. Reconnecting …";
      document.getElementById("toasts").prepend(banner);
    } else {
      banner.remove();
      banner = null;
    }
  }

  // Who is there: a device with a seat says so every 25 seconds, and everyone reads it again when the note of the
  // stream's heartbeat changes.
  const HEARTBEAT = 25000;
  let note = null,
    sent = 0;
  async function showPeople() {
    sent = Date.now();
    const token = document.querySelector("[name=csrfmiddlewaretoken]")?.value;
    const request = form ? { method: "POST", headers: { "X-CSRFToken": token } } : {};
    const answer = await fetch(form ? heartbeat : people, request).catch(() => null);
    if (answer?.status === 403) return reopen(); // another device has the seat
    if (answer?.ok) replacePeople(await answer.text());
  }
  function replacePeople(html) {
    const old = document.getElementById("people"),
      holder = document.createElement("template");
    holder.innerHTML = html;
    if (!old || old.contains(document.activeElement)) return;
    if (old.dataset.own !== holder.content.firstElementChild.dataset.own) return reopen();
    old.replaceWith(holder.content);
  }
  setInterval(() => {
    if (events.readyState === EventSource.OPEN) showPeople();
  }, HEARTBEAT);
  document.getElementById("say")?.addEventListener("submit", async (event) => {
    event.preventDefault();
    const say = event.currentTarget;
    const phrase = { method: "POST", body: new FormData(say, event.submitter), headers: { "X-Fragment": "1" } };
    say.parentElement.open = false;
    const answer = await fetch(say.action, phrase).catch(() => null);
    if (answer?.ok) replacePeople(await answer.text());
  });

  const events = new EventSource(stream + "?after=" + current().dataset.number);
  events.addEventListener("error", () => showConnection(true));
  events.addEventListener("open", () => {
    showConnection(false);
    if (Date.now() - sent > HEARTBEAT / 2) showPeople();
  });
  events.addEventListener("here", (event) => {
    const here = JSON.parse(event.data).note;
    if (note !== null && here !== note) showPeople();
    note = here;
  });
  events.addEventListener("behind", reopen);
  events.addEventListener("table", (event) => {
    const { number, html } = JSON.parse(event.data);
    if (number > Number(current().dataset.number)) show(html);
  });
})();
