"""Test the template tags that are available everywhere."""

from django.template import Context, Template


def test_with_query_omits_empty_parameters() -> None:
    page = Template("{% with_query '/pick/' team=7 card=card park=park overall=turn %}")
    assert page.render(Context({"card": 12, "park": None, "turn": ""})) == "/pick/?team=7&amp;card=12"
    assert Template("{% with_query '/pick/' team=nobody %}").render(Context()) == "/pick/"
