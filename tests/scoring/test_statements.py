from __future__ import annotations

import pytest

from cardtools.errors import CardtoolsError
from cardtools.scoring.statements import Said, Statement, statements


@pytest.mark.parametrize(
    ("text", "players", "found"),
    [
        ("Anna out; Béla r7 w", [], [("Anna", "out", 1), ("Béla", "r7 w", 11)]),
        ("Anna out; Béla r7 w", ["Anna", "Béla"], [("Anna", "out", 1), ("Béla", "r7 w", 11)]),
        ("anna OUT\nBELA  r7", ["Anna", "Béla"], [("Anna", "OUT", 1), ("Béla", "r7", 10)]),
        ("Nagy Anna: r7; Anna: w", ["Anna", "Nagy Anna"], [("Nagy Anna", "r7", 1), ("Anna", "w", 16)]),
        ("Nagy Anna: r7 w", [], [("Nagy Anna", "r7 w", 1)]),
        ("Anna:r7", ["Anna"], [("Anna", "r7", 1)]),
        ("Anna : r7", ["Anna"], [("Anna", "r7", 1)]),
        (" ;; Anna r7 ; ", ["Anna"], [("Anna", "r7", 5)]),
        ("Anna", ["Anna"], [("Anna", "", 1)]),
        ("last g+2; Anna out", [], [("", "last g+2", 1), ("Anna", "out", 11)]),
        ("Last r7", ["Last"], [("Last", "r7", 1)]),
    ],
)
def test_what_is_said_is_parted_by_player(text: str, players: list[str], found: list[tuple[str, str, int]]) -> None:
    assert statements(text, players, ("last",)) == tuple(Statement(*one) for one in found)


@pytest.mark.parametrize(
    ("text", "code", "column"),
    [
        ("", "score.words.empty", 1),
        (" ; ", "score.words.empty", 1),
        ("Anna r7; Dóri r8", "score.words.player", 10),
        ("Annamari r7", "score.words.player", 1),
        ("Anna " + "r7 " * 4000, "score.words.long", 8000),
    ],
)
def test_words_that_say_nothing_of_a_player_are_refused_at_their_place(text: str, code: str, column: int) -> None:
    with pytest.raises(CardtoolsError) as refusal:
        statements(text, ["Anna", "Béla"])
    (finding,) = refusal.value.findings
    assert (finding.code, finding.location.column, refusal.value.exit_code) == (code, column, 1)


def test_a_value_is_put_with_its_column_and_only_once() -> None:
    said = Said()
    said.put(Statement("Béla", "r7", 11), "r7", "hands", "Béla")
    assert said.data == {"hands": {"Béla": "r7"}}
    assert said.columns[("hands", "Béla")] == 11
    with pytest.raises(CardtoolsError) as refusal:
        said.put(Statement("Béla", "w", 30), "w", "hands", "Béla")
    assert [(one.code, one.location.column) for one in refusal.value.findings] == [("score.words.twice", 30)]
