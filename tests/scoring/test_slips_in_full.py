"""What is told of a slip in words, to the last value: the name it takes for a player, and who was spoken of before."""

from __future__ import annotations

import pytest

from cardtools.errors import CardtoolsError
from cardtools.model.card import Card
from cardtools.model.finding import Finding, Location
from cardtools.names.tokens import TokenIndex
from cardtools.scoring.slips import check_slips
from cardtools.scoring.statements import statements

COLOURS = (("red", "r"), ("blue", "b"))
CARDS = tuple(
    Card(id=f"{colour}-{n}", name={"en": f"{colour.title()} {n}"}, colours=(colour,), tokens=(f"{letter}{n}",))
    for colour, letter in COLOURS
    for n in (7, 8)
)
OTHERS = (
    Card(id="swap", name={"en": "Swap Hands"}, tokens=("swap",)),
    Card(id="rainbow-unicorn", name={"en": "Rainbow Unicorn"}),
)
TOKENS = TokenIndex((*CARDS, *OTHERS))
WORDS = ("out", "went out")


def slips(text: str, *players: str) -> tuple[Finding, ...]:
    try:
        check_slips(statements(text, players), TOKENS, players, WORDS)
    except CardtoolsError as error:
        return error.findings
    return ()


def test_a_slip_refuses_the_round_and_not_the_command() -> None:
    with pytest.raises(CardtoolsError) as refusal:
        check_slips(statements("Anna out Béla r7", ()), TOKENS)
    assert refusal.value.exit_code == 1


def slip(code: str, column: int, **params: str) -> Finding:
    return Finding(code=f"score.words.{code}", params=params, location=Location(line=1, column=column))


@pytest.mark.parametrize(
    "text",
    [
        "Anna out; Béla r7 b8",
        "Anna went out; Béla r7",
        "Anna: r7; Béla: swap",
        "Anna r7; Béla swap hands",
        "Anna r7 / b7 + r8 & b8 | r7",
        "Anna r7 kutya b8",
        "Anna r7 x9",
        "Anna r7 X9 b8",
        "Anna: r7 : b8",
        "Anna out, Rainbow unicron, b8, b7",
        "Anna r7 Béla",
        "Anna r7 Swab b8",
        "Anna swap > Béla b7",
        "Anna swap -> Béla",
        "Anna swap → Béla b7",
        "Anna swap => Béla b7",
        "swap; r; Anna out",
        "Anna r7 - b7",
        "Anna Béla",
    ],
)
def test_what_may_be_meant_as_it_stands_is_no_slip(text: str) -> None:
    assert slips(text) == ()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Anna out Béla r7", slip("semicolon", 10, name="Béla", before="Anna")),
        ("Anna r7, Béla r8", slip("semicolon", 10, name="Béla", before="Anna")),
        ("Anna r7, béla r8", slip("semicolon", 10, name="béla", before="Anna")),
        ("Anna: r7 béla: r8", slip("semicolon", 10, name="béla", before="Anna")),
        ("Anna: r7 Béla:", slip("semicolon", 10, name="Béla", before="Anna")),
        ("Anna r7 Kovács Béla r8", slip("semicolon", 9, name="Kovács Béla", before="Anna")),
        ("Anna r7 Kovács Béla out", slip("semicolon", 9, name="Kovács Béla", before="Anna")),
        ("Anna r7 X b8", slip("semicolon", 9, name="X", before="Anna")),
        ("Anna out Béla", slip("semicolon", 10, name="Béla", before="Anna")),
        ("Anna r7 O'Neil-Kis r8", slip("semicolon", 9, name="O'Neil-Kis", before="Anna")),
        ("Anna r7 X.Y. b8", slip("semicolon", 9, name="X.Y.", before="Anna")),
        ("Anna r7 b8 Béla 7", slip("semicolon", 12, name="Béla", before="Anna")),
        ("Kovács Béla r7", slip("name", 1, word="Béla", name="Kovács Béla")),
        ("Anna out; Kis Kovács Béla r7", slip("name", 11, word="Kovács Béla", name="Kis Kovács Béla")),
        ("Kovács Béla out", slip("name", 1, word="Béla", name="Kovács Béla")),
        ("r7 b8 swap", slip("no-name", 1, said="r7 b8 swap")),
        ("Anna out; 7 b8", slip("no-name", 11, said="7 b8")),
        ("r7 " + "b8 " * 40, slip("no-name", 1, said=("r7 " + "b8 " * 40)[:60])),
    ],
)
def test_where_nobody_is_known_a_slip_is_told_with_what_looks_like_a_name(text: str, found: Finding) -> None:
    assert slips(text) == (found,)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Anna out béla r7", slip("semicolon", 10, name="béla", before="Anna")),
        ("Anna r7 Nagy Anna r8", slip("semicolon", 9, name="Nagy Anna", before="Anna")),
        ("Anna r7 nagy anna: r8", slip("semicolon", 9, name="nagy anna", before="Anna")),
        ("Anna r7 Kis Nagy Anna r8", slip("semicolon", 9, name="Kis Nagy Anna", before="Anna")),
        ("Anna out Swap Kis r7", slip("semicolon", 10, name="Swap Kis", before="Anna")),
        ("Anna out Béla:r7", slip("semicolon", 10, name="Béla", before="Anna")),
    ],
)
def test_where_the_players_are_known_only_their_names_are_taken_for_names(text: str, found: Finding) -> None:
    assert slips(text, "Anna", "Béla", "Nagy Anna", "Kis Nagy Anna", "Swap Kis", "r7") == (found,)


@pytest.mark.parametrize(
    "text",
    [
        "Anna r7 Cili r8",
        "Anna Béla r8",
        "Anna r7 Kis r8",
        "Anna r7 Nagy r8",
        "r7 b8",
        "Anna swap > Béla b7",
        "Anna r7 Anna r8 Kis",
        "Anna r7 Béla Kis Anna",
    ],
)
def test_where_the_players_are_known_nothing_else_is_taken_for_a_name(text: str) -> None:
    assert [one.params["name"] for one in slips(text, "Anna", "Béla", "Nagy Anna", "r7")] in ([], ["Anna"])


def test_each_statement_is_told_of_its_own_slip() -> None:
    assert slips("Anna out Béla r7; Cili r7 Dóri b8") == (
        slip("semicolon", 10, name="Béla", before="Anna"),
        slip("semicolon", 27, name="Dóri", before="Cili"),
    )


def test_what_is_said_of_the_round_has_no_slip() -> None:
    check_slips(statements("last Anna r7 Béla r8", (), ("last",)), TOKENS, (), WORDS)
