import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_engine.innings import InningsError, format_innings, parse_innings


@given(st.integers(0, 299_999))
def test_outs_survive_a_round_trip(outs):
    assert parse_innings(format_innings(outs)) == outs


@pytest.mark.parametrize(("text", "outs"), [("1.2", 5), ("0.0", 0), ("7", 21), (" 10.1 ", 31)])
def test_innings_parse_as_outs(text, outs):
    assert parse_innings(text) == outs


@pytest.mark.parametrize(
    ("text", "outs"),
    [
        *[("6 2/3", 20), ("6⅔", 20), ("6 ⅔", 20), ("6.2", 20), ("6,2", 20), ("6 2⁄3", 20), (".2", 2), (",1", 1)],
        *[("⅔", 2), ("1/3", 1), ("0 1/3", 1), ("0⅓", 1), ("6,0", 18)],
    ],
)
def test_parses_every_common_innings_notation(text, outs):
    assert parse_innings(text) == outs


def test_thirds_carry_over_into_innings():
    assert format_innings(parse_innings("1.2") + parse_innings("1.1")) == "3.0"
    assert format_innings(parse_innings("1.2") + parse_innings("1.2")) == "3.1"


@pytest.mark.parametrize(
    "text",
    ["", "1.3", "1.20", "-1", "1,3", "1.", ".3", "one", "1e3", "½", "123456", "1 2", "61/3", "6.1/3", "6.⅔", "3/3"],
)
def test_rejects_invalid_innings_and_quotes_the_text(text):
    with pytest.raises(InningsError, match=f"^“{text}” (is not|ends in \\.)"):
        parse_innings(text)


def test_rejects_negative_outs():
    with pytest.raises(InningsError):
        format_innings(-1)
