from __future__ import annotations

import pytest

from cardtools.app.desk import Desk
from cardtools.app.spoken_rounds import score_words
from cardtools.errors import CardtoolsError


def test_a_round_in_words_is_settled_without_a_file() -> None:
    _, sheet = score_words(Desk.open("en"), "uno", "Anna out; Béla r7 y+2 w; Cili swap g0")
    assert {one.player: one.total for one in sheet.standings} == {"Anna": 117, "Béla": 0, "Cili": 0}
    assert sheet.findings == ()


def test_a_refused_round_is_told_with_what_was_understood_and_an_example() -> None:
    _, sheet = score_words(Desk.open("en"), "uno", "Anna out; Béla x9")
    assert [(one.code, one.location.column, one.location.path) for one in sheet.findings] == [
        ("score.unknown-card", 16, None),
        ("score.words.understood", None, None),
        ("score.words.example", None, None),
    ]
    assert sheet.findings[1].params["understood"] == "Anna: out; Béla: x9"


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("", ["score.words.empty", "score.words.example"]),
        ("Anna r1; Anna r2", ["score.words.twice", "score.words.understood", "score.words.example"]),
        ("Anna out", ["score.players", "score.words.understood", "score.words.example"]),
    ],
)
def test_words_that_are_not_understood_are_refused_with_an_example(text: str, codes: list[str]) -> None:
    with pytest.raises(CardtoolsError) as refusal:
        score_words(Desk.open("en"), "uno", text)
    assert [finding.code for finding in refusal.value.findings] == codes
    assert refusal.value.exit_code == 1
