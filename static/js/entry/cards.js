// The results on a phone: a card for each game, its pitchers as chips in the order they came in, steppers for innings.
// A card shows and fills the fields of the grid and keeps nothing of its own.
"use strict";
(() => {
  const main = document.getElementById("main"),
    PHONE = matchMedia("(max-width: 40rem)");
  const all = (selector, within = main) => [...within.querySelectorAll(selector)],
    named = (name) => main.querySelector('[name="' + name + '"]');
  if (!main.querySelector(".card")) return;
  const MARKS = /dp|tp|i|r\d{1,2}/gi,
    MORE = /s|#\d{1,2}/gi;
  const parts = () => all(".card [data-team]"),
    gameOf = (part) => part.closest("[data-game]").dataset.game;
  const sum = (line) => line.reduce((outs, one) => outs + one.outs, 0);
  const changed = (field) => field.dispatchEvent(new Event("input", { bubbles: true }));
  const kept = (way) => {
    try {
      return way ? localStorage.setItem("pennant-entry", way) : localStorage.getItem("pennant-entry");
    } catch {
      return null;
    }
  };

  // innings in every notation that rules_engine/innings.py reads: 6.2, 6,2, 6 2/3, 6⅔, .2
  const INNINGS = /^(\d{1,2})?(?:[.,]([012])|\s*([⅓⅔])|(?:^|\s+)([12])[/⁄]3)?$/;
  function outsOf(text) {
    const [, whole, thirds, sign, fraction] = INNINGS.exec(text) ?? [];
    return 3 * Number(whole ?? 0) + Number(thirds ?? fraction ?? 0) + (sign ? "⅓⅔".indexOf(sign) + 1 : 0);
  }

  const nameIn = (row) =>
    row.querySelector("select")?.selectedOptions[0].text.trim() ?? row.cells[0].firstChild.textContent.trim();
  function staffOf(part) {
    return all('[name^="p-' + gameOf(part) + "-" + part.dataset.team + '-"]').map((field, place) => {
      const row = field.closest("tr"),
        text = field.value.trim(),
        start = field.nextSibling.control;
      return {
        field,
        start,
        row,
        id: field.name,
        marks: text.match(MARKS) ?? [],
        pitched: Boolean(text) || start.checked,
        outs: outsOf(text.replace(MARKS, "").replace(MORE, "").trim()),
        order: start.checked ? 0 : Number(/#(\d+)/.exec(text)?.[1] ?? place + 100),
      };
    });
  }
  const lineOf = (part) =>
    staffOf(part)
      .filter((one) => one.pitched)
      .sort((one, other) => one.order - other.order);
  const longest = (line, but) => line.filter((one) => one !== but).sort((one, other) => other.outs - one.outs)[0];
  const total = (part) => document.getElementById("total-" + gameOf(part) + "-" + part.dataset.team);
  const wanted = (part) => (total(part).dataset.outs || "27-27").split("-").map(Number);
  const isKnown = ([fewest, most]) => most - fewest < 3; // not where a game stopped

  function write(part, line) {
    line.forEach((one, place) => {
      one.start.checked = !place;
      one.field.value = [
        Math.floor(one.outs / 3) + "." + (one.outs % 3),
        ...one.marks,
        ...(place && line.length > 2 ? ["#" + (place + 1)] : []),
      ].join(" ");
    });
    part.dataset.own = 1;
    changed(staffOf(part)[0].field);
  }

  // ---- the innings of a staff stay as many as the score says: its longest outing gives and takes; what nobody has
  // yet, as when a suspended game goes on, goes to whoever comes in
  function tap(part, id) {
    const line = lineOf(part),
      one = staffOf(part).find((each) => each.id === id),
      list = one.row.querySelector("select"),
      other = longest(line);
    if (list && !list.value) {
      choose("grid");
      list.focus();
      return;
    }
    part.dataset.on = id;
    if (one.pitched) {
      draw(part);
      return;
    }
    const lacking = wanted(part)[0] - sum(line);
    one.outs = lacking > 0 ? lacking : other ? Math.min(3, other.outs) : 0;
    if (lacking <= 0 && other) other.outs -= one.outs;
    write(part, [...line, one]);
  }

  function step(part, outs) {
    const line = lineOf(part),
      [fewest, most] = wanted(part),
      isWhole = most - fewest < 3 && sum(line) >= fewest && sum(line) <= most;
    const one = line.find((each) => each.id === part.dataset.on),
      other = isWhole && longest(line, one);
    const by = Math.max(-one.outs, other ? Math.min(outs, other.outs) : outs);
    one.outs += by;
    if (other) other.outs -= by;
    write(part, line);
  }

  function takeOut(part) {
    const line = lineOf(part),
      one = line.find((each) => each.id === part.dataset.on),
      other = longest(line, one);
    if (other) other.outs += one.outs;
    one.field.value = "";
    one.start.checked = false;
    write(
      part,
      line.filter((each) => each !== one),
    );
  }

  function walkOff(part) {
    const line = lineOf(part),
      [fewest, most] = wanted(part),
      outs = sum(line) < most ? 1 : fewest - sum(line),
      last = line.at(-1);
    (last.outs + outs < 0 ? longest(line) : last).outs += outs;
    write(part, line);
  }

  // what was reckoned before the score came follows it
  function follow(part) {
    const span = wanted(part),
      line = lineOf(part),
      was = Number(part.dataset.fewest);
    part.dataset.fewest = span[0];
    if (!part.dataset.own || span[0] === was || !isKnown(span) || !line.length || sum(line) !== was) return;
    longest(line).outs += span[0] - was;
    write(part, line);
  }

  function draw(part) {
    const staff = staffOf(part),
      line = lineOf(part).map((one) => one.id),
      chips = part.querySelector(".chips"),
      span = wanted(part);
    part.dataset.fewest ??= span[0];
    if (!line.includes(part.dataset.on)) part.dataset.on = line.at(-1) ?? "";
    for (const { id } of staff.slice(chips.children.length)) {
      const chip = document.createElement("button");
      chip.type = "button";
      chip.dataset.chip = id;
      chip.append(document.createElement("span"), " ", document.createElement("small"));
      chips.append(chip);
    }
    let chosen = "Tap each pitcher";
    staff.forEach(({ id, row, field }, place) => {
      const chip = chips.children[place],
        [name, innings] = chip.children,
        at = line.indexOf(id),
        said = field.value.replace(/ *#\d+/, "");
      chip.ariaPressed = at >= 0;
      chip.ariaCurrent = id === part.dataset.on;
      name.textContent = nameIn(row);
      innings.textContent =
        at < 0 ? field.dataset.available : (["started", "2nd", "3rd"][at] ?? at + 1 + "th") + " " + said;
      if (id === part.dataset.on) chosen = nameIn(row) + " " + said;
    });
    part.querySelector(".steps output").textContent = chosen;
    for (const button of all(".steps button", part)) button.disabled = !line.length;
    part.querySelector("h3 output").textContent = total(part).textContent;
    part.querySelector("[data-last]").hidden = !line.length || span[0] === span[1] || !isKnown(span);
  }

  function showFaults(fields) {
    for (const card of all(".card")) {
      const mine = Object.entries(fields).filter(([name]) => name.split("-")[1] === card.dataset.game);
      card.querySelector(".fault").textContent = mine
        .map(([name, said]) => (name[0] === "p" ? nameIn(named(name).closest("tr")) + ": " : "") + said + ".")
        .join(" ");
    }
  }

  // ---- cards or the grid: a device remembers what it was asked for
  function choose(way) {
    kept(way);
    lay(way);
  }
  function lay(wish = kept()) {
    const cards = PHONE.matches && wish !== "grid",
      way = main.querySelector("[data-way]");
    way.parentElement.hidden = !PHONE.matches;
    way.dataset.way = cards ? "grid" : "cards";
    way.textContent = cards ? "Show full grid" : "Show game cards";
    for (const part of all(".card, [data-grid]")) part.hidden = part.matches(".card") !== cards;
    for (const place of all("[data-place]")) {
      const cell = named(place.dataset.place).closest("td");
      if (cards && cell) {
        place.cell = cell;
        place.append(...cell.children);
      } else if (!cards && !cell) place.cell.append(...place.children);
    }
    parts().forEach(draw);
  }

  function stepInnings(game, by) {
    const field = named("innings-" + game),
      nine = Number(field.placeholder),
      innings = Math.max(1, Number(field.value || nine) + by);
    field.value = innings === nine ? "" : innings;
    changed(field);
  }

  main.addEventListener("click", (event) => {
    const button = event.target.closest("button"),
      part = button?.closest("[data-team]"),
      { way, chip, outs, innings, last } = button?.dataset ?? {};
    if (way) choose(way);
    else if (innings) stepInnings(gameOf(button), Number(innings));
    else if (chip) tap(part, chip);
    else if (outs === "out") takeOut(part);
    else if (outs) step(part, Number(outs));
    else if (last !== undefined) walkOff(part);
  });
  document.addEventListener("pennant:typed", () => parts().forEach(draw));
  document.addEventListener("pennant:checked", (event) => {
    parts().forEach(follow);
    parts().forEach(draw);
    showFaults(event.detail);
  });
  document.addEventListener("pennant:refused", () => lay());
  PHONE.addEventListener("change", () => lay());
  lay();
})();
