from __future__ import annotations

import pytest

from cardtools.documents.card_faces import PrintedCard
from cardtools.documents.card_tokens import unknown_tokens, unknown_tokens_on
from cardtools.documents.faces import Face, Wording
from cardtools.model.finding import Location

ICONS = frozenset({"sun", "star", "draw-two"})


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("{icon:sun} shines", []),
        ("{icon:sum} shines", ["{icon:sum}"]),
        ("{icon:Sun}{icon:draw_two}", ["{icon:Sun}", "{icon:draw_two}"]),
        ("pay {vp}, then {vp} and {T}: {2}", ["{vp}", "{T}", "{2}"]),
        ("**{erő}**", ["{erő}"]),
        ("{card:wild}", ["{card:wild}"]),
        ("{sun}", ["{sun}"]),
        ("{}, { x }, {{ x }}, {{x}}, {% if x %}, {a b}, {1, 2}, { lone, lone }, {-1}, %name%", []),
        ("{" + "x" * 60 + "}", []),
        ("", []),
    ],
)
def test_a_word_in_braces_that_stands_for_no_drawing_is_told_once_and_all_else_is_text(
    text: str, tokens: list[str]
) -> None:
    where = Location(path="t.csv", line=4)
    told = list(unknown_tokens("Turul", text, ICONS, where))
    assert [one.params["token"] for one in told] == tokens
    assert all(
        (one.code, one.severity, one.location, one.params["name"]) == ("print.unknown-icon", "warning", where, "Turul")
        for one in told
    )


@pytest.mark.parametrize(
    ("token", "meant"),
    [
        ("{icon:sum}", "{icon:sun}"),
        ("{sun}", "{icon:sun}"),
        ("{Star}", "{icon:star}"),
        ("{drawtwo}", "{icon:draw-two}"),
    ],
)
def test_the_drawings_spelled_alike_are_named_as_they_must_be_written(token: str, meant: str) -> None:
    (told,) = unknown_tokens("x", token, ICONS)
    assert told.suggestions[0] == meant


def test_nothing_is_suggested_that_has_nothing_in_common() -> None:
    (told,) = unknown_tokens("x", "{qqq}", ICONS)
    assert told.suggestions == ()


def test_texts_of_a_games_cards_name_no_drawings_in_either_language_and_pictures_hide_them() -> None:
    front = Face(
        "t", "front", "hu", "g", "G", name="Turul", text="{icon:sun}", second=Wording("en", text="{icon:sun} {vp}")
    )
    hidden = Face("t", "front", "hu", "g", "G", name="Gnóm", text="{vp}", picture="/p.png")
    cards = [PrintedCard(front, front, 1), PrintedCard(hidden, front, 1)]
    told = [(one.params["name"], one.params["token"]) for one in unknown_tokens_on(cards)]
    assert told == [("Turul", "{icon:sun}"), ("Turul", "{vp}")]
