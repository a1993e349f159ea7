// Opens a page again that was open on the computer that fell silent: signed in, with what was typed there.
"use strict";
(() => {
  const form = document.getElementById("arrival"),
    carried = new URLSearchParams(location.hash.slice(1));
  // an address stays in the history of the browser, so the token leaves it at once
  history.replaceState(null, "", location.pathname);
  let typed = {};
  try {
    typed = JSON.parse(carried.get("typed") || "{}");
  } catch {
    /* cut off on the way: nothing was saved, so nothing is lost but what was typed */
  }
  for (const [name, record] of Object.entries(typed))
    if (name.startsWith("pennant:typed:")) {
      try {
        localStorage.setItem(name, record);
      } catch {
        /* full or forbidden */
      }
    }
  form.elements.token.value = carried.get("token") || "";
  form.elements.page.value = carried.get("page") || "/";
  if (carried.has("page")) form.submit();
})();
