// Copies a sign-in link (data-copy). Browsers offer the clipboard on secure pages only, so a hall's http address copies
// from a field that is removed again.
"use strict";
(() => {
  const show = () => {
    for (const button of document.querySelectorAll("[data-copy][hidden]")) button.hidden = false;
  };
  function copyFromField(text) {
    const field = document.createElement("textarea");
    field.value = text;
    document.body.append(field);
    field.select();
    const isCopied = document.execCommand("copy");
    field.remove();
    return isCopied;
  }
  async function copy(button) {
    const text = button.dataset.copy;
    const isCopied = navigator.clipboard
      ? await navigator.clipboard.writeText(text).then(
          () => true,
          () => copyFromField(text),
        )
      : copyFromField(text);
    button.focus();
    button.dataset.label ??= button.innerHTML;
    button.textContent = isCopied ? "Copied" : "Not copied";
    setTimeout(() => {
      button.innerHTML = button.dataset.label;
    }, 2000);
  }
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-copy]");
    if (button) copy(button);
  });
  document.addEventListener("pennant:refreshed", show);
  show();
})();
