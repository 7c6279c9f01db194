from __future__ import annotations

from dataclasses import replace

from cardtools.app.desk import Desk
from cardtools.documents.card_faces import PrintedCard, game_cards
from cardtools.documents.card_gaps import text_gaps
from cardtools.model.card import Card


def printed(language: str, second: str | None = None) -> tuple[PrintedCard, ...]:
    cards = [
        Card(id="a", name={"en": "A"}, text={"en": "One."}, copies=2),
        Card(id="b", name={"en": "B"}, text={"hu": "Kettő."}),
        Card(id="c", name={"en": "C"}, text={"en": "Three.", "pl": "Trzy."}, copies=4),
        Card(id="d", name={"en": "D"}),
    ]
    return tuple(game_cards(Desk.open("en").catalog.info("uno"), cards, language, second=second))


def test_each_language_that_texts_fall_back_to_is_told_with_all_copies() -> None:
    told = [(one.params["count"], one.params["language"], one.params["used"]) for one in text_gaps(printed("pl"))]
    assert told == [(2, "pl", "en"), (1, "pl", "hu")]


def test_the_second_language_is_fallen_back_to_before_any_other() -> None:
    first, second, third, none = (card.front for card in printed("pl", "hu"))
    assert [(face.text, face.text_lang) for face in (first, second, third, none)] == [
        ("One.", "en"), ("Kettő.", "hu"), ("Trzy.", ""), ("", ""),
    ]  # fmt: skip
    assert second.second is not None
    assert second.second.text == ""


def test_a_picture_of_the_whole_card_has_no_text_of_ours_to_tell_of() -> None:
    cards = [replace(card, front=replace(card.front, picture="/x.png")) for card in printed("pl")]
    assert list(text_gaps(cards)) == []
