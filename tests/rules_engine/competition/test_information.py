"""Pages and computers."""

from rules_engine.competition.information import computer_allowed, information_allowed


def test_t0_03_computers_at_the_draft_only():
    assert computer_allowed("draft")
    assert computer_allowed("internet")
    assert not computer_allowed("face-to-face")


def test_t0_03_a_single_letter_page_in_face_to_face_play():
    assert information_allowed("face-to-face", 1)
    assert information_allowed("face-to-face", 0)
    assert "2 pages" in information_allowed("face-to-face", 2).reason
    assert "11 x 17" in information_allowed("face-to-face", 1, (11, 17)).reason
    assert information_allowed("draft", 3)
