"""What many games ask once is kept by key: however keys come, each is asked once and answered alike."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_engine.systems.strat_o_matic.bulk.asked import KeyedAnswers, NumberedAnswers, packed

KEYS = st.one_of(st.integers(0, 40), st.integers(0, (1 << 62) - 1), st.integers(0, 300).map(lambda key: key << 40))


class Asked:
    """Answers keys by a rule of its own and notes which it was asked."""

    def __init__(self):
        self.keys = []

    def of(self, keys):
        def ask(place):
            self.keys.append(int(keys[place]))
            return answer(keys[place])

        return ask


def answer(key):
    return int(key) % 1_009 - 3


@given(batches=st.lists(st.lists(KEYS, max_size=60), max_size=8))
def test_every_key_is_asked_once_and_answered_as_at_first(batches):
    answers, asked = KeyedAnswers(), Asked()
    for batch in batches:
        keys = np.array(batch, dtype=np.int64)
        assert answers.of(keys, asked.of(keys)).tolist() == [answer(key) for key in batch]
    assert sorted(asked.keys) == sorted({key for batch in batches for key in batch})


def test_a_table_that_grows_loses_nothing():
    """Twenty thousand keys in order, as packed ratings are: many want the same place."""
    answers, asked = KeyedAnswers(), Asked()
    keys = np.arange(20_000) << 13
    for part in np.split(keys, 100):
        answers.of(part, asked.of(part))
    assert answers.of(keys, asked.of(keys)).tolist() == [answer(key) for key in keys]
    assert sorted(asked.keys) == keys.tolist()


@given(batch=st.lists(st.integers(0, 99), max_size=60))
def test_small_numbers_are_asked_once_too(batch):
    answers, asked = NumberedAnswers(100), Asked()
    keys = np.array(batch, dtype=np.int16)
    for _ in range(2):
        assert answers.of(keys, asked.of(keys)).tolist() == [answer(key) for key in batch]
    assert sorted(asked.keys) == sorted(set(batch))


@pytest.mark.parametrize("kind", [np.int8, np.int16, np.int64])
def test_parts_of_few_bytes_are_packed_without_loss(kind):
    first, second = np.array([0, 100, 127], dtype=kind), np.array([1, 0, 127], dtype=kind)
    assert packed((first, 20), (second, 7), (5, 13)).tolist() == [
        (int(high) << 20) | (int(low) << 13) | 5 for high, low in zip(first, second, strict=True)
    ]
