// Reads the page again while a part of it says so (data-again, in milliseconds), and puts the new part in its place.
"use strict";
(() => {
  async function again() {
    const part = document.querySelector("[data-again][id]");
    if (!part) return;
    try {
      const answer = await fetch(location.href);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const now = page.getElementById(part.id);
      if (answer.ok && now) {
        if (!now.dataset.again) part.replaceWith(now);
        else if (now.innerHTML !== part.innerHTML && !part.contains(document.activeElement)) part.innerHTML = now.innerHTML;
      }
    } catch { /* the line is down; the next try may find it up again */ }
    setTimeout(again, Number(part.dataset.again));
  }
  setTimeout(again, 700);
})();
