// Minutes go on though nothing happens: reads the parts marked data-pace again every half minute.
"use strict";
(() => {
  async function again() {
    const parts = [...document.querySelectorAll("[data-pace][id]")].filter((part) => !part.contains(document.activeElement));
    if (document.hidden || !parts.length) return;
    const answer = await fetch(location.href, { headers: { "X-Live": "1" } }).catch(() => null);
    if (!answer || !answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const part of parts) {
      const now = page.getElementById(part.id);
      if (now && now.innerHTML !== part.innerHTML) part.innerHTML = now.innerHTML;
    }
  }
  setInterval(again, 30000);
})();
