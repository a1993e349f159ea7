"""The examples in the engine's README produce the results shown there."""

import doctest
from pathlib import Path

import rules_engine

README = Path(str(rules_engine.__file__)).with_name("README.md")


def test_readme_examples_give_the_shown_results() -> None:
    examples = doctest.DocTestParser().get_examples(README.read_text(encoding="utf-8"))
    results = {}
    for example in examples:
        for call in ("game.play(", "may_relieve(", "steal_odds("):
            if call in example.source and example.want:
                results[call] = example.want
    assert " out" in results["game.play("]
    assert "T10.2" in results["may_relieve("]
    assert "caught_stealing" in results["steal_odds("]
    failed, tried = doctest.testfile(str(README), module_relative=False, encoding="utf-8")
    assert (failed, tried > 10) == (0, True)


def test_every_public_name_exists() -> None:
    assert [name for name in rules_engine.__all__ if not hasattr(rules_engine, name)] == []
