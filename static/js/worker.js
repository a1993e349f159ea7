// The service worker. While the connection is down it opens the pages that matter most from their last state, each
// with its age. The server puts the version before this script (weekend/views/installed_app.py).
"use strict";
(() => {
  const PAGES = "pennant-pages-" + self.PENNANT_VERSION,
    FILES = "pennant-files-" + self.PENNANT_VERSION;
  // My team, schedule, standings, pitching sheets and bullpens
  const IS_SAVED = /^\/t\/[^/]+\/(me|schedule|standings|sheets(\/\d+)?|bullpens\/\d+)\/$/;
  const IS_MY_TEAM = /\/me\/$/;
  // a form that changes who this device is
  const IS_SIGN_IN = /^\/(join\/.+|sign-in\/|device\/(team\/)?|standby\/arrive\/)$/;
  const PATIENCE = 8000, // milliseconds that a page with a saved copy may take
    FRESH = 600000, // milliseconds for which the other pages of a team aren't saved again
    MOST_PAGES = 12; // saved from My team
  const SAVED_AT = "X-Saved-At",
    VIEWER = "X-Saved-Viewer",
    TITLE = "X-Saved-Title";

  const BODY = /<body[^>]* data-viewer="(\d*)"[^>]* data-events="[^>]*>/; // of a page of a tournament

  const pathOf = (address) => new URL(address, location.origin).pathname;
  const tournamentOf = (address) => pathOf(address).split("/")[2];
  const isSavedKind = (url) => IS_SAVED.test(url.pathname) && !url.search;
  const sayTime = (moment) => {
    const time = { hour: "numeric", minute: "2-digit" };
    const isToday = moment.toDateString() === new Date().toDateString();
    return moment.toLocaleString(
      "en-US",
      isToday ? time : { weekday: "short", month: "short", day: "numeric", ...time },
    );
  };
  const inHtml = (text) => text.replace(/[&<>"]/g, (letter) => "&#" + letter.charCodeAt(0) + ";");

  // Signing in or out while a page is on its way makes that page another person's.
  let generation = 0;
  async function forget(isForgotten = () => true) {
    generation += 1;
    const pages = await caches.open(PAGES);
    for (const { url } of await pages.keys()) if (isForgotten(url)) await pages.delete(url);
  }
  const forgetTournament = (address) => forget((saved) => tournamentOf(saved) === tournamentOf(address));

  async function save(address, response) {
    if (response.status === 403 || response.status === 404) return forgetTournament(address);
    const isPage = (response.headers.get("Content-Type") || "").startsWith("text/html");
    if (!response.ok || response.redirected || !isPage) return;
    const generationAtStart = generation,
      text = await response.text(),
      viewer = text.match(BODY)?.[1];
    if (viewer === undefined) return; // a copy of it could not be marked
    const pages = await caches.open(PAGES);
    for (const { url } of await pages.keys()) {
      const isOthers = (await pages.match(url))?.headers.get(VIEWER) !== viewer;
      if (isOthers && tournamentOf(url) === tournamentOf(address)) await pages.delete(url);
    }
    const headers = new Headers(response.headers);
    headers.delete("Content-Encoding");
    headers.set(SAVED_AT, Date.parse(headers.get("Date")) || Date.now());
    headers.set(VIEWER, viewer);
    headers.set(
      TITLE,
      encodeURIComponent(
        text
          .match(/<title>([^<]*)/)[1]
          .replace(/\s+/g, " ")
          .trim(),
      ),
    );
    if (generationAtStart !== generation) return;
    await pages.put(address, new Response(text, { headers }));
    await saveFiles(text);
    if (generationAtStart === generation && viewer && IS_MY_TEAM.test(pathOf(address))) await saveTeam(text);
  }
  async function saveFiles(text) {
    const files = await caches.open(FILES);
    for (const [, file] of text.matchAll(/(?:href|src)="(\/static\/[^"]+)"/g))
      if (!(await files.match(file))) await files.add(file);
  }
  // The other pages of a team are saved before anybody opens them.
  async function saveTeam(text) {
    const pages = await caches.open(PAGES),
      links = new Set([...text.matchAll(/href="(\/t\/[^"?#]+)"/g)].map(([, link]) => link));
    for (const link of [...links]
      .filter((path) => IS_SAVED.test(path) && !IS_MY_TEAM.test(path))
      .slice(0, MOST_PAGES)) {
      const age = Date.now() - Number((await pages.match(link))?.headers.get(SAVED_AT));
      if (!(age < FRESH)) await save(link, await ask(link));
    }
  }

  // Never from the browser's own cache, which doesn't say how old a page is.
  const ask = (address, options) => fetch(address, { cache: "no-cache", credentials: "same-origin", ...options });

  const pause = () => new Promise((resolve) => setTimeout(resolve, PATIENCE));

  async function openPage(event) {
    const address = event.request.url,
      saved = await (await caches.open(PAGES)).match(address);
    const answer = ask(address, { redirect: "manual" });
    // also if it comes too late for this time
    event.waitUntil(answer.then((response) => save(address, response.clone())).catch(() => null));
    try {
      const response = await (saved ? Promise.race([answer, pause()]) : answer);
      if (!saved || (response && ![502, 503, 504].includes(response.status))) return response;
      return await markedCopy(saved);
    } catch {
      return saved ? markedCopy(saved) : noConnection();
    }
  }
  async function markedCopy(saved) {
    const moment = new Date(Number(saved.headers.get(SAVED_AT)));
    const sentence = `Saved copy from ${sayTime(moment)}. Not live.`;
    const text = (await saved.text())
      .replace(/<title>\s*/, "$&Saved copy · ")
      .replace(BODY, (tag) => `${tag}<div class="linedown" id="saved-copy" role="alert">${sentence}</div>`);
    return new Response(text, { headers: saved.headers });
  }
  async function openOther(event) {
    try {
      return await fetch(event.request);
    } catch {
      return noConnection();
    }
  }
  async function noConnection() {
    const pages = await caches.open(PAGES),
      files = await (await caches.open(FILES)).keys(),
      style = files.find(({ url }) => url.includes("pennant.css"))?.url || "";
    let list = "";
    for (const { url } of await pages.keys()) {
      const { headers } = await pages.match(url),
        title = inHtml(decodeURIComponent(headers.get(TITLE)));
      list += `<li><a href="${inHtml(url)}">${title}</a>, saved ${sayTime(new Date(Number(headers.get(SAVED_AT))))}</li>`;
    }
    const text = `<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>No connection</title>
      <meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="${inHtml(style)}">
      <main id="main"><h1>No connection</h1><p>This page needs a connection to the director's computer.
      Results you typed are saved on this device.</p>
      ${list && `<h2>Saved copies</h2><ul class="links">${list}</ul>`}</main></html>`;
    return new Response(text, { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } });
  }

  // An open page reads itself again for what has changed. That is its newest state.
  async function readAgain(event) {
    const response = await fetch(event.request);
    event.waitUntil(save(event.request.url, response.clone()).catch(() => null));
    return response;
  }

  self.addEventListener("fetch", (event) => {
    const { request } = event,
      url = new URL(request.url);
    if (url.origin !== location.origin) return;
    if (request.method === "POST" && IS_SIGN_IN.test(url.pathname)) event.waitUntil(forget());
    if (request.method !== "GET") return;
    if (url.pathname.startsWith("/static/"))
      event.respondWith(caches.match(request).then((file) => file || fetch(request)));
    else if (request.mode === "navigate") event.respondWith(isSavedKind(url) ? openPage(event) : openOther(event));
    else if (isSavedKind(url) && request.headers.has("X-Live")) event.respondWith(readAgain(event));
  });

  self.addEventListener("install", () => self.skipWaiting());
  // Another version drops what an earlier one saved, and saves it again in its own way.
  async function start() {
    await self.clients.claim();
    const addresses = new Set((await self.clients.matchAll({ type: "window" })).map((client) => client.url));
    for (const name of await caches.keys()) {
      if (!name.startsWith("pennant-") || name === PAGES || name === FILES) continue;
      for (const { url } of await (await caches.open(name)).keys()) addresses.add(url);
      await caches.delete(name);
    }
    const pages = [...addresses].filter((address) => isSavedKind(new URL(address)));
    for (const address of pages)
      await ask(address)
        .then((response) => save(address, response))
        .catch(() => null);
  }
  self.addEventListener("activate", (event) => event.waitUntil(start()));
})();
