"""Operate a page with the keyboard only on a laptop, or with a thumb only on a phone.

A laptop user reaches everything with Tab and the arrow keys, and presses Enter or the space bar. A phone user taps, and
types on the on-screen keyboard, which inserts and deletes letters.
"""

from pathlib import Path

from playwright.sync_api import BrowserContext, Locator, expect

from tests.browser.conftest import PHONE

# input that each device doesn't have
STRAYS = """(name => {
  addEventListener("pointerdown", ({ pointerType }) => { if (pointerType === "mouse") window[name]("mouse"); }, true);
  const phone = matchMedia("(any-pointer: coarse)").matches;
  addEventListener("keydown", ({ key }) => { if (phone && key !== "Backspace") window[name](key); }, true);
})("strayed")"""
MOST_STOPS = 600
WHERE = """(each) => {
  const here = document.activeElement;
  if (here === each) return "there";
  if (each.tabIndex < 0) return "on a bar";
  return here.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_PRECEDING ? "before" : "after";
}"""


def watch(context: BrowserContext) -> list[str]:
    """Record input events that the device shouldn't produce. The list must stay empty."""
    strays: list[str] = []
    context.expose_function("strayed", lambda element: strays.append(element))
    context.add_init_script(STRAYS)
    return strays


def is_phone(target: Locator) -> bool:
    return target.page.viewport_size == PHONE


def press(target: Locator) -> None:
    """Press a link, button, checkbox or disclosure summary."""
    if is_phone(target):
        target.tap()
        return
    walk_to(target)
    is_tick = target.evaluate("each => each.matches('[type=checkbox], [type=radio]')")
    target.page.keyboard.press("Space" if is_tick else "Enter")


def press_twice(target: Locator) -> None:
    """Press twice like an impatient user, the second time before the first press can have any effect."""
    expect(target).to_be_visible()
    if is_phone(target):
        box = target.bounding_box()
        assert box is not None
        middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        target.page.touchscreen.tap(*middle)
        target.page.touchscreen.tap(*middle)
        return
    walk_to(target)
    target.page.keyboard.press("Enter")
    target.page.keyboard.press("Enter")


def tick(box: Locator) -> None:
    if not box.is_checked():
        press(box)


def write(field: Locator, text: str) -> None:
    """Replace a field's text."""
    keyboard = field.page.keyboard
    if is_phone(field):
        field.tap()
        field.select_text()  # a long press
        keyboard.insert_text(text) if text else keyboard.press("Backspace")
        return
    walk_to(field)
    keyboard.press("Control+a")
    keyboard.type(text) if text else keyboard.press("Backspace")
    expect(field).to_have_value(text)


def choose(listed: Locator, label: str) -> None:
    """Choose from a list by its first letters. On a phone, use the picker, which belongs to the system."""
    if is_phone(listed):
        listed.select_option(label=label)
        return
    walk_to(listed)
    listed.page.keyboard.type(label)
    expect(listed.locator("option:checked")).to_have_text(label)


def bring(field: Locator, file: dict[str, object] | Path) -> None:
    """Choose a file in the browser's file dialog."""
    with field.page.expect_file_chooser() as chooser:
        press(field)
    chooser.value.set_files(file)


def walk_to(target: Locator) -> None:
    """Move the focus with Tab, and within a toolbar, which is a single stop, with the arrow keys."""
    expect(target).to_be_visible()
    keyboard = target.page.keyboard
    if target.evaluate(WHERE) == "on a bar":
        walk_to(target.locator("xpath=ancestor::*[@id='page-list']//a[not(@tabindex='-1')] >> visible=true"))
    for _ in range(MOST_STOPS):
        where = target.evaluate(WHERE)
        if where == "there":
            return
        keyboard.press({"before": "Shift+Tab", "after": "Tab", "on a bar": "ArrowRight"}[where])
    raise AssertionError(f"No key leads to {target}")
