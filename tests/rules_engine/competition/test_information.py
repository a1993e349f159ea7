"""Information pages and computers."""

from rules_engine.competition.information import computer_allowed, information_allowed


def test_t0_03_computers_are_banned_in_face_to_face_play():
    assert computer_allowed("draft")
    assert computer_allowed("internet")
    assert not computer_allowed("face-to-face")


def test_t0_03_face_to_face_play_allows_a_single_letter_page():
    assert information_allowed("face-to-face", 1)
    assert information_allowed("face-to-face", 0)
    assert "2 pages" in information_allowed("face-to-face", 2).reason
    assert "11 x 17" in information_allowed("face-to-face", 1, (11, 17)).reason
    assert information_allowed("draft", 3)
