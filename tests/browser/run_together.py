"""Find words on a page that run together, both in the markup, as in plain text, and as a browser draws them."""

import re
from html.parser import HTMLParser

BLOCK = re.compile(
    "address|article|aside|blockquote|body|br|caption|col|colgroup|dd|details|dialog|div|dl|dt|fieldset|figcaption|"
    "figure|footer|form|h[1-6]|head|header|hr|html|legend|li|main|nav|ol|optgroup|option|p|pre|section|"
    "summary|table|tbody|td|tfoot|th|thead|title|tr|ul"
)
CONTROLS = frozenset({"button", "input", "select", "textarea"})
UNREAD = frozenset({"script", "style", "svg", "template"})
BEFORE = ".:;,!?)%½…"  # ends a word, so the next word needs a space
CONTROL = "\0"  # stands in for a control in the text
# matches "now:1.01" and "Tied:Austin", but neither 12:30 nor a URL
INSIDE = re.compile(r"\S*\w[:;,](?!//)[^\W\d]\S*|\S*[^\W\d_]{2}[:;,]\w\S*")
# "Tied : Austin" comes from a template's line break before punctuation
APART = re.compile(r"\S*[^\s,]\s+[.,;:!?](?=\s|$)")
ADDRESS = re.compile(r"\S+://\S+|\S+@\S+")


class Reader(HTMLParser):
    """Parse the text of a page, and collect the places where two words or two buttons have nothing between them."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self._line = ""
        self._joints: list[int] = []  # the inline tag's position in the line
        self._unread = 0

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        if tag in UNREAD:
            self._unread += 1
        elif BLOCK.fullmatch(tag):
            self._end_line()
        elif ("type", "hidden") not in attributes:
            self._joints.append(len(self._line))
            if tag in CONTROLS or "button" in (dict(attributes).get("class") or "").split():
                self._line += CONTROL
                self._joints.append(len(self._line))

    def handle_endtag(self, tag: str) -> None:
        if tag in UNREAD:
            self._unread -= 1
        elif BLOCK.fullmatch(tag):
            self._end_line()
        else:
            self._joints.append(len(self._line))

    def handle_data(self, data: str) -> None:
        if not self._unread:
            self._line += data

    def close(self) -> None:
        super().close()
        self._end_line()

    def _end_line(self) -> None:
        line, joints, self._line, self._joints = self._line, self._joints, "", []
        for joint in sorted(set(joints)):
            if 0 < joint < len(line) and _touch(line[:joint], line[joint:]):
                self.words.append(f"{line[max(0, joint - 20) : joint]}|{line[joint : joint + 20]}")
        self.words += INSIDE.findall(ADDRESS.sub("", line))
        self.words += APART.findall(line)


def _touch(before: str, after: str) -> bool:
    if after[0] == CONTROL:
        return before[-1].isalnum() and CONTROL in before  # a button's text, followed by the next button
    return (before[-1].isalnum() or before[-1] in BEFORE) and (after[0].isalnum() or after[0] == "(")


def words_run_together(html: str) -> list[str]:
    """Return the places in a page's markup where words run together or a space precedes punctuation."""
    reader = Reader()
    reader.feed(html)
    reader.close()
    return reader.words


# The pairs of words and of buttons on one line with less than a pixel between them, whatever the style sheet does.
DRAWN_TOGETHER = r"""() => {
  const unseen = [...document.body.querySelectorAll("*")].filter(
    (each) => each.offsetWidth <= 1 && getComputedStyle(each).clipPath !== "none",  // for those who listen to the page
  );
  const drawn = ({ parentElement }) =>
    parentElement.checkVisibility({ visibilityProperty: true }) && !unseen.some((each) => each.contains(parentElement));
  const box = (node, at) => {
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    return range.getBoundingClientRect();
  };
  const touch = (left, right) => {
    const common = Math.min(left.bottom, right.bottom) - Math.max(left.top, right.top);
    const space = right.left - left.right;
    return left.width && right.width && common > Math.min(left.height, right.height) / 2 && space > -2 && space < 1;
  };
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let before = null;
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    if (!node.data.trim() || !drawn(node) || node.parentElement.closest("script, style, svg, select")) continue;
    const first = node.data.search(/\S/);
    if (before && /[\p{L}\p{N}.:;,!?)%½…]/u.test(before.sign) && /[\p{L}\p{N}(]/u.test(node.data[first])) {
      if (touch(before.box, box(node, first))) found.push(`${before.text}|${node.data.trim().slice(0, 20)}`);
    }
    const end = node.data.trimEnd().length - 1;
    before = { sign: node.data[end], box: box(node, end), text: node.data.trim().slice(-20) };
  }
  const buttons = [...document.querySelectorAll("button, a.button")].filter((each) => each.checkVisibility());
  const boxes = buttons.map((each) => each.getBoundingClientRect());
  buttons.slice(1).forEach((each, at) => {
    if (touch(boxes[at], boxes[at + 1])) found.push(`[${buttons[at].textContent.trim()}][${each.textContent.trim()}]`);
  });
  return found;
}"""
