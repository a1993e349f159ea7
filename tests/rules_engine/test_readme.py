"""The examples of the engine's README are run as they stand there."""

import doctest
from pathlib import Path

import rules_engine

README = Path(str(rules_engine.__file__)).with_name("README.md")


def test_the_readme_plays_an_inning_and_asks_who_may_pitch() -> None:
    examples = doctest.DocTestParser().get_examples(README.read_text(encoding="utf-8"))
    assert any("game.play(" in example.source and " out" in example.want for example in examples)
    assert any("may_start(" in example.source and "T10.2" in example.want for example in examples)
    failed, tried = doctest.testfile(str(README), module_relative=False, encoding="utf-8")
    assert (failed, tried > 10) == (0, True)
