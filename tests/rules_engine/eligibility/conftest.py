import pytest

from rules_engine.profile import Profile, load_profile


@pytest.fixture(scope="session")
def purestrat() -> Profile:
    return load_profile("purestrat@1")
