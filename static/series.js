// The results grid by keyboard: arrows and Enter move between fields that are seen, Escape takes a field back.
"use strict";
(() => {
  const main = document.getElementById("main"), form = () => document.getElementById("results");
  if (!form()) return;
  const TEXT = "input:not([type=checkbox])";
  const inGrid = (field) => form().contains(field) && field.closest("table.keys") && field.matches(TEXT + ", select");
  const started = (field) => field.closest("td")?.querySelector("label.start input");
  // a closed part of the page has boxes in some browsers, so it is asked for by name
  const seen = (field) => field.getClientRects().length > 0 && !field.closest("details:not([open])");
  const seenIn = (place, wanted = TEXT) => [...(place?.querySelectorAll(wanted) ?? [])].find(seen);

  function neighbour(field, down, across) {
    const cell = field.closest("td, th"), row = cell.parentElement;
    const column = [...row.children].indexOf(cell) + across;
    if (across) return seenIn(row.children[column], TEXT + ", select");
    let next = row;
    do next = down > 0 ? next.nextElementSibling : next.previousElementSibling; while (next?.classList.contains("told"));
    return seenIn(next?.children[column], TEXT + ", select");
  }

  // Scores run across, pitching runs down, as on the paper; a list is opened, not typed, so Enter passes it by.
  function following(field) {
    const cell = field.closest("td, th"), row = cell.parentElement, table = cell.closest("table");
    const column = [...row.children].indexOf(cell);
    if (!table.matches(".pitchers")) {
      const [left, below] = [[...row.children].slice(column + 1), [...table.tBodies[0].rows].slice(row.sectionRowIndex + 1)];
      const next = [...left, ...below].map((place) => seenIn(place)).find(Boolean);
      if (next) return next;
    } else {
      const next = neighbour(field, 1, 0) || seenIn(table.tBodies[0].rows[0].children[column + 1]);
      if (next) return next;
    }
    const tables = [...form().querySelectorAll("table.keys")];
    return tables.slice(tables.indexOf(table) + 1).map((other) => seenIn(other.tBodies[0])).find(Boolean) || form().querySelector("button.main");
  }

  function go(field) {
    if (!field) return false;
    field.focus();
    if (field.select) field.select();
    return true;
  }

  main.addEventListener("focusin", (event) => { event.target.dataset.before = event.target.value; });

  const ARROWS = { ArrowDown: [1, 0], ArrowUp: [-1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
  main.addEventListener("keydown", (event) => {
    const field = event.target;
    if (!inGrid(field) || event.altKey || event.ctrlKey || event.metaKey) return;
    const isList = field.tagName === "SELECT", arrow = ARROWS[event.key];
    if (event.key === "Enter") {
      event.preventDefault();
      go(following(field));
    } else if (event.key === "Escape") {
      event.preventDefault();
      if (field.value !== field.dataset.before) { field.value = field.dataset.before; field.dispatchEvent(new Event("input", { bubbles: true })); }
      else document.getElementById("leave").focus();
    } else if (arrow) {
      const stays = !isList && ((event.key === "ArrowLeft" && field.selectionStart > 0) || (event.key === "ArrowRight" && field.selectionEnd < field.value.length));
      if (stays) return;
      // a list is never turned by an arrow that was meant to move
      if (go(neighbour(field, ...arrow)) || isList) event.preventDefault();
    } else if (isList && event.key.length === 1 && event.key !== " ") {
      event.preventDefault();
      document.getElementById("kept").textContent = "This is a list: the space bar opens it.";
    } else if (event.key.toLowerCase() === "s" && started(field)) {
      event.preventDefault();
      started(field).click();
    }
  });

  const skipTicks = () => form().querySelectorAll("label.start input").forEach((box) => { box.tabIndex = -1; });
  document.addEventListener("pennant:refused", skipTicks);
  skipTicks();
})();
