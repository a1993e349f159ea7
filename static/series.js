// The results grid: arrows and Enter move, Enter keeps the row, Escape takes a field back, faults are told while typing.
"use strict";
(() => {
  const form = document.getElementById("results");
  if (!form) return;
  const faults = document.getElementById("faults"), kept = document.getElementById("kept");
  const fields = () => [...form.querySelectorAll("table.keys input:not([type=checkbox]), table.keys select")];
  const started = (field) => field.closest("td")?.querySelector("input[type=checkbox]");
  const remember = (field) => { field.dataset.kept = field.value; };
  fields().forEach(remember);
  form.querySelectorAll("td input[type=checkbox]").forEach((box) => { box.tabIndex = -1; });

  function neighbour(field, down, across) {
    const cell = field.closest("td, th"), row = cell.parentElement;
    const column = [...row.children].indexOf(cell) + across;
    const fieldIn = (other) => other?.children[column]?.querySelector("input:not([type=checkbox]), select");
    if (across) return fieldIn(row);
    let next = row;
    do next = down > 0 ? next.nextElementSibling : next.previousElementSibling; while (next?.classList.contains("told"));
    return fieldIn(next);
  }

  function firstOfNextColumn(field) {
    const cell = field.closest("td, th"), column = [...cell.parentElement.children].indexOf(cell) + 1;
    const top = cell.closest("tbody").rows[0].children[column]?.querySelector("input:not([type=checkbox])");
    if (top) return top;
    const tables = [...form.querySelectorAll("table.keys")].filter((table) => table.offsetParent);
    return tables[tables.indexOf(cell.closest("table")) + 1]?.querySelector("tbody input:not([type=checkbox])")
      || form.querySelector("button.main");
  }

  function go(field) {
    if (!field) return false;
    field.focus();
    if (field.select) field.select();
    return true;
  }

  form.addEventListener("keydown", (event) => {
    const field = event.target;
    if (!field.closest("table.keys") || event.altKey || event.ctrlKey || event.metaKey) return;
    const text = field.tagName === "INPUT" && field.type !== "checkbox";
    const atStart = !text || field.selectionStart === 0;
    const atEnd = !text || field.selectionEnd === field.value.length;
    if (event.key === "Enter") {
      event.preventDefault();
      keepRow();
      // scores run across, pitching runs down, as on the paper
      const across = !field.closest("table.pitchers");
      go((across ? neighbour(field, 0, 1) || neighbour(field.closest("tr").querySelector("input"), 1, 0) : neighbour(field, 1, 0)) || firstOfNextColumn(field));
    } else if (event.key === "Escape") {
      event.preventDefault();
      if (text && field.value !== field.dataset.kept) field.value = field.dataset.kept;
      else document.getElementById("leave").focus();
    } else if (event.key === "ArrowDown" && text) { if (go(neighbour(field, 1, 0))) event.preventDefault(); }
    else if (event.key === "ArrowUp" && text) { if (go(neighbour(field, -1, 0))) event.preventDefault(); }
    else if (event.key === "ArrowLeft" && text && atStart) { if (go(neighbour(field, 0, -1))) event.preventDefault(); }
    else if (event.key === "ArrowRight" && text && atEnd) { if (go(neighbour(field, 0, 1))) event.preventDefault(); }
    else if (event.key.toLowerCase() === "s" && text && started(field)) {
      event.preventDefault();
      const box = started(field);
      box.checked = !box.checked;
      changed();
    }
  });

  // One request at a time; what is typed meanwhile is sent with the next.
  let waiting = null, busy = false, again = false;
  function changed() { clearTimeout(waiting); waiting = setTimeout(check, 350); }
  form.addEventListener("input", changed);

  async function send(address, extra) {
    const data = new FormData(form);
    for (const [name, value] of Object.entries(extra)) data.set(name, value);
    return fetch(address, { method: "POST", body: data, headers: { Accept: "application/json" } });
  }

  async function check() {
    if (busy) { again = true; return; }
    busy = true;
    try {
      const answer = await send(form.dataset.check, {});
      if (answer.ok) show(await answer.json());
    } catch { kept.textContent = "The line is down: what you type is not checked or kept."; }
    busy = false;
    if (again) { again = false; check(); }
  }

  function show(told) {
    if (!faults.contains(document.activeElement) || document.activeElement.type === "checkbox") faults.innerHTML = told.faults;
    for (const [id, text] of Object.entries(told.totals)) { const output = document.getElementById(id); if (output) output.textContent = text; }
    form.querySelectorAll("tr.told").forEach((row) => row.remove());
    for (const field of fields()) {
      const sentence = told.fields[field.name];
      if (sentence) tell(field, sentence); else { field.removeAttribute("aria-invalid"); field.removeAttribute("aria-describedby"); }
    }
  }

  // The sentence stands under the row of the field it is about, and is read with the field.
  function tell(field, sentence) {
    const row = field.closest("tr"), told = document.createElement("tr"), cell = told.insertCell();
    told.className = "told";
    cell.colSpan = row.cells.length;
    cell.className = "fault small";
    cell.id = "told-" + field.name;
    cell.textContent = sentence;
    row.after(told);
    field.setAttribute("aria-invalid", "true");
    field.setAttribute("aria-describedby", cell.id);
  }

  let keeping = false, keepAgain = false;
  async function keepRow() {
    if (keeping) { keepAgain = true; return; }
    const typed = fields();
    if (typed.every((field) => field.value === field.dataset.kept)) return;
    keeping = true;
    const values = typed.map((field) => field.value);
    try {
      const answer = await send(form.action, { save: "keep" });
      const told = await answer.json();
      if (answer.ok) {
        form.elements.version.value = told.version;
        typed.forEach((field, at) => { field.dataset.kept = values[at]; });
        kept.textContent = "Kept half entered at " + new Date().toLocaleTimeString() + ".";
      } else kept.textContent = told.refused || "Not kept.";
    } catch { kept.textContent = "The line is down: not kept."; }
    keeping = false;
    if (keepAgain) { keepAgain = false; keepRow(); } else check();
  }

  // The page as it is left is not what somebody else may have saved meanwhile; say so before he types on.
  document.addEventListener("pennant:action", (event) => {
    const told = event.detail;
    if (told.subject === form.action.replace(/.*series\/(\d+)\/.*/, "series:$1") && told.version && told.version > Number(form.elements.version.value))
      setTimeout(() => { if (told.version > Number(form.elements.version.value)) kept.textContent = "Somebody else has saved this series. Saving will show both versions."; }, 1500);
  });
})();
