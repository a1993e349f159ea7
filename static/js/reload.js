// Loads a part of the page again while it says so (data-reload, in milliseconds): from the page, or from data-from.
"use strict";
(() => {
  async function reload() {
    const part = document.querySelector("[data-reload][id]");
    if (!part) return;
    try {
      const answer = await fetch(part.dataset.from || location.href);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const now = page.getElementById(part.id);
      if (answer.ok && now) {
        if (!now.dataset.reload) part.replaceWith(now);
        else if (now.innerHTML !== part.innerHTML && !part.contains(document.activeElement))
          part.innerHTML = now.innerHTML;
      }
    } catch {
      /* the line is down; the next try may find it up again */
    }
    setTimeout(reload, Number(part.dataset.reload));
  }
  setTimeout(reload, 700);
})();
