"""Templates are laid out for people; pages go out without the layout and read the same."""

import pytest

from core.template_source import without_layout


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        ("<table>\n  <tr>\n    <td>1</td>\n  </tr>\n</table>", "<table><tr><td>1</td></tr></table>"),
        ("<b>Tacoma</b>\n  <i>at</i>\n  Salem", "<b>Tacoma</b> <i>at</i> Salem"),
        ('<span\n  class="quiet"\n>and</span>', '<span class="quiet">and</span>'),
        ("3 games\n{% if score %}; 1-0{% endif %}", "3 games{% if score %}; 1-0{% endif %}"),
        ("<p>\n  one line\n  and another\n</p>", "<p>one line and another</p>"),
        ("<td {% if a > b %}class='cut'{% endif %}>\n  x\n</td>", "<td {% if a > b %}class='cut'{% endif %}>x</td>"),
        ("<textarea>\n one\n  two\n</textarea>\n<p>x</p>", "<textarea>\n one\n  two\n</textarea><p>x</p>"),
        ("<script>\n  let a = 1\n</script>", "<script>\n  let a = 1\n</script>"),
    ],
)
def test_the_layout_of_a_template_is_not_sent(written: str, sent: str) -> None:
    assert without_layout(written) == sent
