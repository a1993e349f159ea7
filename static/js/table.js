// The play table: each new view comes with the answer to a move or as an event, and replaces the old one.
"use strict";
(() => {
  const form = document.getElementById("move");
  const stream = document.getElementById("table-script").dataset.stream;
  const current = () => document.getElementById("table");

  for (const field of document.querySelectorAll("[data-random]"))
    field.value = [...crypto.getRandomValues(new Uint8Array(16))]
      .map((byte) => byte.toString(16).padStart(2, "0"))
      .join("");

  function show(html) {
    const old = current(),
      holder = document.createElement("template");
    holder.innerHTML = html;
    const table = holder.content.firstElementChild;
    if (Number(table.dataset.number) < Number(old.dataset.number)) return;
    // the lobby has forms outside the view, so another state is another page
    if (table.dataset.state !== old.dataset.state) return location.reload();
    old.replaceWith(table);
    focusUsual();
  }

  // Enter makes the usual move.
  const focusUsual = () => current().querySelector("[data-usual]")?.focus({ preventScroll: true });
  focusUsual();

  form?.addEventListener("submit", async (event) => {
    event.preventDefault();
    const move = { method: "POST", body: new FormData(form, event.submitter), headers: { "X-Fragment": "1" } };
    const answer = await fetch(form.action, move).catch(() => null);
    if (answer?.headers.get("Content-Type").startsWith("text/html") && answer.status !== 403) show(await answer.text());
    else location.reload();
  });

  // The address of the stream stays the same, and the browser opens it again by itself.
  let banner = null;
  function showConnection(isDown) {
    if (isDown === Boolean(banner)) return;
    if (isDown) {
      banner = document.createElement("p");
      banner.className = "linedown";
      banner.setAttribute("role", "alert");
      banner.textContent = "The connection is down. Reconnecting …";
      document.body.prepend(banner);
    } else {
      banner.remove();
      banner = null;
    }
  }

  const events = new EventSource(stream + "?after=" + current().dataset.number);
  events.addEventListener("error", () => showConnection(true));
  events.addEventListener("open", () => showConnection(false));
  events.addEventListener("table", (event) => {
    const { number, html } = JSON.parse(event.data);
    if (number > Number(current().dataset.number)) show(html);
  });
})();
