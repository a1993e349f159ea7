// The command palette: a combobox in a dialog that finds pages, actions, teams, players and series while words are
// typed. The search page, which answers with the options, shows the same without script.
"use strict";
(() => {
  const PAUSE = 80; // milliseconds after the last key before the server is asked
  const address = document.querySelector("a[data-search]").href;
  const dialog = document.createElement("dialog");
  dialog.id = "palette";
  dialog.ariaLabel = "Search";
  dialog.innerHTML =
    '<input role="combobox" aria-label="Team, player, series, page or action" aria-autocomplete="list"' +
    ' aria-controls="found" placeholder="Team, player, series, page or action" maxlength="80" autocomplete="off"' +
    ' autocapitalize="off" spellcheck="false" enterkeyhint="go">' +
    '<div id="found" role="listbox" aria-label="Results"></div><p role="status"></p>';
  document.body.append(dialog);
  const [field, list, note] = dialog.children;
  let active = null,
    latest = 0,
    searching = null;

  const options = () => [...list.querySelectorAll("[role=option]")];

  function activate(option) {
    if (active) active.ariaSelected = "false";
    active = option;
    if (!option) return field.removeAttribute("aria-activedescendant");
    option.ariaSelected = "true";
    field.setAttribute("aria-activedescendant", option.id);
    option.scrollIntoView({ block: "nearest" });
  }

  function show(html, sentence) {
    list.innerHTML = html;
    list.hidden = !options().length;
    field.ariaExpanded = String(!list.hidden);
    note.textContent = list.hidden ? sentence : "";
    activate(options()[0]);
  }

  async function search(pause) {
    const number = ++latest,
      typed = field.value.trim();
    await new Promise((resolve) => setTimeout(resolve, pause));
    if (number !== latest) return;
    const answer = await fetch(address + "?part&q=" + encodeURIComponent(typed)).catch(() => null);
    const html = answer?.ok ? await answer.text() : "";
    if (number !== latest) return;
    show(html, answer?.ok ? "Nothing matches “" + typed + "”." : "No response. Check your connection and try again.");
  }

  const ask = (pause) => {
    searching = search(pause);
  };

  async function pressed(event) {
    const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (way) {
      event.preventDefault();
      const all = options();
      activate(all.at((all.indexOf(active) + way) % all.length));
    }
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    await searching; // the answer to the last key may still be on its way
    active?.click();
  }

  field.addEventListener("input", () => ask(PAUSE));
  field.addEventListener("keydown", pressed);
  list.addEventListener("pointermove", (event) => {
    const option = event.target.closest("[role=option]");
    if (option && option !== active) activate(option);
  });
  list.addEventListener("click", (event) => {
    if (event.target.closest("[role=option]")) dialog.close(); // a link to a place on the same page loads nothing
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.addEventListener("pennant:search", () => {
    document.querySelector("#page-list:popover-open")?.hidePopover();
    if (!dialog.open) dialog.showModal(); // closed, it gives the focus back
    field.select();
    ask(0);
  });
})();
