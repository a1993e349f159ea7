"""Send random requests to the API, built from earlier responses.

`python -m tests.drills --api 100000` sends more.
"""

import pytest

from tests.drills.api_sequences import SequenceCount, try_sequences

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


def test_random_request_sequences_break_nothing() -> None:
    count = SequenceCount()
    try_sequences(400, per_tournament=200, seed=5, count=count)
    assert count.faults == []
    assert count.requests.total() == 400
    assert len(count.accepted) >= 5
