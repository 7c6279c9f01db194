from __future__ import annotations

import pytest

from cardtools.errors import CardtoolsError
from cardtools.model.finding import Finding, Location
from cardtools.scoring.statements import Said, Statement, rest_of, starts_with, statements
from tests.factories import refused


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


def columns_of(text: str, players: tuple[str, ...] = (), keywords: tuple[str, ...] = ()) -> list[tuple[str, str, str]]:
    """Return of each statement its player, its words, and the signs of the text that its columns point at."""
    return [
        (one.player, one.words, "".join(text[column - 1] for column in one.columns))
        for one in statements(text, players, keywords)
    ]


@pytest.mark.parametrize(
    ("text", "players", "found"),
    [
        ("Anna out; Béla  r7   w", (), [("Anna", "out", "out"), ("Béla", "r7 w", "r7 w")]),
        (" Anna:r7", ("Anna",), [("Anna", "r7", "r7")]),
        ("Anna :  r7 w", ("Anna",), [("Anna", "r7 w", "r7 w")]),
        ("Anna: r7: w", ("Anna",), [("Anna", "r7: w", "r7: w")]),
        ("Nagy Anna : r7", (), [("Nagy Anna", "r7", "r7")]),
        ("Anna", (), [("Anna", "", "")]),
        ("Anna out Béla:r7", ("Anna",), [("Anna", "out Béla:r7", "out Béla:r7")]),
        ("last  g+2", (), [("", "last g+2", "last g+2")]),
        ("anna r7; ANNA w", (), [("anna", "r7", "r7"), ("anna", "w", "w")]),
        ("Anna\u200b r\u200b7", (), [("Anna", "r7", "r\u200b")]),
    ],
)
def test_each_sign_of_the_words_has_the_column_it_was_written_at(
    text: str, players: tuple[str, ...], found: list[tuple[str, str, str]]
) -> None:
    assert columns_of(text, players, ("last",)) == found


def test_a_sign_that_becomes_several_has_no_column_beyond_its_own_word() -> None:
    (one,) = statements("Anna \u0958 x", ())
    assert (one.words, one.columns) == ("\u0915\u093c x", (6, 6, 7, 8))


def test_whether_a_colon_parts_the_name_is_known_where_nobody_is_told_to_play() -> None:
    assert [one.is_parted for one in statements("Anna: r7; Béla w", ())] == [True, False]
    assert [one.is_parted for one in statements("Anna: r7", ("Anna",))] == [False]


def test_only_the_first_colon_parts_name_and_words() -> None:
    assert [(one.player, one.words) for one in statements("Anna: r7: w", ())] == [("Anna", "r7: w")]


def test_the_longest_name_that_fits_is_the_player() -> None:
    players = ("Anna", "Anna Mari", "Ann")
    assert [
        (one.player, one.words) for one in statements("anna mari r7; ann w; annamari: x", (*players, "Annamari"))
    ] == [
        ("Anna Mari", "r7"),
        ("Ann", "w"),
        ("Annamari", "x"),
    ]


def test_the_longest_name_goes_before_a_shorter_one_in_small_letters() -> None:
    assert [(one.player, one.words) for one in statements("Anna Mari r7", ("anna", "Anna Mari"))] == [
        ("Anna Mari", "r7")
    ]


def test_columns_of_words_are_each_the_first_behind_the_one_before() -> None:
    (one,) = statements("Anna:  r7 w/r7, r77 w", ("Anna",))
    assert [one.at_word(word) for word in ("r7", "w", "r77", "x", "7")] == [8, 11, 17, 1, 1]
    assert one.at_words(("r7", "r7", "w", "w")) == (8, 13, 21, 1)
    assert one.at_words(("x", "r7", "r7")) == (1, 8, 13)


@pytest.mark.parametrize("parting", [" ", ",", ";", "+", "/", "|"])
def test_a_word_ends_where_cards_are_parted(parting: str) -> None:
    said = Statement("Anna", f"rr{parting}r{parting}rx", 1, tuple(range(10, 20)))
    assert said.at_word("r") == 13


def test_a_word_begins_after_an_arrow_and_ends_before_a_colon() -> None:
    assert Statement("A", "xr>r", 1, (5, 6, 7, 8)).at_word("r") == 8
    assert Statement("A", "rx r:", 1, (5, 6, 7, 8, 9)).at_word("r") == 8


@pytest.mark.parametrize(("sign", "column"), [(0, 5), (2, 7), (3, 1), (-1, 1)])
def test_a_sign_that_is_none_of_the_words_has_the_column_of_the_statement(sign: int, column: int) -> None:
    assert Statement("Anna", "out", 1, (5, 6, 7)).at(sign) == column


@pytest.mark.parametrize(
    ("said", "name", "starts"),
    [
        ("Anna r7", "anna", True),
        ("ANNA: r7", "Anna", True),
        ("Annamari r7", "Anna", False),
        ("Béla", "BELA", True),
        ("r7 Anna", "Anna", False),
    ],
)
def test_words_start_with_a_name_where_it_is_whole_in_any_case(said: str, name: str, starts: bool) -> None:
    assert starts_with(said, name) is starts


@pytest.mark.parametrize(
    ("said", "name", "rest"),
    [
        ("Anna r7 w", "Anna", "r7 w"),
        ("Nagy Anna: r7 w", "Nagy Anna", "r7 w"),
        ("Anna:r7", "Anna", "r7"),
        ("Anna : r7", "Anna", "r7"),
        ("Anna:r7:x", "Anna", "r7:x"),
        ("Anna", "Anna", ""),
        ("Anna r7:", "Anna", "r7:"),
        ("Anna out Béla:r7", "Anna", "out Béla:r7"),
    ],
)
def test_the_rest_is_what_follows_the_name_and_its_colon(said: str, name: str, rest: str) -> None:
    assert rest_of(said, name) == rest


@pytest.mark.parametrize(
    ("text", "said", "suggestions"),
    [
        ("Anna r7; Bélla r8", "Bélla r8", ("Béla",)),
        ("Anna r7; Nagy Ana r8", "Nagy Ana r8", ("Nagy Anna",)),
        ("Anna r7; Nagy Ana Mari r8", "Nagy Ana Mari r8", ("Nagy Anna",)),
        ("Anna r7; Nagy Ana: r8: w", "Nagy Ana: r8: w", ("Nagy Anna",)),
        ("Anna r7; Xyz " + "r8 " * 40, ("Xyz " + "r8 " * 40)[:60], ()),
    ],
)
def test_a_player_nobody_knows_is_answered_with_those_who_play(
    text: str, said: str, suggestions: tuple[str, ...]
) -> None:
    players = ("Anna", "Béla", "Nagy Anna")
    assert refused(lambda: statements(text, players)) == (
        Finding(
            code="score.words.player",
            params={"said": said, "known": "Anna, Béla, Nagy Anna"},
            suggestions=suggestions,
            location=Location(line=1, column=10),
        ),
    )


@pytest.mark.parametrize(
    ("said", "suggestion"),
    [
        ("Bélla kutyamacska r8", "Béla"),
        ("Bo Ai kutyamacska r8", "Bo Al"),
        ("Al Bo Christofer: r8 r8 r8", "Al Bo Christopher"),
        ("Bélla: kutyamacska kutyamacska: w", "Béla"),
    ],
)
def test_a_misspelt_name_is_what_is_before_the_colon_or_the_first_word_or_two(said: str, suggestion: str) -> None:
    (finding,) = refused(lambda: statements(said, ("Anna", "Béla", "Bo Al", "Al Bo Christopher")))
    assert finding.suggestions == (suggestion,)


def test_words_without_a_name_before_the_colon_are_refused_with_what_was_said() -> None:
    long = ": " + "r7 " * 40
    assert refused(lambda: statements("Anna out; " + long, ())) == (
        Finding(code="score.words.no-name", params={"said": long[:60]}, location=Location(line=1, column=11)),
    )


def test_a_round_of_the_greatest_length_is_read_and_one_sign_more_is_refused() -> None:
    text = "Anna " + "r" * 7995
    assert len(statements(text, ())) == 1
    assert refused(lambda: statements(text + "r", ())) == (
        Finding(code="score.words.long", params={"most": 8000}, location=Location(line=1, column=8000)),
    )


def test_nothing_said_is_refused_at_the_first_sign() -> None:
    assert refused(lambda: statements(" ;\n", ())) == (
        Finding(code="score.words.empty", location=Location(line=1, column=1)),
    )


def test_every_refusal_of_words_is_about_the_round_and_not_about_the_command() -> None:
    for text, players in (("", ()), ("r" * 8001, ()), (": r7", ()), ("Xyz r7", ("Anna",))):
        with pytest.raises(CardtoolsError) as refusal:
            statements(text, players)
        assert refusal.value.exit_code == 1


def test_what_was_said_twice_is_refused_with_the_words_and_the_player() -> None:
    said = Said()
    said.put(Statement("Béla", "w", 30), True, "out")
    with pytest.raises(CardtoolsError) as refusal:
        said.put(Statement("Cili", "r7 w", 40), False, "out")
    assert refusal.value.findings == (
        Finding(
            code="score.words.twice", params={"words": "r7 w", "name": "Cili"}, location=Location(line=1, column=40)
        ),
    )
    assert (refusal.value.exit_code, said.data) == (1, {"out": True})


def test_each_key_on_the_way_to_a_value_has_the_column_of_who_first_spoke_of_it() -> None:
    said = Said()
    anna, bela = statements("Anna r7; Béla w", ())
    said.put(anna, "r7", "hands", "Anna")
    said.put(bela, "w", "hands", "Béla")
    assert said.data == {"hands": {"Anna": "r7", "Béla": "w"}}
    assert said.columns == {
        ("hands",): 1,
        ("hands", "Anna"): 1,
        ("hands", "Anna", 0): 6,
        ("hands", "Anna", 1): 7,
        ("hands", "Béla"): 10,
        ("hands", "Béla", 0): 15,
    }


def test_of_a_text_that_is_part_of_the_words_each_sign_has_its_column() -> None:
    (one,) = statements("Anna hand r7", ())
    said = Said()
    said.put(one, "r7", "hands", "Anna")
    said.spell(one, "hand", ("what",), 5)
    said.spell(one, "not there", ("nowhere",))
    said.put(one, "", "empty")
    assert {place: column for place, column in said.columns.items() if isinstance(place[-1], int)} == {
        ("hands", "Anna", 0): 11,
        ("hands", "Anna", 1): 12,
        ("what", 5): 6,
        ("what", 6): 7,
        ("what", 7): 8,
        ("what", 8): 9,
    }


def test_of_a_text_that_is_said_twice_the_first_one_is_meant() -> None:
    (one,) = statements("Anna r7 hand r7", ())
    said = Said()
    said.put(one, "r7", "hand")
    assert said.columns[("hand", 0)] == 6
